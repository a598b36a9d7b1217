"""Stage 2a: the bytes of a file become text, whatever encoding they are in.

Asked in this order: a byte order mark; UTF-16 by its zero bytes; a coding that the file
declares (as Python, Emacs, Vim, XML, HTML and CSS do); UTF-8; UTF-8 with a few stray bytes,
of which only these are replaced; at last a guess, which is recorded as one. A lone carriage
return becomes a line feed and a zero byte U+FFFD, and a byte order mark at the start of any
line goes, so that lines are those an editor shows and every parser can read on. Secrets are
replaced here, before anything else sees them.

Offsets
    ``SourceText.data`` is what is parsed; its offsets and lines are turned into a
    :class:`~sourcebook.model.Span` by :func:`span_of`, which counts in the text before
    secrets were replaced.
"""

import codecs
import re
from bisect import bisect_right
from itertools import accumulate

from sourcebook.analyze.encoding import guess, marked, zero_pattern
from sourcebook.analyze.redact import redact
from sourcebook.model import SourceText, Span

_COMMENT = rb"[ \t\f]*(?:#|//|/\*|;|--|%|\"|'|\.\.|<!--|\{-|\(\*|\*)"
_CODING = re.compile(
    rb"\A(?:[^\n\r]*\r?[\n\r])?" + _COMMENT + rb"[^\n\r]*?coding[:=][ \t]*([-\w.]+)", re.ASCII
)
_VIM = re.compile(rb"\bvim?:[^\n\r]*?\b(?:fileencoding|fenc)=([-\w.]+)", re.ASCII)
_XML = re.compile(rb"\A\s*<\?xml[^>]{0,200}?encoding=[\"']([-\w.]+)[\"']", re.ASCII)
_HTML = re.compile(
    rb"(?i)\A\s*(?=<)[^\0]{0,1000}?<meta\b[^>]{0,200}?\bcharset[ \t]*=[ \t\"']*([-\w.]+)", re.ASCII
)
_CSS = re.compile(rb"\A@charset \"([-\w.]+)\";", re.ASCII)

_LONE_RETURN = re.compile("\r(?!\n)")
#: Byte order marks that files had which were joined into this one.
_INNER_MARK = re.compile("(?<![^\n\r])\ufeff+")

#: Declared and yet never the truth: the declaration itself could not have been read.
_NEVER = ("utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le", "utf-32-be", "utf-7",
          "idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined")  # fmt: skip


def decode(path: str, raw: bytes) -> SourceText:
    """Decodes one file. Every input has a result; what was assumed is recorded in it."""
    text, encoding, guessed = _text(raw)
    replaced = text.count("\0") + _lost(text, raw, encoding)
    clean = redact(_mended(text), path)
    data = clean.text.encode("utf-8")
    return SourceText(
        path=path,
        data=data,
        encoding=encoding,
        line_starts=_line_starts(data),
        guessed=guessed,
        replaced=replaced,
        redactions=clean.redactions,
        shifts=clean.shifts,
    )


def unredacted(raw: bytes) -> bytes:
    """The text of a file in UTF-8 as it is, secrets too: what spans count in.

    For programs of this machine that are to read the same text; it is never kept.
    """
    return _mended(_text(raw)[0]).encode("utf-8")


def span_of(text: SourceText, start: int, end: int) -> Span:
    """The span of ``text.data[start:end]``: offsets before redaction, lines of the file."""
    first = bisect_right(text.line_starts, start)
    last = bisect_right(text.line_starts, end - 1, max(first - 1, 0)) if end > start else first
    if text.shifts:
        start, end = _before(text, start), _before(text, end)
    return Span(start, end, first or 1, last or 1)


def line_of(text: SourceText, offset: int) -> int:
    """The line of ``text.data[offset]``, from 1."""
    return bisect_right(text.line_starts, offset) or 1


def column_of(text: SourceText, offset: int) -> int:
    """The column of ``text.data[offset]``, from 1, in characters of its line."""
    index = bisect_right(text.line_starts, offset) - 1
    start = text.line_starts[index] if index >= 0 else 0
    return len(text.data[start:offset].decode("utf-8", "replace")) + 1


def _mended(text: str) -> str:
    text = text.replace("\0", "\ufffd")
    if "\ufeff" in text:
        text = _INNER_MARK.sub("", text)
    return _LONE_RETURN.sub("\n", text) if "\r" in text else text


def _before(text: SourceText, offset: int) -> int:
    """The offset in the text before redaction."""
    index = bisect_right(text.shifts, offset, key=lambda shift: shift[0])
    return offset + text.shifts[index - 1][1] if index else offset


def _line_starts(data: bytes) -> tuple[int, ...]:
    if not data:
        return ()
    lengths = map(len, data.splitlines(keepends=True))
    return tuple(accumulate(lengths, initial=0))[:-1]


def _text(raw: bytes) -> tuple[str, str, bool]:
    """The text, the name of its encoding, and whether that is a guess."""
    name, length = marked(raw)
    if name:
        return raw[length:].decode(name.removesuffix("-sig"), "replace"), name, False
    name = zero_pattern(raw)
    if name:
        return raw.decode(name, "replace"), name, True
    for encoding in filter(None, (_declared(raw), "utf-8")):
        try:
            return raw.decode(encoding), encoding, False
        except UnicodeError:
            continue
    text = raw.decode("utf-8", "replace")
    if _mostly_utf8(text, raw):
        return text, "utf-8", False
    name = guess(raw)
    return raw.decode(name, "replace"), name, True


def _declared(raw: bytes) -> str:
    """The coding that the file declares, by its Python name; "" if none that can be."""
    tail = raw[raw.rfind(b"\n", 0, max(len(raw) - 400, 0)) + 1 :]
    forms = (_XML, _HTML, _CSS, _CODING)
    match = next(filter(None, (form.match(raw) for form in forms)), None) or _VIM.search(tail)
    if match is None:
        return ""
    name = re.sub(r"-(?:unix|dos|mac)$", "", match[1].decode("ascii").lower())
    try:
        found = codecs.lookup(name)
    except LookupError:
        return ""
    return "" if found.name in _NEVER or not _decodes_text(found.name) else found.name


def _decodes_text(name: str) -> bool:
    try:
        return isinstance(b"a".decode(name), str)
    except (LookupError, UnicodeError):
        return False


def _lost(text: str, raw: bytes, encoding: str) -> int:
    """How many undecodable places became U+FFFD."""
    found = text.count("\ufffd")
    own = raw.count(b"\xef\xbf\xbd") if found and encoding.startswith("utf-8") else 0
    return max(found - own, 0)


def _mostly_utf8(text: str, raw: bytes) -> bool:
    """Whether ``text`` is UTF-8 with a few stray bytes rather than another encoding.

    Another encoding hardly ever holds a valid sequence by chance, so the valid ones vote.
    """
    strays = _lost(text, raw, "utf-8")
    valid = len(re.findall("[^\x00-\x7f\ufffd]", text))
    return strays <= valid // 10 or strays <= min(valid, 3)
