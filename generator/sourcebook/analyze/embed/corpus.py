"""What the vectors are made of: documents as weighted rows of words, and pairs of texts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter

import numpy as np
from scipy import sparse

from sourcebook.model import Commit, Fields
from sourcebook.tokenizer import tokenize
from sourcebook.tokenizer.counting import Numbers, Rows, places_of, rows_of

#: Most words that get a vector: those that stand in the most documents.
MOST_WORDS = 50_000

#: A comment sentence or a subject of fewer words says too little.
FEWEST_WORDS = 3

#: A commit that changes more files says too little about each.
MOST_FILES = 5

#: Most pairs of each kind: evenly spread over the repository, the newest commits.
MOST_PAIRS = {"comment": 12_000, "commit": 12_000, "name": 12_000}

Counts = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Documents, one row each, one column a word; and pairs (query row, document row).

    ``targets`` holds the documents of the pairs: those of chunks and files, and chunks
    without their names.
    """

    words: tuple[str, ...]
    chunks: sparse.csr_matrix
    queries: sparse.csr_matrix  # one row a pair, summing to one
    targets: sparse.csr_matrix
    pairs: tuple[int, ...]  # row of ``targets`` of each pair


def make_corpus(
    paths: Sequence[str], fields: Sequence[Fields], history: Sequence[Commit]
) -> Corpus:
    """Counts words; ``paths`` names the file of each chunk, files in order."""
    numbers = Numbers()
    documents = rows_of(map(_document, fields), numbers)
    comments = list(_comments(fields))
    files = list(dict.fromkeys(paths))
    commits = list(_commits(files, history))
    names = list(_spread(range(len(fields)), MOST_PAIRS["name"]))
    asked = [
        *(fields[chunk].sentence for chunk in comments),
        *(terms for terms, _ in commits),
        *(fields[chunk].name for chunk in names),
    ]
    queries = rows_of(map(Counter, asked), numbers)
    texts = rows_of(_texts(paths, fields), numbers)
    nameless = rows_of((_nameless(fields[chunk]) for chunk in names), numbers)
    words = _vocabulary(documents, queries)
    places = places_of(words, numbers)
    chunk_rows = _damped(documents.matrix(places, len(words)))
    targets = [_damped(rows.matrix(places, len(words))) for rows in (texts, nameless)]
    return Corpus(
        words=tuple(words),
        chunks=chunk_rows,
        queries=_means(queries.matrix(places, len(words))),
        targets=sparse.csr_matrix(sparse.vstack([chunk_rows, *targets])),
        pairs=(
            *comments,
            *(len(fields) + file for _, file in commits),
            *(len(fields) + len(files) + at for at in range(len(names))),
        ),
    )


def _texts(paths: Sequence[str], fields: Sequence[Fields]) -> Iterator[Counts]:
    """The words of each file."""
    for _, group in groupby(zip(paths, fields, strict=True), key=itemgetter(0)):
        first, *others = (one for _, one in group)
        whole = Counter(first.path)
        for one in (first, *others):
            whole.update(one.name + one.signature + one.code + one.doc)
        yield whole


def _comments(fields: Sequence[Fields]) -> Iterator[int]:
    """Chunks whose documentation begins with a sentence."""
    spoken = [at for at, one in enumerate(fields) if len(one.sentence) >= FEWEST_WORDS]
    return _spread(spoken, MOST_PAIRS["comment"])


def _commits(
    paths: Sequence[str], history: Sequence[Commit]
) -> Iterator[tuple[tuple[str, ...], int]]:
    """Subjects with each of the files that the commit changed, the newest first."""
    places = {path: at for at, path in enumerate(paths)}
    left = MOST_PAIRS["commit"]
    for commit in history:
        terms = tuple(tokenize(commit.subject))
        if commit.bot or len(commit.paths) > MOST_FILES or len(terms) < FEWEST_WORDS:
            continue
        for path in commit.paths:
            if path in places and left:
                left -= 1
                yield terms, places[path]


def _spread(numbers: Sequence[int], most: int) -> Iterator[int]:
    """At most so many of the numbers, evenly spread."""
    step = max(len(numbers) / most, 1.0)
    return (numbers[int(at * step)] for at in range(min(len(numbers), most)))


def _document(fields: Fields) -> Counter[str]:
    return Counter(fields.path + 3 * fields.name + 2 * fields.signature + fields.code)


def _nameless(fields: Fields) -> Counter[str]:
    counts = Counter(fields.path + fields.code)
    for term in fields.name:
        counts.pop(term, None)
    return counts


def _vocabulary(documents: Rows, queries: Rows) -> list[str]:
    """The most frequent words, in their order."""
    frequency = (documents.frequency() + queries.frequency()).tolist()
    counts = zip(frequency, documents.numbers, strict=True)
    common = sorted((-count, term) for count, term in counts if count > 1)
    return sorted(term for _, term in common[:MOST_WORDS])


def _damped(matrix: sparse.csr_matrix) -> sparse.csr_matrix:
    matrix.data = np.log1p(matrix.data)
    return matrix


def _means(matrix: sparse.csr_matrix) -> sparse.csr_matrix:
    lengths = np.asarray(matrix.sum(axis=1)).ravel()
    return sparse.csr_matrix(sparse.diags((1 / np.maximum(lengths, 1)).astype(np.float32)) @ matrix)
