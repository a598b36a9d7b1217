"""Writes all indexes of a book, and opens them for a query.

::

    lexical/catalog.json   chunks and files by number, names
    lexical/functions/     scores of chunks        (bm25s)
    lexical/files/         scores of files         (bm25s)
    lexical/history/       scores of files by the subjects of past commits (bm25s)
    lexical/vectors.json   names of the rows in words.npy and chunks.npy
    lexical/provider.*     chunk vectors of a provider's model, where one is configured
    vectors.usearch        chunk vectors
"""

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sourcebook.errors import NoBookError
from sourcebook.model import Contents
from sourcebook.store.catalog import Catalog, make_catalog, read_catalog, write_catalog
from sourcebook.store.lexical import (
    FILE_K1,
    FUNCTION_K1,
    HISTORY_K1,
    Matrix,
    Postings,
    file_matrix,
    function_matrix,
    history_matrix,
    read_matrix,
    write_matrix,
)
from sourcebook.store.meanings import Compass, read_meanings, write_meanings
from sourcebook.store.near import beginnings, frequent, prefixed
from sourcebook.store.query import MOST_COMMON, Common, ranked
from sourcebook.store.vectors import Vectors, read_embeddings, read_vectors, write_vectors

#: The lexical indexes, in the order in which a term's lists stand in the search files.
LEXICAL = ("functions", "files", "history")


class Indexes:
    """The indexes of a book, each opened when it is first used."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @cached_property
    def catalog(self) -> Catalog:
        return read_catalog(self._folder)

    @cached_property
    def file_of(self) -> list[int]:
        """The file's number of each chunk."""
        return self.catalog.file_of()

    @cached_property
    def unnamed(self) -> dict[int, list[tuple[str, int]]]:
        """What module-level chunks define: name and line."""
        return self.catalog.unnamed()

    @cached_property
    def matrices(self) -> dict[str, Matrix]:
        return {name: read_matrix(self._folder / "lexical" / name) for name in LEXICAL}

    @cached_property
    def compass(self) -> Compass:
        """The vectors of a model.

        Raises:
            NoBookError: They are missing or damaged.
        """
        meanings = read_meanings(self._folder)
        if not meanings.chunks:
            raise NoBookError(f"{self._folder}: no vectors of a model. Run: sourcebook index")
        return Compass(meanings, self.catalog)

    @cached_property
    def vectors(self) -> Vectors:
        return read_vectors(self._folder, self.catalog)

    # ------------------------------------------ what a query asks, as of a published site

    @cached_property
    def common(self) -> Common:
        """Frequent terms, with the greater numbers for the more frequent."""
        return ranked(self.matrices["functions"].frequent(MOST_COMMON))

    @cached_property
    def beginnings(self) -> dict[str, int]:
        """The words that are listed, with their frequency."""
        return dict(beginnings(self.matrices["functions"]))

    @cached_property
    def frequents(self) -> dict[str, int]:
        """The frequent words, with their frequency."""
        return dict(frequent(self.matrices["functions"]))

    @property
    def dimension(self) -> int:
        """Of the vectors."""
        return max(self.vectors.dimension, 1)

    @property
    def has_vectors(self) -> bool:
        """Whether there are word vectors; raises :class:`NoBookError` where they are damaged."""
        return self.vectors.dimension > 0

    def knows(self, term: str) -> bool:
        """Whether a term occurs in any text."""
        return any(term in matrix.places for matrix in self.matrices.values())

    def column(self, name: str, term: str) -> Postings | None:
        """The postings of a term."""
        return self.matrices[name].column(term)

    def names(self, term: str) -> Sequence[tuple[str, int, int]]:
        """Definitions of this name: qualified name, chunk, line."""
        return self.catalog.names.get(term, ())

    def beginning(self, prefix: str) -> list[str]:
        """The most frequent terms of chunks that begin so."""
        return prefixed(prefix, self.beginnings.items())

    def listed(self, word: str) -> int:
        """How often a word occurs, 0 if it is not listed."""
        return self.beginnings.get(word, 0)

    def alike(self, prefix: str) -> list[str]:
        """The words that are listed and begin so."""
        return [word for word in self.beginnings if word.startswith(prefix)]

    def frequent(self, word: str) -> int:
        """How often a word occurs, 0 if it is not one of the frequent ones."""
        return self.frequents.get(word, 0)

    def word(self, term: str) -> NDArray[np.int64] | None:
        """The row of a word."""
        return self.vectors.word(term)

    def vector(self, chunk: int) -> list[int]:
        """The row of a chunk."""
        row: list[int] = self.vectors.chunk_rows[chunk].tolist()
        return row

    def defined(self, chunk: int) -> Sequence[tuple[str, int]]:
        """What a module-level chunk defines: name and line."""
        return self.unnamed.get(chunk, ())


def write_indexes(folder: Path, contents: Contents) -> None:
    """Writes the search indexes of ``contents`` into ``folder``."""
    fields = contents.fields
    catalog = make_catalog(contents, fields)
    lexical = folder / "lexical"
    write_catalog(folder, catalog)
    functions = function_matrix(fields, catalog.kinds, contents.weights)
    write_matrix(lexical / "functions", functions, FUNCTION_K1)
    write_matrix(lexical / "files", file_matrix(catalog.paths, catalog.starts, fields), FILE_K1)
    write_matrix(lexical / "history", history_matrix(catalog.paths, contents.history), HISTORY_K1)
    write_vectors(folder, contents.embeddings, catalog)
    write_meanings(folder, contents.meanings)


__all__ = ["LEXICAL", "Indexes", "read_embeddings", "write_indexes"]
