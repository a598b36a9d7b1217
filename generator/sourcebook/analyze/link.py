"""Stage 4: all parsed files become one call graph.

The order lists callees before callers. It is an order of dependency, not of execution.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import networkx as nx

from sourcebook.model import (
    CallGraph,
    CallSite,
    CallStatus,
    ImportEdge,
    ParsedFile,
    Symbol,
    SymbolId,
    SymbolKind,
)

CALLABLE = (
    SymbolKind.FUNCTION,
    SymbolKind.METHOD,
    SymbolKind.CONSTRUCTOR,
    SymbolKind.CLASS,
    SymbolKind.MACRO,
)


def link(parsed: Sequence[ParsedFile]) -> CallGraph:
    """Resolve the calls and imports of all files and order their symbols."""
    symbols = tuple(symbol for file in parsed for symbol in file.symbols)
    calls = tuple(call for file in parsed for call in _within(file))
    components, order = arrange(symbols, calls)
    return CallGraph(
        symbols=symbols,
        calls=calls,
        imports=tuple(edge for file in parsed for edge in _imports(file)),
        components=components,
        order=order,
    )


def arrange(
    symbols: Sequence[Symbol], calls: Iterable[CallSite]
) -> tuple[tuple[tuple[SymbolId, ...], ...], tuple[SymbolId, ...]]:
    """Strongly connected components, and all symbols with callees before callers.

    networkx walks iteratively and yields components in reverse topological order, which
    is the order wanted; sorted input makes it the same in every run.
    """
    index = {symbol.id: number for number, symbol in enumerate(symbols)}
    graph = nx.DiGraph()
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


def _within(file: ParsedFile) -> list[CallSite]:
    """Calls of plain names that one definition of the same file answers."""
    named: dict[str, list[SymbolId]] = {}
    for symbol in file.symbols:
        if symbol.kind in CALLABLE and symbol.qualified == symbol.name:
            named.setdefault(symbol.name, []).append(symbol.id)
    return [_by_name(call, named) for call in file.calls]


def _by_name(call: CallSite, named: dict[str, list[SymbolId]]) -> CallSite:
    targets = named.get(call.text, [])
    if len(targets) == 1:
        return replace(call, status=CallStatus.RESOLVED, targets=tuple(targets), provenance="scope")
    return replace(call, reason=f"`{call.text}` is not resolved")


def _imports(file: ParsedFile) -> list[ImportEdge]:
    return [
        ImportEdge(
            path=file.path,
            line=item.span.line,
            module="." * item.level + item.module,
            external=item.module,
            type_only=item.type_only,
        )
        for item in file.imports
    ]
