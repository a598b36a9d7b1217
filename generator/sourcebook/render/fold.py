"""How much of a repository gets pages of its own, so that any size can be published.

An ordinary site has one page a file and, where no forge shows the source, pages with the
source. What both would weigh is estimated before anything is written. Above the budget of
the configuration the pages with the source are dropped first. Above it still, or above the
number of files that is allowed, the same content is folded: one page a folder, split in
parts of :data:`PART` bytes. All URLs are made from this plan, so links and search results
follow by themselves.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from sourcebook.config import SiteConfig
from sourcebook.store.book import Book

#: Bytes of HTML, measured on built sites: around every page, of a file's head, of a symbol.
FRAME, HEAD, SYMBOL = 9_000, 1_400, 1_650

#: Bytes that a letter of shown text or code takes.
LETTER = 1.35

#: Bytes that a line of source takes beside its letters.
LINE = 22

#: Bytes of everything that is no page of a file: scripts, and the search with its shards.
REST, REST_SHARE = 3_900_000, 0.33

#: Bytes of a part of a folded folder, and of a file that may need several pages.
PART = 300_000


@dataclass(frozen=True, slots=True)
class Plan:
    """What gets pages: ``part`` gives the part of its folder that a file stands in."""

    bytes: int  # estimated
    source: bool  # whether pages with the source are possible
    part: Mapping[str, int]  # empty unless folded
    long: frozenset[str] = frozenset()  # files that may need a page of several parts

    def __str__(self) -> str:
        shape = "one page a folder" if self.part else "one page a file"
        return f"about {self.bytes / 1e6:,.1f} MB, {shape}"


def plan(book: Book, site: SiteConfig, paths: frozenset[str], *, source: bool) -> Plan:
    """Plans the pages of the files ``paths``; ``source`` asks for pages with the source."""
    shown = _shown(book, site.code_lines)
    sizes = {path: HEAD + shown[path] for path in sorted(paths)}
    files = sum(sizes.values()) + len(sizes) * FRAME
    rest = REST + int(files * REST_SHARE)
    own = files + rest
    with_source = own + (_source(book, paths) if source else 0)
    if len(sizes) <= site.max_files:
        long = frozenset(path for path, size in sizes.items() if size > PART)
        if with_source <= site.max_bytes:
            return Plan(with_source, source, {}, long)
        if own <= site.max_bytes:
            return Plan(own, source=False, part={}, long=long)
    part = _parts(sizes)
    pages = len({(_folder(path), number) for path, number in part.items()})
    return Plan(sum(sizes.values()) + pages * FRAME + rest, source=False, part=part)


def _source(book: Book, paths: frozenset[str]) -> int:
    """Bytes of the pages with the source."""
    return sum(
        FRAME + int(record.report.size * LETTER) + record.report.lines * LINE
        for record in book.files
        if record.report.path in paths
    )


def _shown(book: Book, code_lines: int) -> Counter[str]:
    """Bytes of the symbols, code and text of each file."""
    shown: Counter[str] = Counter()
    for symbol in book.outline.symbols:
        if symbol.qualified:
            shown[symbol.path] += SYMBOL + int(len(symbol.doc) * LETTER)
    for chunk in book.iter_chunks():
        shown[chunk.path] += int(LETTER * _letters(chunk.text, code_lines))
    return shown


def _letters(text: str, code_lines: int) -> int:
    lines = text.count("\n") + 1
    return len(text) if lines <= code_lines else len(text) * code_lines // lines


def _parts(sizes: Mapping[str, int]) -> dict[str, int]:
    """The part of its folder that each file stands in: files in order, parts filled up."""
    part: dict[str, int] = {}
    folder, number, filled = "", 1, 0
    for path in sorted(sizes, key=lambda path: (_folder(path), path)):
        if _folder(path) != folder:
            folder, number, filled = _folder(path), 1, 0
        elif filled + sizes[path] > PART:
            number, filled = number + 1, 0
        part[path] = number
        filled += sizes[path]
    return part


def _folder(path: str) -> str:
    return path.rpartition("/")[0]
