"""Grammars, loaded once a process, and parsing within limits of time and memory."""

import re
from functools import cache
from importlib import import_module
from time import process_time

import tree_sitter

from sourcebook.errors import ParseError
from sourcebook.grammars.languages import language
from sourcebook.memory import held

#: CPU seconds that one file may take; real files take milliseconds.
LIMIT = 10.0
#: Bytes by which the memory of the process may grow over one file.
MEMORY = 1 << 30

_PIECE = 1 << 16
_EVERY = 256  # calls of the progress callback: asking costs more than the parser's work between
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
    parser: tree_sitter.Parser,
    data: bytes,
    limit: float = LIMIT,
    *,
    narrow: bool = False,
    ended: bool = False,
) -> tree_sitter.Tree:
    """Parses ``data`` within ``limit`` CPU seconds, and within :data:`MEMORY`.

    A ``narrow`` grammar (see the language table) looks up characters in a table of 256 and
    dies of others, so it is shown letters in their place; no offset changes by that. One
    that wants its text ``ended`` may never return without a last line end.

    Raises:
        ParseError: The time is over, or the memory used up.
    """
    if narrow:
        data = _NOT_ASCII.sub(b"x", data)
    if ended and not data.endswith(b"\n"):
        data += b"\n"

    def piece(offset: int, _point: object) -> bytes:
        return data[offset : offset + _PIECE]

    watch = _Watch(limit)
    try:
        return parser.parse(piece, progress_callback=watch)
    except ValueError as error:
        parser.reset()
        if watch.grown:
            raise ParseError(f"grammar stopped at {MEMORY >> 20} MB of memory") from error
        raise ParseError(f"grammar stopped after {limit:g} s of work") from error


class _Watch:
    """Says when a parser is to stop. Nothing is asked of the system over a small file."""

    def __init__(self, limit: float) -> None:
        self.grown = False
        self._limit = limit
        self._calls = 0
        self._end = 0.0
        self._most = 0

    def __call__(self, *_state: int) -> bool:
        self._calls += 1
        if self._calls % _EVERY:
            return False
        if not self._most:
            self._end, self._most = process_time() + self._limit, held() + MEMORY
        self.grown = held() > self._most
        return self.grown or process_time() > self._end
