"""Dates in the forms that people write them in; what may mean two days means none."""

import re
import unicodedata

from sourcebook.analyze.decisions.words import table

_ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/.](\d{1,2})(?:[-/.](\d{1,2}|xx))?(?!\d)")
_JAPANESE = re.compile(r"((?:19|20)\d\d)\s*年\s*(\d{1,2})\s*月(?:\s*(\d{1,2})\s*日)?")
_DAY_FIRST = re.compile(
    r"(?<!\d)(\d{1,2})(?:st|nd|rd|th|er|º|\.)?[\s-]+(?:de\s+)?([^\W\d]{3,10})\.?,?[\s-]+(?:de\s+)?((?:19|20)\d\d)"
)
_MONTH_FIRST = re.compile(r"([^\W\d]{3,10})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+((?:19|20)\d\d)")
_SLASHES = re.compile(r"(?<!\d)(\d{1,2})[/.](\d{1,2})[/.]((?:19|20)\d\d)(?!\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")


def read_date(text: str) -> str:
    """The first date in ``text`` in ISO 8601, to the month where no day is known; or ""."""
    found = [
        (match.start(), date)
        for match, date in _candidates(unicodedata.normalize("NFKC", text).lower())
        if date
    ]
    return min(found)[1] if found else ""


def _candidates(text: str) -> list[tuple[re.Match[str], str]]:
    dates: list[tuple[re.Match[str], str]] = []
    for pattern in (_ISO, _JAPANESE, _COMPACT):
        dates += [(m, _date(m[1], m[2], m[3] or "")) for m in pattern.finditer(text)]
    dates += [(m, _date(m[3], _month(m[2]), m[1])) for m in _DAY_FIRST.finditer(text)]
    dates += [(m, _date(m[3], _month(m[1]), m[2])) for m in _MONTH_FIRST.finditer(text)]
    dates += [(m, _either(m[1], m[2], m[3])) for m in _SLASHES.finditer(text)]
    return dates


def _month(name: str) -> str:
    for number, names in enumerate(table()["months"]["names"], 1):
        if name in names:
            return str(number)
    return "0"


def _either(one: str, two: str, year: str) -> str:
    """Day and month in the only order that makes a date; "" if both do."""
    american, european = _date(year, one, two), _date(year, two, one)
    if american and european and american != european:
        return ""
    return american or european


def _date(year: str, month: str, day: str) -> str:
    if not 1 <= int(month) <= 12:
        return ""
    if not day.isdigit():
        return f"{year}-{int(month):02}"
    return f"{year}-{int(month):02}-{int(day):02}" if 1 <= int(day) <= 31 else ""
