"""How many of the definitions that Universal Ctags finds Sourcebook finds too.

    python tests/bench/coverage.py FOLDER... [--differences N] [--json]

Every file of the FOLDERs that Sourcebook reads in one of the languages below is given to
ctags as a file of that language. A definition of ctags counts as found when a symbol of
the same name has its head on that line. ``missing`` are those of ctags alone; ``more`` is
the number of symbols that ctags does not list. In the same pass every file of any language
is checked to be tiled by its chunks, and none may be given up.

Some of what ctags lists is no definition: an imported name, a call, a word of a comment.
``EXPLAINED`` tells these by their line; they are counted apart, by the reason, and
``coverage`` is of the rest.

What is compared are types, functions, methods, macros and constants: what has a name that
other code can use. Names that ctags makes up for what has none (``__anon…``) are left out,
and so are local variables, fields, parameters and labels.

The exit code is 1 when a file is not tiled or its reading broke.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from sourcebook.analyze.decode import decode
from sourcebook.analyze.names import on_disk
from sourcebook.analyze.outline import FUNCTIONS
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

#: What ctags takes for definitions and what is none: the languages, the kinds and the form
#: of the line ("NAME" stands for the name), and the reason.
EXPLAINED = [
    (
        ("typescript", "tsx"),
        ("alias",),
        r"^(?!.*(?:\btype\s+NAME\s*(?:[<=]|$)|\bimport\s+NAME\s*=))",
        "a name in a list of imports or exports",
    ),
    (
        ("typescript", "tsx"),
        ("function", "enumerator", "namespace", "method"),
        r"function NAME\s+\w|/[/*].*\bNAME\b|^\s*\*.*\bNAME\b|\bas\b|^\s*new\s*[(<]|\wfunction NAME",
        "a word of a comment or of text, or the signature of a constructor type",
    ),
    (
        ("typescript", "tsx"),
        ("enumerator",),
        r"^\s*(?!NAME\b)\S|^\s*NAME\s*[(:]",
        "part of a number, or a word of a type",
    ),
    (("rust",), ("module",), r"\bmod\s+NAME\s*;", "`mod name;` names a file, which is the module"),
    (
        ("java",),
        ("method", "enumConstant"),
        r"^\s*(?:try|synchronized)\b|(?:\bnew\s+|@|\([^)]*|\w\.)NAME\b|^\s*NAME\s*(?:\(.*[^{]|[(,;])$",
        "a call, a keyword, an annotation or an argument",
    ),
    (
        ("c", "cpp"),
        ("function", "prototype"),
        r"^\s*(?=[A-Z])(?!\w*[a-z])NAME\s*\(",
        "a call of a macro outside of functions",
    ),
    (("cpp",), ("alias",), r"\busing\s+namespace\b", "`using namespace` names one, it makes none"),
]
#: Reasons that need the symbols of the file.
BY_ARGUMENTS = "a macro that makes a function: its symbol has the name that the macro is given"
PROTOTYPE = "declared here and defined in the same file: one symbol"
WITHIN = "within a function: a call, or a variable with arguments"


@dataclass(slots=True)
class Tally:
    """The comparison for one language."""

    files: int = 0
    defined: int = 0
    found: int = 0
    more: int = 0
    explained: Counter[str] = field(default_factory=Counter)
    missing: list[str] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)

    @property
    def share(self) -> float:
        of = self.defined - self.explained.total()
        return self.found / of if of else 1.0


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
            source = decode(path, on_disk(folder, path).read_bytes()).data.decode().splitlines()
            compare(one, source, tags.get(path, ()), tally)
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


def compare(
    parsed: ParsedFile, source: Sequence[str], tags: Sequence[tuple[str, str, int]], tally: Tally
) -> None:
    """Counts the definitions of one file that both list, and those that one lists alone."""
    heads: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for symbol in parsed.symbols:
        if symbol.kind is not SymbolKind.MODULE:
            # ctags may give the line on which a head of several lines ends.
            last = min(symbol.name_line + 3, symbol.span.end_line)
            heads[_folded(symbol.name)].append((symbol.span.line, last))
    made = [one for one in parsed.symbols if one.kind in FUNCTIONS]
    functions = {one.name_line for one in made}
    bodies = [(one.name_line, one.span.end_line) for one in made]
    tally.files += 1
    seen = 0
    for name, kind, line in tags:
        tally.defined += 1
        if any(first <= line <= last for first, last in heads[_folded(name)]):
            seen += 1
        elif kind == "prototype" and heads[_folded(name)]:
            tally.explained[PROTOTYPE] += 1
        elif kind == "prototype" and any(first < line <= last for first, last in bodies):
            tally.explained[WITHIN] += 1
        elif kind == "function" and name.isupper() and line in functions:
            tally.explained[BY_ARGUMENTS] += 1
        elif reason := _reason(parsed.language, name, kind, source[line - 1 : line]):
            tally.explained[reason] += 1
        else:
            tally.kinds[kind] += 1
            tally.missing.append(f"{parsed.path}:{line}: {kind} {name}")
    tally.found += seen
    tally.more += max(0, len(parsed.symbols) - 1 - seen)


def _reason(language: str, name: str, kind: str, lines: Sequence[str]) -> str:
    """Why this is no definition, "" if it is one."""
    last = re.escape(name.rpartition(".")[2])
    for languages, kinds, form, reason in EXPLAINED:
        if language in languages and kind in kinds:
            pattern = form.replace("NAME", last)
            if any(re.search(pattern, line) for line in lines):
                return reason
    return ""


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
        "| language | files | listed by ctags | no definitions | found | coverage | missing |",
        "|---|---|---|---|---|---|---|",
    ]
    for language, tally in sorted(tallies.items()):
        kinds = ", ".join(f"{count} {kind}" for kind, count in tally.kinds.most_common())
        lines.append(
            f"| {language} | {tally.files:,} | {tally.defined:,} | {tally.explained.total():,} "
            f"| {tally.found:,} | {tally.share:.4f} | {kinds} |"
        )
    lines += ["", "| language | listed by ctags | why it is no definition |", "|---|---|---|"]
    for language, tally in sorted(tallies.items()):
        lines += [
            f"| {language} | {count:,} | {reason} |"
            for reason, count in tally.explained.most_common()
        ]
    return "\n".join(lines)


def _as_json(tallies: dict[str, Tally]) -> str:
    return json.dumps(
        {
            language: {
                "files": tally.files,
                "listed": tally.defined,
                "explained": dict(tally.explained.most_common()),
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
