"""Word vectors trained on the repository itself: nothing pretrained, nothing downloaded.

A word is a row of numbers, a text the sum of its words' rows; related texts get rows that
point the same way. The start is a singular value decomposition of the function documents
(path, three times the name, twice the signature, the code), weighted by tf-idf. Then pairs
of texts that mean the same draw their words together (:mod:`.train`): the first sentence
of a comment and the function that it describes, the subject of a commit and the files
that it changed, a name and the code without it.

Everything is deterministic: a fixed seed, one thread for linear algebra. The work is
bounded: at most so many words, documents for the decomposition, and pairs. A repository
with too few pairs keeps the decomposition, one too small for that gets no vectors, and
the search goes on without them.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from threadpoolctl import threadpool_limits

from sourcebook.analyze.embed.corpus import Corpus, make_corpus
from sourcebook.analyze.embed.train import train
from sourcebook.model import ChunkId, Commit, Embeddings, Fields

#: Name of the embedder with its version; in the fingerprint and in the search manifest.
NAME = "repository-words-2"

DIMENSION = 64

#: Dimension in which they are trained: more room to learn in; then the directions in which
#: the chunks differ most are kept.
TRAINED_DIMENSION = 192

#: Fewer chunks than this give no vectors.
FEWEST = 8

#: Most documents that the decomposition looks at.
MOST_DOCUMENTS = 40_000

#: Dimensions beyond the wanted ones that make the randomised decomposition exact enough.
_MARGIN = 16
_POWERS = 3

SEED = 20260101

Rows = NDArray[np.float32]


def embed(
    places: Sequence[tuple[ChunkId, str]],
    fields: Sequence[Fields],
    history: Sequence[Commit],
    *,
    dimension: int = DIMENSION,
) -> Embeddings:
    """Returns word and chunk vectors, or none where there is too little text.

    ``places`` are the chunks with their paths, ``fields`` what they say.
    """
    corpus = make_corpus([path for _, path in places], fields, history)
    room = min(len(places) // 2, len(corpus.words) // 2)
    dimension = min(dimension, room)
    if len(places) < FEWEST or dimension < 2:
        return Embeddings(NAME, 0)
    with threadpool_limits(1):
        start = _decompose(corpus, min(TRAINED_DIMENSION, room))
        words = _project(corpus, train(corpus, start, np.random.default_rng(SEED)), dimension)
        # What is scored is what is stored: chunks are made of the stored words.
        words = np.rint(words * (127 / (np.abs(words).max() or 1.0)))
        chunks = _unit(corpus.chunks @ words)
    return Embeddings(
        name=NAME,
        dimension=dimension,
        words=corpus.words,
        word_rows=_bytes(words),
        chunks=tuple(chunk for chunk, _ in places),
        chunk_rows=_bytes(chunks * 127),
    )


def _decompose(corpus: Corpus, dimension: int) -> Rows:
    """Word rows from the leading singular vectors of the tf-idf matrix."""
    random = np.random.default_rng(SEED)
    documents = corpus.chunks
    if documents.shape[0] > MOST_DOCUMENTS:
        documents = documents[np.sort(random.permutation(documents.shape[0])[:MOST_DOCUMENTS])]
    frequency = np.bincount(documents.indices, minlength=documents.shape[1])
    rarity = np.log(documents.shape[0] / np.maximum(frequency, 1) + 1.0).astype(np.float32)
    weighted = documents @ sparse.diags(rarity)
    lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    weighted = sparse.diags((1.0 / np.maximum(lengths, 1e-9)).astype(np.float32)) @ weighted
    weighted = sparse.csr_matrix(weighted)
    width = min(dimension + _MARGIN, *weighted.shape)
    basis = random.standard_normal((weighted.shape[0], width)).astype(np.float32)
    for _ in range(_POWERS):
        basis, _r = np.linalg.qr(weighted.T @ basis)
        basis, _r = np.linalg.qr(weighted @ basis)
    _u, values, right = np.linalg.svd((weighted.T @ basis).T, full_matrices=False)
    rows = right[:dimension].T * np.sqrt(values[:dimension]) * rarity[:, None]
    lengths = np.sqrt((rows * rows).sum(axis=1))
    return np.ascontiguousarray(rows / (lengths[lengths > 0].mean() or 1.0), dtype=np.float32)


def _project(corpus: Corpus, words: Rows, dimension: int) -> Rows:
    """The words in the leading principal directions of the chunks."""
    if dimension >= words.shape[1]:
        return words
    chunks = _unit(corpus.chunks @ words)
    _values, directions = np.linalg.eigh(chunks.T @ chunks)
    return np.ascontiguousarray(words @ directions[:, ::-1][:, :dimension])


def _unit(rows: Rows) -> Rows:
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return np.asarray(rows / np.maximum(lengths, 1e-9), dtype=np.float32)


def _bytes(rows: Rows) -> bytes:
    quantised: NDArray[np.int8] = np.clip(np.rint(rows), -127, 127).astype(np.int8)
    return quantised.tobytes()


__all__ = ["DIMENSION", "NAME", "embed"]
