"""The static files of the search: what a browser needs to answer a query by itself.

::

    search/loader.js             the one script that pages name; never changes
    search/manifest.json         never cached; names all else by the digest of its contents
    search/client-<digest>/      the browser's side
    search/index-<digest>/
        tables.json              weights, chunks per file, its language and class
        terms/<n>.json           terms in order, with their postings, vectors and names
        documents/<n>.json       what a result shows, and vectors
        neighbours/<n>.json      what is related to each file
        kinds.json, paths/<n>    fetched when a query filters by them
        japanese.json            fetched when a query has text without blanks
        beginnings/<n>, frequent.json  words, fetched when one of the query is unknown
    search/download/             the book's indexes, as far as search.download_bytes allows

All files but these are JSON; arrays of numbers are packed (:mod:`sourcebook.store.packing`). The
format is described in ``site_src/reference/search.md``.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sourcebook.config import SearchConfig
from sourcebook.model import Chunk, Entry, Page
from sourcebook.render.builtin import templates_dir
from sourcebook.render.client import CLIENT, client
from sourcebook.render.related import Near
from sourcebook.render.terms import TermShards
from sourcebook.render.words import WordShards, counted
from sourcebook.store.book import Book
from sourcebook.store.catalog import ASIDE, Catalog
from sourcebook.store.indexes import LEXICAL, Indexes
from sourcebook.store.near import beginnings, frequent
from sourcebook.store.packing import packed
from sourcebook.store.query import MOST_COMMON, japanese, tables
from sourcebook.store.score import TOGETHER
from sourcebook.store.site import FORMAT, PATHS
from sourcebook.store.strategies import signal_weights
from sourcebook.store.vectors import INDEX_NAME, STEPS
from sourcebook.tokenizer import VERSION

#: Files whose neighbours are in one file.
NEIGHBOURS = 1_000

UrlOf = Callable[[Chunk], str]


def bundle(
    book: Book,
    url_of: UrlOf,
    *,
    near: Near | None = None,
    hidden: Collection[str] = (),
    search: SearchConfig = SearchConfig(),  # noqa: B008 - frozen
    tell: Callable[[str], None] = lambda _: None,
) -> Iterator[Page]:
    """Yields the files of the search. Chunks of ``hidden`` paths are left out.

    ``near`` is what pages call related to each file; ``tell`` is told what is not published.
    """
    indexes = Indexes(book.folder)
    shown = _shown(indexes.catalog, hidden)
    values = chain(
        _index_files(book, indexes, url_of, shown, search), _neighbours(indexes, near or {}, shown)
    )
    with TemporaryFile() as kept:
        # Their folder is called by the digest of all, and all would not fit in memory.
        sizes: list[tuple[str, int]] = []
        digest = hashlib.sha256()
        for name, value in values:
            data = _json(value)
            sizes.append((name, kept.write(data)))
            _add(digest, Page(name, data))
        index = f"index-{digest.hexdigest()[:16]}"
        kept.seek(0)
        for name, size in sizes:
            yield Page(f"search/{index}/{name}", kept.read(size))
    modules = list(client())
    folder = f"client-{_digest(modules)}"
    yield from (Page(f"search/{folder}/{page.path}", page.data) for page in modules)
    yield Page("search/loader.js", (templates_dir() / "search" / "loader.js").read_bytes())
    manifest = {"format": FORMAT, "index": f"{index}/", "client": f"{folder}/{CLIENT}"}
    yield Page("search/manifest.json", _json(manifest))
    if not search.download_bytes:
        return
    if shown.files.all():
        yield from _downloads(book.folder, indexes, search.download_bytes, tell)
    else:
        tell("search/download/ is left out: its indexes would tell of what the site hides")


def _downloads(
    folder: Path, indexes: Indexes, most: int, tell: Callable[[str], None]
) -> Iterator[Page]:
    """The indexes of the book as they are, and the ids of the chunks by their numbers."""
    ids = _json(indexes.catalog.ids)
    files = {INDEX_NAME: folder / INDEX_NAME}
    for name in LEXICAL:
        paths = sorted((folder / "lexical" / name).iterdir())
        files |= {f"{name}/{path.name}": path for path in paths}
    size = len(ids) + sum(path.stat().st_size for path in files.values())
    if size > most:
        tell(
            f"search/download/ is left out: it has {size:,} bytes, more than "
            f"search.download_bytes = {most:,}"
        )
        return
    yield Page("search/download/chunks.json", ids)
    for name, path in files.items():
        yield Page(f"search/download/{name}", path.read_bytes())


@dataclass(frozen=True, slots=True)
class _Shown:
    """What may be seen: by number of chunk and of file."""

    chunks: NDArray[np.bool_]
    files: NDArray[np.bool_]


def _shown(catalog: Catalog, hidden: Collection[str]) -> _Shown:
    files = np.array([path not in hidden for path in catalog.paths], dtype=bool)
    owners = np.array(catalog.file_of(), dtype=np.int64)
    return _Shown(files[owners] if len(owners) else np.zeros(0, dtype=bool), files)


def _by_count(counted: Counter[str]) -> list[str]:
    return sorted(counted, key=lambda name: (-counted[name], name))


def _index_files(
    book: Book, indexes: Indexes, url_of: UrlOf, shown: _Shown, search: SearchConfig
) -> Iterator[tuple[str, Any]]:
    catalog = indexes.catalog
    for number, start in enumerate(range(0, len(catalog.paths), PATHS)):
        part = slice(start, start + PATHS)
        paths = zip(catalog.paths[part], shown.files[part], strict=True)
        yield f"paths/{number}.json", {"paths": [path if on else "" for path, on in paths]}
    yield "japanese.json", {"words": _japanese(indexes)}
    kinds = tuple(dict.fromkeys(catalog.kinds))
    yield "kinds.json", {"names": kinds, "kinds": packed([kinds.index(k) for k in catalog.kinds])}
    unseen = _unseen(indexes, shown)
    lists = _term_lists(indexes, shown, unseen)
    for name, shards in lists.items():
        for number, shard in enumerate(shards):
            yield f"{name}/{number}.json", shard
    matrix = indexes.matrices["functions"]
    yield "frequent.json", counted([one for one in frequent(matrix) if one[0] not in unseen])
    firsts = {name: shards.firsts for name, shards in lists.items()}
    yield "tables.json", firsts | _tables(indexes, shown, unseen, search)
    for number, shard in enumerate(_documents(book.iter_entries(), indexes, url_of, shown)):
        yield f"documents/{number}.json", shard


def _neighbours(indexes: Indexes, near: Near, shown: _Shown) -> Iterator[tuple[str, Any]]:
    """For each file rows of its chunk, a related one of another file, and words of both."""
    catalog = indexes.catalog
    numbers = {chunk: number for number, chunk in enumerate(catalog.ids)} if near else {}
    files = [
        [
            [*both, " ".join(pair.words)]
            for pair in near.get(path, ())
            if shown.chunks[both := [numbers[pair.own.id], numbers[pair.other.id]]].all()
        ]
        for path in catalog.paths
    ]
    for number, start in enumerate(range(0, len(files), NEIGHBOURS)):
        yield f"neighbours/{number}.json", {"files": files[start : start + NEIGHBOURS]}


def _term_lists(
    indexes: Indexes, shown: _Shown, unseen: frozenset[str]
) -> dict[str, TermShards | WordShards]:
    """What is cut into files in the order of texts."""
    matrix = indexes.matrices["functions"]
    return {
        "terms": TermShards(indexes, shown.chunks, shown.files, unseen),
        "beginnings": WordShards([one for one in beginnings(matrix) if one[0] not in unseen]),
    }


def _unseen(indexes: Indexes, shown: _Shown) -> frozenset[str]:
    """The terms that occur in what is not shown alone."""
    if shown.files.all():
        return frozenset()
    terms, seen = set(indexes.vectors.words), set[str]()
    for name, matrix in indexes.matrices.items():
        rows = shown.chunks if name == "functions" else shown.files
        terms.update(matrix.terms)
        for term, place in matrix.places.items():
            start, end = matrix.indptr[place], matrix.indptr[place + 1]
            if rows[matrix.indices[start:end]].any():
                seen.add(term)
    return frozenset(terms - seen)


# ---------------------------------------------------------------- tables and documents


def _tables(
    indexes: Indexes, shown: _Shown, unseen: frozenset[str], search: SearchConfig
) -> dict[str, Any]:
    """What every query needs."""
    catalog, vectors = indexes.catalog, indexes.vectors
    languages = sorted(set(catalog.languages))
    scopes = sorted(set(catalog.scopes))
    seen_kinds = Counter(k for k, on in zip(catalog.kinds, shown.chunks, strict=True) if on)
    return {
        "tokenizer": VERSION,
        "embedder": {"name": vectors.name, "dimension": vectors.dimension},
        "weights": signal_weights(search),
        "brings": search.dense == "full",
        "least": search.min_score,
        "facets": {
            "kinds": _by_count(seen_kinds),
            "scopes": _by_count(Counter(filter(None, catalog.scopes))),
            "languages": _by_count(Counter(filter(None, catalog.languages))),
        },
        "documents": TOGETHER,
        "chunks": packed(catalog.sizes()),
        "aside": packed([one in ASIDE for one in catalog.classes]),
        "languages": languages,
        "language": packed([languages.index(one) for one in catalog.languages]),
        "scopes": scopes,
        "scope": packed([scopes.index(one) for one in catalog.scopes]),
        "tongues": packed([number for shares in catalog.tongues for number in _flat(shares)]),
        "query": _query_tables(indexes, unseen),
    }


def _flat(shares: tuple[tuple[int, int], ...]) -> Iterator[int]:
    """How many languages a file belongs to, then each with its share."""
    yield len(shares)
    for language, tenths in shares:
        yield from (language, tenths)


def _query_tables(indexes: Indexes, unseen: frozenset[str]) -> dict[str, Any]:
    """What is known of a query's words; other forms only where the index has them."""
    known = tables()
    places = [matrix.places for matrix in indexes.matrices.values()]
    same = {
        word: [other for other in others if any(other in terms for terms in places)]
        for word, others in sorted(known.same.items())
    }
    return {
        "common": [
            term
            for term in indexes.matrices["functions"].frequent(MOST_COMMON)
            if term not in unseen
        ],
        "stop": sorted(known.stop),
        "change": sorted(known.change),
        "aside": sorted(known.aside),
        "around": sorted(known.around),
        "same": [[word, *others] for word, others in same.items() if others],
        "languages": [language.words for language in known.languages],
    }


def _japanese(indexes: Indexes) -> list[list[str]]:
    """Japanese words and those of their English terms that the index has."""
    places = [matrix.places for matrix in indexes.matrices.values()]
    return [
        [word, *(one for one in terms if any(one in known for known in places))]
        for word, terms in japanese().items()
    ]


def _documents(
    entries: Iterator[Entry], indexes: Indexes, url_of: UrlOf, shown: _Shown
) -> Iterator[dict[str, Any]]:
    """Rows of what a result shows, and vectors; empty for a chunk that is not published."""
    for start in range(0, len(shown.chunks), TOGETHER):
        together = slice(start, start + TOGETHER)
        pages: dict[tuple[str, str, str], int] = {}
        rows = [
            _document(entry, indexes, at, url_of, pages) if shown.chunks[at] else []
            for at, entry in enumerate(islice(entries, TOGETHER), start)
        ]
        vectors = np.where(shown.chunks[together, None], indexes.vectors.chunk_rows[together], 0)
        yield {
            "pages": list(pages),
            "documents": rows,
            "rows": packed((vectors + STEPS).ravel()),
        }


def _document(
    entry: Entry,
    indexes: Indexes,
    number: int,
    url_of: UrlOf,
    pages: dict[tuple[str, str, str], int],
) -> list[Any]:
    """A row, with what several of a shard have in common as its place in ``pages``.

    What follows from the rest is empty, and empty ends are left out.
    """
    chunk, summary, catalog = entry.chunk, entry.summary, indexes.catalog
    said = summary.responsibility
    page, _, anchor = url_of(chunk).partition("#")
    own = chunk.id[len(chunk.path) + 2 :]
    title = summary.title or chunk.qualified or chunk.path
    row = [
        pages.setdefault((chunk.path, page, summary.origin), len(pages)),
        catalog.kinds[number],
        catalog.lines[number],
        chunk.span.end_line,
        own,
        said.text if said is not None else "",
        said.confidence if said is not None else 0,
        chunk.signature,
        "" if anchor == own.replace("_", "-") else anchor,
        "" if chunk.qualified == own else chunk.qualified or None,
        "" if title == own else title,
        indexes.unnamed.get(number, ""),
    ]
    while row[-1] == "":
        del row[-1]
    return row


def _digest(pages: Iterable[Page]) -> str:
    total = hashlib.sha256()
    for page in pages:
        _add(total, page)
    return total.hexdigest()[:16]


def _add(total: "hashlib._Hash", page: Page) -> None:
    total.update(page.path.encode() + b"\0" + len(page.data).to_bytes(8, "little"))
    total.update(page.data)


def _json(value: Any) -> bytes:
    return msgspec.json.encode(value) + b"\n"
