"""Ways through the calls of a book, from one symbol to another: printed and drawn.

A name stands for every symbol that it may mean: an id, a path (all that the file defines),
a qualified name, or the end of one (``close`` for ``Session.close``). Of the ways from any
of the first to any of the last the shortest are given, at most :data:`MOST`. A step is sure
when its call site has one target, and unsure where several are possible.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import msgspec

from sourcebook.errors import QueryError
from sourcebook.model import CallGraph, CallStatus, Symbol, SymbolId
from sourcebook.render.graphs import Edge, Graph, Node, draw

#: Ways that are given.
MOST = 5


@dataclass(frozen=True, slots=True)
class Step:
    """A symbol on the way, and the call that leads to it; the first has none."""

    symbol: SymbolId
    path: str
    line: int  # of the call, in the file of the symbol before; of the first its own
    sure: bool = True


Way = tuple[Step, ...]


def ways(graph: CallGraph, start: str, end: str) -> list[Way]:
    """The shortest ways from ``start`` to ``end``, in a fixed order.

    Raises:
        QueryError: No symbol has that name.
    """
    starts, ends = named(graph, start), {one.id for one in named(graph, end)}
    calls = _calls(graph)
    before: dict[SymbolId, list[SymbolId]] = {one.id: [] for one in starts}
    edge = list(before)
    reached: list[SymbolId] = []
    while edge and not reached:
        following: dict[SymbolId, list[SymbolId]] = defaultdict(list)
        for symbol in edge:
            for target in calls.get(symbol, ()):
                if target in ends and target != symbol:
                    reached.append(target)
                if target not in before:
                    following[target].append(symbol)
        before |= following
        edge = list(following)
    tops = {one.id: one for one in starts}
    found = []
    for target in dict.fromkeys(reached):
        sources = before[target] or [one for one in tops if target in calls.get(one, ())]
        for chain in _chains(sources, before):
            found.append(_way((*chain, target), tops[chain[0]], calls))
            if len(found) == MOST:
                return found
    return found


def named(graph: CallGraph, name: str) -> list[Symbol]:
    """The symbols that a name may mean: of the most exact kind that there is."""
    every = graph.symbols
    for found in (
        [one for one in every if one.path == name],  # its own code and all that it defines
        [one for one in every if one.id == name],
        [one for one in every if one.qualified == name],
        [one for one in every if one.qualified.endswith((f".{name}", f"::{name}"))],
    ):
        if found:
            return found
    raise QueryError(f"{name}: no symbol has this name. Look one up with: sourcebook query {name}")


def _calls(graph: CallGraph) -> dict[SymbolId, dict[SymbolId, Step]]:
    """By caller and callee the first call, a sure one if there is one."""
    found: dict[SymbolId, dict[SymbolId, Step]] = defaultdict(dict)
    for call in graph.calls:
        sure = call.status is CallStatus.RESOLVED
        for target in call.targets:
            known = found[call.caller].get(target)
            if known is None or (sure and not known.sure):
                path = call.caller.partition("::")[0]
                found[call.caller][target] = Step(target, path, call.span.line, sure)
    return found


def _chains(
    ends: Sequence[SymbolId], before: dict[SymbolId, list[SymbolId]]
) -> Iterator[tuple[SymbolId, ...]]:
    """All shortest chains from a start to one of ``ends``."""
    waiting: list[tuple[SymbolId, ...]] = [(end,) for end in reversed(ends)]
    while waiting:
        chain = waiting.pop()
        sources = before[chain[0]]
        if not sources:
            yield chain
        waiting += [(source, *chain) for source in reversed(sources)]


def _way(
    chain: Sequence[SymbolId], first: Symbol, calls: dict[SymbolId, dict[SymbolId, Step]]
) -> Way:
    steps = [calls[a][b] for a, b in pairwise(chain)]
    return (Step(first.id, first.path, first.span.line), *steps)


def as_text(found: Iterable[Way]) -> str:
    """The ways for a reader at a terminal."""
    parts = []
    for way in found:
        lines = [f"{way[0].symbol}  {way[0].path}:{way[0].line}"]
        lines += [
            f"  {'->' if step.sure else '?>'} {step.symbol}  {step.path}:{step.line}"
            for step in way[1:]
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) or "no way is known"


def as_json(found: Iterable[Way]) -> str:
    """The ways as one JSON list of lists of steps."""
    return msgspec.json.encode(list(found)).decode()


def draw_into(file: Path, found: Sequence[Way], graph: CallGraph) -> None:
    """Writes the ways, if there are any, as a picture."""
    if found:
        title = f"{found[0][0].symbol} → {found[0][-1].symbol}"
        file.write_bytes(as_svg(found, graph, title))


def as_svg(found: Sequence[Way], graph: CallGraph, title: str) -> bytes:
    """The ways as a picture of its own."""
    names = {one.id: one.qualified or one.path for one in graph.symbols}
    ends = {symbol for way in found for symbol in (way[0].symbol, way[-1].symbol)}
    shown = dict.fromkeys(step.symbol for way in found for step in way)
    nodes = tuple(
        Node(one, names.get(one, one), title=one, group="focus" if one in ends else "inner")
        for one in shown
    )
    pairs = {(a.symbol, b.symbol): b for way in found for a, b in pairwise(way)}
    edges = tuple(
        Edge(*pair, f"{step.path}:{step.line}", sure=step.sure) for pair, step in pairs.items()
    )
    return draw(Graph("ways", title, nodes, edges)).alone()
