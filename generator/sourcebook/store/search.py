"""The query: the reference that the browser's search must equal, id for id.

Signals of a chunk, each divided by its maximum over the query's candidates and then
summed with fixed weights:

========== ====================================================================
functions  BM25F of the chunk's own fields
files      BM25F of its file: path and whole text
history    BM25 of the subjects of past commits of its file
vectors    cosine of the query's words and the chunk
file vectors  the same with the file
name       the query is the name of what the chunk defines
========== ====================================================================

Lexical scores and dot products are sums of integers; divisions and the final sum are done
in one written order: Python and JavaScript give the same numbers.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from sourcebook.model import ChunkId, Hit
from sourcebook.store.book import Book
from sourcebook.store.catalog import ASIDE, Catalog, read_catalog
from sourcebook.store.lexical import Matrix, read_matrix
from sourcebook.store.vectors import Vectors, read_vectors
from sourcebook.tokenizer import lower, runs, terms_of, whole

#: Weights of the signals in the sum.
WEIGHTS = {
    "functions": 1.0,
    "files": 0.5,
    "history": 0.5,
    "vectors": 1.0,
    "file vectors": 0.25,
    "name": 4.0,
}

#: Chunks that no word of the query supports: at most this many, when there is nothing else.
MOST_WEAK = 3


@dataclass(frozen=True, slots=True)
class Filters:
    """What hits are wanted; empty means all."""

    kind: str = ""
    scope: str = ""
    language: str = ""
    path: str = ""

    def accepts(self, catalog: Catalog, chunk: int, file: int) -> bool:
        return (
            (not self.kind or catalog.kinds[chunk] == self.kind)
            and (not self.scope or catalog.scopes[file] == self.scope)
            and (not self.language or catalog.languages[file] == self.language)
            and (not self.path or path_matches(catalog.paths[file], self.path))
        )


def path_matches(path: str, wanted: str) -> bool:
    """Whether ``path`` is the wanted file, lies in the wanted folder or fits the glob."""
    if any(sign in wanted for sign in "*?["):
        return fnmatchcase(path, wanted)
    return path == wanted or path.startswith(wanted.rstrip("/") + "/")


class Searcher:
    """Answers queries from a book."""

    def __init__(self, book: Book) -> None:
        self._folder = book.folder

    @cached_property
    def catalog(self) -> Catalog:
        return read_catalog(self._folder)

    @cached_property
    def _file_of(self) -> list[int]:
        return self.catalog.file_of()

    @cached_property
    def _matrices(self) -> dict[str, tuple[Matrix, dict[str, int]]]:
        found = {}
        for name in ("functions", "files", "history"):
            matrix = read_matrix(self._folder / "lexical" / name)
            found[name] = (matrix, {term: at for at, term in enumerate(matrix.terms)})
        return found

    @cached_property
    def _vectors(self) -> Vectors:
        return read_vectors(self._folder)

    @cached_property
    def _chunk_numbers(self) -> NDArray[np.int64]:
        known = {chunk: at for at, chunk in enumerate(self.catalog.ids)}
        return np.array([known[chunk] for chunk in self._vectors.chunks], dtype=np.int64)

    @cached_property
    def _file_numbers(self) -> NDArray[np.int64]:
        known = {path: at for at, path in enumerate(self.catalog.paths)}
        return np.array([known[path] for path in self._vectors.files], dtype=np.int64)

    def search(
        self,
        query: str,
        *,
        top: int = 20,
        kind: str = "",
        scope: str = "",
        language: str = "",
        path: str = "",
    ) -> list[Hit]:
        """Returns the best hits, best first; nothing when nothing fits."""
        weights = _weigh(query)
        chunks = self._lexical("functions", weights)
        files = self._lexical("files", weights)
        history = self._lexical("history", weights)
        near, near_files = self._dense(weights)
        named = self._named(query)
        signals: Mapping[str, Mapping[int, float]] = {
            "functions": _shares(chunks),
            "files": _shares(files),
            "history": _shares(history),
            "vectors": _shares(near),
            "file vectors": _shares(near_files),
            "name": named,
        }
        wanted = Filters(kind, scope, language, path)
        candidates = set(chunks) | set(near) | set(named)
        candidates |= {self.catalog.starts[file] for file in {*files, *history}}
        hits = [
            self._hit(chunk, signals)
            for chunk in sorted(candidates)
            if wanted.accepts(self.catalog, chunk, self._file_of[chunk])
        ]
        hits = sorted((hit for hit in hits if hit.score > 0), key=lambda hit: -hit.score)
        if all(hit.weak for hit in hits):
            hits = hits[:MOST_WEAK]
        return hits[: max(top, 0)]

    def _hit(self, chunk: int, signals: Mapping[str, Mapping[int, float]]) -> Hit:
        file = self._file_of[chunk]
        total = 0.0
        shares = []
        for name, weight in WEIGHTS.items():
            by_file = name in {"files", "history", "file vectors"}
            share = weight * signals[name].get(file if by_file else chunk, 0.0)
            total += share
            if share:
                shares.append((name, share))
        if self.catalog.classes[file] in ASIDE:
            total *= 0.5
        weak = all(name in {"vectors", "file vectors"} for name, _ in shares)
        best = sum(WEIGHTS.values())
        return Hit(ChunkId(self.catalog.ids[chunk]), total / best, tuple(shares), weak)

    def _lexical(self, name: str, weights: Mapping[str, int]) -> dict[int, int]:
        matrix, known = self._matrices[name]
        total: dict[int, int] = {}
        for term, weight in weights.items():
            if term in known:
                column = matrix.column(known[term])
                factor = weight * column.scale
                for document, score in zip(
                    column.documents.tolist(), column.scores.tolist(), strict=True
                ):
                    total[document] = total.get(document, 0) + score * factor
        return total

    def _dense(self, weights: Mapping[str, int]) -> tuple[dict[int, float], dict[int, float]]:
        vectors = self._vectors
        query = np.zeros(max(vectors.dimension, 1), dtype=np.int64)
        for term, weight in weights.items():
            if term in vectors.words:
                query += weight * vectors.word_rows[vectors.words[term]].astype(np.int64)
        if not query.any():
            return {}, {}
        chunks = _cosines(query, vectors.chunk_rows, self._chunk_numbers, 400)
        return chunks, _cosines(query, vectors.file_rows, self._file_numbers, 400)

    def _named(self, query: str) -> dict[int, float]:
        """Chunks that define what the query, or a word of it, names exactly."""
        found: dict[int, float] = {}
        words = runs(query)
        for word in words:
            for qualified, chunk in self.catalog.names.get(whole(word), ()):
                share = _name_share(qualified, words, word)
                found[chunk] = max(found.get(chunk, 0.0), share)
        return {chunk: share for chunk, share in found.items() if share > 0}


def _name_share(qualified: str, words: list[str], word: str) -> float:
    """How far ``word`` names ``qualified``: the whole query most, one word of many less."""
    parts = runs(qualified)
    if parts[-1:] != [word] and lower(parts[-1]) != lower(word):
        return 0.0
    exact = parts[-1] == word
    if len(words) == 1 or parts[-len(words) :] == words:
        return 1.0 if exact else 0.9
    is_identifier = len(terms_of(word)) > 1
    return (0.5 if exact else 0.4) if is_identifier else 0.0


def _weigh(query: str) -> dict[str, int]:
    """Weights of the query's terms, in hundredths."""
    weights: dict[str, int] = {}
    for run in runs(query):
        terms = terms_of(run)
        for at, term in enumerate(terms):
            weight = 200 if len(terms) > 1 and at == len(terms) - 1 else 100
            weights[term] = max(weights.get(term, 0), weight)
    return weights


def _cosines(
    query: NDArray[np.int64], rows: NDArray[np.int8], numbers: NDArray[np.int64], most: int
) -> dict[int, float]:
    wide = rows.astype(np.int64)
    dots = wide @ query
    lengths = (wide * wide).sum(axis=1)
    own = math.sqrt(int((query * query).sum()))
    positive = np.flatnonzero(dots > 0)
    cosines = dots[positive] / (np.sqrt(lengths[positive].astype(np.float64)) * own)
    best = np.lexsort((numbers[positive], -cosines))[:most]
    return {int(numbers[positive[at]]): float(cosines[at]) for at in best}


def _shares(scores: Mapping[int, float]) -> dict[int, float]:
    """Divides by the maximum."""
    top = max(scores.values(), default=0)
    return {key: value / top for key, value in scores.items()} if top > 0 else {}
