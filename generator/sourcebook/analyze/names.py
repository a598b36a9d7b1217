r"""File names as the rest of Sourcebook sees them: printable, and one for each name.

A file name is a sequence of bytes. What is valid UTF-8 and printable is shown as it is;
every other byte is shown as ``\xHH``, and so is each byte of a backslash, a control
character, a line separator or a character that turns the writing direction. So two names
are never shown alike, no name can break a line of a report, and :func:`on_disk` finds the
file again.
"""

import os
import re
from pathlib import Path

#: What stands between ``\x`` pairs is itself; what matches here is shown byte by byte.
_HIDDEN = re.compile(
    "[\x00-\x1f\x7f-\x9f\\\\\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\udc80-\udcff]"
)
_SHOWN = re.compile(r"\\x([0-9A-F]{2})")


def shown(name: bytes) -> str:
    """The printable form of a file name or of a path with ``/``."""
    text = name.decode("utf-8", "surrogateescape")
    return _HIDDEN.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return "".join(f"\\x{byte:02X}" for byte in match[0].encode("utf-8", "surrogateescape"))


def raw(path: str) -> bytes:
    """The bytes of the name whose printable form is ``path``."""
    pieces = _SHOWN.split(path)
    for index, piece in enumerate(pieces):
        pieces[index] = (
            chr(int(piece, 16)) if index % 2 else piece.encode("utf-8").decode("latin-1")
        )
    return "".join(pieces).encode("latin-1")


def on_disk(root: Path, path: str) -> Path:
    """The file under ``root`` whose path is shown as ``path``."""
    return root / os.fsdecode(raw(path))
