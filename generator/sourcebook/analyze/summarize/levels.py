"""Summaries of files, folders, subsystems and the system, each from the level below.

Each level asks its own question. A file: what is in it? A folder: what is its one
responsibility? A subsystem: what belongs together, and with whom does it talk? The system:
what is it, in the words of its own README?
"""

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from sourcebook.analyze.subsystems import subsystems
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, code, listing, sentence
from sourcebook.analyze.summarize.facts import linked, path_of, targets
from sourcebook.analyze.summarize.sentences import clip, echoes, first_sentence
from sourcebook.analyze.summarize.tally import Tally
from sourcebook.analyze.verify import Sources, verified_summary
from sourcebook.model import (
    CallGraph,
    ChunkId,
    Claim,
    ClaimKind,
    Evidence,
    ImportEdge,
    Level,
    ParsedFile,
    Repository,
    Summary,
    Symbol,
    SymbolKind,
)

#: Id of the one summary of level ``system``.
SYSTEM = "system"

#: Longest sentence of the system, in characters.
SYSTEM_LIMIT = 300

_README = ("readme.md", "readme.rst", "readme.txt", "readme", "readme.adoc", "readme.markdown")
_PACKAGE_DOC = (
    "__init__.py",
    "package-info.java",
    "doc.go",
    "mod.rs",
    "lib.rs",
    "index.md",
    "index.ts",
    "index.js",
    "index.rst",
    "main.rs",
    "main.go",
)
_CHIEF_KINDS = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
        SymbolKind.FUNCTION,
        SymbolKind.TYPE,
        SymbolKind.TABLE,
        SymbolKind.MACRO,
        SymbolKind.NAMESPACE,
    }
)
_TOLD = 110


@dataclass(slots=True)
class Unit:
    """A file, folder or group under way."""

    id: str
    title: str
    responsibility: Claim | None = None
    documented: bool = False
    children: list[str] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)
    weight: int = 0  # calls and imports that reach it from outside
    lines: int = 0
    files: int = 0


def summarize_levels(
    parsed: Sequence[ParsedFile],
    graph: CallGraph,
    chunk_summaries: Mapping[ChunkId, Summary],
    repository: Repository,
) -> tuple[Summary, ...]:
    """Returns the summaries above the chunk, leaves first.

    That is: files, folders from the deepest up, subsystems, the system.
    """
    desk = Desk(Sources(parsed), linked(graph))
    ties = _Ties(graph, desk)
    files = {file.path: _file(file, chunk_summaries, ties, desk) for file in parsed}
    folders = _folders(files, parsed, desk)
    groups = [
        _subsystem(name, modules, folders, files, ties)
        for name, modules in subsystems(graph, parsed)
    ]
    system = _system(groups, folders, repository)
    return tuple(
        verified_summary(_summary(unit, level), desk.sources)
        for level, units in (
            (Level.FILE, files.values()),
            (Level.MODULE, folders.values()),
            (Level.SUBSYSTEM, groups),
            (Level.SYSTEM, (system,)),
        )
        for unit in units
    )


def _summary(unit: Unit, level: Level) -> Summary:
    return Summary(
        id=unit.id,
        level=level,
        title=unit.title,
        responsibility=unit.responsibility,
        claims=(*unit.claims, *unit.tally.claims()),
        children=tuple(unit.children),
    )


class _Ties:
    """Who uses whom, between files: counts, and the first line that shows it."""

    def __init__(self, graph: CallGraph, desk: Desk) -> None:
        self.imports: dict[str, list[ImportEdge]] = defaultdict(list)
        self.importers: dict[str, list[ImportEdge]] = defaultdict(list)
        self.reached: Counter[str] = Counter()  # symbols, by calls of other files
        for edge in graph.imports:
            self.imports[edge.path].append(edge)
            if edge.target and edge.target != edge.path:
                self.importers[edge.target].append(edge)
        for call in graph.calls:
            for target in targets(call):
                if path_of(target) != path_of(call.caller):
                    self.reached[target] += 1
        self.desk = desk

    def quote(self, edge: ImportEdge) -> Evidence | None:
        return self.desk.sources.quote(edge.path, edge.line, around=edge.module)


# --------------------------------------------------------------------------- files


def _file(file: ParsedFile, summaries: Mapping[ChunkId, Summary], ties: _Ties, desk: Desk) -> Unit:
    unit = Unit(file.path, posixpath.basename(file.path), lines=file.lines, files=1)
    chief = _chief(file, ties)
    unit.weight = len(ties.importers[file.path]) + sum(
        ties.reached[symbol.id] for symbol in file.symbols
    )
    said: dict[str, Claim] = {}
    for chunk in file.chunks:
        summary = summaries[chunk.id]
        unit.children.append(chunk.id)
        unit.tally.add_chunk(summary)
        if summary.responsibility is not None and chunk.part == 1:
            said.setdefault(chunk.symbol or chunk.id, summary.responsibility)
    unit.responsibility = own_words(file, desk)
    unit.documented = unit.responsibility is not None
    if unit.responsibility is None:
        clauses = [*_defines(chief, said, desk), *_imported_by(file.path, ties)]
        unit.responsibility = sentence(clauses) or next(iter(said.values()), None)
    unit.claims.extend(_uses(ties.imports[file.path], ties))
    return unit


def own_words(file: ParsedFile, desk: Desk) -> Claim | None:
    """The first sentence of a file's own documentation that is no licence."""
    found = first_sentence(file.doc) if file.doc else None
    if found is None or echoes(found.text, file.path):
        return None
    place = (file.path, found.raw, file.doc_line, file.doc_end_line)
    quote = desk.sources.locate(*place) or desk.sources.quote(file.path, file.doc_line)
    return Claim(found.text, ClaimKind.RESPONSIBILITY, (quote,)) if quote else None


def _chief(file: ParsedFile, ties: _Ties) -> list[Symbol]:
    """Top-level definitions: public and most used first, then the largest."""
    module = {symbol.id for symbol in file.symbols if symbol.kind is SymbolKind.MODULE}
    outer = [
        symbol
        for symbol in file.symbols
        if symbol.kind in _CHIEF_KINDS and (symbol.parent is None or symbol.parent in module)
    ]
    outer = outer or [symbol for symbol in file.symbols if symbol.kind in _CHIEF_KINDS]
    return sorted(
        outer,
        key=lambda symbol: (
            symbol.visibility != "public",
            -ties.reached[symbol.id],
            symbol.span.start - symbol.span.end,
        ),
    )


def _defines(chief: list[Symbol], said: Mapping[str, Claim], desk: Desk) -> Iterator[Clause]:
    if not chief:
        return
    first = chief[0]
    does = said.get(first.id)
    told = f" (“{clip(does.text.rstrip('.'), _TOLD)}”)" if does and does.text[-1] != "…" else ""
    names = [code(first.qualified, 50) + told, *(code(item.qualified, 40) for item in chief[1:])]
    quote = desk.sources.quote(first.path, first.name_line, around=first.name)
    evidence = [*(does.evidence[:1] if does and told else ()), *([quote] if quote else ())]
    if evidence:
        yield Clause(f"Defines {listing(names)}", tuple(evidence))


def _imported_by(path: str, ties: _Ties) -> Iterator[Clause]:
    importers = list(dict.fromkeys(edge.path for edge in ties.importers[path]))
    if importers:
        quote = ties.quote(ties.importers[path][0])
        shown = listing([code(name, 50) for name in importers], 1, "files")
        if quote is not None:
            yield Clause(f"imported by {shown}", (quote,))


def _uses(edges: Iterable[ImportEdge], ties: _Ties) -> Iterator[Claim]:
    """The files and packages that a file imports, each once."""
    seen: dict[str, ImportEdge] = {}
    for edge in edges:
        seen.setdefault(edge.target or edge.external or edge.module, edge)
    for name, edge in seen.items():
        quote = ties.quote(edge)
        what = "Uses" if edge.target else "Uses the package"
        if quote is not None and (edge.target or edge.external):
            yield Claim(f"{what} {code(name)}.", ClaimKind.DEPENDENCY, (quote,))


# ------------------------------------------------------------------------- folders


def _folders(
    files: Mapping[str, Unit], parsed: Sequence[ParsedFile], desk: Desk
) -> dict[str, Unit]:
    """Every folder that holds files, directly or below, the deepest first."""
    inside: defaultdict[str, list[str]] = defaultdict(list)
    below: defaultdict[str, list[str]] = defaultdict(list)
    seen: set[str] = {"."}
    for path in sorted(files):
        folder = folder_of(path)
        inside[folder].append(path)
        while folder not in seen:
            seen.add(folder)
            below[folder_of(folder)].append(folder)
            folder = folder_of(folder)
    by_path = {file.path: file for file in parsed}
    units: dict[str, Unit] = {}
    for folder in sorted(seen, key=lambda name: (-depth(name), name)):
        unit = Unit(folder, posixpath.basename(folder) if folder != "." else ".")
        parts = [files[path] for path in inside[folder]]
        parts += [units[name] for name in sorted(below[folder])]
        _gather(unit, parts)
        unit.responsibility = _folder_words(inside[folder], by_path, desk)
        unit.documented = unit.responsibility is not None
        if unit.responsibility is None:
            unit.responsibility = sentence(_holds(parts))
        units[folder] = unit
    return units


def folder_of(path: str) -> str:
    """The folder that holds a file or folder; "." for the root."""
    return posixpath.dirname(path) or "."


def depth(folder: str) -> int:
    """How deep a folder lies; the root is 0."""
    return 0 if folder == "." else folder.count("/") + 1


def _gather(unit: Unit, parts: Iterable[Unit]) -> None:
    for part in parts:
        unit.children.append(part.id)
        unit.tally.add(part.tally)
        unit.weight += part.weight
        unit.lines += part.lines
        unit.files += part.files


def _folder_words(
    paths: Iterable[str], by_path: Mapping[str, ParsedFile], desk: Desk
) -> Claim | None:
    """What the folder's README or its package documentation says."""
    names = {posixpath.basename(path).lower(): path for path in paths}
    for name in (*_README, *_PACKAGE_DOC):
        if name in names:
            words = own_words(by_path[names[name]], desk)
            if words is not None:
                return words
    return None


def _holds(parts: Sequence[Unit]) -> Iterator[Clause]:
    """The chief parts by use and size, the first with what it does."""
    ranked = sorted(
        (part for part in parts if part.responsibility is not None),
        key=lambda part: (-part.weight, -part.lines, part.id),
    )
    if not ranked:
        return
    first = ranked[0]
    does = first.responsibility
    told = f" (“{clip(does.text.rstrip('.'), _TOLD)}”)" if does else ""
    names = [code(first.title) + told, *(code(part.title, 40) for part in ranked[1:])]
    yield Clause(f"Holds {listing(names)}", does.evidence[:2] if does else ())


# --------------------------------------------------------------- subsystems, system


def _subsystem(
    name: str,
    modules: Sequence[str],
    folders: Mapping[str, Unit],
    files: Mapping[str, Unit],
    ties: _Ties,
) -> Unit:
    unit = Unit(name, name)
    held = set(modules)
    own = [files[path] for path in files if folder_of(path) in held]
    _gather(unit, own)
    unit.children = list(modules)
    chief = sorted(
        (folders[module] for module in modules),
        key=lambda part: (part.id != name, not part.documented, -part.weight, part.id),
    )
    does = chief[0].responsibility if chief else None
    if does is not None and chief[0].documented:
        clauses = [Clause(does.text.rstrip(".。"), does.evidence)]
    else:
        clauses = list(_holds([part for part in chief if part.id != "."] or own))
    unit.responsibility = sentence(clauses)
    unit.claims.extend(_talks(held, own, ties))
    return unit


def _talks(held: set[str], own: Iterable[Unit], ties: _Ties) -> Iterator[Claim]:
    """The folders outside that a group uses most, and the packages."""
    counted: Counter[str] = Counter()
    first: dict[str, ImportEdge] = {}
    for file in own:
        for edge in ties.imports[file.id]:
            inside = folder_of(edge.target) if edge.target else ""
            name = inside or edge.external
            if not name or inside in held:
                continue
            counted[name] += 1
            first.setdefault(name, edge)
    for name, count in sorted(counted.items(), key=lambda item: (-item[1], item[0]))[:8]:
        edge = first[name]
        quote = ties.quote(edge)
        times = f", {count} imports" if count > 1 else ""
        what = "Uses" if edge.target else "Uses the package"
        if quote is not None:
            yield Claim(f"{what} {code(name)}{times}.", ClaimKind.DEPENDENCY, (quote,))


def _system(
    groups: Sequence[Unit],
    folders: Mapping[str, Unit],
    repository: Repository,
) -> Unit:
    unit = Unit(SYSTEM, repository.name)
    _gather(unit, groups)
    root = folders.get(".")
    if root is not None and root.documented:
        unit.responsibility = root.responsibility
    else:
        unit.responsibility = sentence(_holds(list(groups)), limit=SYSTEM_LIMIT)
    for group in sorted(groups, key=lambda part: (-part.weight, -part.lines, part.id))[:8]:
        if group.responsibility is not None:
            text = f"{code(group.id)}: {group.responsibility.text}"
            unit.claims.append(Claim(text, ClaimKind.DEPENDENCY, group.responsibility.evidence))
    return unit
