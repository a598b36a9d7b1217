"""One file from disk to :class:`ParsedFile`: the unit of work of a worker process.

Composes decoding and parsing. Whatever a file holds, the result is a ParsedFile: a fault
in one file never reaches another.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import msgspec

from sourcebook.analyze.decode import decode
from sourcebook.analyze.names import on_disk
from sourcebook.analyze.parse import parse
from sourcebook.config import ChunkConfig
from sourcebook.model import ParsedFile, SourceFile, SourceText, Span


def read_file(root: Path, chunking: ChunkConfig, file: SourceFile) -> bytes:
    """Reads, decodes and parses one file; returns the MessagePack of its ParsedFile."""
    return _read(root, file, partial(parse, file, chunking=chunking))


def read_by_patterns(root: Path, chunking: ChunkConfig, file: SourceFile) -> bytes:
    """The result for a file whose worker process died over it: read by no grammar."""

    def damaged(text: SourceText) -> ParsedFile:
        parsed = parse(file, text, chunking, by_patterns=True)
        return _blamed(parsed, file, "read by patterns, since its grammar crashed or took too much")

    return _read(root, file, damaged)


def read_as_text(root: Path, chunking: ChunkConfig, file: SourceFile) -> bytes:
    """The result for a file that is read by nothing else."""

    def damaged(text: SourceText) -> ParsedFile:
        parsed = parse(replace(file, language=""), text, chunking)
        note = "read as text, since reading it took more time or memory than a worker may have"
        return _blamed(replace(parsed, language=file.language), file, note)

    return _read(root, file, damaged)


def _read(root: Path, file: SourceFile, parsed: Callable[[SourceText], ParsedFile]) -> bytes:
    try:
        raw = on_disk(root, file.path).read_bytes()
    except OSError as error:
        return _pack(_unread(file, f"cannot be read: {error.strerror or error}"))
    return _pack(parsed(decode(file.path, raw)))


def _blamed(parsed: ParsedFile, file: SourceFile, note: str) -> ParsedFile:
    damaged = (Span(0, file.size, 1, parsed.lines),)
    return replace(parsed, damaged=damaged, workarounds=(f"grammar given up: {note}",))


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


#: How a file is read, best first: a worker that dies over one passes it on to the next.
RUNGS = (read_file, read_by_patterns, read_as_text)
