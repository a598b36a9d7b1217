"""Pictures of graphs: positions computed here, drawn as SVG, each node a link.

A picture is a layered drawing (Sugiyama's method, by grandalf): what depends stands left
of, or above, what it depends on; edges that close a cycle run backwards and are dashed.
The same nodes, edges and positions are also written as pyvis's network model, in JSON; a
click loads it into pyvis's vis-network, with physics off, so that nothing moves.

Nodes and edges come in a fixed order and the layout is fed in that order, so that the
same graph gives the same bytes. A picture holds at most :data:`NODES` nodes and
:data:`EDGES` edges; whoever makes a larger one condenses it first.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from importlib.resources import files
from typing import Any

import msgspec
from grandalf.graphs import Edge as LayoutEdge
from grandalf.graphs import Vertex, graph_core
from grandalf.layouts import SugiyamaLayout
from markupsafe import Markup

from sourcebook.model import Page
from sourcebook.render.context import Here
from sourcebook.render.escape import escape, visible
from sourcebook.render.links import relative
from sourcebook.render.ref import Ref

NODES = 150
EDGES = 400

#: Width of the column that pictures stand in, in pixels.
PAGE_WIDTH = 860

_HEIGHT = 26.0  # of a node
_LETTER = 7.3  # width of a letter of a label
_PADDING = 18.0
_GAP_ACROSS = 14.0  # between nodes of a layer
_GAP_ALONG = 56.0  # between layers
_MARGIN = 10.0
_LEAST_SCALE = 0.84  # of a picture that is wider than its page
LABEL = 32  # letters


#: Groups of nodes, in words.
GROUPS = {
    "focus": "this module",
    "inner": "in this repository",
    "test": "test",
    "outside": "outside",
    "cycle": "part of a cycle",
    "b": "against the order: closes a cycle",
    "u": "not sure",
}

#: Sentences of the interactive form.
WORDS = {
    "find": "Find a node",
    "external": "Show external",
    "close": "Back to the picture",
    "open": "Open its page",
    "failed": "The interactive picture cannot be loaded.",
}


#: Of a picture that stands for itself; on pages the style sheet says it.
_STYLE = (
    "<style>svg{color-scheme:light dark;color:#222;background:#fff}"
    "text{font:12px sans-serif;text-anchor:middle;fill:currentColor}"
    "rect{fill:none;stroke:currentColor}.focus rect{stroke-width:2}"
    "path{fill:none;stroke:currentColor}marker path{fill:currentColor}.u{stroke-dasharray:4}"
    "@media(prefers-color-scheme:dark){svg{color:#ddd;background:#1b1b1f}}</style>"
)

_ARROW = (
    '<defs><marker id="%s" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="7" '
    'markerHeight="7" orient="auto"><path d="M0 .8 8 4 0 7.2z"/></marker></defs>'
)


@dataclass(frozen=True, slots=True)
class Node:
    """A node: ``url`` as seen from the root of the pages, "" for none."""

    id: str
    label: str
    url: str = ""
    title: str = ""
    group: str = "inner"  # focus | inner | test | outside | cycle


@dataclass(frozen=True, slots=True)
class Edge:
    """An edge between two nodes, by their ids."""

    source: str
    target: str
    note: str = ""  # what it stands for: "imports: 3, calls: 12"
    weight: int = 1
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Graph:
    """What a picture shows; ``name`` is its file name."""

    name: str
    title: str
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    downwards: bool = False
    left_out: str = ""  # in words, "" when all is shown


@dataclass(frozen=True, slots=True)
class Box:
    """Where a node stands: its middle and its size."""

    x: float
    y: float
    width: float
    height: float = _HEIGHT


@dataclass(frozen=True, slots=True)
class Row:
    """One edge in words."""

    source: Ref
    target: Ref
    note: str


@dataclass(frozen=True, slots=True)
class Group:
    """A group of nodes in the legend."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Drawn:
    """A picture on a page."""

    title: str
    svg: Markup
    data: str  # URL of the interactive form
    words: str  # sentences of the interactive form, JSON
    rows: tuple[Row, ...]
    groups: tuple[Group, ...]
    left_out: str


@dataclass(frozen=True, slots=True)
class Picture:
    """A graph with positions."""

    graph: Graph
    boxes: dict[str, Box]
    width: float
    height: float

    @property
    def _arrow(self) -> str:
        """The id of the arrow head, one for each picture of a page."""
        return "arrow." + self.graph.name.partition("/")[0]

    def _edge_kinds(self) -> list[str]:
        """The kinds of edges that a legend explains."""
        found = []
        if any(not self._forward(edge) for edge in self.graph.edges):
            found.append("b")
        if any(not edge.sure for edge in self.graph.edges):
            found.append("u")
        return found

    def _forward(self, edge: Edge) -> bool:
        """Whether an edge runs in the direction of the picture."""
        a, b = self.boxes[edge.source], self.boxes[edge.target]
        if edge.source == edge.target:
            return True
        return b.y > a.y if self.graph.downwards else b.x > a.x

    def on(self, here: Here) -> Drawn:
        """The picture as a page shows it, with links relative to that page."""
        text = here.context.text
        urls = {n.id: relative(here.page, n.url) if n.url else "" for n in self.graph.nodes}
        refs = {n.id: Ref(n.label, urls[n.id]) for n in self.graph.nodes}
        words = {key: text(sentence) for key, sentence in WORDS.items()}
        groups = [*dict.fromkeys(node.group for node in self.graph.nodes), *self._edge_kinds()]
        return Drawn(
            self.graph.title,
            self._svg(urls),
            relative(here.page, f"graphs/{self.graph.name}.json"),
            json.dumps(words, ensure_ascii=False),
            tuple(Row(refs[e.source], refs[e.target], e.note) for e in self.graph.edges),
            tuple(Group(group, text(GROUPS[group])) for group in groups),
            self.graph.left_out,
        )

    def data(self) -> Page:
        """The interactive form: pyvis's network model in JSON."""
        from pyvis.network import Network  # noqa: PLC0415 - imports a lot

        network = Network(directed=True)
        network.toggle_physics(False)
        for node in self.graph.nodes:
            box = self.boxes[node.id]
            network.add_node(
                node.id,
                label=_label(node.label),
                title=node.title or node.label,
                x=round(box.x),
                y=round(box.y),
                group=node.group,
                shape="box",
                fixed=False,
                physics=False,
                url=node.url,
                external=node.group == "outside",
            )
        for edge in self.graph.edges:
            network.add_edge(
                edge.source, edge.target, title=edge.note, value=edge.weight, dashes=not edge.sure
            )
        model = {"nodes": network.nodes, "edges": network.edges}
        raw = msgspec.json.encode({"schema": 1, "title": self.graph.title, **model})
        return Page(f"graphs/{self.graph.name}.json", raw)

    def alone(self) -> bytes:
        """The picture as a file of its own, readable in the light and in the dark."""
        return standing_alone(str(self._svg(dict.fromkeys(self.boxes, ""))))

    def _svg(self, urls: dict[str, str]) -> Markup:
        least = f"min-width:{self.width * _LEAST_SCALE:.0f}px"  # so that labels can be read
        size = f'width="{self.width:.0f}" height="{self.height:.0f}" style="{least}"'
        name = f'role="group" aria-label="{escape(self.graph.title)}"'
        parts = [
            f'<svg viewBox="0 0 {self.width:.0f} {self.height:.0f}" {size} {name}>',
            _ARROW % self._arrow,
        ]
        parts += [self._path(edge) for edge in self.graph.edges]
        parts += [self._node(node, urls[node.id]) for node in self.graph.nodes]
        parts.append("</svg>")
        return Markup("".join(parts))  # noqa: S704 - texts are escaped, the rest are numbers

    def _path(self, edge: Edge) -> str:
        """One edge: a curve from the rim of one box to the rim of the other."""
        a, b = self.boxes[edge.source], self.boxes[edge.target]
        title = f"<title>{escape(edge.note)}</title>" if edge.note else ""
        if edge.source == edge.target:
            x, y = a.x + a.width / 2, a.y
            line = f"M{x:.0f} {y - 6:.0f}c18 -14 18 26 0 12"
            return f'<path class="sb-graph__edge e" d="{line}">{title}</path>'
        forward = self._forward(edge)
        if self.graph.downwards:
            start = (a.x, a.y + (a.height if forward else -a.height) / 2)
            end = (b.x, b.y + (-b.height if forward else b.height) / 2)
            bend = (end[1] - start[1]) / 2
            line = (
                f"M{start[0]:.0f} {start[1]:.0f}C{start[0]:.0f} {start[1] + bend:.0f} "
                f"{end[0]:.0f} {end[1] - bend:.0f} {end[0]:.0f} {end[1]:.0f}"
            )
        else:
            start = (a.x + (a.width if forward else -a.width) / 2, a.y)
            end = (b.x + (-b.width if forward else b.width) / 2, b.y)
            bend = (end[0] - start[0]) / 2
            line = (
                f"M{start[0]:.0f} {start[1]:.0f}C{start[0] + bend:.0f} {start[1]:.0f} "
                f"{end[0] - bend:.0f} {end[1]:.0f} {end[0]:.0f} {end[1]:.0f}"
            )
        kind = "e" if forward else "e b"
        kind += "" if edge.sure else " u"
        return f'<path class="sb-graph__edge {kind}" d="{line}" marker-end="url(#{self._arrow})">{title}</path>'

    def _node(self, node: Node, url: str) -> str:
        box = self.boxes[node.id]
        x, y = box.x - box.width / 2, box.y - box.height / 2
        drawn = (
            f"<title>{escape(visible(node.title or node.label))}</title>"
            f'<rect x="{x:.0f}" y="{y:.0f}" width="{box.width:.0f}" height="{box.height:.0f}" '
            f'rx="4"/><text x="{box.x:.0f}" y="{box.y + 4:.0f}">{escape(_label(node.label))}</text>'
        )
        if url:
            return f'<a class="n {node.group}" data-node="{escape(node.id)}" href="{escape(url)}">{drawn}</a>'
        return f'<g class="n {node.group}" data-node="{escape(node.id)}">{drawn}</g>'


def standing_alone(svg: str) -> bytes:
    """The SVG of a page as a file of its own."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg"{svg.partition(" ")[1]}'
    return (svg.replace("<svg ", head, 1).replace("<defs>", f"{_STYLE}<defs>", 1)).encode()


def draw(graph: Graph) -> Picture:
    """Computes the positions of a graph's nodes."""
    graph = _limited(graph)
    names = [node.id for node in graph.nodes]
    sizes = {node.id: len(_label(node.label)) * _LETTER + _PADDING for node in graph.nodes}
    pairs = [(edge.source, edge.target) for edge in graph.edges if edge.source != edge.target]
    boxes: dict[str, Box] = {}
    across = 0.0
    for members, inner in _connected(names, pairs):
        placed = _layers(members, inner, sizes, downwards=graph.downwards)
        shift_y = across if not graph.downwards else 0.0
        shift_x = across if graph.downwards else 0.0
        for name, box in placed.items():
            boxes[name] = replace(box, x=box.x + shift_x + _MARGIN, y=box.y + shift_y + _MARGIN)
        across += _extent(placed, downwards=graph.downwards) + _GAP_ACROSS * 2
    width = max((box.x + box.width / 2 for box in boxes.values()), default=0.0) + _MARGIN
    height = max((box.y + box.height / 2 for box in boxes.values()), default=0.0) + _MARGIN
    return Picture(graph, boxes, width + 14, height)


def draw_narrow(graph: Graph) -> Picture:
    """Draws a graph from left to right, or downwards where that is narrower than the page."""
    picture = draw(graph)
    if picture.width <= PAGE_WIDTH:
        return picture
    return min(picture, draw(replace(graph, downwards=True)), key=lambda drawn: drawn.width)


def vis_network() -> tuple[Page, ...]:
    """Pyvis's own copy of vis-network, for the site's assets."""
    folder = files("pyvis") / "templates" / "lib" / "vis-9.1.2"
    script = (folder / "vis-network.min.js").read_bytes()
    code, _, _ = script.partition(b"//# sourceMappingURL")  # a file that is not there
    return (Page("assets/vis-network.min.js", code),)


def _label(text: str) -> str:
    shown = visible(text)
    return shown if len(shown) <= LABEL else f"{shown[: LABEL - 1]}…"


def _limited(graph: Graph) -> Graph:
    """Keeps a picture within its bounds, whatever it is asked to show."""
    if len(graph.nodes) <= NODES and len(graph.edges) <= EDGES:
        return graph
    nodes = graph.nodes[:NODES]
    kept = {node.id for node in nodes}
    edges = [edge for edge in graph.edges if edge.source in kept and edge.target in kept]
    left = len(graph.nodes) - len(nodes), len(graph.edges) - len(edges[:EDGES])
    return replace(
        graph,
        nodes=nodes,
        edges=tuple(edges[:EDGES]),
        left_out=f"+{left[0]} nodes, +{left[1]} edges",
    )


def _connected(
    names: Sequence[str], pairs: Sequence[tuple[str, str]]
) -> list[tuple[list[str], list[tuple[str, str]]]]:
    """The connected parts, the largest first, each in the order of the nodes."""
    part = {name: name for name in names}

    def top(name: str) -> str:
        while part[name] != name:
            part[name] = part[part[name]]
            name = part[name]
        return name

    for source, target in pairs:
        part[top(source)] = top(target)
    members: dict[str, list[str]] = defaultdict(list)
    for name in names:
        members[top(name)].append(name)
    edges: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for source, target in pairs:
        edges[top(source)].append((source, target))
    found = [(group, edges[key]) for key, group in members.items()]
    return sorted(found, key=lambda pair: -len(pair[0]))


def _acyclic(members: Sequence[str], pairs: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """The edges with those turned round that would close a cycle, none twice."""
    after: dict[str, list[str]] = defaultdict(list)
    entering: dict[str, int] = defaultdict(int)
    for source, target in pairs:
        after[source].append(target)
        entering[target] += 1
    state: dict[str, int] = {}
    kept: dict[tuple[str, str], None] = {}
    for root in sorted(members, key=lambda name: entering[name] > 0):
        if root in state:
            continue
        state[root] = 1
        stack = [(root, iter(after[root]))]
        while stack:
            name, rest = stack[-1]
            for target in rest:
                if state.get(target) == 1:
                    kept[target, name] = None
                    continue
                kept[name, target] = None
                if target not in state:
                    state[target] = 1
                    stack.append((target, iter(after[target])))
                    break
            else:
                state[name] = 2
                stack.pop()
    return [pair for pair in kept if (pair[1], pair[0]) not in kept or pair[0] < pair[1]]


class _View:
    """Size of a vertex, in the form grandalf asks for."""

    def __init__(self, width: float, height: float) -> None:
        self.w = width
        self.h = height
        self.xy = (0.0, 0.0)


class _Layout(SugiyamaLayout):  # type: ignore[misc] # grandalf has no types
    """Grandalf's, which looks through the list of conflicts once for each edge and corner."""

    conflicts: Collection[tuple[Any, Any]]

    def _detect_alignment_conflicts(self) -> None:
        super()._detect_alignment_conflicts()
        self.conflicts = frozenset(self.conflicts)


def _layers(
    members: Sequence[str],
    pairs: Sequence[tuple[str, str]],
    sizes: dict[str, float],
    *,
    downwards: bool,
) -> dict[str, Box]:
    """Positions of one connected part, its upper left corner at the origin."""
    vertices: dict[str, Any] = {name: Vertex(name) for name in members}
    for name, vertex in vertices.items():
        # grandalf lays out downwards; for left-to-right, sizes and results are turned.
        size = (sizes[name], _HEIGHT) if downwards else (_HEIGHT, sizes[name])
        vertex.view = _View(*size)
    edges = [LayoutEdge(vertices[a], vertices[b]) for a, b in _acyclic(members, pairs)]
    core = graph_core(list(vertices.values()), edges)
    layout = _Layout(core)
    layout.xspace = _GAP_ACROSS
    layout.yspace = _GAP_ALONG
    layout.init_all(roots=[v for v in core.sV if not v.e_in()])
    layout.draw(3)
    placed = {}
    for name, vertex in vertices.items():
        x, y = vertex.view.xy
        placed[name] = Box(x, y, sizes[name]) if downwards else Box(y, x, sizes[name])
    left = min(box.x - box.width / 2 for box in placed.values())
    top = min(box.y - box.height / 2 for box in placed.values())
    return {
        name: replace(box, x=round(box.x - left, 1), y=round(box.y - top, 1))
        for name, box in placed.items()
    }


def _extent(boxes: dict[str, Box], *, downwards: bool) -> float:
    """How far boxes reach across the direction of the picture."""
    if downwards:
        return max(box.x + box.width / 2 for box in boxes.values())
    return max(box.y + box.height / 2 for box in boxes.values())
