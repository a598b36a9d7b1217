"""The machine forms of the book: JSON lines of chunks and of the graph, and figures."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain
from pathlib import PurePosixPath
from typing import Any

import msgspec

from sourcebook.model import (
    CallStatus,
    ClaimKind,
    FileStatus,
    Span,
    StateEdge,
    Symbol,
    SymbolKind,
)
from sourcebook.store.book import Book, embeddings_of, fallbacks

#: Symbols that are places in documents and data, not definitions in code.
_NOT_CODE = frozenset({SymbolKind.SECTION, SymbolKind.KEY})

#: The name of what a model said that code could not verify.
UNVERIFIED = "by a model, not verified"


def export_chunks(book: Book, *, vectors: bool) -> Iterator[bytes]:
    """Yields the lines of ``chunks.jsonl``; with ``vectors``, each with its embedding.

    ``embedding`` is a list of numbers of the fingerprint's dimension, or null for a chunk
    that has none.
    """
    if not vectors:
        with (book.folder / "chunks.jsonl").open("rb") as stream:
            yield from stream
        return
    embeddings = embeddings_of(book)
    size = embeddings.dimension
    place = {one: number for number, one in enumerate(embeddings.chunks)}
    for entry in book.iter_entries():
        number = place.get(entry.chunk.id)
        vector = None
        if number is not None:
            row = memoryview(embeddings.chunk_rows)[number * size : (number + 1) * size].cast("b")
            vector = [round(value / 127, 4) for value in row]
        line: dict[str, Any] = msgspec.to_builtins(entry)
        line["embedding"] = vector
        yield msgspec.json.encode(line) + b"\n"


def export_graph(book: Book) -> Iterator[bytes]:
    """Yields the graph: a line a symbol, a call and target, a use of state, a folder."""
    paths: dict[str, str] = {}
    language = {record.report.path: record.report.language for record in book.files}
    for symbol in book.graph.symbols:
        paths[symbol.id] = symbol.path
        if symbol.kind not in _NOT_CODE:
            yield _line(_symbol_row(symbol, language.get(symbol.path, "")))
    for call in book.graph.calls:
        row = {
            "type": "call",
            "caller": call.caller,
            "callee": None,
            "status": call.status,
            "provenance": call.provenance,
            "path": paths[call.caller],
            "line": call.span.line,
        }
        if call.status is CallStatus.EXTERNAL:
            yield _line(row | {"callee": f"external:{call.external}"})
        elif call.targets:
            for target in call.targets:
                yield _line(row | {"callee": target})
        else:
            yield _line(row | {"reason": call.reason})
    for edge in book.graph.state:
        yield _line(_state_row(edge, paths[edge.symbol]))
    for figures in book.graph.modules:
        yield _line({"type": "module", **msgspec.to_builtins(figures)})


def _symbol_row(symbol: Symbol, language: str) -> dict[str, Any]:
    span: Span = symbol.span
    row: dict[str, Any] = {
        "type": "symbol",
        "id": symbol.id,
        "path": symbol.path,
        "line": span.line,
        "end_line": span.end_line,
        "kind": symbol.kind,
        "name": symbol.name,
    }
    if language == "python":
        parts = [*python_module(symbol.path).split("."), symbol.qualified]
        row["qualified"] = ".".join(part for part in parts if part)
    return row


def _state_row(edge: StateEdge, path: str) -> dict[str, Any]:
    outside = f"{edge.kind}:{edge.name}"
    return {
        "type": "state",
        "symbol": edge.symbol,
        "state": edge.target or outside,
        "kind": edge.kind,
        "access": edge.access,
        "path": path,
        "line": edge.line,
    }


def python_module(path: str) -> str:
    """The dotted module name of a Python file, a leading ``src`` left out."""
    parts = list(PurePosixPath(path).with_suffix("").parts)
    if parts and parts[0] == "src":
        parts = parts[1:]
    if parts and parts[-1] == "__init__":
        parts = parts[:-1]
    return ".".join(parts)


def statistics(book: Book) -> dict[str, Any]:
    """Returns the figures of a book, in the order in which they are shown."""
    counts = dict(book.manifest.counts)
    kinds: dict[str, int] = {}
    reasons: dict[str, int] = {}
    for record in book.files:
        report = record.report
        kinds[report.file_class.value] = kinds.get(report.file_class.value, 0) + 1
        if report.status is FileStatus.SKIPPED:
            reasons[report.reason] = reasons.get(report.reason, 0) + 1
    chunks = counts.get("chunks", 0)
    return {
        "commit": book.repository.commit,
        "documents": chunks,
        "files": counts.get("files", 0),
        "files_indexed": counts.get("files_indexed", 0),
        "files_partly": counts.get("files_partly", 0),
        "files_skipped": counts.get("files_skipped", 0),
        "chunks": chunks,
        "mean_chunk_bytes": round(counts.get("chunk_bytes", 0) / chunks, 1) if chunks else 0,
        "symbols": counts.get("symbols", 0),
        "vectors": counts.get("vectors", 0),
        "book_bytes": counts.get("book_bytes", 0),
        "index_bytes": counts.get("index_bytes", 0),
        "decisions": counts.get("decisions", 0),
        "commits": counts.get("commits", 0),
        "languages": dict(book.manifest.languages),
        "classes": _most_first(kinds),
        "skipped_because": _most_first(reasons),
        "fallbacks": fallbacks(book.iter_entries(), book.summaries),
        "statements": statements(book),
        "calls": {status.value: counts.get(f"calls_{status}", 0) for status in CallStatus},
        **_call_figures(book),
    }


def statements(book: Book) -> dict[str, int]:
    """Statements of summaries, by who made them and whether code found them to hold."""
    summaries = chain((entry.summary for entry in book.iter_entries()), book.summaries)
    found = {
        "extracted": 0,
        "by people": 0,
        "by a model, verified": 0,
        UNVERIFIED: 0,
    }
    for summary in summaries:
        for claim in (summary.responsibility, *summary.claims):
            if claim is None:
                continue
            if claim.origin == "extracted":
                found["extracted"] += 1
            elif claim.origin == "person":
                found["by people"] += 1
            elif claim.kind is ClaimKind.ASSUMPTION:
                found[UNVERIFIED] += 1
            else:
                found["by a model, verified"] += 1
    return found


def _call_figures(book: Book) -> dict[str, Any]:
    """How the call sites ended and who found that out, by language."""
    language = {record.report.path: record.report.language for record in book.files}
    ends: dict[str, Counter[str]] = {}
    ways: dict[str, Counter[str]] = {}
    added: dict[str, Counter[str]] = {}
    for call in book.graph.calls:
        name = language.get(call.caller.partition("::")[0], "")
        ends.setdefault(name, Counter())[call.status.value] += 1
        if call.provenance:
            ways.setdefault(name, Counter())[call.provenance] += 1
        if call.provenance.startswith(("lsp:", "scip")):
            added.setdefault(call.provenance, Counter())[call.status.value] += 1
    return {
        "calls_by_language": _rows(ends),
        "calls_by_provenance": _most_first(sum(ways.values(), Counter())),
        "calls_by_language_and_provenance": _rows(ways),
        "calls_added": _rows(added),
    }


def _rows(table: dict[str, Counter[str]]) -> dict[str, dict[str, int]]:
    return {name: _most_first(row) for name, row in sorted(table.items())}


def _most_first(counts: dict[str, int]) -> dict[str, int]:
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def _line(row: dict[str, Any]) -> bytes:
    return msgspec.json.encode(row) + b"\n"
