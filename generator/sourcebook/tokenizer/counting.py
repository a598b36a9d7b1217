"""Counts of terms, one row a document: what the lexical indexes and the vectors are made of.

A dictionary for each document would take ten times the room that its numbers do, so terms
are numbered as they come, and rows are kept as arrays until the vocabulary is known.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse


class Numbers(dict[str, int]):
    """The number of each term, in the order in which they are first asked for."""

    def __missing__(self, term: str) -> int:
        number = self[term] = len(self)
        return number


class Rows:
    """Rows of counts. Those that share ``numbers`` share their vocabulary."""

    def __init__(self, numbers: Numbers, *, whole: bool = True) -> None:
        self.numbers = numbers
        self._columns = array("i")
        self._values = array("f" if whole else "d")  # whole numbers are exact in either
        self._ends = array("q", [0])

    def __len__(self) -> int:
        return len(self._ends) - 1

    def add(self, counts: Mapping[str, float]) -> None:
        """One more row."""
        self._columns.fromlist(list(map(self.numbers.__getitem__, counts)))
        self._values.fromlist(list(counts.values()))
        self._ends.append(len(self._columns))

    def frequency(self) -> NDArray[np.int64]:
        """In how many rows each term stands, by its number."""
        return np.bincount(self._numbered(), minlength=len(self.numbers))

    def matrix(self, places: NDArray[np.int32], width: int) -> sparse.csr_matrix:
        """The rows as a matrix. ``places`` gives the column of each term, -1 for none."""
        columns = places[self._numbered()]
        values = np.array(self._values)
        ends = np.frombuffer(self._ends, np.int64)
        known = columns >= 0
        if not known.all():
            ends = np.concatenate(([0], np.cumsum(known)))[ends]
            columns, values = columns[known], values[known]
        matrix = sparse.csr_matrix((values, columns, ends), shape=(len(self), width))
        matrix.sort_indices()
        return matrix

    def _numbered(self) -> NDArray[np.int32]:
        return np.frombuffer(self._columns, np.int32)


def places_of(vocabulary: Sequence[str], numbers: Mapping[str, int]) -> NDArray[np.int32]:
    """The place in the vocabulary of each numbered term, -1 for one that it lacks."""
    places = np.full(len(numbers), -1, np.int32)
    places[[numbers[term] for term in vocabulary]] = np.arange(len(vocabulary), dtype=np.int32)
    return places


def rows_of(documents: Iterable[Mapping[str, float]], numbers: Numbers) -> Rows:
    """The counts of documents."""
    rows = Rows(numbers)
    for counts in documents:
        rows.add(counts)
    return rows
