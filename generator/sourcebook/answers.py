"""Answers of a book, or of a published site, to a query, in the forms of the command line.

A query may hold facets: ``name:session``, ``purpose:"closes a file"``, ``signature:timeout``.
Their words are words of the query like others, and a hit must have all of them in its name,
its summary or its signature. Looked at are hits of the places (:data:`TOGETHER` chunks each)
in which the best ones stand, since a browser has to read each place.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, cast
from urllib.parse import urljoin

import msgspec

from sourcebook.config import Config
from sourcebook.errors import QueryError
from sourcebook.model import Hit
from sourcebook.render.links import Links
from sourcebook.store.book import Book
from sourcebook.store.score import MOST_ORDERED, TOGETHER
from sourcebook.store.search import Searcher
from sourcebook.store.site import Site
from sourcebook.store.strategies import STRATEGIES
from sourcebook.tokenizer import tokenize


@dataclass(frozen=True, slots=True)
class Filters:
    """What a result must be like; empty strings filter nothing."""

    top: int
    kind: str = ""
    scope: str = ""
    language: str = ""
    near: tuple[str, ...] = ()  # files whose surroundings are preferred


def chosen(config: Config, strategy: str | None, *, dense: bool) -> Config:
    """The configuration with what a command asked for.

    Raises:
        QueryError: There is no such strategy.
    """
    if strategy is not None and strategy not in STRATEGIES:
        raise QueryError(f"{strategy}: no such strategy; there are: {', '.join(STRATEGIES)}")
    search = replace(
        config.search,
        strategy=cast("Any", strategy or config.search.strategy),
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

    def _row(self, hit: Hit) -> dict[str, Any]:
        row = self._told(hit)
        del row["signature"]
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

    def rows(self, text: str, filters: Filters) -> list[dict[str, Any]]:
        """Returns the results in their fixed machine form."""
        return [self._row(hit) for hit in self.hits(text, filters)]

    def as_json(self, text: str, filters: Filters) -> str:
        """Returns the results as one JSON list."""
        return msgspec.json.encode(self.rows(text, filters)).decode()

    def batch(self, path: Path, filters: Filters) -> Iterator[str]:
        """Yields one JSON line for each ``{"id", "query"}`` line of a file."""
        with path.open(encoding="utf-8") as stream:
            for number, line in enumerate(stream, 1):
                if not line.strip():
                    continue
                try:
                    question = msgspec.json.decode(line)
                    one, text = question["id"], str(question["query"])
                except (msgspec.DecodeError, KeyError, TypeError) as error:
                    raise QueryError(
                        f'{path}:{number}: not a question; write {{"id": …, "query": …}}'
                    ) from error
                answer = {"id": one, "results": self.rows(text, filters)}
                yield msgspec.json.encode(answer).decode()

    def as_text(self, text: str, filters: Filters, *, explain: bool) -> str:
        """Returns the results for a reader at a terminal."""
        lines: list[str] = []
        if explain and (also := self._also(facets_of(text)[0])):
            lines.append(f"with: {', '.join(also)}")
        for hit in self.hits(text, filters):
            row = self._row(hit)
            weak = "  (weak: no word of the query occurs)" if hit.weak else ""
            lines.append(f"{row['path']}:{row['line']}  {row['title']}  [{row['kind']}]{weak}")
            if row["summary"]:
                lines.append(f"    {row['summary']}")
            if explain:
                unit = hit.score / (sum(share for _, share in hit.signals) or 1.0)
                shares = " + ".join(f"{name} {share * unit:.3f}" for name, share in hit.signals)
                lines.append(f"    score {hit.score:.3f} = {shares}")
        return "\n".join(lines) if lines else "nothing found"


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
