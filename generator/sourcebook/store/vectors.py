"""Vectors on the disk: usearch for programs, plain rows for Sourcebook's own query.

``vectors.usearch`` holds the chunk vectors under their ordinal in ``chunks.jsonl``; it is
built by one thread, so that the same vectors give the same bytes. Rows that are all zero
point nowhere and are left out of it. ``lexical/*.npy`` hold the same rows, and those of
words and files, as int8.
"""

from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray
from usearch.index import Index

from sourcebook.errors import NoBookError
from sourcebook.model import Embeddings

INDEX_NAME = "vectors.usearch"

Rows = NDArray[np.int8]


class _Names(msgspec.Struct):
    """``lexical/vectors.json``: what the rows of the arrays beside it stand for."""

    name: str
    dimension: int
    words: tuple[str, ...]
    chunks: tuple[str, ...]
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Vectors:
    """The rows of a book, and what they stand for."""

    name: str
    dimension: int
    words: dict[str, int]
    word_rows: Rows
    chunks: tuple[str, ...]
    chunk_rows: Rows
    files: tuple[str, ...]
    file_rows: Rows


def write_vectors(folder: Path, embeddings: Embeddings, ordinals: dict[str, int]) -> None:
    """Writes the vectors of a book; ``ordinals`` are the positions of its chunks."""
    lexical = folder / "lexical"
    lexical.mkdir(exist_ok=True)
    names = _Names(
        embeddings.name,
        embeddings.dimension,
        embeddings.words,
        embeddings.chunks,
        embeddings.files,
    )
    (lexical / "vectors.json").write_bytes(msgspec.json.encode(names) + b"\n")
    rows = _rows(embeddings.chunk_rows, embeddings.dimension)
    np.save(lexical / "words.npy", _rows(embeddings.word_rows, embeddings.dimension))
    np.save(lexical / "chunks.npy", rows)
    np.save(lexical / "files.npy", _rows(embeddings.file_rows, embeddings.dimension))
    index = Index(ndim=max(embeddings.dimension, 1), metric="cos", dtype="i8")
    keys = np.array([ordinals[chunk] for chunk in embeddings.chunks], dtype=np.uint64)
    pointing = rows.any(axis=1) if len(rows) else np.zeros(0, dtype=bool)
    if pointing.any():
        index.add(keys[pointing], rows[pointing], threads=1)
    index.save(str(folder / INDEX_NAME))


def read_vectors(folder: Path) -> Vectors:
    """Reads the vectors of a book.

    Raises:
        NoBookError: They are missing or damaged.
    """
    lexical = folder / "lexical"
    try:
        names = msgspec.json.decode((lexical / "vectors.json").read_bytes(), type=_Names)
        words, chunks, files = (
            np.load(lexical / f"{part}.npy") for part in ("words", "chunks", "files")
        )
    except (OSError, ValueError, msgspec.DecodeError) as error:
        raise NoBookError(f"{folder}: no vectors: {error}. Run: sourcebook index") from error
    return Vectors(
        name=names.name,
        dimension=names.dimension,
        words={word: at for at, word in enumerate(names.words)},
        word_rows=words,
        chunks=names.chunks,
        chunk_rows=chunks,
        files=names.files,
        file_rows=files,
    )


def read_embeddings(folder: Path) -> Embeddings:
    """Reads the vectors of a book as the value that was written."""
    vectors = read_vectors(folder)
    return Embeddings(
        name=vectors.name,
        dimension=vectors.dimension,
        words=tuple(vectors.words),
        word_rows=vectors.word_rows.tobytes(),
        chunks=vectors.chunks,
        chunk_rows=vectors.chunk_rows.tobytes(),
        files=vectors.files,
        file_rows=vectors.file_rows.tobytes(),
    )


def _rows(raw: bytes, dimension: int) -> Rows:
    return np.frombuffer(raw, dtype=np.int8).reshape(-1, max(dimension, 1))
