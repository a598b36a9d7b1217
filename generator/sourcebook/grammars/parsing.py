"""Grammars, loaded once a process, and parsing within a time limit."""

import re
from functools import cache
from importlib import import_module
from time import process_time

import tree_sitter

from sourcebook.errors import ParseError
from sourcebook.grammars.languages import language

#: CPU seconds that one file may take; real files take milliseconds.
LIMIT = 10.0

_PIECE = 1 << 16
_NOT_ASCII = re.compile(rb"[\x80-\xff]")


@cache
def grammar(name: str) -> tree_sitter.Language | None:
    """The grammar of a language; None where the language table names none.

    Raises:
        ParseError: The grammar cannot be loaded.
    """
    row = language(name)
    if not row.grammar:
        return None
    module, _, function = row.grammar.partition(":")
    try:
        return tree_sitter.Language(getattr(import_module(module), function or "language")())
    except (ImportError, AttributeError, ValueError, OSError) as error:
        raise ParseError(f"grammar of {name} ({row.grammar}) cannot be used: {error}") from error


def tree_of(
    parser: tree_sitter.Parser, data: bytes, limit: float = LIMIT, *, narrow: bool = False
) -> tree_sitter.Tree:
    """Parses ``data`` within ``limit`` CPU seconds.

    A ``narrow`` grammar (see the language table) looks up characters in a table of 256 and
    dies of others, so it is shown letters in their place; no offset changes by that.

    Raises:
        ParseError: The time is over.
    """
    end = process_time() + limit
    if narrow:
        data = _NOT_ASCII.sub(b"x", data)

    def piece(offset: int, _point: object) -> bytes:
        return data[offset : offset + _PIECE]

    def late(*_state: int) -> bool:
        return process_time() > end

    try:
        return parser.parse(piece, progress_callback=late)
    except ValueError as error:
        parser.reset()
        raise ParseError(f"grammar stopped after {limit:g} s of work") from error
