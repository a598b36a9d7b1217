"""The query on a book: the reference that the browser's search must equal, id for id.

:class:`Searcher` fetches what the words of a query need, as the browser does from the
search files, and leaves the arithmetic to :mod:`sourcebook.store.score`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

import numpy as np

from sourcebook.config import SearchConfig
from sourcebook.model import ChunkId, Hit
from sourcebook.store.book import Book
from sourcebook.store.catalog import ASIDE, Catalog
from sourcebook.store.indexes import LEXICAL, Indexes
from sourcebook.store.score import (
    WEIGHTS,
    combine,
    cosine,
    lexical,
    name_share,
    nearest_lists,
    shares,
)
from sourcebook.tokenizer import runs, terms_of, whole

#: Hits that no word of the query supports: at most this many, when there are no others.
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

    def __init__(self, book: Book, config: SearchConfig | None = None) -> None:
        self._indexes = Indexes(book.folder)
        self._config = config or SearchConfig()

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
        catalog, file_of = self._indexes.catalog, self._indexes.file_of
        signals = self._signals(query)
        candidates = {*signals["functions"], *signals["vectors"], *signals["name"]}
        for name in ("files", "history"):
            candidates.update(catalog.starts[file] for file in signals[name])
        wanted = Filters(kind, scope, language, path)
        scored = [
            combine(
                chunk,
                file_of[chunk],
                signals,
                WEIGHTS,
                aside=catalog.classes[file_of[chunk]] in ASIDE,
            )
            for chunk in sorted(candidates)
            if wanted.accepts(catalog, chunk, file_of[chunk])
        ]
        best = sorted((one for one in scored if one.score > 0), key=lambda one: -one.score)
        if all(one.weak for one in best):
            best = best[:MOST_WEAK]
        return [
            Hit(ChunkId(catalog.ids[one.chunk]), one.score, one.signals, one.weak)
            for one in best[: max(top, 0)]
        ]

    def _signals(self, query: str) -> Mapping[str, Mapping[int, float]]:
        """Each signal's shares: by chunk, or by file."""
        weights = weigh(query)
        found: dict[str, Mapping[int, float]] = {
            name: shares(self._lexical(name, weights)) for name in LEXICAL
        }
        items = self._cosines(weights)
        chunks = len(self._indexes.catalog.ids)
        found["vectors"] = shares({at: value for at, value in items.items() if at < chunks})
        found["file vectors"] = shares(
            {at - chunks: value for at, value in items.items() if at >= chunks}
        )
        found["name"] = self._named(query)
        return found

    def _lexical(self, name: str, weights: Mapping[str, int]) -> dict[int, int]:
        matrix = self._indexes.matrices[name]
        columns = ((weight, matrix.column(term)) for term, weight in weights.items())
        return lexical(
            (weight, column.scale, column.documents.tolist(), column.scores.tolist())
            for weight, column in columns
            if column is not None
        )

    def _cosines(self, weights: Mapping[str, int]) -> dict[int, float]:
        """Cosines of the items in the lists nearest to the query."""
        vectors = self._indexes.vectors
        known = [term for term in weights if term in vectors.words]
        total: Any = np.zeros(vectors.word_rows.shape[1], dtype=np.int64)
        for term in known:
            total += weights[term] * vectors.word_rows[vectors.words[term]].astype(np.int64)
        if not total.any():
            return {}
        query: list[int] = total.tolist()
        lists = nearest_lists(query, vectors.centroids.tolist())
        rows = np.flatnonzero(np.isin(vectors.list_of, lists))
        found = {
            int(vectors.items[row]): cosine(query, vectors.item_rows[row].tolist())
            for row in rows.tolist()
        }
        return {item: value for item, value in found.items() if value > 0}

    def _named(self, query: str) -> dict[int, float]:
        """Chunks that define what the query, or a word of it, names."""
        found: dict[int, float] = {}
        words = runs(query)
        for word in words:
            for qualified, chunk in self._indexes.catalog.names.get(whole(word), ()):
                share = name_share(qualified, words, word)
                if share > found.get(chunk, 0.0):
                    found[chunk] = share
        return found


def weigh(query: str) -> dict[str, int]:
    """Weights of the query's terms, in hundredths."""
    weights: dict[str, int] = {}
    for run in runs(query):
        terms = terms_of(run)
        for at, term in enumerate(terms):
            weight = 200 if len(terms) > 1 and at == len(terms) - 1 else 100
            weights[term] = max(weights.get(term, 0), weight)
    return weights
