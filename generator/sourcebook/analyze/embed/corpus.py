"""What the vectors are made of: documents as weighted rows of words, and pairs of texts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from sourcebook.model import Commit, Fields
from sourcebook.tokenizer import tokenize

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
    chunks = [_document(one) for one in fields]
    files: dict[str, Counter[str]] = {}
    for path, one in zip(paths, fields, strict=True):
        whole = files.setdefault(path, Counter(one.path))
        whole.update(one.name + one.signature + one.code + one.doc)
    comments = list(_comments(fields))
    commits = list(_commits(list(files), history))
    names = list(_spread(range(len(fields)), MOST_PAIRS["name"]))
    queries = [
        *(fields[chunk].sentence for chunk in comments),
        *(terms for terms, _ in commits),
        *(fields[chunk].name for chunk in names),
    ]
    words = _vocabulary(chunks, queries)
    chunk_rows, file_rows = _rows(chunks, words), _rows(list(files.values()), words)
    nameless = _rows([_nameless(fields[chunk]) for chunk in names], words)
    return Corpus(
        words=tuple(words),
        chunks=chunk_rows,
        queries=_means([Counter(query) for query in queries], words),
        targets=sparse.csr_matrix(sparse.vstack([chunk_rows, file_rows, nameless])),
        pairs=(
            *comments,
            *(len(fields) + file for _, file in commits),
            *(len(fields) + len(files) + at for at in range(len(names))),
        ),
    )


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
    counts = Counter(fields.path)
    for weight, terms in ((3, fields.name), (2, fields.signature), (1, fields.code)):
        for term in terms:
            counts[term] += weight
    return counts


def _nameless(fields: Fields) -> Counter[str]:
    counts = Counter(fields.path + fields.code)
    for term in fields.name:
        del counts[term]
    return counts


def _vocabulary(documents: Iterable[Counts], queries: Iterable[Iterable[str]]) -> dict[str, int]:
    frequency = Counter(term for counts in documents for term in counts)
    frequency.update(term for query in queries for term in set(query))
    common = sorted((-count, term) for term, count in frequency.items() if count > 1)
    return {term: at for at, term in enumerate(sorted(term for _, term in common[:MOST_WORDS]))}


def _rows(documents: Sequence[Counts], words: Mapping[str, int]) -> sparse.csr_matrix:
    matrix = _counted(documents, words)
    matrix.data = np.log1p(matrix.data)
    return matrix


def _means(queries: Sequence[Counts], words: Mapping[str, int]) -> sparse.csr_matrix:
    matrix = _counted(queries, words)
    lengths = np.asarray(matrix.sum(axis=1)).ravel()
    return sparse.csr_matrix(sparse.diags((1 / np.maximum(lengths, 1)).astype(np.float32)) @ matrix)


def _counted(documents: Sequence[Counts], words: Mapping[str, int]) -> sparse.csr_matrix:
    columns: list[int] = []
    values: list[float] = []
    ends = [0]
    for counts in documents:
        for term, count in counts.items():
            if term in words:
                columns.append(words[term])
                values.append(count)
        ends.append(len(columns))
    parts = (np.array(values, np.float32), np.array(columns, np.int32), np.array(ends, np.int64))
    matrix = sparse.csr_matrix(parts, shape=(len(documents), len(words)))
    matrix.sort_indices()
    return matrix
