"""Vectors on the disk: usearch for programs, plain rows for the query.

``vectors.usearch`` holds the chunk vectors under their ordinal in ``chunks.jsonl``; it is
built by one thread, so that the same vectors give the same bytes. Rows that are all zero
point nowhere and are left out of it. ``lexical/*.npy`` hold the same rows, and those of
words, as int8. A query reads every row in steps of a seventh of its greatest value, which
order hits as well and take half the room; a word's row keeps the size of its step, since
long rows weigh more in a query's sum.

The rows of chunks lie in the order of the chunks. A query reads those around the best hits
that words find, and no others: that orders as well as all rows do, and much better than
lists of rows that point the same way, of which it would miss most.
"""

from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from sourcebook.errors import NoBookError
from sourcebook.model import Embeddings
from sourcebook.store.catalog import Catalog

INDEX_NAME = "vectors.usearch"

#: Steps of a row, on both sides of 0.
STEPS = 7

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
    chunk_rows: Rows  # in steps, one a chunk

    def word(self, term: str) -> NDArray[np.int64] | None:
        """The row of a word, at its own length."""
        at = self.words.get(term)
        return None if at is None else self.word_rows[at] * self.word_steps[at]


def write_vectors(folder: Path, embeddings: Embeddings, catalog: Catalog) -> None:
    """Writes the vectors of a book."""
    # Only here, where it is needed: a query reads plain rows, and a process that has loaded
    # usearch (with the symbols of its helper for all) cannot load onnxruntime any more.
    from usearch.index import Index  # noqa: PLC0415

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
    np.save(lexical / "words.npy", _rows(embeddings.word_rows, embeddings.dimension))
    np.save(lexical / "chunks.npy", chunks)
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
    word_rows, word_steps = stepped(arrays["words"])
    numbers = {chunk: at for at, chunk in enumerate(catalog.ids)}
    rows: Rows = np.zeros((len(numbers), max(names.dimension, 1)), np.int8)
    rows[[numbers[chunk] for chunk in names.chunks]] = coarse(arrays["chunks"])
    return Vectors(
        name=names.name,
        dimension=names.dimension,
        words={word: at for at, word in enumerate(names.words)},
        word_rows=word_rows,
        word_steps=word_steps,
        chunk_rows=rows,
    )


def coarse(rows: Rows) -> Rows:
    """The rows in 15 steps, -7 to 7; only their directions matter."""
    tops = np.abs(rows.astype(np.float64)).max(axis=1, keepdims=True, initial=1.0)
    steps: Rows = np.rint(rows * (STEPS / tops)).astype(np.int8)
    return steps


def stepped(rows: Rows) -> tuple[Rows, NDArray[np.int64]]:
    """The rows in 15 steps, and the size of each row's step."""
    tops = np.abs(rows.astype(np.int64)).max(axis=1, initial=1)
    sizes = -(-tops // STEPS)
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
        arrays = {part: np.load(lexical / f"{part}.npy") for part in ("words", "chunks")}
    except (OSError, EOFError, ValueError, msgspec.DecodeError) as error:
        raise NoBookError(f"{folder}: no vectors: {error}. Run: sourcebook index") from error
    for part, rows in (("words", names.words), ("chunks", names.chunks)):
        if arrays[part].shape != (len(rows), max(names.dimension, 1)):
            place = lexical / f"{part}.npy"
            raise NoBookError(f"{place}: not the rows of vectors.json. Run: sourcebook index")
    return names, arrays


def _rows(raw: bytes, dimension: int) -> Rows:
    return np.frombuffer(raw, dtype=np.int8).reshape(-1, max(dimension, 1))
