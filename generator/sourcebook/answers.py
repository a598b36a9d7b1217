"""Answers of a book, or of a published site, to a query, in the forms of the command line.

A query may hold facets: ``name:session``, ``purpose:"closes a file"``, ``signature:timeout``.
Their words are words of the query like others, and a hit must have all of them in its name,
its summary or its signature. Looked at are hits of the places (:data:`TOGETHER` chunks each)
in which the best ones stand, since a browser has to read each place.
"""

import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, BinaryIO
from urllib.parse import urljoin

import msgspec

from sourcebook.config import Config
from sourcebook.errors import QueryError
from sourcebook.model import Hit
from sourcebook.narrowing import Filters
from sourcebook.render.links import Links
from sourcebook.store.book import Book
from sourcebook.store.catalog import Catalog
from sourcebook.store.score import MOST_ORDERED, TOGETHER
from sourcebook.store.search import Searcher
from sourcebook.store.site import Site
from sourcebook.tokenizer import lower, runs, split, term, tokenize


def chosen(config: Config, strategy: str | None, *, dense: bool) -> Config:
    """The configuration with what a command asked for."""
    search = replace(
        config.search,
        strategy=strategy or config.search.strategy,
        dense=config.search.dense if dense else "off",
    )
    return replace(config, search=search)


#: Facets of a query, and the field of a row that each asks.
FACETS = {"name": "title", "purpose": "summary", "signature": "signature"}

#: Places that a query with facets looks at.
MOST_PLACES = 32

_FACET = re.compile(rf'(?<!\S)({"|".join(FACETS)}):(?:"([^"]+)"|(\S+))')


def facets_of(query: str) -> tuple[str, dict[str, set[str]]]:
    """The query without the names of its facets, and the terms of each."""
    wanted: dict[str, set[str]] = {}
    for name, quoted, plain in _FACET.findall(query):
        wanted.setdefault(FACETS[name], set()).update(tokenize(quoted or plain))
    return _FACET.sub(lambda found: found[2] or found[3], query), wanted


class Answers:
    """A search that answers any number of queries, and how its hits are told."""

    def __init__(
        self,
        searcher: Searcher,
        told: Callable[[Hit], dict[str, Any]],
        also: Callable[[str], Sequence[str]] = lambda _: (),
    ) -> None:
        """``told`` gives the row of a hit, and its ``signature``; ``also`` words to add."""
        self._searcher = searcher
        self._told = told
        self._also = also

    def widened(self, also: Callable[[str], Sequence[str]]) -> "Answers":
        """The same search with words that may stand for those of a query."""
        return Answers(self._searcher, self._told, cache(also))

    @property
    def catalog(self) -> Catalog:
        """Chunks and files by number."""
        return self._searcher.catalog

    @property
    def lacking(self) -> list[str]:
        """What vectors the search goes on without though they are wanted, and why."""
        return self._searcher.lacking

    def _row(self, hit: Hit, *, explain: bool = False) -> dict[str, Any]:
        row = self._told(hit)
        del row["signature"]
        if explain:
            row["signals"] = {name: round(share, 6) for name, share in _shares(hit)}
        return row

    def hits(self, text: str, filters: Filters) -> list[Hit]:
        """Returns the best hits."""
        query, facets = facets_of(text)
        hits = self._searcher.search(
            query,
            top=MOST_ORDERED if facets else filters.top,
            kind=filters.kind,
            scope=filters.scope,
            language=filters.language,
            near=filters.near,
            also=self._also(query),
        )
        if not facets:
            return hits
        places = {*islice(dict.fromkeys(hit.number // TOGETHER for hit in hits), MOST_PLACES)}
        near = (hit for hit in hits if hit.number // TOGETHER in places)
        fitting = (hit for hit in near if self._fits(hit, facets))
        return list(islice(fitting, filters.top))

    def _fits(self, hit: Hit, facets: Mapping[str, set[str]]) -> bool:
        row = self._told(hit)
        return all(terms <= set(tokenize(row[field])) for field, terms in facets.items())

    def rows(self, text: str, filters: Filters, *, explain: bool = False) -> list[dict[str, Any]]:
        """Returns the results in their fixed machine form; explained, with ``signals``."""
        return [self._row(hit, explain=explain) for hit in self.hits(text, filters)]

    def as_json(self, hits: Sequence[Hit], *, explain: bool = False) -> str:
        """Returns results as one JSON list."""
        return msgspec.json.encode([self._row(hit, explain=explain) for hit in hits]).decode()

    def batch(self, stream: BinaryIO, filters: Filters, *, explain: bool = False) -> Iterator[str]:
        """Yields one JSON line for each ``{"id", "query"}`` line of a file."""
        for number, line in enumerate(stream, 1):
            bare = line.removeprefix(BOM_UTF8).strip()
            if not bare:
                continue
            try:
                question = msgspec.json.decode(bare)
                one, text = question["id"], str(question["query"])
            except (msgspec.DecodeError, UnicodeDecodeError, KeyError, TypeError) as error:
                raise QueryError(
                    f'{stream.name}:{number}: not a question; write {{"id": …, "query": …}}'
                ) from error
            answer = {"id": one, "results": self.rows(text, filters, explain=explain)}
            yield msgspec.json.encode(answer).decode()

    def as_text(self, text: str, hits: Sequence[Hit], *, explain: bool = False) -> str:
        """Returns the results of a query for a reader at a terminal."""
        lines: list[str] = []
        if explain and (also := self._also(facets_of(text)[0])):
            lines.append(f"with: {', '.join(also)}")
        for hit in hits:
            row = self._row(hit)
            weak = "  (weak: no word of the query occurs)" if hit.weak else ""
            lines.append(f"{row['path']}:{row['line']}  {row['title']}  [{row['kind']}]{weak}")
            if row["summary"]:
                lines.append(f"    {row['summary']}")
            if explain:
                shares = " + ".join(f"{name} {share:.3f}" for name, share in _shares(hit))
                lines.append(f"    score {hit.score:.3f} = {shares}")
        return "\n".join(lines) if lines else "nothing found"

    def remarks(self, text: str, hits: Sequence[Hit]) -> Iterator[str]:
        """What became of words that no text has; where nothing is found, what is near."""
        query, _ = facets_of(text)
        if hits:
            shown = " ".join(str(value) for hit in hits for value in self._told(hit).values())
            for word, terms in self._searcher.read_as(query).items():
                yield f"{word}: not known, read as {', '.join(_written(terms, shown))}"
        elif near := self._searcher.suggested(query):
            yield f"near terms: {', '.join(near)}"


def _shares(hit: Hit) -> list[tuple[str, float]]:
    """What each signal gives to the score."""
    unit = hit.score / (sum(share for _, share in hit.signals) or 1.0)
    return [(name, share * unit) for name, share in hit.signals]


def _written(terms: Sequence[str], text: str) -> list[str]:
    """Terms as a text writes them, which has more than their stems."""
    words = {term(part): lower(part) for run in runs(text) for part in split(run)}
    return [words.get(one, one) for one in terms]


def of_book(
    book: Book, config: Config, direction: Callable[[str], Sequence[int]] | None = None
) -> Answers:
    """Answers from an opened book."""
    links, entries = Links(book, config), cache(lambda: {one.chunk.id: one for one in book.entries})
    searcher = Searcher(book, config.search, direction)

    def row(hit: Hit) -> dict[str, Any]:
        entry = entries()[hit.chunk]
        chunk = entry.chunk
        responsibility = entry.summary.responsibility
        return {
            "path": chunk.path,
            "line": hit.line or chunk.span.line,
            "end_line": chunk.span.end_line,
            "symbol": hit.name or chunk.qualified,
            "kind": searcher.catalog.kinds[hit.number],
            "score": round(hit.score, 6),
            "title": hit.name or entry.summary.title or chunk.qualified or chunk.path,
            "summary": responsibility.text if responsibility is not None else "",
            "url": links.chunk_url(chunk),
            "origin": entry.summary.origin,
            "confidence": responsibility.confidence if responsibility is not None else 0.0,
            "signature": chunk.signature,
        }

    return Answers(searcher, row)


def of_site(address: str, *, dense: bool = True) -> Answers:
    """Answers from the search files of a published site, with the weights that it names.

    Raises:
        QueryError: There is no site with search files of this version.
    """
    site = Site(address)
    search = site.search if dense else replace(site.search, dense="off")

    def row(hit: Hit) -> dict[str, Any]:
        document = site.document(hit.number)
        return {
            "path": document["path"],
            "line": hit.line or document["line"],
            "end_line": document["end_line"],
            "symbol": hit.name or document["symbol"],
            "kind": document["kind"],
            "score": round(hit.score, 6),
            "title": hit.name or document["title"],
            "summary": document["summary"],
            "url": urljoin(site.address, document["url"]),
            "origin": document["origin"],
            "confidence": document["confidence"],
            "signature": document["signature"],
        }

    return Answers(Searcher(site, search), row)
