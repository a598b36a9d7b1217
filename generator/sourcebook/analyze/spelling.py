"""How names are spelled: in letters of all scripts, and between quotation marks.

The expressions of the last rung run over bytes, and some grammars take a name apart at its
first accent. Both are shown a text of the same length in which each other letter and digit
is written as letters of ASCII; names are then cut from the text as it is.
"""

import re
from functools import cache

_QUOTED = re.compile(r'"([^"]*)"|`([^`]*)`|\[([^\]]*)\]')
_OTHERS = re.compile("[^\x00-\x7f]+")


def latin(data: bytes) -> bytes:
    """``data`` with ``x`` for each byte of a letter beyond ASCII, and ``X`` first in capitals.

    What is no part of names (signs, blanks, bytes that could not be decoded) stays.
    """
    if data.isascii():
        return data
    return _OTHERS.sub(_written, data.decode("utf-8", "replace")).encode("utf-8")


def _written(match: re.Match[str]) -> str:
    return "".join(map(_letter, match[0]))


@cache
def _letter(char: str) -> str:
    if not f"a{char}".isidentifier():
        return char
    size = len(char.encode("utf-8"))
    return ("X" if char.isupper() else "x") + "x" * (size - 1)


def unquoted(written: str) -> str:
    """A name without the marks around its parts: ``a.b c`` for ``[a].[b c]``."""
    return _QUOTED.sub(lambda match: "".join(filter(None, match.groups())), written)
