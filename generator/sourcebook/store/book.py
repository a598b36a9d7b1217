"""The book: a folder of files that holds all that phase 1 found out.

::

    manifest.json     schema, inputs, fingerprint, counts, SHA-256 of every other file
    chunks.jsonl      one Entry a line: chunk, metadata, summary
    files.jsonl       one FileRecord a line
    graph.jsonl       symbols, calls, imports, components, order, roles, boundaries, state,
                      figures of modules
    summaries.jsonl   summaries of files, modules, subsystems and the system
    decisions.jsonl   decision records        names.jsonl       their former names
    ledger.jsonl      their ledger            milestones.jsonl  steps of a plan
    notes.jsonl       what people wrote of units
    choices.jsonl     what the code chose         synonyms.jsonl    one thing, two names
    history.jsonl     commits                 report.json       what became of each file
    lexical/          lexical index and word vectors
    vectors.usearch   chunk vectors

A book is written into a staging folder and appears by rename; it is never changed in
place. Same contents, same bytes.
"""

import hashlib
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from sourcebook.errors import NoBookError, StoreError
from sourcebook.model import (
    CallGraph,
    Choice,
    Chunk,
    Commit,
    Contents,
    Decision,
    DecisionName,
    Embeddings,
    Entry,
    FileRecord,
    Holder,
    Manifest,
    Milestone,
    PersonNote,
    Repository,
    Summary,
    Synonym,
)
from sourcebook.store.generation import replace_folder
from sourcebook.store.glance import Alone, Glance
from sourcebook.store.graph import Call, read_calls, read_graph, rows
from sourcebook.store.output import FOLDER

#: Version of the book's format. A book of another version is rebuilt, never converted.
SCHEMA = 2

#: The file of the chunks.
CHUNKS = "chunks.jsonl"

#: Parts of the contents that are files of lines of their own.
_LINES = (
    "files",
    "summaries",
    "decisions",
    "notes",
    "names",
    "ledger",
    "milestones",
    "choices",
    "synonyms",
    "history",
)

T = TypeVar("T")
_ENCODER = msgspec.json.Encoder()


class Book:
    """A book on disk, opened for reading. Every part is read when first asked for."""

    def __init__(self, folder: Path, manifest: Manifest) -> None:
        self.folder = folder
        self.manifest = manifest

    @property
    def repository(self) -> Repository:
        return self.manifest.repository

    def forget(self) -> None:
        """Lets go of what was read; what is asked for again is read again."""
        for name in [*vars(self)]:
            if isinstance(getattr(type(self), name, None), cached_property):
                delattr(self, name)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self.iter_entries())

    def iter_entries(self) -> Iterator[Entry]:
        """Streams the chunks, without holding them all."""
        return self._lines(CHUNKS, Entry)

    def iter_chunks(self) -> Iterator[Chunk]:
        """Streams the chunks without what is said of them, which takes longer to read."""
        return (entry.chunk for entry in self._lines(CHUNKS, Alone))

    def glances(self) -> Iterator[tuple[slice, Glance]]:
        """Streams what can be seen of the chunks at a glance, each with its place."""
        decoder = msgspec.json.Decoder(Glance)
        start = 0
        with (self.folder / CHUNKS).open("rb") as stream:
            for line in stream:
                yield slice(start, start + len(line)), decoder.decode(line)
                start += len(line)

    def entries_at(self, places: Iterable[slice]) -> list[Entry]:
        """Reads the chunks at these places."""
        decoder = msgspec.json.Decoder(Entry)
        found: list[Entry] = []
        with (self.folder / CHUNKS).open("rb") as stream:
            for place in places:
                stream.seek(place.start)
                lines = stream.read(place.stop - place.start).splitlines()
                found += map(decoder.decode, lines)
        return found

    @cached_property
    def files(self) -> tuple[FileRecord, ...]:
        return tuple(self._lines("files.jsonl", FileRecord))

    @cached_property
    def summaries(self) -> tuple[Summary, ...]:
        return tuple(self._lines("summaries.jsonl", Summary))

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        return tuple(self._lines("decisions.jsonl", Decision))

    @cached_property
    def notes(self) -> tuple[PersonNote, ...]:
        return tuple(self._lines("notes.jsonl", PersonNote))

    @cached_property
    def names(self) -> tuple[DecisionName, ...]:
        return tuple(self._lines("names.jsonl", DecisionName))

    @cached_property
    def ledger(self) -> tuple[Holder, ...]:
        return tuple(self._lines("ledger.jsonl", Holder))

    @cached_property
    def milestones(self) -> tuple[Milestone, ...]:
        return tuple(self._lines("milestones.jsonl", Milestone))

    @cached_property
    def choices(self) -> tuple[Choice, ...]:
        return tuple(self._lines("choices.jsonl", Choice))

    @cached_property
    def synonyms(self) -> tuple[Synonym, ...]:
        return tuple(self._lines("synonyms.jsonl", Synonym))

    @cached_property
    def history(self) -> tuple[Commit, ...]:
        return tuple(self._lines("history.jsonl", Commit))

    @cached_property
    def graph(self) -> CallGraph:
        return read_graph(self.folder / "graph.jsonl")

    @cached_property
    def outline(self) -> CallGraph:
        """The graph without its calls."""
        return read_graph(self.folder / "graph.jsonl", calls=False)

    @cached_property
    def calls(self) -> tuple[Call, ...]:
        """The calls of the graph, each as pages tell it."""
        return tuple(read_calls(self.folder / "graph.jsonl"))

    def _lines(self, name: str, kind: type[T]) -> Iterator[T]:
        decoder = msgspec.json.Decoder(kind)
        with (self.folder / name).open("rb") as stream:
            for line in stream:
                yield decoder.decode(line)


def write_book(
    target: Path,
    contents: Contents,
    *,
    inputs: str,
    fingerprint: Iterable[tuple[str, str]],
    languages: Iterable[tuple[str, int]],
) -> Manifest:
    """Writes ``contents`` as a book that replaces the one at ``target``.

    ``inputs`` is the digest of everything that phase 1 read. Unchanged files keep their
    inode and time stamp.

    Raises:
        StoreError: The folder cannot be written, or ids are not unique.
    """
    from sourcebook.store.indexes import write_indexes  # noqa: PLC0415 - heavy libraries

    _check_unique(contents)
    staging = target.with_name(f".{target.name}.new")
    try:
        shutil.rmtree(staging, ignore_errors=True)
        staging.mkdir(parents=True)
        _write_lines(staging / CHUNKS, contents.entries)
        for name in _LINES:
            _write_lines(staging / f"{name}.jsonl", getattr(contents, name))
        _write_lines(staging / "graph.jsonl", rows(contents.graph))
        _write_json(
            staging / "report.json",
            {
                "schema": SCHEMA,
                "files": [record.report for record in contents.files],
                "fallbacks": fallbacks(contents.entries, contents.summaries),
            },
        )
        write_indexes(staging, contents)
        manifest = Manifest(
            schema=SCHEMA,
            inputs=inputs,
            fingerprint=tuple(sorted(fingerprint)),
            repository=contents.repository,
            counts=_counts(contents, staging),
            languages=tuple(languages),
            files=_digests(staging),
        )
        _write_json(staging / "manifest.json", manifest)
        replace_folder(staging, target)
    except OSError as error:
        raise StoreError(
            f"{target}: the book cannot be written: {error.strerror or error}. "
            "Free some space or name another folder with --output."
        ) from error
    return manifest


def read_manifest(folder: Path) -> Manifest:
    """Reads ``manifest.json`` alone.

    Raises:
        NoBookError: There is none, or it is of another schema.
    """
    path = folder / "manifest.json"
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise NoBookError(f"{folder}: no book here. Make one with: sourcebook index") from error
    try:
        schema = msgspec.json.decode(raw).get("schema")
        if schema != SCHEMA:
            raise NoBookError(
                f"{path}: the book has schema {schema}, this version reads {SCHEMA}. "
                "Make it anew with: sourcebook index"
            )
        return msgspec.json.decode(raw, type=Manifest)
    except (msgspec.DecodeError, msgspec.ValidationError, AttributeError) as error:
        raise NoBookError(f"{path}: not a manifest: {error}. Run: sourcebook index") from error


#: Places of a book in what someone names: itself, an output folder, a repository.
_PLACES = (".", "book", f"{FOLDER}/book")


def find_book(path: Path) -> Path:
    """The folder of the book that ``path`` names: a book, an output folder, or a repository.

    Raises:
        NoBookError: There is none.
    """
    for place in _PLACES:
        if (path / place / "manifest.json").is_file():
            return path / place
    raise NoBookError(f"{path}: no book here. Name a book, an output folder or a repository.")


def open_book(folder: Path, *, verify: bool = True) -> Book:
    """Opens a book; with ``verify``, checks the SHA-256 of every file of it.

    Raises:
        NoBookError: There is no book, or it is of another schema or damaged.
    """
    manifest = read_manifest(folder)
    if verify:
        for name, digest in manifest.files:
            path = folder / name
            if not path.is_file() or _sha256(path) != digest:
                raise NoBookError(
                    f"{path}: missing or changed since the book was written. "
                    "Make it anew with: sourcebook index"
                )
    return Book(folder, manifest)


def _check_unique(contents: Contents) -> None:
    for what, ids in (
        ("chunk", [entry.chunk.id for entry in contents.entries]),
        ("symbol", [symbol.id for symbol in contents.graph.symbols]),
        ("file", [record.report.path for record in contents.files]),
        ("decision", [decision.key for decision in contents.decisions]),
    ):
        seen: set[str] = set()
        for one in ids:
            if one in seen:
                raise StoreError(f"{one}: two {what}s have this id. This is a fault of Sourcebook.")
            seen.add(one)


def _counts(contents: Contents, folder: Path) -> tuple[tuple[str, int], ...]:
    statuses: dict[str, int] = {}
    for record in contents.files:
        statuses[record.report.status] = statuses.get(record.report.status, 0) + 1
    calls: dict[str, int] = {}
    for call in contents.graph.calls:
        calls[call.status] = calls.get(call.status, 0) + 1
    counts = {
        "files": len(contents.files),
        "chunks": len(contents.entries),
        "chunk_bytes": sum(
            entry.chunk.span.end - entry.chunk.span.start for entry in contents.entries
        ),
        "symbols": sum(bool(symbol.qualified) for symbol in contents.graph.symbols),
        "calls": len(contents.graph.calls),
        "commits": len(contents.history),
        "decisions": len(contents.decisions),
        "vectors": len(contents.embeddings.chunks),
        **{f"files_{status}": count for status, count in statuses.items()},
        **{f"calls_{status}": count for status, count in calls.items()},
        "book_bytes": sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()),
        "index_bytes": sum(
            p.stat().st_size
            for p in folder.rglob("*")
            if p.is_file() and ("lexical" in p.parts or p.suffix == ".usearch")
        ),
    }
    return tuple(sorted(counts.items()))


def _write_lines(path: Path, values: Iterable[Any]) -> None:
    with path.open("wb") as stream:
        for value in values:
            stream.write(_ENCODER.encode(value))
            stream.write(b"\n")


def _write_json(path: Path, value: Any) -> None:
    path.write_bytes(msgspec.json.format(_ENCODER.encode(value), indent=1) + b"\n")


def _digests(folder: Path) -> tuple[tuple[str, str], ...]:
    paths = sorted(
        p.relative_to(folder).as_posix()
        for p in folder.rglob("*")
        if p.is_file() and p.name != "manifest.json"
    )
    return tuple((name, _sha256(folder / name)) for name in paths)


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def fallbacks(entries: Iterable[Entry], levels: Iterable[Summary]) -> dict[str, int]:
    """Counts the summaries for which a model was asked in vain, by reason."""
    every = chain((entry.summary for entry in entries), levels)
    reasons = Counter(summary.fallback for summary in every if summary.fallback)
    return dict(sorted(reasons.items()))


def embeddings_of(book: Book) -> Embeddings:
    """Reads the word and chunk vectors of a book."""
    from sourcebook.store.indexes import read_embeddings  # noqa: PLC0415 - heavy libraries

    return read_embeddings(book.folder)
