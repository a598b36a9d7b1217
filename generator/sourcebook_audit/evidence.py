"""Every quote of a page stands verbatim in the repository, at the lines it names.

A quote is any element ``data-fact="quote" data-path="…" data-line="…" data-end="…"``; its
text content is the quote. White space at its ends and the kind of line end do not count.
Where a secret was replaced by a mark, the mark stands for any text of that line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from sourcebook_audit.pages import Fact, read_page

#: The mark that replaces a secret.
_MARK = re.compile(r"\[redacted: [^\]\n]*\]")
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Untrue:
    """One quote that does not stand where it is said to stand."""

    page: str
    line: int
    fact: str
    reason: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.fact}: {self.reason}"


def check(site: Path, repository: Path) -> list[Untrue]:
    """Returns every quote of the site that the repository does not bear out."""
    return [item for _, item in audited(site, repository) if item is not None]


def audited(site: Path, repository: Path) -> Iterator[tuple[Fact, Untrue | None]]:
    """Yields every quote of the site with its fault, None when it is true."""
    root = repository.resolve()
    lines = lru_cache(maxsize=256)(lambda path: _lines(root, path))
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        for fact in read_page(path).facts:
            if fact.kind == "quote":
                reason = _fault(fact, lines(fact.get("path")))
                place = f"{fact.get('path')}:{fact.get('line')}"
                yield fact, Untrue(name, fact.line, place, reason) if reason else None


def _fault(fact: Fact, lines: list[str] | None) -> str:
    """Why a quote is not true, "" when it is."""
    if lines is None:
        return "no such file in the repository"
    first, last = fact.get("line"), fact.get("end") or fact.get("line")
    quote = "\n".join(_LINE_END.split(fact.text.strip()))
    if not (first.isdecimal() and last.isdecimal() and quote):
        return "no line numbers, or no quote"
    start, end = int(first), int(last)
    if not 1 <= start <= end <= len(lines):
        return f"the file has {len(lines)} lines"
    place = "\n".join(lines[start - 1 : end])
    if quote not in place and not _marked(quote, place):
        return "does not stand there"
    quoted = quote.count("\n") + 1
    return "" if quoted == end - start + 1 else f"names {end - start + 1} lines, quotes {quoted}"


def _marked(quote: str, place: str) -> bool:
    """Whether a quote with marks for secrets fits the text."""
    if not _MARK.search(quote):
        return False
    parts = [re.escape(part) for part in _MARK.split(quote)]
    return re.search(".*".join(parts), place) is not None


def _lines(root: Path, path: str) -> list[str] | None:
    """Lines of a file of the repository, by its own encoding where that can be told."""
    try:
        file = (root / path).resolve()
        if not file.is_relative_to(root):
            return None
        raw = file.read_bytes()
    except (OSError, ValueError):
        return None
    return _LINE_END.split(_text(raw).replace("\0", "\ufffd"))


def _text(raw: bytes) -> str:
    for mark, name in (
        (b"\xef\xbb\xbf", "utf-8-sig"),
        (b"\xff\xfe", "utf-16"),
        (b"\xfe\xff", "utf-16"),
    ):
        if raw.startswith(mark):
            return raw.decode(name, errors="replace")
    declared = re.search(rb"coding[:=]\s*([-\w.]+)", raw[:300])
    names = ["utf-8", *([declared.group(1).decode("ascii")] if declared else ())]
    for name in names:
        try:
            return raw.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode("cp1252", errors="replace")
