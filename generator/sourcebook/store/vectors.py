"""Vectors on the disk: usearch for programs, plain rows and lists for the query.

``vectors.usearch`` holds the chunk vectors under their ordinal in ``chunks.jsonl``; it is
built by one thread, so that the same vectors give the same bytes. Rows that are all zero
point nowhere and are left out of it. ``lexical/*.npy`` hold the same rows, and those of
words, as int8. A query reads every row in steps of a seventh of its greatest value, which
order hits as well and take half the room; a word's row keeps the size of its step, since
long rows weigh more in a query's sum.

The query does not look at every row: rows that point the same way share a list, and only
the lists nearest to the query are read. Items are chunks by number.
"""

import math
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits
from usearch.index import Index

from sourcebook.errors import NoBookError
from sourcebook.model import Embeddings
from sourcebook.store.catalog import Catalog

INDEX_NAME = "vectors.usearch"

#: A list has at least so many rows, and in a large book as many as there are lists.
LIST_ROWS = 400

#: Length of a centroid's row.
CENTROID = 32

_SEED = 20260101
_SAMPLE = 50_000
_ROUNDS = 8

Rows = NDArray[np.int8]


class _Names(msgspec.Struct):
    """``lexical/vectors.json``: what the rows of the arrays beside it stand for."""

    name: str
    dimension: int
    words: tuple[str, ...]
    chunks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vectors:
    """The rows of a book, and what they stand for."""

    name: str
    dimension: int
    words: dict[str, int]
    word_rows: Rows  # in steps
    word_steps: NDArray[np.int64]  # size of a step, one a word
    items: NDArray[np.int64]  # number of each row of ``item_rows``
    item_rows: Rows
    centroids: Rows  # one a list
    list_of: NDArray[np.int64]  # list of each row of ``item_rows``

    def word(self, term: str) -> NDArray[np.int64] | None:
        """The row of a word, at its own length."""
        at = self.words.get(term)
        return None if at is None else self.word_rows[at] * self.word_steps[at]


def write_vectors(folder: Path, embeddings: Embeddings, catalog: Catalog) -> None:
    """Writes the vectors of a book, and the lists of its items."""
    lexical = folder / "lexical"
    lexical.mkdir(exist_ok=True)
    names = _Names(
        embeddings.name,
        embeddings.dimension,
        embeddings.words,
        embeddings.chunks,
    )
    (lexical / "vectors.json").write_bytes(msgspec.json.encode(names) + b"\n")
    chunks = _rows(embeddings.chunk_rows, embeddings.dimension)
    numbers = {chunk: at for at, chunk in enumerate(catalog.ids)}
    keys = np.array([numbers[chunk] for chunk in embeddings.chunks], dtype=np.uint64)
    centroids, list_of = _split(chunks)
    np.save(lexical / "words.npy", _rows(embeddings.word_rows, embeddings.dimension))
    np.save(lexical / "chunks.npy", chunks)
    np.save(lexical / "centroids.npy", centroids)
    np.save(lexical / "lists.npy", list_of.astype(np.int32))
    index = Index(ndim=max(embeddings.dimension, 1), metric="cos", dtype="i8")
    pointing = chunks.any(axis=1) if len(chunks) else np.zeros(0, dtype=bool)
    if pointing.any():
        index.add(keys[pointing], chunks[pointing], threads=1)
    index.save(str(folder / INDEX_NAME))


def read_vectors(folder: Path, catalog: Catalog) -> Vectors:
    """Reads the vectors of a book for the query.

    Raises:
        NoBookError: They are missing or damaged.
    """
    names, arrays = _read(folder)
    chunks = {chunk: at for at, chunk in enumerate(catalog.ids)}
    word_rows, word_steps = stepped(arrays["words"])
    return Vectors(
        name=names.name,
        dimension=names.dimension,
        words={word: at for at, word in enumerate(names.words)},
        word_rows=word_rows,
        word_steps=word_steps,
        items=np.array([chunks[one] for one in names.chunks], dtype=np.int64),
        item_rows=coarse(arrays["chunks"]),
        centroids=arrays["centroids"],
        list_of=arrays["lists"].astype(np.int64),
    )


def coarse(rows: Rows) -> Rows:
    """The rows in 15 steps, -7 to 7; only their directions matter."""
    tops = np.abs(rows.astype(np.float64)).max(axis=1, keepdims=True, initial=1.0)
    steps: Rows = np.rint(rows * (7 / tops)).astype(np.int8)
    return steps


def stepped(rows: Rows) -> tuple[Rows, NDArray[np.int64]]:
    """The rows in 15 steps, and the size of each row's step."""
    tops = np.abs(rows.astype(np.int64)).max(axis=1, initial=1)
    sizes = -(-tops // 7)
    steps: Rows = np.rint(rows / sizes[:, None]).astype(np.int8)
    return steps, sizes


def read_embeddings(folder: Path) -> Embeddings:
    """Reads the vectors of a book as the value that was written."""
    names, arrays = _read(folder)
    return Embeddings(
        name=names.name,
        dimension=names.dimension,
        words=names.words,
        word_rows=arrays["words"].tobytes(),
        chunks=names.chunks,
        chunk_rows=arrays["chunks"].tobytes(),
    )


def _read(folder: Path) -> tuple[_Names, dict[str, NDArray[np.int8]]]:
    lexical = folder / "lexical"
    try:
        names = msgspec.json.decode((lexical / "vectors.json").read_bytes(), type=_Names)
        arrays = {
            part: np.load(lexical / f"{part}.npy")
            for part in ("words", "chunks", "centroids", "lists")
        }
    except (OSError, ValueError, msgspec.DecodeError) as error:
        raise NoBookError(f"{folder}: no vectors: {error}. Run: sourcebook index") from error
    return names, arrays


def _split(rows: Rows) -> tuple[Rows, NDArray[np.int64]]:
    """Spherical k-means: the lists' centroids as int8, and the list of each row."""
    count = len(rows)
    wanted = min(round(math.sqrt(count)), count // LIST_ROWS)
    if wanted < 2:
        return np.zeros((min(count, 1), rows.shape[1]), np.int8), np.zeros(count, np.int64)
    random = np.random.default_rng(_SEED)
    sample = np.sort(random.choice(count, min(count, _SAMPLE), replace=False))
    points = _unit(rows[sample].astype(np.float32))
    centres = points[np.sort(random.choice(len(points), wanted, replace=False))]
    with threadpool_limits(1):
        for _ in range(_ROUNDS):
            nearest = _nearest(points, centres)
            sums = np.zeros_like(centres)
            np.add.at(sums, nearest, points)
            filled = sums.any(axis=1)
            centres[filled] = _unit(sums[filled])
        list_of = _nearest(rows.astype(np.float32), centres)
    used, list_of = np.unique(list_of, return_inverse=True)
    quantised: Rows = np.rint(centres[used] * CENTROID).astype(np.int8)
    return quantised, list_of.astype(np.int64)


def _nearest(points: NDArray[np.float32], centres: NDArray[np.float32]) -> NDArray[np.int64]:
    blocks = [
        np.argmax(points[at : at + 4096] @ centres.T, axis=1) for at in range(0, len(points), 4096)
    ]
    return np.concatenate(blocks)


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return np.asarray(rows / np.maximum(lengths, 1e-9), dtype=np.float32)


def _rows(raw: bytes, dimension: int) -> Rows:
    return np.frombuffer(raw, dtype=np.int8).reshape(-1, max(dimension, 1))
