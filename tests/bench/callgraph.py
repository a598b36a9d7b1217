"""Scores the call graph against folders of the form "sources and callgraph.json".

``callgraph.json`` maps a caller to its callees, both as dotted names: the module (path
without suffix; the folder for ``__init__`` and ``index``), then the name within it. A case
is *complete* when no edge is false and *sound* when none is missing.

    python -m tests.bench.callgraph FOLDER [--external] [--verbose]

With ``--external`` calls of what lies outside the sources count as well.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sourcebook.analyze.decode import decode
from sourcebook.analyze.link import link
from sourcebook.analyze.parse import parse
from sourcebook.config import ChunkConfig
from sourcebook.grammars.languages import language_of
from sourcebook.model import (
    CallGraph,
    FileClass,
    ParsedFile,
    SourceFile,
    Symbol,
    SymbolKind,
)

Edges = set[tuple[str, str]]

TYPES = frozenset(
    {
        *(SymbolKind.CLASS, SymbolKind.STRUCT, SymbolKind.INTERFACE, SymbolKind.ENUM),
        SymbolKind.TYPE,
    }
)


@dataclass(frozen=True)
class Score:
    """One case: edges found and expected."""

    name: str
    expected: frozenset[tuple[str, str]]
    found: frozenset[tuple[str, str]]

    @property
    def false(self) -> list[tuple[str, str]]:
        return sorted(self.found - self.expected)

    @property
    def missing(self) -> list[tuple[str, str]]:
        return sorted(self.expected - self.found)


def read_folder(folder: Path) -> list[ParsedFile]:
    """Parses every source file of a case."""
    parsed = []
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or path.name == "callgraph.json" or path.suffix == ".md":
            continue
        raw = path.read_bytes()
        language = language_of(name, raw[:512])
        if language:
            file = SourceFile(name, "", len(raw), language, FileClass.SOURCE)
            parsed.append(parse(file, decode(name, raw), ChunkConfig()))
    return parsed


def module_name(path: str) -> str:
    """Dotted name of the module that a path is."""
    parts = re.sub(r"\.\w+$", "", path).split("/")
    if parts[-1] in ("__init__", "index") and len(parts) > 1:
        parts.pop()
    return ".".join(parts)


def symbol_name(symbol: Symbol) -> str:
    qualified = re.sub(r"~\d+(?=\.|$)", "", symbol.qualified)
    if not symbol.path.endswith(".py"):
        qualified = qualified.replace("<lambda", "<arrow")
    return ".".join(part for part in (module_name(symbol.path), qualified) if part)


def edges(graph: CallGraph, *, external: bool) -> Edges:
    """The edges of a graph by dotted names. A class without constructor is no function."""
    symbols = {symbol.id: symbol for symbol in graph.symbols}
    result = set()
    for call in graph.calls:
        caller = symbol_name(symbols[call.caller])
        for target in call.targets:
            if symbols[target].kind not in TYPES:
                result.add((caller, symbol_name(symbols[target])))
        if external and call.external:
            result.add((caller, external_name(call.external)))
    return result


def external_name(name: str) -> str:
    """The name that the public benchmarks give to what is outside."""
    plain = re.sub(r"\(\)|\[\]", "", name)
    for kind in ("str", "dict", "list"):
        if plain.startswith(f"{kind}."):
            return f"<**Py{kind.capitalize()}**>.{plain[len(kind) + 1 :]}"
    return re.sub(r"^builtins\.", "<builtin>.", plain)


def score_case(folder: Path, *, external: bool) -> Score:
    wanted = json.loads((folder / "callgraph.json").read_text("utf-8"))
    parsed = read_folder(folder)
    found = edges(link(parsed), external=external)
    expected = {(caller, callee) for caller, callees in wanted.items() for callee in callees}
    if not external:
        modules = tuple(f"{module_name(file.path)}." for file in parsed)
        expected = {edge for edge in expected if all(f"{end}.".startswith(modules) for end in edge)}
    return Score(folder.as_posix(), frozenset(expected), frozenset(found))


def score_all(root: Path, *, external: bool) -> Iterator[Score]:
    for file in sorted(root.rglob("callgraph.json")):
        yield score_case(file.parent, external=external)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--external", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    began = time.process_time()
    scores = list(score_all(options.folder, external=options.external))
    spent = time.process_time() - began
    for score in scores:
        if options.verbose and score.false + score.missing:
            print(Path(score.name).relative_to(options.folder).as_posix())
            for sign, rows in (("+", score.false), ("-", score.missing)):
                for caller, callee in rows:
                    print(f"  {sign} {caller} -> {callee}")
    found = sum(len(score.found) for score in scores)
    expected = sum(len(score.expected) for score in scores)
    both = sum(len(score.found & score.expected) for score in scores)
    print(
        f"{len(scores)} cases: {sum(not s.false for s in scores)} complete,"
        f" {sum(not s.missing for s in scores)} sound;"
        f" precision {both / max(found, 1):.3f}, recall {both / max(expected, 1):.3f};"
        f" {spent:.2f} CPU s"
    )
    return int(any(score.false or score.missing for score in scores))


if __name__ == "__main__":
    sys.exit(main())
