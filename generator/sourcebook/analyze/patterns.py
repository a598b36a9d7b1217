"""The last rung: definitions and imports found by regular expressions.

It serves languages without a grammar, files whose grammar failed, and the damaged stretches
of files that were read otherwise. The expressions stand in ``patterns.toml``, one table a
language; its head explains the columns. Each is tried at the start of lines and runs in
linear time. A definition reaches to its closing bracket, its ``end``, the next line that is
indented less, or the next definition, as the table says.
"""

import re
import tomllib
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from importlib import resources

from sourcebook.analyze.imports import plain
from sourcebook.analyze.languages import Language
from sourcebook.analyze.outline import Definition, Place, Reading
from sourcebook.model import SymbolKind


@dataclass(frozen=True, slots=True)
class Patterns:
    """One table of ``patterns.toml``, compiled."""

    definitions: tuple[tuple[SymbolKind, re.Pattern[bytes]], ...] = ()
    imports: tuple[re.Pattern[bytes], ...] = ()
    calls: tuple[re.Pattern[bytes], ...] = ()
    ends: str = "next"
    end: re.Pattern[bytes] | None = None


@cache
def _table() -> dict[str, Patterns]:
    source = resources.files(__package__).joinpath("patterns.toml").read_text(encoding="utf-8")
    return {name: _compiled(row) for name, row in tomllib.loads(source).items()}


def _compiled(row: dict[str, object]) -> Patterns:
    def listed(key: str) -> tuple[re.Pattern[bytes], ...]:
        return tuple(_regex(each) for each in row.get(key, ()))  # type: ignore[attr-defined]

    kinds = row.get("definitions", {})
    assert isinstance(kinds, dict)
    return Patterns(
        definitions=tuple(
            (SymbolKind(kind), _regex(each)) for kind, several in kinds.items() for each in several
        ),
        imports=listed("imports"),
        calls=listed("calls"),
        ends=str(row.get("ends", "next")),
        end=_regex(str(row["end"])) if "end" in row else None,
    )


def _regex(source: str) -> re.Pattern[bytes]:
    return re.compile(source.encode(), re.MULTILINE)


def patterns(language: str) -> Patterns:
    """The patterns of a language; empty ones where the table has none."""
    return _table().get(language, Patterns())


def read_patterns(language: Language, data: bytes) -> Reading:
    """Reads a whole file by patterns."""
    row = patterns(language.name)
    reading = Reading("pattern")
    reading.comments = comments(language, data)
    reading.definitions = definitions(row, data, 0, len(data), reading.comments)
    for pattern in row.imports:
        for match in pattern.finditer(data):
            written = (match["module"] or b"").decode("utf-8", "replace")
            reading.imports.append(plain(written, match.span()))
    reading.imports.sort(key=lambda item: item.place)
    for pattern in row.calls:
        reading.calls.extend((*match.span("name"), False) for match in pattern.finditer(data))
    reading.calls.sort()
    return reading


def comments(language: Language, data: bytes) -> list[Place]:
    """The comments that begin a line; those behind code are not looked for."""
    markers = [re.escape(mark.encode()) + rb"[^\n]*" for mark in language.line]
    for start, end in language.block:
        markers.append(
            re.escape(start.encode())
            + rb"(?:(?!"
            + re.escape(end.encode())
            + rb")[\s\S])*+"
            + re.escape(end.encode())
        )
    if not markers:
        return []
    pattern = re.compile(rb"^[ \t]*(" + rb"|".join(markers) + rb")", re.MULTILINE | re.IGNORECASE)
    return [match.span(1) for match in pattern.finditer(data)]


def definitions(
    row: Patterns, data: bytes, start: int, end: int, skipped: list[Place]
) -> list[Definition]:
    """Definitions that begin in ``data[start:end]`` and not in a comment."""
    found: dict[int, Definition] = {}
    starts = [place[0] for place in skipped]
    for kind, pattern in row.definitions:
        for match in pattern.finditer(data, start, end):
            place = match.start("name")
            index = bisect_right(starts, place) - 1
            if place in found or (index >= 0 and skipped[index][1] > place):
                continue
            found[place] = _definition(kind, match)
    ordered = sorted(found.values(), key=lambda item: item.start)
    _close(row, data, ordered, end)
    return ordered


def _definition(kind: SymbolKind, match: re.Match[bytes]) -> Definition:
    begin = match.start()
    while begin < match.start("name") and match.string[begin] in b" \t\r\n":
        begin += 1
    item = Definition(
        kind,
        match["name"].decode("utf-8", "replace"),
        begin,
        match.end(),
        match.start("name"),
        rung="pattern",
    )
    groups = match.groupdict()
    for group in ("parameters", "returns"):
        if groups.get(group) is not None:
            setattr(item, group, match.span(group))
    if groups.get("owner"):
        item.owner = groups["owner"].decode("utf-8", "replace")
    if groups.get("bases"):
        item.bases = [match.span("bases")]
    return item


def _close(row: Patterns, data: bytes, ordered: list[Definition], limit: int) -> None:
    """Finds where each definition ends."""
    for index, item in enumerate(ordered):
        following = ordered[index + 1].start if index + 1 < len(ordered) else limit
        line_end = data.find(b"\n", item.end)
        item.body = item.end
        item.end = line_end if line_end >= 0 else len(data)
        match row.ends:
            case "next":
                item.end = max(item.end, min(following, limit))
            case _:
                item.end = max(item.end, min(following, limit))
        while item.end > item.body and data[item.end - 1] in b" \t\r\n":
            item.end -= 1
