"""The glossary: the code base's own words, and where each is defined."""

from dataclasses import dataclass

from sourcebook.model import Page, Symbol
from sourcebook.render.context import Context, Here, Ref, Statement
from sourcebook.render.vocabulary import Word, vocabulary

#: Definitions that a word names.
PLACES = 3


@dataclass(frozen=True, slots=True)
class Place:
    """A definition of a word, and where it stands."""

    link: Ref
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Term:
    """A row of the glossary."""

    word: str
    names: int
    means: Statement | None
    places: tuple[Place, ...]
    more: str


def glossary_page(context: Context) -> Page:
    """Makes the glossary."""
    here = Here(context, context.links.leaf("glossary"))
    terms = [_term(here, word) for word in vocabulary(context.view)]
    return context.page(here.page, "glossary.md.jinja", terms=terms)


def _term(here: Here, word: Word) -> Term:
    means = (here.symbol_brief(symbol.id) for symbol in word.places)
    return Term(
        word.text,
        word.names,
        next(filter(None, means), None),
        tuple(_place(here, symbol) for symbol in word.places[:PLACES]),
        here.more(len(word.places) - PLACES),
    )


def _place(here: Here, symbol: Symbol) -> Place:
    return Place(here.symbol(symbol.id), symbol.path, symbol.name_line)
