"""The facts of one file, packed: written where it is lowered, read where it is linked.

There are many and they are needed once, so that between the two they are bytes: as tuples
they would take several times the room, and reading a parsed file would make them each time.
"""

from collections.abc import Iterable, Sequence

import msgspec

#: A plain tuple of strings and integers, first item the operation.
Fact = tuple[str | int, ...]

_DECODER = msgspec.msgpack.Decoder(list[Fact])


def packed(facts: Iterable[Fact]) -> bytes:
    """The facts as bytes, no bytes for none."""
    listed = list(facts)
    return msgspec.msgpack.encode(listed) if listed else b""


def unpacked(raw: bytes) -> Sequence[Fact]:
    """The facts again."""
    return _DECODER.decode(raw) if raw else ()
