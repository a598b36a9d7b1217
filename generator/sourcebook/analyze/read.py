"""One file from disk to :class:`ParsedFile`: the unit of work of a worker process.

Composes decoding and parsing. Whatever a file holds, the result is a ParsedFile: a fault
in one file never reaches another.
"""

from dataclasses import replace
from pathlib import Path

import msgspec

from sourcebook.analyze.decode import decode
from sourcebook.analyze.names import on_disk
from sourcebook.analyze.parse import parse
from sourcebook.config import ChunkConfig
from sourcebook.model import ParsedFile, SourceFile, Span


def read_file(root: Path, chunking: ChunkConfig, file: SourceFile) -> bytes:
    """Reads, decodes and parses one file; returns the MessagePack of its ParsedFile."""
    try:
        raw = on_disk(root, file.path).read_bytes()
    except OSError as error:
        return _pack(_unread(file, f"cannot be read: {error.strerror or error}"))
    return _pack(parse(file, decode(file.path, raw), chunking))


def lost_file(root: Path, chunking: ChunkConfig, file: SourceFile) -> bytes:
    """The result for a file whose worker process died over it: its text, read by no grammar."""
    try:
        raw = on_disk(root, file.path).read_bytes()
    except OSError as error:
        return _pack(_unread(file, f"cannot be read: {error.strerror or error}"))
    parsed = parse(replace(file, language=""), decode(file.path, raw), chunking)
    note = "read as text, since reading it took more time or memory than a worker may have"
    damaged = (Span(0, file.size, 1, parsed.lines),)
    return _pack(replace(parsed, language=file.language, damaged=damaged, workarounds=(note,)))


def _unread(file: SourceFile, note: str) -> ParsedFile:
    return ParsedFile(
        path=file.path,
        language=file.language,
        rung="text",
        encoding="",
        guessed=False,
        replaced=0,
        lines=0,
        damaged=(Span(0, file.size, 1, 1),),
        workarounds=(note,),
    )


def _pack(parsed: ParsedFile) -> bytes:
    return msgspec.msgpack.encode(parsed)
