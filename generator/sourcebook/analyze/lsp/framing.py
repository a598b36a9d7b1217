"""Messages over the standard streams of a server: JSON-RPC in the framing of the protocol.

A header ``Content-Length: N``, an empty line, N bytes of JSON. Lines that are no header, as
some servers print while they start, are passed over.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec

Message = dict[str, Any]

#: A longer message is none of the protocol that we would want to read.
MOST_BYTES = 64_000_000
_HEADER = b"content-length:"


class FramingError(Exception):
    """What came is no message."""


def pack(message: Mapping[str, Any]) -> bytes:
    """The bytes of a message."""
    body = msgspec.json.encode({"jsonrpc": "2.0", **message})
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


async def receive(stream: asyncio.StreamReader) -> Message | None:
    """The next message, None at the end of the stream.

    Raises:
        FramingError: The stream holds something else.
    """
    length = 0
    try:
        while line := await stream.readline():
            if line.lower().startswith(_HEADER):
                length = int(line[len(_HEADER) :])
            elif length and not line.strip():
                return await _body(stream, length)
    except asyncio.IncompleteReadError:
        return None
    except (ValueError, msgspec.DecodeError) as error:
        raise FramingError(str(error)) from error
    return None


async def _body(stream: asyncio.StreamReader, length: int) -> Message:
    if not 0 < length <= MOST_BYTES:
        raise FramingError(f"a message of {length} bytes")
    message = msgspec.json.decode(await stream.readexactly(length))
    if not isinstance(message, dict):
        raise FramingError("a message that is no object")
    return message
