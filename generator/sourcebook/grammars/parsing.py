"""Grammars, loaded once a process, and parsing within limits of time and memory."""

import re
import sys
from functools import cache
from importlib import import_module
from itertools import count
from time import process_time

import tree_sitter

from sourcebook.errors import ParseError
from sourcebook.grammars.languages import language

if sys.platform != "win32":
    import resource

#: CPU seconds that one file may take; real files take milliseconds.
LIMIT = 10.0
#: Bytes by which the memory of the process may grow over one file.
MEMORY = 1 << 30

_PIECE = 1 << 16
_EVERY = 16  # calls of the progress callback: asking costs as much as the parser's work between
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
    steps = count()
    end = process_time() + limit
    most = peak_memory() + MEMORY
    if narrow:
        data = _NOT_ASCII.sub(b"x", data)
    if ended and not data.endswith(b"\n"):
        data += b"\n"

    def piece(offset: int, _point: object) -> bytes:
        return data[offset : offset + _PIECE]

    def late(*_state: int) -> bool:
        return next(steps) % _EVERY == 0 and (process_time() > end or peak_memory() > most)

    try:
        return parser.parse(piece, progress_callback=late)
    except ValueError as error:
        parser.reset()
        if peak_memory() > most:
            raise ParseError(f"grammar stopped at {MEMORY >> 20} MB of memory") from error
        raise ParseError(f"grammar stopped after {limit:g} s of work") from error


def peak_memory() -> int:
    """The most memory in bytes that this process ever had; 0 where that is not told."""
    if sys.platform == "win32":
        return 0
    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
