"""Cycles between units, and where each can be cut with the least work.

The cuts come from the order of Eades, Lin and Smyth (1993): units with nothing to need
come last, units that nobody needs come first, and among the rest the one with the largest
surplus of outgoing places is taken next. Dependencies that run against that order are the
cuts; each that is not needed to break the cycle is taken back. The first cuts are those
that help most at once. What cuts achieve is counted on the graph itself, never promised.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import networkx as nx

Edge = tuple[str, str]

#: So many cuts are chosen by what they achieve, in graphs of so many edges at most.
_GREEDY = 5
_GREEDY_EDGES = 1000


@dataclass(frozen=True, slots=True)
class Cycle:
    """Units that all depend on each other, the cuts, and the largest cycle after each cut."""

    units: tuple[str, ...]
    edges: tuple[Edge, ...]
    cuts: tuple[Edge, ...]
    largest: tuple[int, ...]  # units in the largest remaining cycle, 0 when none is left

    def first_cuts(self, few: int, most: int) -> int:
        """How many cuts a step names: ``few``, or as many up to ``most`` as make it smaller."""
        smaller = (n for n, left in enumerate(self.largest, 1) if left < len(self.units))
        needed = max(next(smaller, few), few)
        return min(needed if needed <= most else few, len(self.cuts))


def components(names: Iterable[str], edges: Iterable[Edge]) -> list[tuple[str, ...]]:
    """Strongly connected components, what is needed before what needs it."""
    graph = _graph(sorted(names), sorted(edges))
    condensed = nx.condensation(graph)
    members = {node: tuple(sorted(condensed.nodes[node]["members"])) for node in condensed}
    order = nx.lexicographical_topological_sort(condensed.reverse(copy=False), key=members.get)
    return [members[node] for node in order]


def find_cycles(names: Iterable[str], weights: Mapping[Edge, int]) -> list[Cycle]:
    """The cycles of two or more units, the largest first."""
    found = [
        _cut(component, {edge: w for edge, w in weights.items() if set(edge) <= set(component)})
        for component in components(names, weights)
        if len(component) > 1
    ]
    return sorted(found, key=lambda cycle: (-len(cycle.units), cycle.units))


def _cut(units: tuple[str, ...], weights: Mapping[Edge, int]) -> Cycle:
    place = {unit: number for number, unit in enumerate(_order(units, weights))}
    against = [edge for edge in weights if place[edge[0]] > place[edge[1]]]
    # Heaviest first: keep every dependency that closes no cycle with those kept already.
    kept = _graph(units, set(weights) - set(against))
    for one, other in sorted(against, key=lambda each: (-weights[each], each)):
        if not nx.has_path(kept, other, one):
            kept.add_edge(one, other)
    cuts, largest = _best_first(units, weights, set(weights) - set(kept.edges))
    return Cycle(units, tuple(sorted(weights)), cuts, largest)


def _best_first(
    units: tuple[str, ...], weights: Mapping[Edge, int], cuts: set[Edge]
) -> tuple[tuple[Edge, ...], tuple[int, ...]]:
    """The cuts, each the best after those before it, and the largest cycle left by each."""
    rest, waiting = set(weights), sorted(cuts, key=lambda edge: (weights[edge], edge))
    ordered: list[Edge] = []
    largest: list[int] = []
    while waiting:
        greedy = len(ordered) < _GREEDY and len(weights) <= _GREEDY_EDGES
        tried = [
            (_tangle(units, rest - {cut}), weights[cut], cut)
            for cut in (waiting if greedy else waiting[:1])
        ]
        (most, _), _, cut = min(tried)
        rest.discard(cut)
        waiting.remove(cut)
        ordered.append(cut)
        largest.append(most if most > 1 else 0)
    return tuple(ordered), tuple(largest)


def _tangle(units: tuple[str, ...], edges: set[Edge]) -> tuple[int, int]:
    """Units in the largest component, and how tangled all are together."""
    sizes = [len(each) for each in nx.strongly_connected_components(_graph(units, edges))]
    return max(sizes), sum(size * size for size in sizes)


def _order(units: tuple[str, ...], weights: Mapping[Edge, int]) -> list[str]:
    """Units so that few places run from a later one to an earlier one."""
    out: dict[str, dict[str, int]] = defaultdict(dict)
    into: dict[str, dict[str, int]] = defaultdict(dict)
    for (one, other), weight in weights.items():
        out[one][other] = weight
        into[other][one] = weight
    left = set(units)
    first: list[str] = []
    last: list[str] = []

    def take(unit: str, row: list[str]) -> None:
        left.discard(unit)
        row.append(unit)
        for other in out.pop(unit, {}):
            into[other].pop(unit, None)
        for other in into.pop(unit, {}):
            out[other].pop(unit, None)

    while left:
        ends = sorted(unit for unit in left if not out[unit])
        starts = sorted(unit for unit in left if not into[unit])
        if ends:
            take(ends[0], last)
        elif starts:
            take(starts[0], first)
        else:
            surplus = {u: sum(out[u].values()) - sum(into[u].values()) for u in left}
            take(min(left, key=lambda unit: (-surplus[unit], unit)), first)
    return first + last[::-1]


def _graph(names: Iterable[str], edges: Iterable[Edge]) -> "nx.DiGraph[str]":
    graph: nx.DiGraph[str] = nx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from(sorted(edges))
    return graph
