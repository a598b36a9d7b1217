"""The built site as the auditor reads it: every fact, and what the pages say of symbols."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

from sourcebook_audit.pages import Fact, PageText, read_page

_WORD = re.compile(r"[\w$]+[!?]?")
_STEM = re.compile(r"[^./]+")


@dataclass(frozen=True, slots=True)
class Span:
    """The lines that a page gives for a definition; ``stop`` is 0 for a single line."""

    start: int
    stop: int

    def __contains__(self, line: object) -> bool:
        return isinstance(line, int) and self.start <= line <= (self.stop or self.start)


class Built:
    """All pages of a site."""

    def __init__(self, pages: Iterable[tuple[str, PageText]]) -> None:
        self.pages = tuple(pages)
        self._page = dict(self.pages)
        self._facts = [
            (name, self._placed(name, fact)) for name, page in self.pages for fact in page.facts
        ]
        #: Symbols by file and qualified name.
        self.symbols: dict[str, dict[str, list[Span]]] = defaultdict(lambda: defaultdict(list))
        #: Facts of a kind by the file of their page.
        self.of_file: dict[tuple[str, str], list[Fact]] = defaultdict(list)
        for _, fact in self.facts():
            self.of_file[fact.get("file"), fact.kind].append(fact)
            if fact.kind == "symbol":
                span = Span(number(fact.get("start")), number(fact.get("stop")))
                self.symbols[fact.get("file")][fact.get("name")].append(span)
        #: Files that have a page.
        self.files = frozenset(file for _, page in self.pages for file in page.files)

    def facts(self) -> Iterator[tuple[str, Fact]]:
        """Every fact with the name of its page."""
        return iter(self._facts)

    def _placed(self, name: str, fact: Fact) -> Fact:
        """A fact about lines of another file with the path of that, where a link tells it."""
        if fact.kind == "citation":
            page = self._linked(name, unquote(fact.get("href").partition("#")[0]))
            known = (("path", page.source),) if page is not None and page.source else ()
            return replace(fact, attributes=(*known, *fact.attributes))
        at = fact.get("at")
        if not fact.kind.endswith("called-by") or ":" in at:
            return fact
        at = f"{self.home(name, fact.get('href'))}:{at}"
        return replace(fact, attributes=(("at", at), *fact.attributes))

    @cached_property
    def names_in(self) -> dict[str, set[str]]:
        """By folder: the names of its files, and of all that they define."""
        found: dict[str, set[str]] = defaultdict(set)
        for file in self.files:
            own = {(_WORD.findall(name) or [""])[-1] for name in self.symbols.get(file, {})}
            found[dirname(file) or "."] |= names_of(file) | own
        return found

    def home(self, name: str, href: str) -> str:
        """The source file that a link of a page leads to."""
        path, _, anchor = unquote(href).partition("#")
        page = self._linked(name, path)
        if page is None:
            return ""
        return page.homes.get(anchor, "") if anchor else page.file

    def _linked(self, name: str, path: str) -> PageText | None:
        """The page that an address leads to from the page of that name."""
        return self._page.get(normpath(join(dirname(name), path)) if path else name)


def names_of(path: str) -> set[str]:
    """The names that an import may call a file by."""
    folder, _, name = path.rpartition("/")
    return {_STEM.findall(name)[0], folder.rpartition("/")[2]}


def read_site(site: Path) -> Built:
    """Reads the pages of a built site."""
    return Built(
        (path.relative_to(site).as_posix(), read_page(path))
        for path in sorted(site.rglob("*.html"))
    )


def number(text: str) -> int:
    """A number as pages write it, -1 for none."""
    digits = text.strip().replace(",", "")
    return int(digits) if digits.isdecimal() else -1
