"""Word vectors trained on the repository itself: nothing pretrained, nothing downloaded.

A word is a row of numbers, a text the sum of its words' rows; related texts get rows that
point the same way. The start is a singular value decomposition of the function documents
(path, three times the name, twice the signature, the code), weighted by tf-idf. Then pairs
of texts that mean the same draw their words together (:mod:`.train`): the first sentence
of a comment and the function that it describes, the subject of a commit and the files
that it changed, a name and the code without it.

What is kept of a word is its direction in a query: the row that it has in documents, and
those of the words that code uses in its place (:mod:`sourcebook.tokenizer.related`). So a
word that the repository itself never says points somewhere, too.

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
from sourcebook.tokenizer.related import meant_by

#: Name of the embedder with its version; in the fingerprint and in the search manifest.
NAME = "repository-words-3"

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
        words = np.rint(words * (127 / (np.abs(words).max() or 1.0)))
        chunks = _unit(corpus.chunks @ words)
        asked, rows = _asked(corpus.words, words)
    return Embeddings(
        name=NAME,
        dimension=dimension,
        words=asked,
        word_rows=_bytes(rows),
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


def _asked(words: Sequence[str], rows: Rows) -> tuple[tuple[str, ...], Rows]:
    """The words of queries, and their rows with those of the words that code has for them."""
    places = {word: at for at, word in enumerate(words)}
    known = {
        prose: {places[code]: share for code, share in shares.items() if code in places}
        for prose, shares in meant_by().items()
    }
    asked = sorted({*words, *(prose for prose, shares in known.items() if shares)})
    found = np.zeros((len(asked), rows.shape[1]), dtype=np.float32)
    for at, word in enumerate(asked):
        if word in places:
            found[at] = rows[places[word]]
        for place, share in known.get(word, {}).items():
            found[at] += np.float32(share) * rows[place]
    tops = np.abs(found).max(axis=1, keepdims=True, initial=127)
    return tuple(asked), np.asarray(found * (127 / tops), dtype=np.float32)


def _unit(rows: Rows) -> Rows:
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return np.asarray(rows / np.maximum(lengths, 1e-9), dtype=np.float32)


def _bytes(rows: Rows) -> bytes:
    quantised: NDArray[np.int8] = np.clip(np.rint(rows), -127, 127).astype(np.int8)
    return quantised.tobytes()


__all__ = ["DIMENSION", "NAME", "embed"]
