"""Contrastive training: the two texts of a pair draw together, those of others apart.

Each batch holds pairs of a query and a document. A query must find its document among
those of the batch, and a document its query (cross entropy over cosines, both ways). Only
the rows of words that occur in the batch change (Adam).
"""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from sourcebook.analyze.embed.corpus import Corpus

#: Fewer pairs than this teach nothing.
FEWEST_PAIRS = 32

EPOCHS = 24
BATCH = 256
TEMPERATURE = 0.06
RATE = 5e-3  # falls to a tenth
_DECAYS = (0.9, 0.999)

Rows = NDArray[np.float32]


def train(corpus: Corpus, words: Rows, random: np.random.Generator) -> Rows:
    """Returns the rows of the words after training, or as they are for lack of pairs."""
    pairs = np.array(corpus.pairs, dtype=np.int64)
    usable = np.flatnonzero(np.diff(corpus.queries.indptr)[: len(pairs)] > 0)
    if len(usable) < FEWEST_PAIRS:
        return words
    batches = max(round(len(usable) / BATCH), 1)
    steps = EPOCHS * batches
    adam = _Adam(words, steps)
    for epoch in range(EPOCHS):
        order = usable[random.permutation(len(usable))]
        for number, batch in enumerate(np.array_split(order, batches)):
            rate = RATE * (1 - 0.9 * (epoch * batches + number) / steps)
            columns, gradient = _gradient(
                adam.rows, corpus.queries[batch], corpus.targets[pairs[batch]], pairs[batch]
            )
            adam.step(columns, gradient, rate)
    return adam.rows


def _gradient(
    words: Rows,
    queries: sparse.csr_matrix,
    documents: sparse.csr_matrix,
    targets: NDArray[np.int64],
) -> tuple[NDArray[np.int64], Rows]:
    """The words of the batch, and the gradient of their rows."""
    places = np.zeros(len(words), dtype=np.int32)
    places[queries.indices] = places[documents.indices] = 1
    columns = np.flatnonzero(places)
    places[columns] = np.arange(len(columns))
    queries, documents = (_narrow(each, places, len(columns)) for each in (queries, documents))
    rows = words.take(columns, axis=0)
    asked, asked_lengths = _unit(queries @ rows)
    found, found_lengths = _unit(documents @ rows)
    logits = (asked @ found.T) / np.float32(TEMPERATURE)
    same = targets[:, None] == targets[None, :]
    np.fill_diagonal(same, val=False)
    logits[same] = -1e4
    pull: Rows = (_softmax(logits) + _softmax(logits.T).T) / np.float32(2)
    pull[np.diag_indices(len(pull))] -= 1
    pull /= np.float32(TEMPERATURE * len(pull))
    asked_pull: Rows = pull @ found
    found_pull: Rows = pull.T @ asked
    asked_gradient = _through_unit(asked_pull, asked, asked_lengths)
    found_gradient = _through_unit(found_pull, found, found_lengths)
    gradient = np.asarray(documents.T @ found_gradient)
    gradient += queries.T @ asked_gradient
    return columns, gradient


def _narrow(matrix: sparse.csr_matrix, places: NDArray[np.int32], width: int) -> sparse.csr_matrix:
    """The matrix with so many columns: those that it uses, each at its new place."""
    shape = (matrix.shape[0], width)
    return sparse.csr_matrix((matrix.data, places[matrix.indices], matrix.indptr), shape=shape)


def _unit(rows: Rows) -> tuple[Rows, Rows]:
    lengths = np.maximum(np.sqrt((rows * rows).sum(axis=1, keepdims=True)), 1e-6)
    return rows / lengths, lengths


def _through_unit(gradient: Rows, unit: Rows, lengths: Rows) -> Rows:
    """The gradient before the rows were brought to unit length."""
    along = (gradient * unit).sum(axis=1, keepdims=True)
    return np.asarray((gradient - along * unit) / lengths)


def _softmax(logits: Rows) -> Rows:
    raised = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True), dtype=np.float32)


class _Adam:
    """Adam whose moments are kept, and decay, only where a row is touched.

    Half of the training is spent here, so what is large is changed in place.
    """

    def __init__(self, rows: Rows, steps: int) -> None:
        self.rows = rows.copy()
        self._first = np.zeros_like(rows)
        self._second = np.zeros_like(rows)
        self._touched = np.zeros(len(rows), dtype=np.int64)
        times = np.arange(steps + 1, dtype=np.float32)[:, None]
        slow, slower = _DECAYS
        self._warm = 1 - slow**times, 1 - slower**times  # by how often a row was touched

    def step(self, columns: NDArray[np.int64], gradient: Rows, rate: float) -> None:
        slow, slower = _DECAYS
        self._touched[columns] += 1
        warm, warmer = (share[self._touched[columns]] for share in self._warm)
        first = self._first.take(columns, axis=0)
        first *= slow
        first += (1 - slow) * gradient
        self._first[columns] = first
        second = self._second.take(columns, axis=0)
        second *= slower
        change = (1 - slower) * gradient
        change *= gradient
        second += change
        self._second[columns] = second
        first /= warm
        first *= np.float32(rate)
        second /= warmer
        np.sqrt(second, out=second)
        second += 1e-8
        first /= second
        rows = self.rows.take(columns, axis=0)
        rows -= first
        self.rows[columns] = rows
