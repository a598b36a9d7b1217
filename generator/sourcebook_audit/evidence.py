"""Every text that a page takes from the source stands verbatim in the repository.

Four kinds are checked, each at the lines that the page names:

``quote``
    any element ``data-fact="quote" data-path="…" data-line="…" data-end="…"``; its text is
    the quote, white space at its ends apart, and has as many lines as it names;
``code``
    ``<pre data-line="…">`` on the page of a file: its lines are those of the file from that
    line on;
``signature``
    ``data-fact="signature"`` within an element with ``data-start`` and ``data-stop``: it
    stands within these lines of the file, white space and line breaks apart.

``citation``
    a link to source lines, ``<a class="sb-at" title="quote" href="…path…#L3">L3-5</a>``: its
    title stands within these lines of the file that its address ends in, white space apart.

The kind of line end does not count. Where a secret was replaced by a mark, the mark stands
for any text of that line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

from sourcebook_audit.pages import Fact, read_page

#: The mark that replaces a secret.
_MARK = re.compile(r"\[redacted: [^\]\n]*\]")
_REMARK = re.compile(r"\s(?:#|//)\s.*$")
_NAMED = re.compile(r"L(\d+)(?:\D+(\d+))?")
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Untrue:
    """One text that does not stand where it is said to stand."""

    page: str
    line: int
    fact: str
    reason: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.fact}: {self.reason}"


def check(site: Path, repository: Path) -> list[Untrue]:
    """Returns every text of the site that the repository does not bear out."""
    return [item for _, item in audited(site, repository) if item is not None]


def audited(site: Path, repository: Path) -> Iterator[tuple[Fact, Untrue | None]]:
    """Yields every checked text of the site with its fault, None when it is true."""
    root = repository.resolve()
    lines = lru_cache(maxsize=256)(lambda path: _lines(root, path))
    for path in sorted(site.rglob("*.html")):
        name = path.relative_to(site).as_posix()
        for fact in map(_placed, read_page(path).facts):
            if fact.kind not in _CHECKS:
                continue
            source = next((p for p in fact.get("path").split("\n") if lines(p)), "")
            if fact.kind == "citation" and not source:
                continue  # an address that spells its path in some other way
            reason = _fault(fact, lines(source or fact.get("path")))
            place = f"{source or fact.get('path')}:{fact.get('line')}"
            yield fact, Untrue(name, fact.line, place, reason) if reason else None


def _placed(fact: Fact) -> Fact:
    """A citation with the lines that its text names, and the paths its address may end in."""
    if fact.kind != "citation":
        return fact
    named = _NAMED.search(fact.text)
    line, end = (named.group(1), named.group(2) or named.group(1)) if named else ("", "")
    parts = unquote(urlsplit(fact.get("href")).path).removesuffix(".html").split("/")
    paths = "\n".join("/".join(parts[at:]) for at in range(len(parts)) if parts[at] != "..")
    return Fact(
        "citation", (("path", paths), ("line", line), ("end", end)), fact.get("quote"), fact.line
    )


def _fault(fact: Fact, lines: list[str] | None) -> str:
    """Why a text is not true, "" when it is."""
    if lines is None:
        return "no such file in the repository"
    first, last = fact.get("line"), fact.get("end") or fact.get("line")
    if not (first.isdecimal() and last.isdecimal() and fact.text.strip()):
        return "no line numbers, or no text"
    start, end = int(first), int(last)
    if not 1 <= start <= end <= len(lines):
        return f"the file has {len(lines)} lines"
    return _CHECKS[fact.kind](_LINE_END.split(fact.text), lines, start, end)


def _quote(text: list[str], lines: list[str], start: int, end: int) -> str:
    quote = "\n".join(text).strip()
    place = "\n".join(lines[start - 1 : end])
    if quote not in place and not _marked(quote, place):
        return "does not stand there"
    quoted = quote.count("\n") + 1
    return "" if quoted == end - start + 1 else f"names {end - start + 1} lines, quotes {quoted}"


def _code(text: list[str], lines: list[str], start: int, _end: int) -> str:
    while text and not text[-1].strip():
        text = text[:-1]
    for number, line in enumerate(text, start):
        source = lines[number - 1].rstrip() if number <= len(lines) else ""
        shown = line.rstrip()
        # A piece may begin and end within a line.
        begun = number == start and source.endswith(shown)
        ended = number == start + len(text) - 1 and source.startswith(shown)
        if not (shown == source or begun or ended or _marked(shown, source)):
            return f"line {number} differs"
    return ""


def _signature(text: list[str], lines: list[str], start: int, end: int) -> str:
    """Decorators and annotations line by line, then the head as a whole."""
    source = lines[start - 1 : end]
    place = _tight(source) + "\n" + _tight([_REMARK.sub("", line) for line in source])
    marks = [line for line in text if line.lstrip().startswith(("@", "#["))]
    head = [line for line in text if line not in marks]
    for part in (head, *([line] for line in marks)):
        tight = _tight(part).removesuffix("…")
        if tight not in place and not _marked(tight, place):
            return "does not stand there"
    return ""


def _tight(lines: list[str]) -> str:
    """Text without white space, and without a comma that a line break may have brought."""
    return "".join("".join(lines).split()).replace(",)", ")").replace(",]", "]")


def _citation(text: list[str], lines: list[str], start: int, end: int) -> str:
    quote = " ".join(" ".join(text).split()).removesuffix("…")
    place = " ".join(" ".join(lines[start - 1 : end]).split())
    return "" if quote in place or _marked(quote, place) else "does not stand there"


_CHECKS = {"quote": _quote, "code": _code, "signature": _signature, "citation": _citation}


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
