"""The static files of the search: what a browser needs to answer a query by itself.

::

    search/loader.js             the one script that pages name; never changes
    search/manifest.json         never cached; names all else by the digest of its contents
    search/client-<digest>/      the browser's side
    search/index-<digest>/
        tables.json              chunks per file, language and class of each file, centroids
        terms/<n>.json           terms in order, with their postings, vectors and names
        lists/<n>.json           vectors that point the same way
        documents/<n>.json       what a result shows
        kinds.json, paths.json   fetched when a query filters by them
        japanese.json            fetched when a query has text without blanks
        words.json               fetched when a word is unknown: what it may be a slip of

All files are JSON; arrays of numbers are packed (:mod:`sourcebook.render.packing`). The
format is described in ``site_src/reference/search.md``.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sourcebook.config import SearchConfig
from sourcebook.model import Chunk, Entry, Page
from sourcebook.render.builtin import templates_dir
from sourcebook.render.client import client
from sourcebook.render.packing import deltas, nibbles, octets, varints
from sourcebook.store.book import Book
from sourcebook.store.catalog import ASIDE, Catalog
from sourcebook.store.indexes import LEXICAL, Indexes
from sourcebook.store.lexical import LONGEST_LIST, Matrix, Postings, code_units, quantise_all
from sourcebook.store.near import dictionary
from sourcebook.store.query import japanese, tables
from sourcebook.store.strategies import signal_weights
from sourcebook.store.vectors import Vectors
from sourcebook.tokenizer import VERSION

#: Version of the files' format.
FORMAT = 2

#: Postings and vector bytes after which a shard of terms is full.
TERMS_BYTES = 8_000

#: Documents in one shard.
DOCUMENTS = 64

UrlOf = Callable[[Chunk], str]


def bundle(
    book: Book,
    url_of: UrlOf,
    *,
    hidden: Collection[str] = (),
    search: SearchConfig = SearchConfig(),  # noqa: B008 - frozen
) -> Iterator[Page]:
    """Yields the files of the search. Chunks of ``hidden`` paths are left out."""
    indexes = Indexes(book.folder)
    shown = _shown(indexes.catalog, hidden)
    terms = _TermShards(indexes, shown)
    files = [
        Page(name, _json(value))
        for name, value in _index_files(book, indexes, terms, url_of, shown)
    ]
    index = f"index-{_digest(files)}"
    yield from (Page(f"search/{index}/{page.path}", page.data) for page in files)
    modules = list(client())
    folder = f"client-{_digest(modules)}"
    yield from (Page(f"search/{folder}/{page.path}", page.data) for page in modules)
    yield Page("search/loader.js", (templates_dir() / "search" / "loader.js").read_bytes())
    manifest = _manifest(indexes, terms.firsts, shown, search)
    manifest |= {"index": f"{index}/", "client": f"{folder}/ui.js"}
    yield Page("search/manifest.json", _json(manifest))


@dataclass(frozen=True, slots=True)
class _Shown:
    """What may be seen: by number of chunk and of file."""

    chunks: NDArray[np.bool_]
    files: NDArray[np.bool_]


def _shown(catalog: Catalog, hidden: Collection[str]) -> _Shown:
    files = np.array([path not in hidden for path in catalog.paths], dtype=bool)
    owners = np.array(catalog.file_of(), dtype=np.int64)
    return _Shown(files[owners] if len(owners) else np.zeros(0, dtype=bool), files)


def _manifest(
    indexes: Indexes, firsts: list[str], shown: _Shown, search: SearchConfig
) -> dict[str, Any]:
    catalog, vectors = indexes.catalog, indexes.vectors
    seen_kinds = Counter(k for k, on in zip(catalog.kinds, shown.chunks, strict=True) if on)
    return {
        "format": FORMAT,
        "tokenizer": VERSION,
        "embedder": {"name": vectors.name, "dimension": vectors.dimension},
        "counts": {"chunks": len(catalog.ids), "files": len(catalog.paths)},
        "weights": signal_weights(search),
        "brings": search.dense == "full",
        "least": search.min_score,
        "terms": firsts,
        "lists": len(vectors.centroids),
        "documents": DOCUMENTS,
        "facets": {
            "kinds": _by_count(seen_kinds),
            "scopes": _by_count(Counter(filter(None, catalog.scopes))),
            "languages": _by_count(Counter(filter(None, catalog.languages))),
        },
    }


def _by_count(counted: Counter[str]) -> list[str]:
    return sorted(counted, key=lambda name: (-counted[name], name))


def _index_files(
    book: Book, indexes: Indexes, terms: "_TermShards", url_of: UrlOf, shown: _Shown
) -> Iterator[tuple[str, Any]]:
    catalog = indexes.catalog
    yield "tables.json", _tables(catalog, indexes)
    words = dictionary(indexes.matrices["functions"])
    counts = varints([count for _, count in words])
    yield "words.json", {"words": " ".join(word for word, _ in words), "counts": counts}
    yield "paths.json", {"paths": catalog.paths}
    yield "japanese.json", {"words": _japanese(indexes)}
    kinds = tuple(dict.fromkeys(catalog.kinds))
    places = {kind: at for at, kind in enumerate(kinds)}
    yield "kinds.json", {"names": kinds, "kinds": octets(bytes(places[k] for k in catalog.kinds))}
    for number, shard in enumerate(terms.shards):
        yield f"terms/{number}.json", shard
    for number, shard in enumerate(_lists(indexes.vectors, shown)):
        yield f"lists/{number}.json", shard
    for number, shard in enumerate(_documents(book.entries, indexes, url_of, shown)):
        yield f"documents/{number}.json", shard


# ------------------------------------------------------------------------------ terms


class _Columns:
    """The columns of a matrix as a shard holds them.

    Almost all of them are short and wholly shown, so they are packed together; the others
    one by one.
    """

    def __init__(self, matrix: Matrix, seen: NDArray[np.bool_]) -> None:
        self._matrix = matrix
        self._seen = seen
        scores, scales = quantise_all(matrix)
        gaps = np.diff(matrix.indices.astype(np.int64), prepend=0)
        gaps[matrix.indptr[:-1]] = matrix.indices[matrix.indptr[:-1]]
        ends = matrix.indptr.tolist()
        hidden = np.concatenate([[0], np.cumsum(~seen[matrix.indices])])
        whole = np.diff(hidden[matrix.indptr]) == 0
        self._whole = (whole & (np.diff(matrix.indptr) <= LONGEST_LIST)).tolist()
        self._ends, self._scales, self._gaps = ends, scales.tolist(), gaps.tolist()
        self._scores = scores.astype(np.uint8).tobytes()

    def packed(self, term: str) -> tuple[list[int], bytes]:
        """The numbers of a term's column (length, scale, gaps) and its scores."""
        at = self._matrix.places.get(term)
        if at is not None and self._whole[at]:
            start, end = self._ends[at], self._ends[at + 1]
            return [end - start, self._scales[at], *self._gaps[start:end]], self._scores[start:end]
        documents, scores, scale = _visible(self._matrix.column(term), self._seen)
        if not len(documents):
            return [0], b""
        gaps = deltas(documents).tolist()
        return [len(documents), scale, *gaps], scores.astype(np.uint8).tobytes()


class _TermShards:
    """Terms in order, cut into shards of about equal size."""

    def __init__(self, indexes: Indexes, shown: _Shown) -> None:
        self._indexes = indexes
        self._columns = [
            _Columns(indexes.matrices[name], seen)
            for name, seen in zip(LEXICAL, (shown.chunks, shown.files, shown.files), strict=True)
        ]
        self._shown = shown
        self.firsts: list[str] = []
        self.shards: list[dict[str, Any]] = []
        self._clear()
        matrices = indexes.matrices.values()
        for term in sorted(
            {term for matrix in matrices for term in matrix.terms} | set(indexes.vectors.words),
            key=code_units,
        ):
            self._add(term)
        self._close()

    def _clear(self) -> None:
        self._terms: list[str] = []
        self._numbers: list[NDArray[np.int64]] = []
        self._scores: list[bytes] = []
        self._vectors: list[bytes] = []
        self._names: list[list[Any]] = []
        self._size = 0

    def _add(self, term: str) -> None:
        matrices = self._indexes.matrices
        occurs = any(term in matrix.places for matrix in matrices.values())
        numbers = [int(occurs), matrices["functions"].count(term)]
        for columns in self._columns:
            column, scores = columns.packed(term)
            numbers += column
            self._scores.append(scores)
        vectors = self._indexes.vectors
        row = vectors.words.get(term)
        numbers.append(0 if row is None else 1)
        if row is not None:
            self._vectors.append(vectors.word_rows[row].tobytes())
        for qualified, chunk, line in self._indexes.catalog.names.get(term, ()):
            if self._shown.chunks[chunk]:
                self._names.append([len(self._terms), qualified, chunk, line])
        self._terms.append(term)
        self._numbers.append(np.array(numbers, dtype=np.int64))
        self._size += 2 * len(numbers) + (vectors.dimension if row is not None else 0)
        if self._size >= TERMS_BYTES:
            self._close()

    def _close(self) -> None:
        if not self._terms:
            return
        self.firsts.append(self._terms[0])
        self.shards.append(
            {
                "terms": self._terms,
                "numbers": varints(np.concatenate(self._numbers)),
                "scores": octets(b"".join(self._scores)),
                "vectors": octets(b"".join(self._vectors)),
                "names": self._names,
            }
        )
        self._clear()


def _visible(
    postings: Postings | None, seen: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    if postings is None:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), 0
    keep = seen[postings.documents]
    return postings.documents[keep], postings.scores[keep], postings.scale


# ---------------------------------------------------------------- tables and documents


def _tables(catalog: Catalog, indexes: Indexes) -> dict[str, Any]:
    languages = sorted(set(catalog.languages))
    scopes = sorted(set(catalog.scopes))
    return {
        "chunks": varints(catalog.sizes()),
        "aside": octets(bytes(one in ASIDE for one in catalog.classes)),
        "languages": languages,
        "language": varints([languages.index(one) for one in catalog.languages]),
        "scopes": scopes,
        "scope": varints([scopes.index(one) for one in catalog.scopes]),
        "tongues": varints([number for shares in catalog.tongues for number in _flat(shares)]),
        "centroids": octets(indexes.vectors.centroids.tobytes()),
        "query": _query_tables(indexes),
    }


def _flat(shares: tuple[tuple[int, int], ...]) -> Iterator[int]:
    """How many languages a file belongs to, then each with its share."""
    yield len(shares)
    for language, tenths in shares:
        yield from (language, tenths)


def _query_tables(indexes: Indexes) -> dict[str, Any]:
    """What is known of a query's words; other forms only where the index has them."""
    known = tables()
    places = [matrix.places for matrix in indexes.matrices.values()]
    same = {
        word: [other for other in others if any(other in terms for terms in places)]
        for word, others in sorted(known.same.items())
    }
    return {
        "stop": sorted(known.stop),
        "change": sorted(known.change),
        "aside": sorted(known.aside),
        "same": [[word, *others] for word, others in same.items() if others],
        "languages": [language.words for language in known.languages],
    }


def _japanese(indexes: Indexes) -> list[list[str]]:
    """Japanese words and those of their English terms that the index has."""
    places = [matrix.places for matrix in indexes.matrices.values()]
    return [
        [word, *(one for one in terms if any(one in known for known in places))]
        for word, terms in japanese().items()
    ]


def _lists(vectors: Vectors, shown: _Shown) -> Iterator[dict[str, Any]]:
    seen = shown.chunks[vectors.items]
    for number in range(len(vectors.centroids)):
        rows = np.flatnonzero((vectors.list_of == number) & seen)
        rows = rows[np.argsort(vectors.items[rows], kind="stable")]
        yield {
            "chunks": varints(deltas(vectors.items[rows])),
            "rows": nibbles(vectors.item_rows[rows]),
        }


def _documents(
    entries: tuple[Entry, ...], indexes: Indexes, url_of: UrlOf, shown: _Shown
) -> Iterator[dict[str, Any]]:
    """Rows of what a result shows; an empty row for a chunk that is not published."""
    for start in range(0, len(entries), DOCUMENTS):
        yield {
            "documents": [
                _document(entries[at], indexes, at, url_of) if shown.chunks[at] else []
                for at in range(start, min(start + DOCUMENTS, len(entries)))
            ]
        }


def _document(entry: Entry, indexes: Indexes, number: int, url_of: UrlOf) -> list[Any]:
    chunk, summary, catalog = entry.chunk, entry.summary, indexes.catalog
    said = summary.responsibility
    return [
        chunk.id,
        summary.title or chunk.qualified or chunk.path,
        catalog.kinds[number],
        chunk.path,
        catalog.lines[number],
        chunk.span.end_line,
        chunk.qualified,
        chunk.signature,
        said.text if said is not None else "",
        url_of(chunk),
        summary.origin,
        said.confidence if said is not None else 0,
        indexes.unnamed.get(number, []),
    ]


def _digest(pages: Iterable[Page]) -> str:
    total = hashlib.sha256()
    for page in pages:
        total.update(page.path.encode() + b"\0" + len(page.data).to_bytes(8, "little"))
        total.update(page.data)
    return total.hexdigest()[:16]


def _json(value: Any) -> bytes:
    return msgspec.json.encode(value) + b"\n"
