"""Grammars and queries, loaded once a process."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from time import process_time

import tree_sitter

from sourcebook.analyze.languages import language
from sourcebook.errors import ParseError

#: CPU seconds that one file may take; real files take milliseconds.
LIMIT = 10.0

_PIECE = 1 << 16


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
    row = language(name)
    if not row.grammar:
        return None
    module, _, function = row.grammar.partition(":")
    try:
        loaded = tree_sitter.Language(getattr(import_module(module), function or "language")())
        folder = resources.files("sourcebook.analyze").joinpath("queries")
        source = "\n".join(
            folder.joinpath(f"{each}.scm").read_text(encoding="utf-8")
            for each in row.queries or (name,)
        )
        return Grammar(tree_sitter.Parser(loaded), tree_sitter.Query(loaded, source))
    except (ImportError, AttributeError, ValueError, OSError, tree_sitter.QueryError) as error:
        raise ParseError(f"grammar of {name} ({row.grammar}) cannot be used: {error}") from error


def tree_of(parser: tree_sitter.Parser, data: bytes, limit: float = LIMIT) -> tree_sitter.Tree:
    """Parses ``data`` within ``limit`` CPU seconds.

    Raises:
        ParseError: The time is over.
    """
    end = process_time() + limit

    def piece(offset: int, _point: object) -> bytes:
        return data[offset : offset + _PIECE]

    def late(*_state: int) -> bool:
        return process_time() > end

    try:
        return parser.parse(piece, progress_callback=late)
    except ValueError as error:
        parser.reset()
        raise ParseError(f"grammar stopped after {limit:g} s of work") from error
