"""Parsers with the queries that find definitions in their trees, loaded once a process."""

from dataclasses import dataclass
from functools import cache
from importlib import resources

import tree_sitter

from sourcebook.errors import ParseError
from sourcebook.grammars import parsing
from sourcebook.grammars.languages import language


@dataclass(frozen=True, slots=True)
class Grammar:
    """A parser of one language with the query that reads its trees."""

    parser: tree_sitter.Parser
    query: tree_sitter.Query


@cache
def grammar(name: str) -> Grammar | None:
    """The grammar of a language; None where the language table names none.

    Raises:
        ParseError: The grammar cannot be loaded, or the query does not fit it.
    """
    loaded = parsing.grammar(name)
    if loaded is None:
        return None
    folder = resources.files("sourcebook.analyze").joinpath("queries")
    try:
        source = "\n".join(
            folder.joinpath(f"{each}.scm").read_text(encoding="utf-8")
            for each in language(name).queries or (name,)
        )
        return Grammar(tree_sitter.Parser(loaded), tree_sitter.Query(loaded, source))
    except (OSError, tree_sitter.QueryError) as error:
        raise ParseError(f"query of {name} cannot be used: {error}") from error
