"""The parts of the repository that a refactoring moves, and how they depend on each other.

A unit is a folder of source files; where only a few folders depend on one another, a single
file. A unit depends on another if one of its files imports one of the other's, or calls a
definition there. Tests, examples and what is only imported for its types do not bind.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from sourcebook.analyze.verify import Sources
from sourcebook.model import CallGraph, CallStatus, Evidence, FileClass, FileRecord, FileStatus

#: With fewer folders than this that depend on one another, files are the units.
_FEW_FOLDERS = 4


class Link(NamedTuple):
    """One place where a file depends on another: its line, and what stands there."""

    path: str
    line: int
    target: str  # path
    text: str


@dataclass(slots=True)
class Units:
    """Units by name, and the dependencies between them."""

    unit_of: dict[str, str]  # by path, source files only
    lines: dict[str, int]  # by path
    size: Counter[str] = field(default_factory=Counter)  # lines
    links: dict[tuple[str, str], list[Link]] = field(default_factory=dict)
    users: dict[str, set[str]] = field(default_factory=dict)
    needs: dict[str, set[str]] = field(default_factory=dict)

    @property
    def names(self) -> list[str]:
        """All units in order."""
        return sorted(self.size)

    def weight(self, edge: tuple[str, str]) -> int:
        """How many places a dependency has."""
        return len(self.links[edge])


def units_of(files: Sequence[FileRecord], graph: CallGraph) -> Units:
    """Builds the units and their dependencies."""
    source = {
        file.report.path: file.report.lines
        for file in files
        if file.report.file_class is FileClass.SOURCE
        and file.report.status is not FileStatus.SKIPPED
        and file.report.rung != "text"
    }
    links = [link for link in _links(graph) if link.path in source and link.target in source]
    pairs = {(folder(link.path), folder(link.target)) for link in links}
    bound = {name for one, other in pairs if one != other for name in (one, other)}
    by_file = len(bound) < _FEW_FOLDERS
    unit_of = {path: path if by_file else folder(path) for path in sorted(source)}
    units = Units(unit_of, source)
    for path, unit in units.unit_of.items():
        units.size[unit] += source[path]
    found: dict[tuple[str, str], list[Link]] = defaultdict(list)
    for link in links:
        one, other = units.unit_of[link.path], units.unit_of[link.target]
        if one != other:
            found[one, other].append(link)
    units.links = {edge: found[edge] for edge in sorted(found)}
    units.users = {unit: set() for unit in units.size}
    units.needs = {unit: set() for unit in units.size}
    for one, other in units.links:
        units.needs[one].add(other)
        units.users[other].add(one)
    return units


def folder(path: str) -> str:
    """The folder of a file, "." for the root."""
    return path.rpartition("/")[0] or "."


def _links(graph: CallGraph) -> list[Link]:
    """Imports and resolved calls between files, each line once, in source order."""
    path_of = {symbol.id: symbol.path for symbol in graph.symbols}
    links = {
        Link(edge.path, edge.line, edge.target, edge.module)
        for edge in graph.imports
        if edge.target and not edge.type_only
    }
    for call in graph.calls:
        if call.status is CallStatus.RESOLVED and not call.reference:
            target = path_of.get(call.targets[0], "")
            caller = path_of.get(call.caller, "")
            if caller and target and caller != target:
                links.add(Link(caller, call.span.line, target, call.text))
    return sorted(links)


def evidence(links: Iterable[Link], sources: Sources, most: int = 3) -> tuple[Evidence, ...]:
    """Quotes the lines of some links, each line once; those that are not there are left out."""
    quotes: dict[tuple[str, int], Evidence] = {}
    for link in links:
        if len(quotes) == most:
            break
        quote = sources.quote(link.path, link.line, around=link.text)
        if quote is not None:
            quotes.setdefault((quote.path, quote.line), quote)
    return tuple(quotes.values())


def tests_of(
    units: Units, files: Sequence[FileRecord], graph: CallGraph
) -> Mapping[str, list[str]]:
    """Test files that import or call into each source file, by its path."""
    tests = {file.report.path for file in files if file.report.file_class is FileClass.TEST}
    reached: dict[str, set[str]] = defaultdict(set)
    for link in _links(graph):
        if link.path in tests and link.target in units.unit_of:
            reached[link.target].add(link.path)
    return {path: sorted(found) for path, found in sorted(reached.items())}
