"""Which graphs a site shows, condensed to a size that can be read."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sourcebook.model import CallStatus, SymbolId
from sourcebook.render.context import Context
from sourcebook.render.graphs import (
    EDGES,
    LABEL,
    PAGE_WIDTH,
    Edge,
    Graph,
    Node,
    Picture,
    draw,
    draw_narrow,
)
from sourcebook.render.links import folder_of, slug
from sourcebook.render.view import Dependency

#: Nodes of the module map, of a module's neighbours, of a call graph.
MAP = 28
NEIGHBOURS = 28
CALLS = 40

#: What each symbol calls, once each.
Calls = Mapping[SymbolId, Iterable[SymbolId]]

#: Edges of the module map for each node.
HEAVIEST = 2


class Size(NamedTuple):
    """How large the picture of a folder is."""

    folder: str
    nodes: int
    edges: int


def size(folder: str, picture: Picture) -> Size:
    return Size(folder, len(picture.graph.nodes), len(picture.graph.edges))


def module_map(context: Context) -> Picture | None:
    """The folders of the repository and what they need of each other.

    Where there are too many, the deepest are drawn as part of the folder above them. A folder
    that needs none of the others, and that none needs, is left out.
    """
    view = context.view
    pairs = {(d.source, d.target): d for d in view.dependencies.values()}
    code = {path for path in view.files if not view.is_test(path)}
    folders = {folder_of(path) for path in code}
    pairs = {pair: d for pair, d in pairs.items() if pair[0] in folders and pair[1] in folders}
    used = {folder for pair in pairs for folder in pair}
    if not used:
        return None
    shown = _condensed(used)
    edges: Counter[tuple[str, str]] = Counter()
    imports: Counter[tuple[str, str]] = Counter()
    for (source, target), dependency in pairs.items():
        pair = shown[source], shown[target]
        if pair[0] != pair[1]:
            edges[pair] += dependency.weight
            imports[pair] += dependency.imports
    merged: Counter[str] = Counter(shown.values())
    heavy = _heaviest(edges)
    joined = {name for pair in heavy for name in pair} or set(shown.values())
    nodes = tuple(
        Node(
            name,
            _short(context, name) + (f" +{merged[name] - 1}" if merged[name] > 1 else ""),
            context.links.url(context.links.module(name)),
            name,
        )
        for name in sorted(joined)
    )
    left = len(edges) - len(heavy)
    return _draw_modules(
        context,
        Graph(
            "modules",
            context.text("Module map"),
            nodes,
            tuple(
                Edge(
                    *pair, _weight(context, imports[pair], edges[pair] - imports[pair]), edges[pair]
                )
                for pair in heavy
            ),
            left_out=context.text("lighter edges left out: {n}", n=left) if left else "",
        ),
    )


def _heaviest(edges: Counter[tuple[str, str]]) -> list[tuple[str, str]]:
    """Of the edges that leave a node, the heaviest: as many as a map can show."""
    leaving: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for pair in sorted(edges, key=lambda pair: (-edges[pair], pair)):
        leaving[pair[0]].append(pair)
    return sorted(pair for pairs in leaving.values() for pair in pairs[:HEAVIEST])


def neighbours(context: Context, folder: str, around: Iterable[Dependency]) -> Picture | None:
    """A module, what it needs, and what needs it."""
    found = sorted(around, key=lambda d: (-d.weight, d.source, d.target))[: NEIGHBOURS - 1]
    if not found:
        return None
    names = sorted({folder, *(d.source for d in found), *(d.target for d in found)})
    nodes = tuple(
        Node(
            name,
            _short(context, name),
            context.links.url(context.links.module(name)),
            name,
            "focus" if name == folder else "inner",
        )
        for name in names
    )
    edges = tuple(
        Edge(d.source, d.target, _weight(context, d.imports, d.calls), d.weight)
        for d in sorted(found, key=lambda d: (d.source, d.target))
    )
    title = context.text("Neighbours of {name}", name=_short(context, folder))
    return _draw_modules(context, Graph(f"neighbours/{_name(folder)}", title, nodes, edges))


def call_graph(context: Context, folder: str, around: Calls) -> Picture | None:
    """The calls among the symbols of a folder."""
    title = context.text("Calls in {name}", name=_short(context, folder))
    return _calls(context, f"calls/{_name(folder)}", title, around)


def _calls(context: Context, name: str, title: str, around: Calls) -> Picture | None:
    """The calls among some symbols; of many, those with most such calls."""
    view, links = context.view, context.links
    degree: Counter[SymbolId] = Counter()
    for source, targets in around.items():
        for target in targets:
            degree[source] += 1
            degree[target] += 1
    kept = set(sorted(degree, key=lambda symbol: (-degree[symbol], symbol))[:CALLS])
    edges = tuple(
        Edge(source, target)
        for source in sorted(kept & around.keys())
        for target in around[source]
        if target in kept
    )
    if not edges:
        return None
    nodes = tuple(
        Node(
            symbol,
            view.symbols[symbol].qualified or links.path_of(symbol).rpartition("/")[2],
            links.symbol_url(symbol),
            symbol,
            "cycle" if symbol in view.component_of else "inner",
        )
        for symbol in sorted(kept)
    )
    left = len(degree) - len(kept)
    more = context.text("+{n} symbols with fewer calls", n=left) if left else ""
    return draw(Graph(name, title, nodes, edges, left_out=more))


def module_pictures(context: Context) -> Iterator[tuple[str, list[Picture]]]:
    """The pictures of every module."""
    view = context.view
    around: dict[str, list[Dependency]] = defaultdict(list)
    for dependency in view.dependencies.values():
        around[dependency.source].append(dependency)
        around[dependency.target].append(dependency)
    inside: dict[str, dict[SymbolId, Iterable[SymbolId]]] = defaultdict(dict)
    for caller, calls in view.calls_of.items():
        folder = folder_of(context.links.path_of(caller))
        targets = dict.fromkeys(
            target
            for call in calls
            if call.status is CallStatus.RESOLVED
            for target in call.targets
            if folder_of(context.links.path_of(target)) == folder and target in view.symbols
        )
        if targets:
            inside[folder][caller] = targets
    for folder in context.links.folders:
        found = [
            neighbours(context, folder, around.get(folder, ())),
            call_graph(context, folder, inside.get(folder, {})),
        ]
        yield folder, [picture for picture in found if picture is not None]


def cycle(context: Context, name: str, members: Collection[SymbolId]) -> Picture | None:
    """Definitions that call each other in a circle."""
    inside = set(members)
    around = {
        symbol: dict.fromkeys(
            target
            for call in context.view.calls_of.get(symbol, ())
            if call.status in {CallStatus.RESOLVED, CallStatus.AMBIGUOUS}
            for target in call.targets
            if target in inside
        )
        for symbol in inside
    }
    title = context.text("Cycle of {n} definitions", n=len(inside))
    return _calls(context, name, title, around)


def module_cycle(context: Context, name: str, folders: Sequence[str]) -> Picture:
    """Modules that need each other in a circle."""
    inside = sorted(folders, key=lambda folder: (-context.view.totals[folder][1], folder))[:MAP]
    nodes = tuple(
        Node(
            folder,
            _short(context, folder),
            context.links.url(context.links.module(folder)),
            folder,
            "cycle",
        )
        for folder in sorted(inside)
    )
    found = sorted(context.view.dependencies.items())
    edges = tuple(
        Edge(*pair, _weight(context, d.imports, d.calls), d.weight)
        for pair, d in found
        if d.imports and pair[0] in inside and pair[1] in inside
    )
    left = len(folders) - len(inside)
    return _draw_modules(
        context,
        Graph(
            f"{name}",
            context.text("Cycle of {n} modules", n=len(folders)),
            nodes,
            edges[:EDGES],
            left_out=context.text("+{n} smaller modules", n=left) if left else "",
        ),
    )


def decision_graph(context: Context) -> Picture | None:
    """Decisions and how they relate."""
    decisions = context.view.book.decisions
    known = {decision.key: decision for decision in decisions}
    pairs = {
        (decision.key, relation.target): relation.kind
        for decision in decisions
        for relation in decision.relations
        if relation.target in known and not relation.kind.endswith("-by")
    }
    used = sorted({key for pair in pairs for key in pair})
    if not used:
        return None
    nodes = tuple(
        Node(
            key,
            f"{known[key].number} {known[key].title}".strip(),
            context.links.url(context.links.decision(key)),
            f"{known[key].title} ({known[key].status})",
        )
        for key in used
    )
    edges = tuple(
        Edge(source, target, context.text(kind)) for (source, target), kind in sorted(pairs.items())
    )
    return draw(Graph("decisions", context.text("Relations of decisions"), nodes, edges))


def _condensed(folders: set[str]) -> dict[str, str]:
    """Each folder and the one it is drawn as, so that at most :data:`MAP` are drawn.

    All are drawn to the same depth; then a node that stands for more than a quarter of them
    is divided, the largest first, as long as there is room.
    """
    depth = max(folder.count("/") for folder in folders) + 1
    while depth > 1 and len({_upper(folder, depth) for folder in folders}) > MAP:
        depth -= 1
    shown = {folder: _upper(folder, depth) for folder in sorted(folders)}
    sizes = Counter(shown.values())
    while sizes:
        node, size = sizes.most_common(1)[0]
        del sizes[node]
        divided = {f: _upper(f, node.count("/") + 2) for f, one in shown.items() if one == node}
        parts = Counter(divided.values())
        left = {*shown.values()} - {node}
        if size * 4 > len(folders) and [*parts] != [node] and len(left | {*parts}) <= MAP:
            shown |= divided
            sizes += parts
            del sizes[node]
    return shown


def _upper(folder: str, depth: int) -> str:
    return "/".join(folder.split("/")[:depth])


def _draw_modules(context: Context, graph: Graph) -> Picture:
    """Draws modules by their paths; where that is wider than the page, by the ends of them."""
    picture = draw_narrow(graph)
    if picture.width <= PAGE_WIDTH:
        return picture
    ends = path_ends([node.id for node in graph.nodes])
    nodes = (
        replace(node, label=ends[node.id] + node.label.removeprefix(_short(context, node.id)))
        if node.id != "."
        else node
        for node in graph.nodes
    )
    return min(picture, draw_narrow(replace(graph, nodes=tuple(nodes))), key=lambda one: one.width)


def path_ends(folders: Sequence[str]) -> dict[str, str]:
    """The shortest ends of paths that tell these folders apart."""
    ends = {folder: folder.rpartition("/")[2] for folder in folders}
    while True:
        times = Counter(ends.values())
        alike = [folder for folder in folders if times[ends[folder]] > 1 and ends[folder] != folder]
        if not alike:
            return ends
        for folder in alike:
            parts = folder.split("/")
            ends[folder] = "/".join(parts[-ends[folder].count("/") - 2 :])


def _short(context: Context, folder: str) -> str:
    if folder == ".":
        return context.view.book.repository.name
    parts = folder.split("/")
    return folder if len(folder) <= LABEL else "/".join(["…", *parts[-2:]])


def _name(folder: str) -> str:
    return "~" if folder == "." else slug(f"{folder}/").rstrip("/")


def _weight(context: Context, imports: int, calls: int) -> str:
    return context.text("imports: {imports}, calls: {calls}", imports=imports, calls=calls)
