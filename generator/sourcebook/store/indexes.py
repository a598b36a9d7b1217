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

from functools import cached_property
from pathlib import Path

from sourcebook.model import Contents
from sourcebook.store.catalog import Catalog, make_catalog, read_catalog, write_catalog
from sourcebook.store.lexical import (
    FILE_K1,
    FUNCTION_K1,
    HISTORY_K1,
    Matrix,
    file_matrix,
    function_matrix,
    history_matrix,
    read_matrix,
    write_matrix,
)
from sourcebook.store.meanings import Compass, read_meanings, write_meanings
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
        return Compass(read_meanings(self._folder), self.catalog)

    @cached_property
    def vectors(self) -> Vectors:
        return read_vectors(self._folder, self.catalog)


def write_indexes(folder: Path, contents: Contents) -> None:
    """Writes the search indexes of ``contents`` into ``folder``."""
    fields = contents.fields
    catalog = make_catalog(contents, fields)
    lexical = folder / "lexical"
    write_catalog(folder, catalog)
    write_matrix(lexical / "functions", function_matrix(fields, catalog.kinds), FUNCTION_K1)
    write_matrix(lexical / "files", file_matrix(catalog.paths, catalog.starts, fields), FILE_K1)
    write_matrix(lexical / "history", history_matrix(catalog.paths, contents.history), HISTORY_K1)
    write_vectors(folder, contents.embeddings, catalog)
    write_meanings(folder, contents.meanings)


__all__ = ["LEXICAL", "Indexes", "read_embeddings", "write_indexes"]
