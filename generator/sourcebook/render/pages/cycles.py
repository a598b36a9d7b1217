"""The page of cycles: each with its members and its picture."""

from collections import Counter
from dataclasses import dataclass

from sourcebook.model import Page, SymbolId
from sourcebook.render import pictures
from sourcebook.render.context import Context, Here, Listing, Ref
from sourcebook.render.cycles import Cycle, call_cycles, module_cycles
from sourcebook.render.graphs import Drawn, Picture

#: Cycles of either kind that have a picture, and members that are named.
DRAWN, NAMED = 40, 24


@dataclass(frozen=True, slots=True)
class Shown:
    """A cycle as the page shows it."""

    anchor: str
    heading: str
    title: str
    size: int
    members: Listing
    picture: Drawn | None


class Cycles:
    """The cycles of a site: their page, and what other pages say of them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        view = context.view
        self._modules = module_cycles(view)
        self._calls = call_cycles(view)
        drawn = {
            one.name: pictures.module_cycle(context, one.name, one.members)
            for one in self._modules[:DRAWN]
        } | {
            one.name: pictures.cycle(context, one.name, [SymbolId(m) for m in one.members])
            for one in self._calls[:DRAWN]
        }
        self._pictures = {name: picture for name, picture in drawn.items() if picture is not None}

    def __bool__(self) -> bool:
        return bool(self._modules or self._calls)

    def of(self, here: Here, folder: str) -> list[Ref]:
        """Links to the cycles that run through a folder."""
        page = here.to_page(self._page)
        return [
            Ref(f"{self._title(one)}: {self._heading(one)}", f"{page}#{one.name}")
            for one in (*self._modules, *self._calls)
            if folder in one.folders
        ]

    def pages(self) -> list[Page]:
        """The page, and the interactive forms of its pictures."""
        here = Here(self._context, self._page)
        page = self._context.page(
            self._page,
            "cycles.md.jinja",
            modules=[self._shown(here, one, modules=True) for one in self._modules],
            calls=[self._shown(here, one, modules=False) for one in self._calls],
        )
        return [page, *(picture.data() for picture in self._pictures.values())]

    @property
    def _page(self) -> str:
        return self._context.links.leaf("graphs/cycles")

    def _title(self, cycle: Cycle) -> str:
        text, size = self._context.text, len(cycle.members)
        if cycle.name.startswith("modules"):
            return text("Cycle of {n} modules", n=size)
        return text("Cycle of {n} definitions", n=size)

    def _heading(self, cycle: Cycle) -> str:
        """The member with most calls or lines, and how many others."""
        picture = self._pictures.get(cycle.name)
        first = cycle.members[0] if picture is None else _most(picture)
        name = first if cycle.name.startswith("modules") else first.partition("::")[2] or first
        more = len(cycle.members) - 1
        return self._context.text("{name} and {n} more", name=name, n=more)

    def _shown(self, here: Here, cycle: Cycle, *, modules: bool) -> Shown:
        picture = self._pictures.get(cycle.name)
        links = (
            here.module(one) if modules else here.symbol(SymbolId(one)) for one in cycle.members
        )
        return Shown(
            cycle.name,
            self._heading(cycle),
            self._title(cycle),
            len(cycle.members),
            here.listing(links, NAMED) if picture is None or picture.graph.left_out else Listing(),
            picture.on(here) if picture is not None else None,
        )


def _most(picture: Picture) -> str:
    """The node with most edges."""
    degree = Counter(end for edge in picture.graph.edges for end in (edge.source, edge.target))
    return min(degree, key=lambda node: (-degree[node], node))
