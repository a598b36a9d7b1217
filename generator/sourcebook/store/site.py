"""The search files of a published site as a source of the query, beside a book's indexes.

Files are fetched as the browser fetches them: what the words of a query need, each once.
``site_src/reference/search.md`` describes them. The same :class:`Searcher` that answers
from a book answers from them, so both give the same hits.
"""

import gzip
import json
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal, TypeVar, overload
from urllib.parse import urljoin, urlsplit

import numpy as np
from numpy.typing import NDArray

from sourcebook.config import SearchConfig
from sourcebook.errors import QueryError
from sourcebook.model import FileClass
from sourcebook.store.catalog import Catalog
from sourcebook.store.lexical import Postings
from sourcebook.store.near import prefixed
from sourcebook.store.packing import unpacked
from sourcebook.store.places import Places
from sourcebook.store.query import Common, ranked
from sourcebook.store.vectors import STEPS
from sourcebook.tokenizer import VERSION

#: Version of the files' format.
FORMAT = 5

#: Paths in one file.
PATHS = 5_000

#: The lists of a term, in the order in which they stand in a shard.
LISTS = ("functions", "files", "history")

_SECONDS = 30

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Row:
    """What a shard holds of a term."""

    occurs: bool
    count: int
    lists: Mapping[str, Postings]
    vector: NDArray[np.int64] | None
    names: list[tuple[str, int, int]]


class Site:
    """A published site; it is asked when something is needed."""

    def __init__(self, address: str) -> None:
        """Takes the address of the site's front page, or its folder.

        Raises:
            QueryError: There are no search files, or they are of another format.
        """
        self.address = _front(address)
        self._read = cache(_fetched)
        self._shard = cache(self._terms)
        self._vectors = cache(self._rows)
        self._beginnings = cache(self._listing)
        manifest = self._read(urljoin(self.address, "search/manifest.json"))
        if manifest.get("format") != FORMAT:
            raise QueryError(
                f"{self.address}: the search files have format {manifest.get('format')}, this "
                f"version reads {FORMAT}. Build the site anew, or search it in the browser"
            )
        self._folder = urljoin(self.address, f"search/{manifest['index']}")
        self._tables = self._file("tables.json")
        if self._tables["tokenizer"] != VERSION:
            raise QueryError(
                f"{self.address}: the index has terms of version {self._tables['tokenizer']}, "
                f"not {VERSION}. Build the site anew, or search it in the browser"
            )
        self._places = {name: Places(self._tables[name]) for name in ("terms", "beginnings")}

    def _file(self, name: str) -> Any:
        return self._read(urljoin(self._folder, name))

    @property
    def search(self) -> SearchConfig:
        """The settings that the site was published with."""
        weight = self._tables["weights"]["vectors"]
        wide: Literal["full", "rank"] = "full" if self._tables["brings"] else "rank"
        return SearchConfig(
            dense=wide if weight else "off",
            dense_weight=weight or SearchConfig().dense_weight,
            min_score=self._tables["least"],
        )

    # ------------------------------------------------------------------- terms

    def row(self, term: str) -> Row | None:
        """What its shard holds of a term."""
        shard = self._places["terms"].of(term)
        return self._shard(shard).get(term) if shard >= 0 else None

    def _terms(self, number: int) -> dict[str, Row]:
        raw = self._file(f"terms/{number}.json")
        vectors = iter(_rows(raw["vectors"], self.dimension))
        numbers, scores = iter(unpacked(raw["numbers"]).tolist()), unpacked(raw["scores"])
        found: dict[str, Row] = {}
        used = 0
        for term in raw["terms"]:
            occurs, count = bool(next(numbers)), next(numbers)
            lists: dict[str, Postings] = {}
            for name in LISTS:
                length = next(numbers)
                if length:
                    scale = next(numbers)
                    documents = np.cumsum([next(numbers) for _ in range(length)])
                    lists[name] = Postings(documents, scores[used : used + length], scale)
                    used += length
            step = next(numbers)
            found[term] = Row(occurs, count, lists, next(vectors) * step if step else None, [])
        for at, qualified, chunk, line in raw["names"]:
            found[raw["terms"][at]].names.append((qualified, chunk, line))
        return found

    def knows(self, term: str) -> bool:
        """Whether a term occurs in any text."""
        row = self.row(term)
        return row is not None and row.occurs

    def column(self, name: str, term: str) -> Postings | None:
        """The postings of a term."""
        row = self.row(term)
        return None if row is None else row.lists.get(name)

    def names(self, term: str) -> Sequence[tuple[str, int, int]]:
        """Definitions of this name: qualified name, chunk, line."""
        row = self.row(term)
        return () if row is None else row.names

    # ------------------------------------------------------------------- words

    @cached_property
    def common(self) -> Common:
        """Frequent terms, with the greater numbers for the more frequent."""
        return ranked(self._tables["query"]["common"])

    def beginning(self, prefix: str) -> list[str]:
        """The most frequent terms of chunks that begin so."""
        wide, words = self._beside(prefix)
        return wide[prefix].split() if prefix in wide else prefixed(prefix, words.items())

    def listed(self, word: str) -> int:
        """How often a word occurs, 0 if it is not listed."""
        return self._beside(word)[1].get(word, 0)

    def alike(self, prefix: str) -> list[str]:
        """The words that are listed where this beginning is, and begin so."""
        return [word for word in self._beside(prefix)[1] if word.startswith(prefix)]

    def frequent(self, word: str) -> int:
        """How often a word occurs, 0 if it is not one of the frequent ones."""
        return self._frequent.get(word, 0)

    @cached_property
    def _frequent(self) -> dict[str, int]:
        return _counted(self._file("frequent.json"))

    def _beside(self, text: str) -> tuple[dict[str, str], dict[str, int]]:
        """The words of the file where a text stands, and beginnings that go on in the next."""
        number = self._places["beginnings"].of(text)
        return self._beginnings(number) if number >= 0 else ({}, {})

    def _listing(self, number: int) -> tuple[dict[str, str], dict[str, int]]:
        raw = self._file(f"beginnings/{number}.json")
        return raw["wide"], _counted(raw)

    # ----------------------------------------------------------------- vectors

    @property
    def dimension(self) -> int:
        """Of the vectors."""
        return max(int(self._tables["embedder"]["dimension"]), 1)

    @property
    def has_vectors(self) -> bool:
        """Whether the site has vectors."""
        return int(self._tables["embedder"]["dimension"]) > 0

    def word(self, term: str) -> NDArray[np.int64] | None:
        """The row of a word."""
        row = self.row(term)
        return None if row is None else row.vector

    def vector(self, chunk: int) -> list[int]:
        """The row of a chunk."""
        place, at = divmod(chunk, self._tables["documents"])
        row: list[int] = self._vectors(place)[at].tolist()
        return row

    def _rows(self, place: int) -> NDArray[np.int64]:
        return _rows(self._file(f"documents/{place}.json")["rows"], self.dimension)

    # ------------------------------------------------------- chunks and files

    @cached_property
    def catalog(self) -> Catalog:
        """Chunks and files by number; what is not in the tables is fetched when it is read."""
        tables = self._tables
        sizes = unpacked(tables["chunks"]).tolist()
        starts = [0, *np.cumsum(sizes).tolist()][: len(sizes)]
        classes = (FileClass.SOURCE.value, FileClass.TEST.value)  # what counts, and what half
        return Catalog(
            ids=_Late(sum(sizes), lambda: _Each(lambda chunk: self.document(chunk)["id"])),
            kinds=_Late(sum(sizes), self._kinds),
            paths=_Late(len(sizes), lambda: self._paths(len(sizes))),
            starts=tuple(starts),
            languages=[tables["languages"][at] for at in unpacked(tables["language"])],
            scopes=[tables["scopes"][at] for at in unpacked(tables["scope"])],
            classes=[classes[at] for at in unpacked(tables["aside"])],
            lines=_Late(sum(sizes), lambda: _Each(lambda chunk: self.document(chunk)["line"])),
            tongues=tuple(_tongues(unpacked(tables["tongues"]).tolist())),
            names={},
        )

    @cached_property
    def file_of(self) -> list[int]:
        """The file's number of each chunk."""
        return self.catalog.file_of()

    def _paths(self, count: int) -> list[str]:
        parts = range(-(-count // PATHS))
        return [path for at in parts for path in self._file(f"paths/{at}.json")["paths"]]

    def _kinds(self) -> list[str]:
        raw = self._file("kinds.json")
        return [raw["names"][at] for at in unpacked(raw["kinds"])]

    def defined(self, chunk: int) -> Sequence[tuple[str, int]]:
        """What a module-level chunk defines: name and line."""
        return [(name, line) for name, line in self.document(chunk)["definitions"] or ()]

    def document(self, chunk: int) -> dict[str, Any]:
        """What a result shows."""
        place, at = divmod(chunk, self._tables["documents"])
        shard = self._file(f"documents/{place}.json")
        row = [*shard["documents"][at], *[""] * 12]
        page, kind, line, end_line, own, summary, confidence = row[:7]
        signature, anchor, symbol, title, definitions = row[7:12]
        path, address, origin = shard["pages"][page]
        fragment = anchor or own.replace("_", "-")
        return {
            "id": f"{path}::{own}",
            "path": path,
            "line": line,
            "end_line": end_line,
            "symbol": "" if symbol is None else symbol or own,
            "kind": kind,
            "title": title or own,
            "summary": summary,
            "url": f"{address}#{fragment}" if fragment and address else address,
            "origin": origin,
            "confidence": confidence or 0.0,
            "signature": signature,
            "definitions": definitions,
        }


class _Each(Sequence[T]):
    """What a function gives for each number."""

    def __init__(self, of: Callable[[int], T]) -> None:
        self._of = of

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        if isinstance(at, slice):
            raise TypeError("one at a time")
        return self._of(at)

    def __len__(self) -> int:
        raise TypeError("not counted")


class _Late(Sequence[T]):
    """A sequence of known length that is fetched when it is read."""

    def __init__(self, length: int, made: Callable[[], Sequence[T]]) -> None:
        self._length = length
        self._made = made

    @cached_property
    def _values(self) -> Sequence[T]:
        return self._made()

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[T]: ...
    def __getitem__(self, at: int | slice) -> T | Sequence[T]:
        return self._values[at]

    def __len__(self) -> int:
        return self._length


def _counted(raw: dict[str, Any]) -> dict[str, int]:
    """Words with their frequency."""
    return dict(zip(raw["words"].split(), unpacked(raw["counts"]).tolist(), strict=True))


def _rows(text: str, width: int) -> NDArray[np.int64]:
    return unpacked(text).reshape(-1, width) - STEPS


def _tongues(numbers: list[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    """For each file, the languages it belongs to and how far."""
    left = iter(numbers)
    for count in left:
        yield tuple((next(left), next(left)) for _ in range(count))


def _front(address: str) -> str:
    """The address of a site's root, with a slash at the end."""
    if urlsplit(address).scheme not in {"http", "https", "file"}:
        address = Path(address).absolute().as_uri()
    return address.removesuffix("index.html").rstrip("/") + "/"


def _fetched(address: str) -> Any:
    """The JSON at an address."""
    request = urllib.request.Request(  # noqa: S310 - the schemes are checked
        address, headers={"Accept-Encoding": "gzip", "User-Agent": "sourcebook"}
    )
    try:
        with urllib.request.urlopen(request, timeout=_SECONDS) as answer:  # noqa: S310
            data = answer.read()
            if answer.headers.get("Content-Encoding") == "gzip":
                data = gzip.decompress(data)
        return json.loads(data)
    except (urllib.error.URLError, OSError, ValueError) as error:
        reason = getattr(error, "reason", error)
        raise QueryError(
            f"{address}: cannot be read: {reason}. "
            "Name the address of the front page of a site that Sourcebook built"
        ) from error
