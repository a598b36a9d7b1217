"""Word vectors trained on the repository itself: nothing pretrained, nothing downloaded.

A word is a row of numbers, a text the sum of its words' rows; related texts get rows that
point the same way. The start is a singular value decomposition of the function documents
(path, three times the name, twice the signature, the code), weighted by tf-idf.

Everything is deterministic: a fixed seed, one thread for linear algebra. A repository too
small for vectors gets none, and the search goes on without them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from threadpoolctl import threadpool_limits

from sourcebook.model import CallGraph, Commit, Embeddings, Entry
from sourcebook.tokenizer.fields import Fields, fields_of

#: Name of the embedder with its version; in the fingerprint and in the search manifest.
NAME = "repository-words-1"

DIMENSION = 64

#: Fewer chunks than this give no vectors.
FEWEST = 8

#: Most words that get a vector: the ones that stand in the most chunks.
MOST_WORDS = 50_000

SEED = 20260101

Rows = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Function documents as a weighted matrix, one row a chunk, one column a word."""

    words: tuple[str, ...]
    documents: sparse.csr_matrix


def embed(entries: Sequence[Entry], graph: CallGraph, history: Sequence[Commit]) -> Embeddings:
    """Returns word, chunk and file vectors, or none where there is too little text."""
    del history
    corpus = _corpus(list(fields_of(entries, graph.symbols)))
    dimension = min(DIMENSION, len(entries) // 2, len(corpus.words) // 2)
    if len(entries) < FEWEST or dimension < 2:
        return Embeddings(NAME, 0)
    with threadpool_limits(1):
        words = _decompose(corpus.documents, dimension)
    chunks = _unit(corpus.documents @ words)
    paths = [entry.chunk.path for entry in entries]
    files = _unit(_by_file(paths) @ chunks)
    return Embeddings(
        name=NAME,
        dimension=dimension,
        words=corpus.words,
        word_rows=_bytes(words / (np.abs(words).max() or 1.0)),
        chunks=tuple(entry.chunk.id for entry in entries),
        chunk_rows=_bytes(chunks),
        files=tuple(dict.fromkeys(paths)),
        file_rows=_bytes(files),
    )


def _corpus(fields: Sequence[Fields]) -> Corpus:
    counted = [_document(one) for one in fields]
    frequency = Counter(word for counts in counted for word in counts)
    common = sorted((-count, word) for word, count in frequency.items() if count > 1)[:MOST_WORDS]
    words = sorted(word for _, word in common)
    known = {word: at for at, word in enumerate(words)}
    columns: list[int] = []
    values: list[float] = []
    ends = [0]
    for counts in counted:
        for word, count in counts.items():
            if word in known:
                columns.append(known[word])
                values.append(count)
        ends.append(len(columns))
    matrix = sparse.csr_matrix(
        (np.log1p(np.array(values, np.float32)), np.array(columns, np.int32), np.array(ends)),
        shape=(len(fields), len(words)),
        dtype=np.float32,
    )
    matrix.sort_indices()
    return Corpus(tuple(words), matrix)


def _document(fields: Fields) -> Counter[str]:
    counts = Counter(fields.path)
    for term in fields.name:
        counts[term] += 3
    for term in fields.signature:
        counts[term] += 2
    counts.update(fields.code)
    return counts


def _decompose(documents: sparse.csr_matrix, dimension: int) -> Rows:
    """Word rows from the leading singular vectors of the tf-idf matrix."""
    frequency = np.maximum(np.diff(documents.tocsc().indptr), 1)
    rarity = np.log(documents.shape[0] / frequency + 1.0).astype(np.float32)
    weighted = documents @ sparse.diags(rarity)
    lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    weighted = sparse.diags(1.0 / np.maximum(lengths, 1e-9)).astype(np.float32) @ weighted
    random = np.random.default_rng(SEED)
    width = min(dimension + 16, *weighted.shape)
    basis = random.standard_normal((weighted.shape[0], width)).astype(np.float32)
    for _ in range(3):
        basis, _r = np.linalg.qr(weighted.T @ basis)
        basis, _r = np.linalg.qr(weighted @ basis)
    _u, values, right = np.linalg.svd((weighted.T @ basis).T, full_matrices=False)
    rows = right[:dimension].T * np.sqrt(values[:dimension])
    return np.ascontiguousarray(rows * rarity[:, None], dtype=np.float32)


def _by_file(paths: Sequence[str]) -> sparse.csr_matrix:
    """Sums the rows of each file's chunks; a file's chunks stand together."""
    ends = [0]
    for _, group in groupby(paths):
        ends.append(ends[-1] + sum(1 for _ in group))
    ones = np.ones(len(paths), np.float32)
    return sparse.csr_matrix((ones, np.arange(len(paths)), ends), dtype=np.float32)


def _unit(rows: Rows) -> Rows:
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return np.asarray(rows / np.maximum(lengths, 1e-9), dtype=np.float32)


def _bytes(rows: Rows) -> bytes:
    """Quantises rows in -1..1 to int8."""
    quantised: NDArray[np.int8] = np.clip(np.rint(rows * 127.0), -127, 127).astype(np.int8)
    return quantised.tobytes()
