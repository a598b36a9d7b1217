"""Small books for the tests of the search, made by hand."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from sourcebook.analyze.embed import embed
from sourcebook.model import (
    CallGraph,
    Chunk,
    ChunkId,
    ChunkKind,
    Commit,
    Contents,
    Embeddings,
    Entry,
    FileClass,
    FileRecord,
    FileReport,
    FileStatus,
    Level,
    Meanings,
    Metadata,
    Repository,
    Span,
    Summary,
    Symbol,
    SymbolId,
    SymbolKind,
)
from sourcebook.store.book import Book, open_book, write_book
from sourcebook.tokenizer.fields import fields_of

_DEFINITION = re.compile(r"^def (\w+)\((.*)\):\n(?:    \"\"\"(.*?)\"\"\"\n)?", re.MULTILINE)


def contents(files: Mapping[str, str], history: Sequence[Commit] = ()) -> Contents:
    """Contents of Python files that hold functions, one empty line between two."""
    entries: list[Entry] = []
    symbols: list[Symbol] = []
    records: list[FileRecord] = []
    for path, text in sorted(files.items()):
        aside = FileClass.TEST if path.startswith("tests/") else FileClass.SOURCE
        report = FileReport(path, FileStatus.INDEXED, aside, "python", len(text))
        records.append(FileRecord(report, ""))
        line, start = 1, 0
        for part in filter(None, text.split("\n\n")):
            end = line + part.count("\n")
            span = Span(start, start + len(part), line, end)
            found = _DEFINITION.match(part + "\n")
            name = found[1] if found else ""
            one = SymbolId(f"{path}::{name}")
            if found:
                symbols.append(
                    Symbol(
                        one, path, name, name, SymbolKind.FUNCTION, span, line, doc=found[3] or ""
                    )
                )
            else:
                symbols.extend(
                    Symbol(
                        SymbolId(f"{path}::{word}"), path, word, word, SymbolKind.CONSTANT, span, at
                    )
                    for at, row in enumerate(part.split("\n"), line)
                    for word in re.findall(r"^\w+(?= = )", row)
                )
            chunk = Chunk(
                ChunkId(one if found else f"{path}::statements"),
                path,
                "python",
                ChunkKind.FUNCTION if found else ChunkKind.STATEMENTS,
                span,
                part,
                name,
                name,
                one if found else None,
                signature=part.split("\n")[0] if found else "",
            )
            entries.append(Entry(chunk, Metadata(), Summary(chunk.id, Level.CHUNK, name)))
            line, start = end + 2, start + len(part) + 2
    graph = CallGraph(tuple(symbols), (), ())
    fields = tuple(fields_of(entries, symbols))
    made = Contents(
        Repository("small", "none"),
        tuple(records),
        tuple(entries),
        fields,
        graph,
        (),
        Embeddings("none", 0),
        history=tuple(history),
    )
    return replace(
        made, embeddings=embed([(one.chunk.id, one.chunk.path) for one in entries], fields, history)
    )


def book(
    folder: Path,
    files: Mapping[str, str],
    history: Sequence[Commit] = (),
    meanings: Meanings | None = None,
) -> Book:
    """A book of such files."""
    made = replace(contents(files, history), meanings=meanings or Meanings())
    write_book(folder, made, inputs="", fingerprint=(), languages=())
    return open_book(folder)
