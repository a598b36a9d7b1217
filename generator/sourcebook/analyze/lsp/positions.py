"""Places in a text: byte offsets here, lines and characters in the protocol.

The protocol counts lines from 0 and, within a line, units of an encoding that client and
server agree on: bytes of UTF-8 or, unless the server says otherwise, pairs of bytes of
UTF-16. An offset here counts bytes of the UTF-8 text, and a line ends with a line feed.
"""

import re
from bisect import bisect_right

#: A name, as the languages with servers write it.
_NAME = re.compile(r"[^\W\d][\w$]*[?!]?|[$@#][\w$]+|[A-Za-z_]")
#: Bytes of one unit, and the codec that counts them.
_UNITS = {"utf-8": (1, "utf-8"), "utf-16": (2, "utf-16-le"), "utf-32": (4, "utf-32-le")}

#: The encodings that a client of ours can count in, best first.
ENCODINGS = tuple(_UNITS)


class Lines:
    """A text by its lines."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self._starts = [0, *(match.end() for match in re.finditer(rb"\n", data))]

    def __len__(self) -> int:
        return len(self._starts)

    def line(self, number: int) -> bytes:
        """The bytes of a line, counted from 0, with its end."""
        last = number + 1 == len(self._starts)
        return self.data[self._starts[number] : None if last else self._starts[number + 1]]

    def position(self, offset: int, encoding: str) -> tuple[int, int]:
        """Line and character of a byte offset."""
        number = bisect_right(self._starts, offset) - 1
        before = self.data[self._starts[number] : offset].decode("utf-8", "replace")
        size, codec = _UNITS[encoding]
        return number, len(before.encode(codec, "surrogatepass")) // size

    def name_at(self, line: int, character: int, encoding: str) -> str:
        """The name that begins at a position, "" when none does."""
        size, codec = _UNITS[encoding]
        text = self.line(line).decode("utf-8", "replace").encode(codec)
        match = _NAME.match(text[character * size :].decode(codec, "replace"))
        return match[0].rstrip("?!") if match else ""
