"""The terms of the search files: in order, cut into shards of about equal size.

A shard holds all that a query needs of its terms: their postings, vectors and names, and
after them the postings of their other forms ("config" beside "cfg"), so that a word of a
query costs one file.
"""

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sourcebook.store.indexes import LEXICAL, Indexes
from sourcebook.store.lexical import LONGEST_LIST, Matrix, Postings, code_units, quantise_all
from sourcebook.store.packing import deltas, packed
from sourcebook.store.places import between
from sourcebook.store.query import tables
from sourcebook.store.vectors import STEPS

#: About how many bytes a shard takes after gzip.
BYTES = 4_000

#: What a number, a score, a vector and a name take of them.
_NUMBER, _SCORE, _VECTOR, _NAME = 1.1, 0.6, 24, 16

Row = tuple[list[int], NDArray[np.integer[Any]]]


class _Columns:
    """The columns of a matrix as a shard holds them.

    Almost all of them are short and wholly shown, so they are packed together; the others
    one by one.
    """

    def __init__(self, matrix: Matrix, seen: NDArray[np.bool_]) -> None:
        self._matrix = matrix
        self._seen = seen
        self._scores, scales = quantise_all(matrix)
        gaps = np.diff(matrix.indices.astype(np.int64), prepend=0)
        gaps[matrix.indptr[:-1]] = matrix.indices[matrix.indptr[:-1]]
        hidden = np.concatenate([[0], np.cumsum(~seen[matrix.indices])])
        whole = np.diff(hidden[matrix.indptr]) == 0
        self._whole = (whole & (np.diff(matrix.indptr) <= LONGEST_LIST)).tolist()
        self._ends, self._scales = matrix.indptr.tolist(), scales.tolist()
        self._gaps = gaps.astype(np.int32)

    def row(self, term: str) -> Row:
        """The numbers of a term's column (length, scale, gaps) and its scores."""
        at = self._matrix.places.get(term)
        if at is not None and self._whole[at]:
            start, end = self._ends[at], self._ends[at + 1]
            gaps = self._gaps[start:end].tolist()
            return [end - start, self._scales[at], *gaps], self._scores[start:end]
        documents, scores, scale = _visible(self._matrix.column(term), self._seen)
        if not len(documents):
            return [0], scores
        return [len(documents), scale, *deltas(documents).tolist()], scores


class TermShards:
    """All terms of a book; iterating gives the shards, and then ``firsts`` is complete."""

    def __init__(
        self,
        indexes: Indexes,
        chunks: NDArray[np.bool_],
        files: NDArray[np.bool_],
        unseen: Collection[str] = (),
    ) -> None:
        """Takes which chunks and files are shown, and the terms that occur in no shown one."""
        self._indexes = indexes
        self._unseen = unseen
        self._columns = [
            _Columns(indexes.matrices[name], seen)
            for name, seen in zip(LEXICAL, (chunks, files, files), strict=True)
        ]
        self._chunks = chunks
        #: For each shard a text that is not after its first term, and after all before it.
        self.firsts: list[str] = []

    def __iter__(self) -> Iterator[dict[str, Any]]:
        matrices = self._indexes.matrices.values()
        terms = {term for matrix in matrices for term in matrix.terms}
        terms.update(self._indexes.vectors.words)
        terms.update(one for one in tables().same if self._forms(one))
        shard, last = _Shard(), ""
        for term in sorted(terms.difference(self._unseen), key=code_units):
            own = self._own(term)
            if shard.terms and shard.size + own.size > BYTES:
                yield shard.value()
                shard = _Shard()
            if not shard.terms:
                self.firsts.append(between(last, term))
            shard.add(own)
            last = term
        if shard.terms:
            yield shard.value()

    def _own(self, term: str) -> "_Shard":
        """The shard of one term alone."""
        shard = _Shard()
        vectors = self._indexes.vectors
        row = vectors.words.get(term)
        shard.terms.append(term)
        shard.rows.append(self._row(term, 0 if row is None else int(vectors.word_steps[row])))
        if row is not None:
            shard.vectors.append(vectors.word_rows[row].astype(np.int64) + STEPS)
        for qualified, chunk, line in self._indexes.catalog.names.get(term, ()):
            if self._chunks[chunk]:
                shard.names.append([0, qualified, chunk, line])
        shard.others = {other: self._row(other, 0) for other in self._forms(term)}
        shard.size = _NAME * len(shard.names) + (0 if row is None else _VECTOR)
        for numbers, scores in (*shard.rows, *shard.others.values()):
            shard.size += _NUMBER * len(numbers) + _SCORE * len(scores)
        return shard

    def _row(self, term: str, step: int) -> Row:
        """Whether and in how many chunks a term occurs, its columns, the step of its vector."""
        numbers = [int(self._occurs(term)), self._indexes.matrices["functions"].count(term)]
        columns = [columns.row(term) for columns in self._columns]
        for column, _ in columns:
            numbers += column
        return [*numbers, step], np.concatenate([scores for _, scores in columns])

    def _forms(self, term: str) -> list[str]:
        """The other forms of a term that occur."""
        return [other for other in tables().same.get(term, ()) if self._occurs(other)]

    def _occurs(self, term: str) -> bool:
        return any(term in matrix.places for matrix in self._indexes.matrices.values())


class _Shard:
    """Terms side by side."""

    def __init__(self) -> None:
        self.terms: list[str] = []
        self.rows: list[Row] = []
        self.vectors: list[NDArray[np.int64]] = []
        self.names: list[list[Any]] = []
        self.others: dict[str, Row] = {}
        self.size = 0.0

    def add(self, own: "_Shard") -> None:
        """Adds the shard of one term."""
        place = len(self.terms)
        self.terms += own.terms
        self.rows += own.rows
        self.vectors += own.vectors
        self.names += [[place, *name] for _, *name in own.names]
        self.others |= own.others
        self.size += own.size

    def value(self) -> dict[str, Any]:
        others = {one: row for one, row in self.others.items() if one not in set(self.terms)}
        rows = (*self.rows, *others.values())
        return {
            "terms": self.terms,
            "others": list(others),
            "numbers": packed([number for numbers, _ in rows for number in numbers]),
            "scores": packed(np.concatenate([scores for _, scores in rows])),
            "vectors": packed(np.concatenate([np.zeros(0, np.int64), *self.vectors])),
            "names": self.names,
        }


def _visible(
    postings: Postings | None, seen: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], NDArray[np.int64], int]:
    if postings is None:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), 0
    keep = seen[postings.documents]
    return postings.documents[keep], postings.scores[keep], postings.scale
