"""What can be seen of the chunks of a book at a glance.

Pages need the whole of a chunk only where they show it. What all of them need of all chunks
is little, and read without the rest.
"""

import msgspec

from sourcebook.model import Chunk, ChunkKind, SymbolId


class Alone(msgspec.Struct, frozen=True, gc=False):
    """Of an entry: the chunk."""

    chunk: Chunk


class Head(msgspec.Struct, frozen=True, gc=False):
    """Of a chunk: where it is, and what it holds."""

    path: str
    kind: ChunkKind
    symbol: SymbolId | None = None


class Said(msgspec.Struct, frozen=True, gc=False):
    """Of a claim: its text, and who made it."""

    text: str
    origin: str = "extracted"


class Brief(msgspec.Struct, frozen=True, gc=False):
    """Of a summary: its first claim, and who wrote it."""

    responsibility: Said | None = None
    origin: str = "extracted"
    fallback: str = ""


class Glance(msgspec.Struct, frozen=True, gc=False):
    """Of an entry: the little that all pages need."""

    chunk: Head
    summary: Brief

    @property
    def line(self) -> str:
        """What the chunk is for, in one line."""
        return self.summary.responsibility.text if self.summary.responsibility else ""
