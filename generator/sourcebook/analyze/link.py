"""Stage 4: all parsed files become one call graph.

The order lists callees before callers. It is an order of dependency, not of execution.
"""

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

import networkx as nx

from sourcebook.analyze.modules import module_figures
from sourcebook.analyze.resolve.answers import Teller
from sourcebook.analyze.resolve.entries import entry_points, failures
from sourcebook.analyze.resolve.imports import import_edges
from sourcebook.analyze.resolve.shared import shared_state
from sourcebook.analyze.resolve.solver import Solver
from sourcebook.analyze.roles import boundaries, roles
from sourcebook.model import (
    CallGraph,
    CallSite,
    ParsedFile,
    Role,
    Symbol,
    SymbolId,
)


def link(parsed: Sequence[ParsedFile]) -> CallGraph:
    """Resolve the calls and imports of all files and order their symbols."""
    with uncollected():
        return linked(parsed)


@contextmanager
def uncollected() -> Iterator[None]:
    """Leave cycles alone: all that linking makes lives until its end.

    Looking for garbage among millions of new tuples takes as long as the linking itself.
    """
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def linked(parsed: Sequence[ParsedFile]) -> CallGraph:
    solver = Solver(parsed)
    solver.solve()
    teller = Teller(solver)
    answers = teller.answer()
    symbols = (*(symbol for file in solver.parsed for symbol in file.symbols), *answers.symbols)
    languages = {file.path: file.language for file in solver.parsed}
    imports = tuple(import_edges(solver))
    entries = tuple(entry_points(teller, answers.calls))
    errors = tuple(failures(teller))
    state = shared_state(teller)
    del teller
    solver.close()  # it is by far the largest, and what follows needs room
    components, order = arrange(symbols, answers.calls)
    crossed = boundaries(answers.calls, languages)
    return CallGraph(
        symbols=symbols,
        calls=answers.calls,
        imports=imports,
        components=components,
        order=order,
        roles=roles(symbols, answers.calls, crossed, entries, errors),
        boundaries=crossed,
        state=state,
        modules=module_figures(symbols, answers.calls, imports),
    )


def relink(
    graph: CallGraph, calls: tuple[CallSite, ...], languages: Mapping[str, str]
) -> CallGraph:
    """The graph with other calls: its order, boundaries and roles made anew."""
    components, order = arrange(graph.symbols, calls)
    crossed = boundaries(calls, languages)
    kept: dict[Role, list[SymbolId]] = {Role.ENTRY: [], Role.ERROR: []}
    for symbol, role in graph.roles:
        if role in kept:
            kept[role].append(symbol)
    return replace(
        graph,
        calls=calls,
        components=components,
        order=order,
        roles=roles(graph.symbols, calls, crossed, kept[Role.ENTRY], kept[Role.ERROR]),
        boundaries=crossed,
        modules=module_figures(graph.symbols, calls, graph.imports),
    )


def arrange(
    symbols: Sequence[Symbol], calls: Iterable[CallSite]
) -> tuple[tuple[tuple[SymbolId, ...], ...], tuple[SymbolId, ...]]:
    """Strongly connected components, and all symbols with callees before callers.

    networkx walks iteratively and yields components in reverse topological order, which
    is the order wanted; sorted input makes it the same in every run.
    """
    index = {symbol.id: number for number, symbol in enumerate(symbols)}
    graph: nx.DiGraph[int] = nx.DiGraph()
    graph.add_nodes_from(range(len(symbols)))
    graph.add_edges_from(
        sorted(
            {
                (index[call.caller], index[target])
                for call in calls
                if call.caller in index
                for target in call.targets
                if target in index and target != call.caller
            }
        )
    )
    components = []
    order: list[SymbolId] = []
    for members in nx.strongly_connected_components(graph):
        ids = tuple(symbols[number].id for number in sorted(members))
        order.extend(ids)
        if len(ids) > 1:
            components.append(ids)
    return tuple(components), tuple(order)
