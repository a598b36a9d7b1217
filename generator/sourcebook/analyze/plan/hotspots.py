"""Hotspots: files that change often and are large, where a defect costs most.

Changes are commits by people that touch at most fifty files; size is lines. Size alone
ranks nearly as well in some repositories, so both figures are told. Where there is no
history, size and branches rank alone, and the reason says so.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sourcebook.analyze.plan.units import Units
from sourcebook.model import CallGraph, Commit, FileRecord, Symbol, SymbolKind

_MASS_COMMIT = 50  # files; a rename or a reformat says nothing about one of them
_LEAST_CHANGES = 3
_LEAST_LINES = 150
_LEAST_LINES_ALONE = 400  # without history

_BODIES = {SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.CONSTRUCTOR}


@dataclass(frozen=True, slots=True)
class Hotspot:
    """A file, how often it changed, and its most complex definitions."""

    path: str
    lines: int
    changes: int
    rank_by_lines: int  # 1 is the longest file
    complex: tuple[Symbol, ...]


def find_hotspots(
    units: Units,
    files: Sequence[FileRecord],
    graph: CallGraph,
    history: Sequence[Commit],
    most: int,
) -> list[Hotspot]:
    """The hottest files, hottest first."""
    lines = {
        file.report.path: file.report.lines for file in files if file.report.path in units.unit_of
    }
    changes = _changes(history, lines)
    by_lines = sorted(lines, key=lambda path: (-lines[path], path))
    rank = {path: number for number, path in enumerate(by_lines, 1)}
    if changes:
        hot = [p for p in lines if changes[p] >= _LEAST_CHANGES and lines[p] >= _LEAST_LINES]
        hot.sort(key=lambda path: (-changes[path] * lines[path], path))
    else:
        hot = [path for path in by_lines if lines[path] >= _LEAST_LINES_ALONE]
    bodies: dict[str, list[Symbol]] = {}
    for symbol in graph.symbols:
        if symbol.kind in _BODIES:
            bodies.setdefault(symbol.path, []).append(symbol)
    return [
        Hotspot(path, lines[path], changes[path], rank[path], _hardest(bodies.get(path, ())))
        for path in hot[:most]
    ]


def _changes(history: Iterable[Commit], paths: Iterable[str]) -> Counter[str]:
    known = set(paths)
    return Counter(
        path
        for commit in history
        if not commit.bot and len(commit.paths) <= _MASS_COMMIT
        for path in commit.paths
        if path in known
    )


def _hardest(symbols: Iterable[Symbol]) -> tuple[Symbol, ...]:
    ordered = sorted(symbols, key=lambda symbol: (-symbol.complexity, symbol.span.start))
    return tuple(symbol for symbol in ordered[:3] if symbol.complexity >= 5)
