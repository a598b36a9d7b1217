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
    title stands within these lines of the file that its address ends in, white space apart;
    with ``data-said`` in the place of a title, what is said before it does;
``condition``
    a condition with ``data-line`` and ``data-end``, and a ``data-path`` of its own or of its
    group of table rows (``<tbody data-path="…">``): likewise;
``within``
    a condition around another one: likewise.

The kind of line end does not count. Where a secret was replaced by a mark, the mark stands
for any text of that line.
"""

import re
from itertools import takewhile
from urllib.parse import unquote, urlsplit

from sourcebook_audit.pages import Fact
from sourcebook_audit.source import Source

#: The mark that replaces a secret.
_MARK = re.compile(r"\[redacted: ?[^\]\n]*\]")
#: Characters that cannot be seen, and the signs that pages show in their place.
_SIGNS = re.compile(
    r"[\x00-\x08\x0a-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\u2400-\u2421"
    r"\ufeff\ufffe\uffff]|⟨U\+\w+⟩"
)
_REMARK = re.compile(r"\s(?:#|//)\s.*$")
_BLOCK = re.compile(r"/\*.*?\*/", re.DOTALL)
_TAG = re.compile(
    r"\{@(link\w*|code|literal|value)\s+((?:[^{}]|\{[^{}]*\})+?)\s*\}|(?<![^\s(\[])[@\\](?:[cp]|ref)\s+"
)
_NAMED = re.compile(r"L(\d+)(?:\D+(\d+))?")
_LINE_END = re.compile(r"\r\n|\r|\n")


def fault(fact: Fact, source: Source) -> str | None:
    """Why a text is not true, "" when it is, None when it is no such text."""
    fact = _placed(fact)
    if fact.kind not in _CHECKS:
        return None
    path = next((p for p in fact.get("path").split("\n") if source.lines(p)), "")
    if fact.kind == "citation" and not path:
        return None  # an address that spells its path in some other way
    return _fault(fact, source.lines(path or fact.get("path")))


def _placed(fact: Fact) -> Fact:
    """A citation with the lines that its text names, and the file.

    That is the one whose lines the linked page shows; where no page of the site does, the
    address may end in its path.
    """
    if fact.kind != "citation":
        return fact
    named = _NAMED.search(fact.text)
    line, end = (named.group(1), named.group(2) or named.group(1)) if named else ("", "")
    paths = fact.get("path")
    if not paths:
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
    # A pair of backticks is shown as code, and so is what a tag of Javadoc or Doxygen marks.
    quote = "\n".join(text).strip().replace("`", "")
    place = _TAG.sub(_label, "\n".join(lines[start - 1 : end])).replace("`", "")
    if quote not in place and not _marked(quote, place):
        return "does not stand there"
    quoted = quote.count("\n") + 1
    return "" if quoted == end - start + 1 else f"names {end - start + 1} lines, quotes {quoted}"


def _label(tag: re.Match[str]) -> str:
    """What a tag shows: of a link its label, or else its target; a mark shows nothing."""
    inside = tag[2] or ""
    if not (tag[1] or "").startswith("link"):
        return inside
    return re.split(r"[|\s]\s*", inside, maxsplit=1)[-1].lstrip("#")


def _code(text: list[str], lines: list[str], start: int, _end: int) -> str:
    while text and not text[-1].strip():
        text = text[:-1]
    for number, line in enumerate(text, start):
        source = _SIGNS.sub("", lines[number - 1]).rstrip() if number <= len(lines) else ""
        shown = _SIGNS.sub("", line).rstrip()
        # A piece may begin and end within a line, also within the same.
        begun = number == start and source.endswith(shown)
        ended = number == start + len(text) - 1 and source.startswith(shown)
        inside = len(text) == 1 and shown in source
        if not (shown == source or begun or ended or inside or _marked(shown, source)):
            return f"line {number} differs"
    return ""


def _signature(text: list[str], lines: list[str], start: int, end: int) -> str:
    """Decorators and annotations line by line, then the head as a whole."""
    source = lines[start - 1 : end]
    bare = _BLOCK.sub("", "\n".join(_REMARK.sub("", line) for line in source))
    place = _tight(source) + "\n" + _tight([bare])
    marks = list(takewhile(lambda line: line.startswith(("@", "#[")), text))
    head = text[len(marks) :]
    for part in (head, *([line] for line in marks)):
        tight = _tight(part).removesuffix("…")
        if tight not in place and not _marked(tight, place):
            return "does not stand there"
    return ""


def _tight(lines: list[str]) -> str:
    """Text without white space, and without a comma that a line break may have brought."""
    text = _SIGNS.sub("", "".join("".join(lines).split()))
    return text.replace(",)", ")").replace(",]", "]")


def _citation(text: list[str], lines: list[str], start: int, end: int) -> str:
    quote = " ".join(" ".join(text).split()).removesuffix("…")
    place = " ".join(" ".join(lines[start - 1 : end]).split())
    return "" if quote in place or _marked(quote, place) else "does not stand there"


_CHECKS = {
    "quote": _quote,
    "code": _code,
    "signature": _signature,
    "citation": _citation,
    "condition": _citation,
    "within": _citation,
}


def _marked(quote: str, place: str) -> bool:
    """Whether a quote with marks for secrets fits the text."""
    if not _MARK.search(quote):
        return False
    parts = [re.escape(part) for part in _MARK.split(quote)]
    return re.search(".*".join(parts), place) is not None
