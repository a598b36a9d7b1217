"""Cycles: definitions that call each other in a circle, modules that need each other so.

Each is a strongly connected component: from each member calls, or needs, lead to every
other. They have numbers, the largest first, by which pages and pictures name them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sourcebook.model import SymbolId
from sourcebook.render.links import folder_of
from sourcebook.render.view import View


@dataclass(frozen=True, slots=True)
class Cycle:
    """The ids of symbols, or the paths of folders, that form a circle."""

    name: str  # also its anchor: "cycle.1", "modules.1"
    members: tuple[str, ...]
    folders: frozenset[str]  # that it runs through


def call_cycles(view: View) -> list[Cycle]:
    """The cycles of calls whose members all have a page."""
    path_of, paths = view.links.path_of, view.links.paths
    found = [
        members
        for members in view.book.outline.components
        if all(path_of(member) in paths for member in members)
    ]
    return [
        Cycle(name, members, frozenset(folder_of(path_of(SymbolId(one))) for one in members))
        for name, members in _numbered("cycle", found)
    ]


def module_cycles(view: View) -> list[Cycle]:
    """The cycles of folders of code, by what their files import.

    A call can lead to another folder by a value that was handed over; that is no need.
    """
    import networkx as nx  # noqa: PLC0415 - imports a lot

    code = {folder_of(path) for path in view.files if not view.is_test(path)}
    graph = nx.DiGraph(
        pair for pair, found in view.dependencies.items() if found.imports and code >= set(pair)
    )
    found = [
        tuple(sorted(members))
        for members in nx.strongly_connected_components(graph)
        if len(members) > 1
    ]
    return [
        Cycle(name, members, frozenset(members)) for name, members in _numbered("modules", found)
    ]


def _numbered(kind: str, found: Iterable[tuple[str, ...]]) -> Iterable[tuple[str, tuple[str, ...]]]:
    ordered = sorted(found, key=lambda members: (-len(members), members))
    return ((f"{kind}.{number}", members) for number, members in enumerate(ordered, 1))
