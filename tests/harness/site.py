"""A built site, read as a browser reads it."""

import json
import posixpath
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from selectolax.lexbor import LexborHTMLParser, LexborNode

_ADDRESSES = {
    "href": "a,link,area,image,use",
    "src": "script,img,iframe,source,embed",
    "data": "object",
}
_SEARCH = Path(__file__).with_name("search.mjs")


class Html:
    """One page of a site."""

    def __init__(self, path: str, raw: str) -> None:
        self.path = path
        self.raw = raw

    @cached_property
    def tree(self) -> LexborHTMLParser:
        return LexborHTMLParser(self.raw)

    @cached_property
    def article(self) -> LexborNode:
        """The part of the page that is not its frame."""
        found = self.tree.css_first("article") or self.tree.body
        assert found is not None
        return found

    @cached_property
    def text(self) -> str:
        """The visible text of the article."""
        return _visible(self.article)

    @property
    def title(self) -> str:
        heading = self.tree.css_first("article h1")
        return _visible(heading).strip() if heading is not None else ""

    @cached_property
    def ids(self) -> list[str]:
        return [node.attributes["id"] or "" for node in self.tree.css("[id]")]

    def headings(self) -> Iterator[tuple[int, str]]:
        for node in self.article.css("h1,h2,h3,h4,h5,h6"):
            yield int(node.tag[1]), _visible(node).strip()

    def addresses(self) -> Iterator[tuple[str, str]]:
        """Every address the page names, with the tag that names it."""
        for attribute, tags in _ADDRESSES.items():
            for node in self.tree.css(tags):
                value = node.attributes.get(attribute)
                if value:
                    yield node.tag, value


def _visible(node: LexborNode) -> str:
    copy = LexborHTMLParser(node.html or "")
    for hidden in copy.css("script,style,template,noscript"):
        hidden.decompose()
    root = copy.body
    return root.text(deep=True) if root is not None else ""


@dataclass(frozen=True, slots=True)
class Answers:
    """What the search client answered, and what it fetched for that."""

    results: list[dict[str, Any]]
    fetched: dict[str, int]
    prototype: list[str]


class Site:
    """The folder of a built site."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @cached_property
    def files(self) -> frozenset[str]:
        return frozenset(
            path.relative_to(self.root).as_posix()
            for path in self.root.rglob("*")
            if path.is_file()
        )

    @cached_property
    def pages(self) -> dict[str, Html]:
        return {
            name: Html(name, (self.root / name).read_text(encoding="utf-8"))
            for name in sorted(self.files)
            if name.endswith(".html")
        }

    def resolve(self, page: str, address: str) -> tuple[str, str] | None:
        """The file and the fragment that ``address`` on ``page`` leads to; None: another site."""
        parts = urlsplit(address)
        if parts.scheme or parts.netloc:
            return None
        path = unquote(parts.path)
        if path.startswith("/"):  # the page for a missing address, which may stand anywhere
            page, path = "", path.lstrip("/") or "index.html"
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
        if (self.root / target).is_dir():
            target = posixpath.normpath(posixpath.join(target, "index.html"))
        return target, unquote(parts.fragment)

    def dead(self) -> list[str]:
        """Every address of the site that leads to no file of it, or to no place on a page."""
        found = []
        for name, page in self.pages.items():
            for tag, address in page.addresses():
                target = self.resolve(name, address)
                if target is None:
                    continue
                file, fragment = target
                if file not in self.files:
                    found.append(f"{name}: <{tag}> {address}")
                elif fragment and file in self.pages and not _has(self.pages[file], fragment):
                    found.append(f"{name}: <{tag}> {address}: no such place")
        return found

    def foreign(self) -> list[str]:
        """Every script, style, picture or frame that is fetched from another site."""
        return [
            f"{name}: <{tag}> {address}"
            for name, page in self.pages.items()
            for tag, address in page.addresses()
            if tag not in {"a", "area"}
            and self.resolve(name, address) is None
            and not address.startswith("data:")
            and not _only_names(page, address)
        ]

    def search(self, *queries: str, **options: object) -> Answers:
        """Asks the shipped client, in node and without a network."""
        asked = [{"text": query, "options": options} for query in queries]
        done = subprocess.run(
            ["node", str(_SEARCH), str(self.root / self.search_folder)],
            input=json.dumps(asked),
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return Answers(**json.loads(done.stdout))

    @property
    def search_folder(self) -> str:
        (found,) = [
            name for name in self.files if re.fullmatch(r"(.*/)?search/manifest\.json", name)
        ]
        return posixpath.dirname(found)


def _has(page: Html, fragment: str) -> bool:
    return fragment in page.ids or fragment.startswith("__")


def _only_names(page: Html, address: str) -> bool:
    """Whether ``address`` is the canonical one, which names a page and fetches nothing."""
    return any(
        node.attributes.get("href") == address for node in page.tree.css('link[rel="canonical"]')
    )
