"""The query on a book or a site: the reference that the browser's search must equal, id for id.

:class:`Searcher` asks a book's indexes, or the search files of a site as the browser does,
for what the words of a query need, and leaves the order to :mod:`sourcebook.store.strategies` and the arithmetic
to :mod:`sourcebook.store.score`.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache, cached_property
from typing import Any

import numpy as np

from sourcebook.config import SearchConfig
from sourcebook.errors import NoBookError
from sourcebook.model import ChunkId, Hit
from sourcebook.store.book import Book
from sourcebook.store.catalog import ASIDE, Catalog
from sourcebook.store.indexes import LEXICAL, Indexes
from sourcebook.store.lexical import AROUND
from sourcebook.store.meanings import nearest
from sourcebook.store.near import LISTS, NEAR, SHORTEST_PREFIX, slips
from sourcebook.store.query import (
    Common,
    asks_around,
    asks_aside,
    direction,
    mentioned,
    names_nothing,
    said,
    spelled,
    weigh,
    words_of,
)
from sourcebook.store.score import (
    AROUND_SHARE,
    ASIDE_SHARE,
    BY_FILE,
    TOGETHER,
    Column,
    Scored,
    cosine,
    coverage,
    covered_shares,
    lexical,
    meant,
    name_share,
    readings,
    shares,
    sureness,
    wants_case,
)
from sourcebook.store.site import Site
from sourcebook.store.strategies import Question, strategy_of, uses_vectors
from sourcebook.tokenizer import runs, tokenize, whole

#: Hits that no word of the query supports: at most this many, when there are no others.
MOST_WEAK = 3

#: Why there are no vectors where nothing is wrong.
_NONE = "there are no word vectors: only hits that share a word with the query are found"


@dataclass(frozen=True, slots=True)
class Named:
    """A definition that the query names, and how far."""

    share: float
    qualified: str
    line: int


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
            and (not self.scope or self._in_scope(catalog, file))
            and (not self.language or catalog.languages[file] == self.language)
            and (not self.path or path_matches(catalog.paths[file], self.path))
        )

    def _in_scope(self, catalog: Catalog, file: int) -> bool:
        """Whether the file is of the scope, or below the folder where there is no such scope."""
        if self.scope in catalog.scopes:
            return catalog.scopes[file] == self.scope
        return path_matches(catalog.paths[file], self.scope)


def path_matches(path: str, wanted: str) -> bool:
    """Whether ``path`` is the wanted file, lies in the wanted folder or fits the glob."""
    if any(sign in wanted for sign in "*?["):
        return fnmatchcase(path, wanted)
    return path == wanted or path.startswith(wanted.rstrip("/") + "/")


class Searcher:
    """Answers queries from a book."""

    def __init__(
        self,
        book: Book | Site,
        config: SearchConfig | None = None,
        direction: Callable[[str], Sequence[int]] | None = None,
    ) -> None:
        """Opens the indexes of a book, or takes the search files of a site.

        ``direction`` gives that of a query among the vectors of a provider's model, which
        then speak in place of the word vectors; nothing where it cannot be told.

        Raises:
            ConfigError: The configuration names a strategy that does not exist.
        """
        self._source = book if isinstance(book, Site) else Indexes(book.folder)
        self._config = config or SearchConfig()
        self._strategy = strategy_of(self._config)
        self._direction = direction

    @property
    def catalog(self) -> Catalog:
        """Chunks and files by number."""
        return self._source.catalog

    @property
    def lacking(self) -> list[str]:
        """What vectors the search goes on without though they are wanted, and why."""
        if not uses_vectors(self._config):
            return []
        reasons = [self._no_word_vectors, self._no_model_vectors]
        damaged = [one for one in reasons if one not in {"", _NONE}]
        if not damaged and "" not in reasons:
            return [_NONE]
        return [f"{one}. Until then the search goes on without these vectors" for one in damaged]

    @cached_property
    def _no_word_vectors(self) -> str:
        """Why there are no word vectors; empty where there are."""
        try:
            return "" if self._source.has_vectors else _NONE
        except NoBookError as error:
            return str(error)

    @cached_property
    def _no_model_vectors(self) -> str:
        """Why there are no vectors of a model that is asked; empty where there are."""
        if self._direction is None or isinstance(self._source, Site):
            return _NONE
        try:
            return "" if self._source.compass else _NONE
        except NoBookError as error:
            return str(error)

    def search(
        self,
        query: str,
        *,
        top: int = 20,
        kind: str = "",
        scope: str = "",
        language: str = "",
        path: str = "",
        near: Sequence[str] = (),
        also: Sequence[str] = (),
    ) -> list[Hit]:
        """Returns the best hits, best first; nothing when nothing fits.

        ``near`` names files whose surroundings are preferred; ``also`` has words that may
        stand for those of the query, and count less.
        """
        catalog, file_of = self._source.catalog, self._source.file_of
        added = [term for word in also for term in tokenize(word)]
        words = self._words(query)
        files = self._files(query, words)
        words |= {term: max(words.get(term, 0), NEAR) for term in added}
        if not words:
            return []
        named = self._named(query)
        weights = dict.fromkeys(added, NEAR) | toward(query, words, self._source.common)
        wanted, pointing = self._toward(weights)
        cosines = self._meant(query)
        signals = self._signals(words, named, self._factors(query, ()))
        filters = Filters(kind, scope, language, path)
        question = Question(
            config=self._config,
            signals=signals,
            candidates=self._candidates(signals),
            accepts=lambda chunk: filters.accepts(catalog, chunk, file_of[chunk]),
            file_of=file_of,
            factor=self._factors(query, near),
            cosines=lambda chunks: (
                {chunk: cosines[chunk] for chunk in chunks if chunk in cosines}
                or self._cosines(wanted, chunks)
            ),
            places=lambda ordered: readings(ordered, files) if wanted and not cosines else [],
            around=lambda places: (
                nearest(cosines)
                if cosines
                else self._around(query, wanted, places, sureness(pointing))
            ),
        )
        best = self._strategy.order(question)
        if all(one.weak for one in best):
            best = best[:MOST_WEAK]
        least = self._config.min_score * best[0].score if best else 0.0
        return [
            self._hit(one, named, set(words)) for one in best[: max(top, 0)] if one.score >= least
        ]

    def near(self, query: str) -> list[str]:
        """Terms of the index that stand for words of the query that it does not hold."""
        return self._unasked(query, self._words(query))

    def read_as(self, query: str) -> dict[str, list[str]]:
        """Words of the query that no text has, as typed, and the terms they are read as."""
        spelling = spelled(query)
        stand_ins = self._stand_ins(query) if self._words(query) else {}
        return {spelling.get(term, term): near for term, near in stand_ins.items() if near}

    def suggested(self, query: str) -> list[str]:
        """Terms of the index that are near to the words of a query that finds nothing."""
        known = [] if self._words(query) else said(query, self._source.common)
        found = dict.fromkeys(one for one in known if self._source.knows(one))
        spelling = spelled(query)
        for term, near in self._stand_ins(query).items():
            word = spelling.get(term, term)
            alike = self._source.alike(word[: len(word) // 2])
            found |= dict.fromkeys(near or get_close_matches(word, alike))
        return list(found)

    def _unasked(self, query: str, words: Mapping[str, int]) -> list[str]:
        """The terms that the query itself has not led to."""
        weights = weigh(query, self._source.common)
        return [term for term in words if term not in weights]

    def _hit(self, one: Scored, named: Mapping[int, Named], words: set[str]) -> Hit:
        catalog = self._source.catalog
        name, line = "", catalog.lines[one.chunk]
        if one.chunk in named:
            name, line = named[one.chunk].qualified, named[one.chunk].line
        elif (found := meant(self._source.defined(one.chunk), words)) is not None:
            name, line = found
        chunk = ChunkId(catalog.ids[one.chunk])
        return Hit(chunk, one.score, one.signals, one.weak, name, line, one.chunk)

    def _words(self, query: str) -> dict[str, int]:
        """Weighted terms; unknown ones replaced by what they may mean."""
        common = self._source.common
        weights = weigh(query, common)
        own = weights.copy()
        stand_ins = self._stand_ins(query)
        for near in stand_ins.values():
            for other in near:
                own.setdefault(other, NEAR)
        lost = [term for term, near in stand_ins.items() if not near]
        return {} if names_nothing(query, lost) else own

    def _stand_ins(self, query: str) -> dict[str, list[str]]:
        """For each unknown word the terms that it may mean."""
        spelling = spelled(query)
        return {
            term: self._source.beginning(term) or slips(spelling.get(term, ""), self._source)
            for term in self._unknown(query)
        }

    def _unknown(self, query: str) -> list[str]:
        """Words of the query that no text has and that may stand for others."""
        return [
            term
            for term in said(query, self._source.common)
            if len(term) >= SHORTEST_PREFIX and term.isascii() and not self._source.knows(term)
        ]

    def _files(self, query: str, words: Mapping[str, int]) -> int:
        """About how many files the words of a query cost in a site."""
        own = len(words_of(query, self._source.common)) + len(self._unasked(query, words))
        return own + LISTS if self._unknown(query) else own

    def _factors(self, query: str, near: Sequence[str]) -> Callable[[int], float]:
        """What each file counts for this query, near the named files."""
        catalog = self._source.catalog
        aside = 1.0 if asks_aside(query) else ASIDE_SHARE
        languages = mentioned(query) if any(catalog.tongues) else []
        scopes = {*catalog.scopes} if near else set()
        places = [(one, innermost(one, scopes)) for one in near]

        def factor(file: int) -> float:
            own = aside if catalog.classes[file] in ASIDE else 1.0
            if near:
                path, scope = catalog.paths[file], catalog.scopes[file]
                own *= (1 + max(nearness(path, scope, *one) for one in places)) / 2
            if not languages:
                return own
            share = max(
                (tenths for at, tenths in catalog.tongues[file] if at in languages), default=0
            )
            return own * (10 + share) / 20

        return cache(factor)

    def _candidates(self, signals: Mapping[str, Mapping[int, float]]) -> list[int]:
        """Chunks that words speak for; a file is represented by its first."""
        found = {*signals["functions"], *signals["name"]}
        for name in ("files", "history"):
            found.update(self._source.catalog.starts[file] for file in signals[name])
        return sorted(found)

    def _meant(self, query: str) -> dict[int, float]:
        """Cosines of chunks by a provider's vectors; empty where there are none."""
        if not uses_vectors(self._config) or self._no_model_vectors:
            return {}
        if self._direction is None or isinstance(self._source, Site):
            return {}
        direction = self._direction(query)
        return self._source.compass.cosines(direction) if direction else {}

    def _signals(
        self,
        words: Mapping[str, int],
        named: Mapping[int, Named],
        factor: Callable[[int], float],
    ) -> Mapping[str, Mapping[int, float]]:
        """The shares of each signal of words: by chunk, or by file."""
        file_of = self._source.file_of
        columns = {name: self._columns(name, words) for name in LEXICAL}
        chunks, files = columns["functions"], columns["files"]
        part = coverage(
            ((words[term], column, files.get(term)) for term, column in chunks.items()), file_of
        )
        found: dict[str, Mapping[int, float]] = {
            name: shares(self._lexical(words, columns[name]), factor) for name in BY_FILE
        }
        found["functions"] = covered_shares(
            self._lexical(words, chunks), part, lambda chunk: factor(file_of[chunk])
        )
        found["name"] = {chunk: one.share for chunk, one in named.items()}
        return found

    def _columns(self, name: str, words: Iterable[str]) -> dict[str, Column]:
        """Where the words stand that have a column."""
        columns = {term: self._source.column(name, term) for term in words}
        return {
            term: Column(column.scale, column.documents.tolist(), column.scores.tolist())
            for term, column in columns.items()
            if column is not None
        }

    def _lexical(self, words: Mapping[str, int], columns: Mapping[str, Column]) -> dict[int, int]:
        return lexical((words[term], column) for term, column in columns.items())

    def _toward(self, weights: Mapping[str, int]) -> tuple[list[int], int]:
        """The direction of weighted terms among the vectors, and how many terms have one.

        Empty where none has.
        """
        if not uses_vectors(self._config) or self._no_word_vectors:
            return [], 0
        rows = [(weight, self._source.word(term)) for term, weight in weights.items()]
        known: list[Any] = [weight * row for weight, row in rows if row is not None and row.any()]
        total: list[int] = sum(known, np.zeros(self._source.dimension, dtype=np.int64)).tolist()
        return total if any(total) else [], len(known)

    def _around(
        self, query: str, wanted: list[int], places: Sequence[int], sure: float
    ) -> dict[int, float]:
        """Cosines of the chunks of these places, as far as the query is sure of them."""
        kinds = self._source.catalog.kinds
        share = 1.0 if asks_around(query) else AROUND_SHARE
        chunks = (
            chunk
            for place in places
            for chunk in range(place * TOGETHER, min((place + 1) * TOGETHER, len(kinds)))
        )
        return {
            chunk: value * (share if kinds[chunk] in AROUND else 1.0) * sure
            for chunk, value in self._cosines(wanted, chunks).items()
        }

    def _cosines(self, wanted: list[int], chunks: Iterable[int]) -> dict[int, float]:
        """Cosines of the given chunks; those that are greater than 0."""
        found = {chunk: cosine(wanted, self._source.vector(chunk)) for chunk in chunks if wanted}
        return {chunk: value for chunk, value in found.items() if value > 0}

    def _named(self, query: str) -> dict[int, Named]:
        """Chunks that define what the query, or a word of it, names."""
        found: dict[int, Named] = {}
        words, own = runs(query), said(query, self._source.common)
        for word in words:
            if whole(word) not in own:
                continue
            names = self._source.names(whole(word))
            cased = wants_case(word, (qualified for qualified, _, _ in names))
            for qualified, chunk, line in names:
                share = name_share(qualified, words, word, cased=cased)
                if share > 0 and (chunk not in found or share > found[chunk].share):
                    found[chunk] = Named(share, qualified, line)
        return found


def innermost(path: str, scopes: Collection[str]) -> str:
    """The innermost of the scopes, which are folders, around a path; "" where there is none."""
    around = (scope for scope in scopes if scope and path.startswith(f"{scope}/"))
    return max(around, key=len, default="")


def nearness(path: str, scope: str, other: str, around: str) -> float:
    """How near a file is to another, or to a folder (with a slash at the end), from 0 to 1.

    The part of the other's folders that it lies in as well; where the other is of a scope,
    to be of the same one is half of it.
    """
    folders, wanted = path.split("/")[:-1], other.split("/")[:-1]
    common = 0
    while common < len(wanted) and folders[: common + 1] == wanted[: common + 1]:
        common += 1
    share = common / len(wanted) if wanted else 1.0 if not folders else 0.0
    return (share + (scope == around)) / 2 if around else share


def toward(query: str, words: Mapping[str, int], common: Common) -> dict[str, int]:
    """Weights for the vectors: the query's own terms, and what stands for unknown ones."""
    own = direction(query, common)
    lexical_words = weigh(query, common)
    return own | {term: NEAR for term in words if term not in lexical_words and term not in own}
