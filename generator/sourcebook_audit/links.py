"""Every reference of a built site leads to a file of it, and every anchor to an element.

File names are compared as they are, with upper and lower case apart, since the web server
does so even where the machine that built the site does not.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join, normpath
from re import Pattern
from re import compile as regex
from urllib.parse import unquote, urlsplit

from sourcebook_audit.pages import Reference, read_page

#: Elements whose reference a browser fetches by itself.
_FETCHED = frozenset({"script", "img", "source", "iframe", "object", "embed", "video", "audio"})
_FETCHED |= {"track", "use", "image", "input"}
#: Relations of ``link`` elements that are fetched.
_FETCHED_RELATIONS = frozenset(
    {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "manifest", "shortcut"}
    | {"preconnect", "dns-prefetch", "apple-touch-icon"}
)
_PAGES = (".html", ".htm")
_CSS_URL: Pattern[str] = regex(r"url\(\s*['\"]?([^'\")]+)['\"]?\s*\)")


@dataclass(frozen=True, slots=True)
class Broken:
    """One reference that leads nowhere, or out of the site."""

    page: str
    line: int
    url: str
    reason: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.url}: {self.reason}"


def check_site(site: Path) -> list[Broken]:
    """Returns every broken reference of the site's pages and style sheets."""
    files = frozenset(
        path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()
    )
    pages = sorted(name for name in files if name.endswith(_PAGES))

    @lru_cache(maxsize=512)
    def ids(name: str) -> frozenset[str]:
        return frozenset(read_page(site / name).ids)

    found: list[Broken] = []
    for name in pages:
        page = read_page(site / name)
        found += [Broken(name, line, f"#{twice}", "id given twice") for twice, line in page.doubled]
        for reference in page.references:
            reason = _fault(name, reference, files, ids)
            if reason:
                found.append(Broken(name, reference.line, reference.url, reason))
    for name in sorted(name for name in files if name.endswith(".css")):
        found += _style(site, name, files)
    return found


def _fault(
    name: str,
    reference: Reference,
    files: frozenset[str],
    ids: Callable[[str], frozenset[str]],
) -> str:
    """Why a reference is broken, "" when it is not."""
    url = urlsplit(reference.url)
    if url.scheme or url.netloc:
        elsewhere = url.scheme != "data" and _is_fetched(reference)
        return "fetched from another host" if elsewhere else ""
    target = _target(name, url.path, files)
    if target is None:
        return "leads out of the site"
    found = _file(target, files)
    if found is None:
        return "no such file" + _near(target, files)
    known = not url.fragment or not found.endswith(_PAGES) or _is_known(unquote(url.fragment))
    return "" if known or unquote(url.fragment) in ids(found) else "no such anchor"


def _is_known(anchor: str) -> bool:
    """Anchors without an element: the top, text fragments, switches of the theme."""
    return anchor == "top" or anchor.startswith((":~:", "__"))


def _is_fetched(reference: Reference) -> bool:
    if reference.element == "link":
        return bool(_FETCHED_RELATIONS & set(reference.rel.lower().split()))
    return reference.element in _FETCHED


def _target(name: str, path: str, files: frozenset[str]) -> str | None:
    """The file or folder a path leads to, seen from the page; None outside of the site.

    Only the page for missing pages may use absolute paths: it is sent at any address, and
    where the site will lie below its host is not known here.
    """
    if path.startswith("/"):
        parts = unquote(path).strip("/").split("/") if name == "404.html" else []
        tails = ("/".join(parts[at:]) for at in range(len(parts) + 1))
        return next((tail for tail in tails if _file(tail, files)), None)
    target = normpath(join(dirname(name), unquote(path))) if path else name
    return None if target.startswith("..") else target


def _file(target: str, files: frozenset[str]) -> str | None:
    """The file that a server sends for a target."""
    if target in files:
        return target
    index = "index.html" if target in {"", "."} else f"{target.rstrip('/')}/index.html"
    return index if index in files else None


def _near(target: str, files: frozenset[str]) -> str:
    """A hint where only upper and lower case differ."""
    folded = target.casefold()
    same = min((name for name in files if name.casefold() == folded), default="")
    return f" (only {same})" if same else ""


def _style(site: Path, name: str, files: frozenset[str]) -> Iterator[Broken]:
    text = (site / name).read_text(encoding="utf-8", errors="replace")
    for match in _CSS_URL.finditer(text):
        url = urlsplit(match.group(1).strip())
        line = text.count("\n", 0, match.start()) + 1
        if url.scheme == "data" or (not url.path and url.fragment):
            continue
        if url.scheme or url.netloc:
            yield Broken(name, line, match.group(1), "fetched from another host")
        elif normpath(join(dirname(name), unquote(url.path))) not in files:
            yield Broken(name, line, match.group(1), "no such file")
