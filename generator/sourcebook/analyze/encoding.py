"""In which encoding a file is written, as far as its bytes say so themselves.

A byte order mark says it; UTF-16 without a mark is known by its zero bytes, which stand in
every other place of Western text. Both make a file text that holds zero bytes, so the
question is asked before a file is taken for binary. Where the bytes say nothing,
:func:`guess` names the likeliest encoding.
"""

import codecs
import re

_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)

#: Bytes that are looked at.
SAMPLE = 8192

#: Control characters that text does not hold (tab, line ends, form feed and escape it does).
_CONTROLS = bytes(byte for byte in range(32) if byte not in b"\t\n\v\f\r\b\x1b") + b"\x7f"


#: Encodings a guess may name; any other is rarer than a wrong guess.
_GUESSES = (
    "cp1252", "cp1250", "cp1251", "koi8_r", "cp1253", "cp1254", "cp1255", "cp1256",
    "cp932", "euc_jp", "iso2022_jp", "gb18030", "big5", "cp949",
)  # fmt: skip

_WESTERN = re.compile("[\0-\x7f\xa0-\xa3\xa5\xa7-\xff\u20ac\u2013-\u2026\u2122\u0152\u0153\u0178]*")
#: What Western text hardly holds: four accented letters in a row, a sign within a word.
_NOT_WESTERN = re.compile("[\xc0-\xff]{4}|[A-Za-z\xc0-\xff][\xa1-\xb1\xb4-\xbf]+[A-Za-z\xc0-\xff]")


def marked(raw: bytes) -> tuple[str, int]:
    """The encoding that a byte order mark names, and the mark's length; ("", 0) if none."""
    for mark, name in _MARKS:
        if raw.startswith(mark):
            return name, len(mark)
    return "", 0


def zero_pattern(raw: bytes) -> str:
    """``utf-16-le`` or ``utf-16-be`` if the zero bytes stand as in such text, else ""."""
    sample = raw[: min(len(raw) & ~1, SAMPLE)]  # a file that was cut off may end within a letter
    if len(sample) < 4 or 0 not in sample:
        return ""
    half = len(sample) // 2
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    for zeros, others, name in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if zeros >= 0.4 * half and others <= 0.02 * half and _is_text(sample, name):
            return name
    return ""


def is_binary(raw: bytes) -> bool:
    """Whether the bytes are no text in any encoding: zeros and control characters."""
    sample = raw[:SAMPLE]
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    if not controls or marked(raw)[0] or zero_pattern(raw):
        return False
    return controls > 0.03 * len(sample) or (0 in sample and not _is_utf8(sample))


def _is_utf8(sample: bytes) -> bool:
    try:
        sample.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(sample) - 4 and len(sample) == SAMPLE
    return True


def _is_text(sample: bytes, encoding: str) -> bool:
    """Whether nearly all characters are printable or white space."""
    text = sample.decode(encoding, "replace")
    odd = sum(1 for char in text if not char.isprintable() and not char.isspace())
    return odd <= 0.02 * len(text)


def guess(raw: bytes) -> str:
    """The likeliest encoding of text that declares none and is no Unicode."""
    first = re.search(rb"[\x80-\xff]", raw)
    start = max(first.start() - 1000, 0) if first else 0
    sample = raw[start : start + 65536]
    western = sample.decode("cp1252", "replace")
    if _WESTERN.fullmatch(western) and not _NOT_WESTERN.search(western):
        return "cp1252"
    # Imported here: it is seldom needed and costs more than most files do.
    from charset_normalizer import from_bytes  # noqa: PLC0415

    best = from_bytes(sample, cp_isolation=list(_GUESSES)).best()
    return codecs.lookup(best.encoding).name if best else "cp1252"
