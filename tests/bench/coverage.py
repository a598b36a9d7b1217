"""How many of the definitions that Universal Ctags finds Sourcebook finds too.

    python tests/bench/coverage.py FOLDER... [--differences N] [--json]

Every file of the FOLDERs that Sourcebook reads in one of the languages below is given to
ctags as a file of that language. A definition of ctags counts as found when a symbol of
the same name has its head on that line. ``missing`` are those of ctags alone; ``more`` is
the number of symbols that ctags does not list. In the same pass every file of any language
is checked to be tiled by its chunks, and none may be given up.

What is compared are types, functions, methods, macros and constants: what has a name that
other code can use. Names that ctags makes up for what has none (``__anon…``) are left out,
and so are local variables, fields, parameters and labels.

The exit code is 1 when a file is not tiled or its reading broke.
"""

import argparse
import json
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from sourcebook.analyze.decode import decode
from sourcebook.analyze.names import on_disk
from sourcebook.analyze.read import read_file
from sourcebook.analyze.scan import scan
from sourcebook.config import Config
from sourcebook.model import FileStatus, ParsedFile, SourceFile, SymbolKind

#: Our language: that of ctags, and the kinds of definitions that are compared.
LANGUAGES = {
    "python": ("Python", {"class", "function", "member"}),
    "go": ("Go", {"func", "struct", "interface", "type", "const"}),
    "java": ("Java", {"class", "interface", "enum", "enumConstant", "method", "annotation"}),
    "c": ("C", {"function", "struct", "union", "enum", "enumerator", "typedef", "macro"}),
    "cpp": (
        "C++",
        {
            "function", "class", "struct", "union", "enum", "enumerator", "typedef", "macro",
            "namespace", "prototype", "alias",
        },
    ),
    "rust": (
        "Rust",
        {"function", "method", "struct", "enum", "enumerator", "interface", "typedef", "macro",
         "module"},
    ),
    "typescript": (
        "TypeScript",
        {"function", "class", "interface", "enum", "enumerator", "method", "namespace", "alias"},
    ),
}  # fmt: skip
LANGUAGES["tsx"] = LANGUAGES["typescript"]


@dataclass(slots=True)
class Tally:
    """The comparison for one language."""

    files: int = 0
    defined: int = 0
    found: int = 0
    more: int = 0
    missing: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        return self.found / self.defined if self.defined else 1.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--differences", type=int, default=0, help="how many to print a language")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    tallies: dict[str, Tally] = defaultdict(Tally)
    faults: list[str] = []
    for folder in options.folders:
        faults += measure(folder.resolve(), tallies)
    print(_as_json(tallies) if options.json else _as_table(tallies))
    for language, tally in sorted(tallies.items()):
        for line in tally.missing[: options.differences]:
            print(f"{language}\t{line}")
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


def measure(folder: Path, tallies: dict[str, Tally]) -> list[str]:
    """Adds the files of ``folder`` to the tallies; returns what is wrong with any of them."""
    config = Config()
    faults: list[str] = []
    parsed: dict[str, dict[str, ParsedFile]] = defaultdict(dict)
    for file in scan(folder, config).files:
        if file.status is FileStatus.SKIPPED:
            continue
        one = msgspec.msgpack.decode(read_file(folder, config.chunk, file), type=ParsedFile)
        faults += wrong(folder, file, one)
        if file.language in LANGUAGES:
            parsed[file.language][file.path] = one
    for language, files in parsed.items():
        tally = tallies[language]
        tags = dict(_tags(folder, language, sorted(files)))
        for path, one in files.items():
            compare(one, tags.get(path, ()), tally)
    return faults


def wrong(folder: Path, file: SourceFile, parsed: ParsedFile) -> Iterator[str]:
    """What is wrong with the reading of one file: given up, or a byte in no chunk or in two."""
    for note in parsed.workarounds:
        if note.startswith(("grammar given up", "grammar understood")):
            yield f"{file.path}: {note}"
    text = decode(file.path, on_disk(folder, file.path).read_bytes())
    length = len(text.data) + (text.shifts[-1][1] if text.shifts else 0)
    place = 0
    for chunk in parsed.chunks:
        if chunk.span.start != place or chunk.span.end <= place:
            yield f"{file.path}: not tiled at byte {place}"
            return
        place = chunk.span.end
    if place != length:
        yield f"{file.path}: chunks end at byte {place} of {length}"


def compare(parsed: ParsedFile, tags: Sequence[tuple[str, str, int]], tally: Tally) -> None:
    """Counts the definitions of one file that both list, and those that one lists alone."""
    lines: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for symbol in parsed.symbols:
        if symbol.kind is not SymbolKind.MODULE:
            head = symbol.span.line, max(symbol.name_line, symbol.span.line)
            lines[_folded(symbol.name)].append(head)
    tally.files += 1
    seen = 0
    for name, kind, line in tags:
        tally.defined += 1
        if any(first <= line <= last for first, last in lines[_folded(name)]):
            seen += 1
        else:
            tally.kinds[kind] += 1
            tally.missing.append(f"{parsed.path}:{line}: {kind} {name}")
    tally.found += seen
    tally.more += max(0, len(parsed.symbols) - 1 - seen)


def _folded(name: str) -> str:
    return "".join(name.split()).rpartition("::")[2].rpartition(".")[2]


def _tags(
    folder: Path, language: str, paths: Sequence[str]
) -> Iterator[tuple[str, list[tuple[str, str, int]]]]:
    """The definitions that ctags lists, as (name, kind, line) by path."""
    name, kinds = LANGUAGES[language]
    command = [
        "ctags", "--options=NONE", f"--language-force={name}", "--kinds-all=*", "--fields=+nK",
        "--output-format=json", "--sort=no", "-L", "-", "-f", "-",
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=folder, input="\n".join(paths), text=True, capture_output=True, check=True
    )
    by_path: dict[str, dict[tuple[str, str, int], None]] = defaultdict(dict)
    for line in done.stdout.splitlines():
        tag = json.loads(line)
        if tag["kind"] in kinds and not tag["name"].startswith("__anon"):
            by_path[tag["path"]][tag["name"], tag["kind"], tag["line"]] = None
    for path, found in by_path.items():
        yield path, list(found)


def _as_table(tallies: dict[str, Tally]) -> str:
    lines = [
        "| language | files | definitions of ctags | found | coverage | more | missing, by kind |",
        "|---|---|---|---|---|---|---|",
    ]
    for language, tally in sorted(tallies.items()):
        kinds = ", ".join(f"{kind} {count}" for kind, count in tally.kinds.most_common())
        lines.append(
            f"| {language} | {tally.files:,} | {tally.defined:,} | {tally.found:,} "
            f"| {tally.share:.4f} | {tally.more:,} | {kinds} |"
        )
    return "\n".join(lines)


def _as_json(tallies: dict[str, Tally]) -> str:
    return json.dumps(
        {
            language: {
                "files": tally.files,
                "defined": tally.defined,
                "found": tally.found,
                "coverage": round(tally.share, 5),
                "missing": dict(tally.kinds.most_common()),
            }
            for language, tally in sorted(tallies.items())
        },
        indent=1,
    )


if __name__ == "__main__":
    sys.exit(main())
