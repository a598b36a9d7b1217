"""Writes all indexes of a book, and reads its vectors back.

::

    lexical/catalog.json   chunks and files by number, names
    lexical/functions/     scores of chunks        (bm25s)
    lexical/files/         scores of files         (bm25s)
    lexical/history/       scores of files by the subjects of past commits (bm25s)
    lexical/vectors.json   names of the rows in words.npy, chunks.npy and files.npy
    vectors.usearch        chunk vectors
"""

from pathlib import Path

from sourcebook.model import Contents
from sourcebook.store.catalog import make_catalog, write_catalog
from sourcebook.store.lexical import (
    FILE_K1,
    FUNCTION_K1,
    HISTORY_K1,
    file_matrix,
    function_matrix,
    history_matrix,
    write_matrix,
)
from sourcebook.store.vectors import read_embeddings, write_vectors
from sourcebook.tokenizer.fields import fields_of


def write_indexes(folder: Path, contents: Contents) -> None:
    """Writes the search indexes of ``contents`` into ``folder``."""
    fields = list(fields_of(contents.entries, contents.graph.symbols))
    catalog = make_catalog(contents, fields)
    lexical = folder / "lexical"
    write_catalog(folder, catalog)
    write_matrix(lexical / "functions", function_matrix(fields), FUNCTION_K1)
    write_matrix(lexical / "files", file_matrix(catalog.paths, catalog.starts, fields), FILE_K1)
    write_matrix(lexical / "history", history_matrix(catalog.paths, contents.history), HISTORY_K1)
    ordinals = {chunk: at for at, chunk in enumerate(catalog.ids)}
    write_vectors(folder, contents.embeddings, ordinals)


__all__ = ["read_embeddings", "write_indexes"]
