"""Identities: derived from path and name, never from counters or lines."""

from typing import NewType

SymbolId = NewType("SymbolId", str)
ChunkId = NewType("ChunkId", str)

#: Qualified name of the pseudo-symbol that stands for a file's module-level code.
MODULE = ""
