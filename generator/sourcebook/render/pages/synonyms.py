"""The page of names: definitions that seem to mean one thing under different names."""

from dataclasses import dataclass

from sourcebook.model import Page, SymbolId
from sourcebook.render.context import Context, Here, Ref

MOST = 200


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: its name, where it stands, and what its document says first."""

    name: Ref
    path: Ref
    says: str


def synonyms_page(context: Context) -> Page:
    """Makes the page of names."""
    page = context.links.leaf("names")
    here = Here(context, page)
    files = context.view.files
    pairs = [
        pair
        for pair in context.view.book.synonyms
        if all(context.links.path_of(one) in files for one in (pair.first, pair.second))
    ]
    return context.page(
        page,
        "names.md.jinja",
        rows=[(pair, _side(here, pair.first), _side(here, pair.second)) for pair in pairs[:MOST]],
        more=here.more(len(pairs) - MOST),
    )


def _side(here: Here, symbol: SymbolId) -> Side:
    known = here.context.view.symbols[symbol]
    link = here.symbol(symbol)
    place = here.lines(known.path, known.name_line)
    return Side(
        Ref(link.text, link.url, code=True),
        Ref(f"{known.path}:{known.name_line}", place.url, code=True),
        known.doc.strip().split("\n\n")[0],
    )
