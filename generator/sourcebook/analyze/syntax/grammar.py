"""Parsers with the queries that read their trees, loaded once a process.

A query file is loaded twice: its patterns for calls make a query of their own, since the
resolver's front ends find the calls of most languages by themselves.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources

import tree_sitter

from sourcebook.errors import ParseError
from sourcebook.grammars import parsing
from sourcebook.grammars.languages import language


@dataclass(frozen=True, slots=True)
class Grammar:
    """A parser of one language with the queries that read its trees."""

    parser: tree_sitter.Parser
    query: tree_sitter.Query
    calls: tree_sitter.Query


_CAPTURE = re.compile(r"@([\w.]+)")
_COMMENT = re.compile(r"^\s*;.*$", re.MULTILINE)


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
        parser = tree_sitter.Parser(loaded)
        return Grammar(
            parser, _part(loaded, source, calls=False), _part(loaded, source, calls=True)
        )
    except (OSError, tree_sitter.QueryError) as error:
        raise ParseError(f"query of {name} cannot be used: {error}") from error


def _part(grammar: tree_sitter.Language, source: str, *, calls: bool) -> tree_sitter.Query:
    """The patterns of a query that find calls and nothing else, or all others."""
    query = tree_sitter.Query(grammar, source)
    raw = source.encode()
    for number in range(query.pattern_count):
        start, end = query.start_byte_for_pattern(number), query.end_byte_for_pattern(number)
        names = _CAPTURE.findall(_COMMENT.sub("", raw[start:end].decode()))
        found = {name.partition(".")[0] for name in names if not name.startswith("_")}
        if (bool(found) and found <= {"call", "reference"}) != calls:
            query.disable_pattern(number)
    return query
