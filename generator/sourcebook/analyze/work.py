"""The units of a repository for a model, and their order.

Chunks of definitions go in waves: a wave holds those whose callees have all been seen, and the
members of a cycle are in one wave, each told what code alone says of the others. The blocks of
a long definition are asked for one by one, then the definition as a whole. Above the chunk the
order is files, folders from the deepest up, subsystems, the system.

Text of files that are withheld is never put into a unit, on no level: neither their own
lines and sentences, nor what others quote of them.
"""

import posixpath
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from sourcebook.analyze.notes import PERSON
from sourcebook.analyze.summarize.edges import Edges
from sourcebook.analyze.summarize.units import Item, Unit, chunk_unit, part_item
from sourcebook.analyze.verify import Sources
from sourcebook.model import (
    CallGraph,
    CallStatus,
    Chunk,
    ChunkId,
    ChunkKind,
    ClaimKind,
    Level,
    ParsedFile,
    Summary,
    SymbolId,
)
from sourcebook.withheld import Withheld

_SENT = frozenset({ChunkKind.FUNCTION, ChunkKind.METHOD, ChunkKind.CLASS, ChunkKind.BLOCK})

#: Facts that a level above the chunk is told beside its parts.
_FACTS = frozenset({ClaimKind.DEPENDENCY, ClaimKind.SIDE_EFFECT, ClaimKind.RULE})

_HEADS = {
    Level.FILE: "File",
    Level.MODULE: "Folder",
    Level.SUBSYSTEM: "Subsystem",
    Level.SYSTEM: "System",
}

Told = Mapping[tuple[Level, str], Summary]


class Work:
    """What is to be summarised, with what is known so far."""

    def __init__(
        self,
        parsed: Sequence[ParsedFile],
        graph: CallGraph,
        summaries: Mapping[ChunkId, Summary],
        withheld: Collection[str] = (),
    ) -> None:
        self.summaries = dict(summaries)
        self.sources = Sources(parsed)
        self.names = frozenset(
            part
            for file in parsed
            for symbol in file.symbols
            for part in (symbol.name, *symbol.qualified.split("."))
        )
        self._callees = _callees(graph)
        self.edges = Edges(graph)
        self._chunk_of: dict[SymbolId, ChunkId] = {}
        self._parts: dict[SymbolId, list[Chunk]] = {}
        self._chunks: list[Chunk] = []
        self._hidden: set[str] = set(withheld)  # paths, and ids of their chunks
        self.withheld = Withheld.of(
            withheld,
            (
                (chunk, self.summaries[chunk.id])
                for file in (parsed if withheld else ())
                if file.path in self._hidden
                for chunk in file.chunks
            ),
        )
        self._sent_files: set[str] = set()
        self._files: list[str] = []
        for file in parsed:
            self._files.append(file.path)
            for chunk in file.chunks:
                self._register(chunk)
        self._height = _heights(graph, self._callees)

    def _register(self, chunk: Chunk) -> None:
        symbol = chunk.symbol
        if chunk.path in self._hidden:
            self._hidden.add(chunk.id)
            return
        if symbol is not None and chunk.part == 1:
            self._chunk_of.setdefault(symbol, chunk.id)
        if chunk.kind in _SENT:
            if self._open(self.summaries[chunk.id]):
                self._chunks.append(chunk)
            self._sent_files.add(chunk.path)
            if symbol is not None and chunk.parts > 1:
                self._parts.setdefault(symbol, []).append(chunk)

    # ----------------------------------------------------------------------- chunks

    def waves(self) -> Iterator[list[Chunk]]:
        """Chunks whose callees have all been seen, wave by wave."""
        by_height: dict[int, list[Chunk]] = {}
        for chunk in self._chunks:
            height = self._height.get(chunk.symbol, 0) if chunk.symbol is not None else 0
            by_height.setdefault(height, []).append(chunk)
        for _, wave in sorted(by_height.items()):
            yield wave

    def unit(self, chunk: Chunk) -> Unit:
        """A chunk with what is known of its callees by now."""
        symbol = chunk.symbol
        if symbol is None:
            return chunk_unit(chunk)
        known = [
            f"`{found.title}`: {found.responsibility.text}"
            for callee in self._callees.get(symbol, ())
            if (found := self._told(self._chunk_of.get(callee, ChunkId("")))) is not None
            and found.responsibility is not None
        ]
        return chunk_unit(chunk, known, self.edges.of(symbol))

    def _told(self, chunk: ChunkId) -> Summary | None:
        """What may be told of a chunk, if there is such a chunk."""
        found = self.summaries.get(chunk)
        return self.withheld.open(found) if found is not None else None

    def wholes(self, wave: Sequence[Chunk]) -> Iterator[tuple[ChunkId, Unit, Summary]]:
        """The long definitions of a wave, each from what its blocks say."""
        for chunk in wave:
            if chunk.symbol is None or chunk.part != 1 or chunk.parts == 1:
                continue
            if self.summaries[chunk.id].origin == PERSON:
                continue
            parts = [self._told(part.id) for part in self._parts[chunk.symbol]]
            items = tuple(
                item for part in parts if part is not None and (item := part_item(part)) is not None
            )
            unit = replace(
                self.unit(chunk),
                id=f"{chunk.symbol}#whole",
                head=f"File: {chunk.path}\nDefinition: {chunk.qualified}, from its blocks",
                items=items,
            )
            yield chunk.id, unit, self.summaries[chunk.id]

    # ----------------------------------------------------------------------- levels

    def ranks(self, levels: Sequence[Summary]) -> Iterator[list[Summary]]:
        """Units that may be asked for at once, the lowest first."""
        levels = [one for one in levels if self._open(one)]
        yield [one for one in levels if one.level is Level.FILE and one.id in self._sent_files]
        modules = [one for one in levels if one.level is Level.MODULE]
        for depth in sorted({_depth(one.id) for one in modules}, reverse=True):
            yield [one for one in modules if _depth(one.id) == depth]
        yield [one for one in levels if one.level is Level.SUBSYSTEM]
        yield [one for one in levels if one.level is Level.SYSTEM]

    def _open(self, summary: Summary) -> bool:
        """Whether a model may write it: where a person did, their words stand."""
        return summary.origin != PERSON

    def level_unit(self, summary: Summary, told: Told) -> Unit | None:
        """A unit above the chunk, from the sentences of its parts; None when one says all."""
        parts = [self._part(summary.level, child, told) for child in summary.children]
        items: list[Item] = [
            item for part in parts if part is not None and (item := part_item(part)) is not None
        ]
        if len(items) < 2 or not any(self._has_code(part) for part in parts if part is not None):
            return None
        name = summary.title if summary.level is Level.SYSTEM else summary.id
        facts = self.withheld.open(summary).claims
        known = [claim.text for claim in facts if claim.kind in _FACTS]
        return Unit(
            id=summary.id,
            level=summary.level,
            head=f"{_HEADS[summary.level]}: {name}",
            items=tuple(items),
            relation="Known of it",
            known=tuple(known),
            around=self.edges.of_files(self._files_of(summary)),
        )

    def _files_of(self, summary: Summary) -> Iterator[str]:
        """The files that a unit above the chunk is made of."""
        if summary.level is Level.FILE:
            return iter((summary.id,))
        if summary.level is Level.SYSTEM:
            return iter(self._files)
        folders = summary.children if summary.level is Level.SUBSYSTEM else (summary.id,)
        below = summary.level is Level.MODULE
        return (
            path
            for path in self._files
            if any(
                folder == "."
                or posixpath.dirname(path) == folder
                or (below and path.startswith(f"{folder}/"))
                for folder in folders
            )
        )

    def _part(self, level: Level, child: str, told: Told) -> Summary | None:
        if child in self._hidden:
            return None
        if level is Level.FILE:
            return self._told(ChunkId(child))
        below = {
            Level.MODULE: (Level.FILE, Level.MODULE),
            Level.SUBSYSTEM: (Level.MODULE,),
            Level.SYSTEM: (Level.SUBSYSTEM,),
        }[level]
        found = (told[one, child] for one in below if (one, child) in told)
        return next((self.withheld.open(one) for one in found), None)

    def _has_code(self, part: Summary) -> bool:
        """Whether a part holds definitions: documents alone are not asked about."""
        if part.level is Level.CHUNK:
            return True
        if part.level is Level.FILE:
            return part.id in self._sent_files
        return (
            part.id == "."
            or any(path.startswith(f"{part.id}/") for path in self._sent_files)
            or part.level is Level.SUBSYSTEM
        )


def _depth(folder: str) -> int:
    return 0 if folder == "." else folder.count("/") + 1


def _callees(graph: CallGraph) -> dict[SymbolId, tuple[SymbolId, ...]]:
    """Resolved callees of each symbol, in the order of the calls."""
    found: dict[SymbolId, dict[SymbolId, None]] = {}
    for call in graph.calls:
        if call.status is not CallStatus.RESOLVED:
            continue
        for target in call.targets:
            if target != call.caller:
                found.setdefault(call.caller, {})[target] = None
    return {caller: tuple(targets) for caller, targets in found.items()}


def _heights(
    graph: CallGraph, callees: Mapping[SymbolId, Sequence[SymbolId]]
) -> dict[SymbolId, int]:
    """Longest way down to a leaf; members of a cycle share one height."""
    groups = {symbol: frozenset(group) for group in graph.components for symbol in group}
    height: dict[SymbolId, int] = {}
    for symbol in graph.order:
        if symbol in height:
            continue
        group = groups.get(symbol, frozenset({symbol}))
        below = [
            height.get(callee, 0)
            for member in group
            for callee in callees.get(member, ())
            if callee not in group
        ]
        level = max(below, default=-1) + 1
        for member in group:
            height[member] = level
    return height
