"""Lexical indexes: functions, files and past commit subjects, as eager BM25 scores.

Every matrix has one row a document and one column a term; a cell is the finished score of
that term in that document, so that a query is a sum of columns. Fields are combined as in
BM25F: each field's counts are divided by its own length norm and weighted, the sum is
saturated once. The matrices are stored in the form of bm25s, which any program can load
(``bm25s.BM25.load``); Sourcebook itself reads single columns.

A column is used in the form that the browser gets: at most :data:`LONGEST_LIST` documents,
the best ones, with scores in :data:`STEPS` steps and one scale a column. All sums are of integers, so
Python and JavaScript get the same values whatever the order.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import bm25s
import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from sourcebook.errors import NoBookError
from sourcebook.model import ChunkKind, Commit, Fields, WrittenWeights
from sourcebook.tokenizer import tokenize
from sourcebook.tokenizer.counting import Numbers, Rows, places_of
from sourcebook.tokenizer.related import spoken

#: Longest posting list that a query reads.
LONGEST_LIST = 1024

#: Steps of a score below the greatest of its column. They are most of what a query
#: transfers; more of them order hits no better.
STEPS = 15

#: Steps of a column's scale: a score of 1.0 has the scale 4096.
SCALE = 4096

#: Seconds after which a commit counts half.
HALF_LIFE = 3 * 365.25 * 24 * 3600

#: Commits that touch more files say little about each.
MOST_FILES = 20


@dataclass(frozen=True, slots=True)
class Field:
    """Weight of a field, and how far its length matters (b of BM25)."""

    weight: float
    b: float


FUNCTION_FIELDS = {
    "path": Field(1.0, 0.0),
    "name": Field(3.0, 0.0),
    "signature": Field(2.0, 0.3),
    "code": Field(1.0, 0.75),
    "doc": Field(0.5, 0.5),
}
#: What a model or a person wrote: few chunks have it, so that a mean length says nothing.
WRITTEN_B = 0.0
FUNCTION_K1 = 4.0

#: Power of a term's rarity. A sentence says what a function does in common words as well as
#: in rare ones, and the rare ones often stand in code that does something else.
FUNCTION_RARITY = 0.5

#: Chunks that surround functions have words of many: what a score counts in them.
AROUND = frozenset({ChunkKind.CLASS, ChunkKind.STATEMENTS})
AROUND_SHARE = 0.8
FILE_FIELDS = {"path": Field(6.0, 0.0), "text": Field(1.0, 0.3)}
FILE_K1 = 1.2
HISTORY_FIELDS = {"subjects": Field(1.0, 0.3)}
HISTORY_K1 = 1.2

#: Rows of which the fields are added up at once.
ROWS_AT_ONCE = 20_000


@dataclass(frozen=True, slots=True)
class Postings:
    """One column, capped and quantised: the score is ``scores * scale / (STEPS * SCALE)``."""

    documents: NDArray[np.int64]  # ascending
    scores: NDArray[np.int64]  # 1..STEPS
    scale: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """Scores by term: the column of ``terms[i]`` is ``indptr[i]:indptr[i + 1]``."""

    terms: tuple[str, ...]  # sorted by UTF-16 code units, as JavaScript compares
    data: NDArray[np.float32]
    indices: NDArray[np.int32]
    indptr: NDArray[np.int64]
    documents: int
    places: Mapping[str, int]  # of the terms

    def column(self, term: str) -> Postings | None:
        """The postings of a term, None when it does not occur."""
        at = self.places.get(term)
        if at is None:
            return None
        start, end = int(self.indptr[at]), int(self.indptr[at + 1])
        return quantise(self.data[start:end], self.indices[start:end])

    def count(self, term: str) -> int:
        """In how many documents the term occurs."""
        at = self.places.get(term)
        return 0 if at is None else int(self.indptr[at + 1] - self.indptr[at])

    def frequent(self, most: int) -> list[str]:
        """The terms of the most documents, the most frequent first."""
        counts = np.diff(self.indptr)
        return [self.terms[at] for at in np.argsort(-counts, kind="stable")[:most]]


def quantise(data: NDArray[np.float32], indices: NDArray[np.int32]) -> Postings:
    """Caps a column at its best documents and puts its scores in steps."""
    documents = np.asarray(indices, dtype=np.int64)
    values = np.asarray(data, dtype=np.float64)
    if len(values) > LONGEST_LIST:
        best = np.lexsort((documents, -values))[:LONGEST_LIST]
        best.sort()
        documents, values = documents[best], values[best]
    top = float(values.max()) if len(values) else 0.0
    scale = max(1, min(65535, round(top * SCALE)))
    scores = np.clip(np.rint(values * (STEPS * SCALE / scale)), 1, STEPS).astype(np.int64)
    return Postings(documents, scores, scale)


def quantise_all(matrix: Matrix) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
    """The scores of all entries and the scales of all columns, as :func:`quantise` gives them.

    Columns that it would cap are not.
    """
    starts, values = matrix.indptr[:-1], matrix.data.astype(np.float64)
    tops = np.maximum.reduceat(values, starts) if len(values) else np.zeros(0)
    scales = np.clip(np.rint(tops * SCALE), 1, 65535).astype(np.int64)
    values *= np.repeat(STEPS * SCALE / scales, np.diff(matrix.indptr))
    np.clip(np.rint(values, out=values), 1, STEPS, out=values)
    return values.astype(np.int8), scales  # a large book has millions


# ------------------------------------------------------------------------ making them


def function_matrix(
    fields: Sequence[Fields], kinds: Sequence[str], written: WrittenWeights
) -> Matrix:
    """Scores of chunks by their own fields and kind."""
    weights = FUNCTION_FIELDS | {
        "responsibility": Field(written.responsibility, WRITTEN_B),
        "statements": Field(written.statements, WRITTEN_B),
    }
    counted = _tables(weights)
    for one in fields:
        for name, rows in counted.items():
            counts = Counter(getattr(one, name))
            rows.add(spoken(counts) if name == "name" else counts)
    matrix = _matrix(counted, weights, FUNCTION_K1, len(fields), FUNCTION_RARITY)
    shares = np.array([AROUND_SHARE if kind in AROUND else 1.0 for kind in kinds], np.float32)
    return replace(matrix, data=matrix.data * shares[matrix.indices])


def file_matrix(paths: Sequence[str], starts: Sequence[int], fields: Sequence[Fields]) -> Matrix:
    """Scores of files by path and whole text. ``starts`` is each file's first chunk."""
    counted = _tables(FILE_FIELDS)
    for path, start, end in zip(paths, starts, [*starts, len(fields)][1:], strict=True):
        text: Counter[str] = Counter()
        for one in fields[start:end]:
            text.update(one.code)
            text.update(one.doc)
            text.update(one.responsibility)
            text.update(one.statements)
        counted["path"].add(Counter(tokenize(path)))
        counted["text"].add(text)
    return _matrix(counted, FILE_FIELDS, FILE_K1, len(paths))


def history_matrix(paths: Sequence[str], history: Sequence[Commit]) -> Matrix:
    """Scores of files by the subjects of the commits that changed them, old ones less."""
    known = {path: at for at, path in enumerate(paths)}
    counted: list[dict[str, float]] = [{} for _ in paths]
    newest = max((commit.time for commit in history), default=0)
    for commit in history:
        if commit.bot or len(commit.paths) > MOST_FILES:
            continue
        weight = 0.5 ** ((newest - commit.time) / HALF_LIFE)
        terms = tokenize(commit.subject)
        for path in commit.paths:
            counts = counted[known[path]] if path in known else {}
            for term in terms:
                counts[term] = counts.get(term, 0.0) + weight
    subjects = Rows(Numbers(), whole=False)
    for counts in counted:
        subjects.add(counts)
    return _matrix({"subjects": subjects}, HISTORY_FIELDS, HISTORY_K1, len(paths))


def _tables(fields: Iterable[str]) -> dict[str, Rows]:
    """Empty rows for each field, of one vocabulary."""
    numbers = Numbers()
    return {name: Rows(numbers) for name in fields}


def _matrix(
    counted: Mapping[str, Rows],
    weights: Mapping[str, Field],
    k1: float,
    rows: int,
    power: float = 1.0,
) -> Matrix:
    numbers = next(iter(counted.values())).numbers
    terms = sorted(numbers, key=code_units)
    if not terms:
        empty = np.zeros(1, dtype=np.int64)
        return Matrix((), np.zeros(0, np.float32), np.zeros(0, np.int32), empty, rows, {})
    places = places_of(terms, numbers)
    counts = {name: counted[name].matrix(places, len(terms)) for name in weights}
    scores = sparse.csc_matrix(_total(counts, weights))
    scores.sum_duplicates()
    scores.sort_indices()
    frequency = np.diff(scores.indptr)
    rarity = np.log1p((rows - frequency + 0.5) / (frequency + 0.5)) ** power
    saturated = scores.data / (k1 + scores.data)
    return Matrix(
        terms=tuple(terms),
        data=(saturated * np.repeat(rarity, frequency)).astype(np.float32),
        indices=scores.indices.astype(np.int32),
        indptr=scores.indptr.astype(np.int64),
        documents=rows,
        places={term: at for at, term in enumerate(terms)},
    )


def _total(
    counts: Mapping[str, sparse.csr_matrix], weights: Mapping[str, Field]
) -> sparse.csr_matrix:
    """The fields together, each by its weight and length; some rows at a time, to save room."""
    norms = {}
    for name, field in weights.items():
        lengths = np.asarray(counts[name].sum(axis=1, dtype=np.float64)).ravel()
        mean = lengths.mean() or 1.0
        norms[name] = field.weight / (1 - field.b + field.b * lengths / mean)
    rows, width = next(iter(counts.values())).shape
    parts = []
    for start in range(0, rows, ROWS_AT_ONCE):
        place = slice(start, start + ROWS_AT_ONCE)
        part = sparse.csr_matrix((len(range(rows)[place]), width), dtype=np.float64)
        for name, norm in norms.items():
            part = part + sparse.diags(norm[place]) @ counts[name][place]
        parts.append(part)
    return sparse.vstack(parts, "csr")


def code_units(term: str) -> bytes:
    """Sort key that orders strings as JavaScript does."""
    return term.encode("utf-16-be", "surrogatepass")


# ------------------------------------------------------------------------- on the disk


def write_matrix(folder: Path, matrix: Matrix, k1: float) -> None:
    """Stores a matrix in the form of bm25s."""
    index = bm25s.BM25(method="lucene", k1=k1)
    index.scores = {
        "data": matrix.data,
        "indices": matrix.indices,
        "indptr": matrix.indptr,
        "num_docs": matrix.documents,
    }
    index.vocab_dict = {term: at for at, term in enumerate(matrix.terms)}
    index.nonoccurrence_array = None
    index.save(folder, show_progress=False)


def read_matrix(folder: Path) -> Matrix:
    """Opens a stored matrix; its arrays stay on the disk until they are used.

    Raises:
        NoBookError: The index is missing or damaged.
    """
    try:
        index = bm25s.BM25.load(folder, mmap=True, show_progress=False)
    except (OSError, ValueError, KeyError) as error:
        raise NoBookError(f"{folder}: no lexical index: {error}. Run: sourcebook index") from error
    scores = index.scores
    return Matrix(
        terms=tuple(index.vocab_dict),
        data=scores["data"],
        indices=scores["indices"],
        indptr=scores["indptr"],
        documents=scores["num_docs"],
        places=index.vocab_dict,
    )
