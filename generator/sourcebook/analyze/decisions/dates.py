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
_NUMBERS = re.compile(r"(?<!\d)(\d{1,2})([-/.])(\d{1,2})\2((?:19|20)\d\d)(?!\d)")
_COMPACT = re.compile(r"(?<!\d)((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)")


def read_date(text: str) -> str:
    """The first date in ``text`` in ISO 8601, to the month where no day is known; or ""."""
    found = [
        (match.start(), date)
        for match, date in _candidates(unicodedata.normalize("NFKC", text).lower())
        if date
    ]
    return min(found)[1] if found else ""


def first_date(text: str) -> str:
    """The earliest of the dates that begin the lines of a change log; "" if it is not sure.

    Lines that can be read in one way only tell whether the writer puts the day or the month
    first in the others.
    """
    lines = [unicodedata.normalize("NFKC", line).lower() for line in text.split("\n")]
    found = [_readings(line) for line in lines]
    if any(len(each) == 2 for each in found):
        orders = {
            order for each in found if len(each) == 1 for order, date in each.items() if order
        }
        if len(orders) == 1:
            (order,) = orders
            found = [{"": each[order]} if len(each) == 2 else each for each in found]
    sure = [date for each in found if len(each) == 1 for date in each.values()]
    doubtful = [date for each in found if len(each) == 2 for date in each.values()]
    earliest = min(sure, default="")
    return earliest if earliest and all(earliest <= date for date in doubtful) else ""


def _readings(line: str) -> dict[str, str]:
    """What the date that begins a line can mean, by the order of day and month where that counts."""
    start = re.match(r"[^\w]*", line)
    at = start.end() if start else 0
    numbers = _NUMBERS.match(line, at)
    if numbers:
        one, _, two, year = numbers.groups()
        both = {"month first": _date(year, one, two), "day first": _date(year, two, one)}
        told = {order: date for order, date in both.items() if date}
        return {"": next(iter(told.values()))} if len(set(told.values())) == 1 < len(told) else told
    found = [date for match, date in _candidates(line) if match.start() == at and date]
    return {"": found[0]} if found else {}


def _candidates(text: str) -> list[tuple[re.Match[str], str]]:
    dates: list[tuple[re.Match[str], str]] = []
    for pattern in (_ISO, _JAPANESE, _COMPACT):
        dates += [(m, _date(m[1], m[2], m[3] or "")) for m in pattern.finditer(text)]
    dates += [(m, _date(m[3], _month(m[2]), m[1])) for m in _DAY_FIRST.finditer(text)]
    dates += [(m, _date(m[3], _month(m[1]), m[2])) for m in _MONTH_FIRST.finditer(text)]
    dates += [(m, _either(m[1], m[3], m[4])) for m in _NUMBERS.finditer(text)]
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
