"""The last rung: definitions and imports found by regular expressions.

It serves languages without a grammar, files whose grammar failed, and the damaged stretches
of files that were read otherwise. The expressions stand in ``patterns.toml``, one table a
language; its head explains the columns. Each runs in linear time. How far a definition
reaches is found in one pass over the brackets or the indentation of the text.
"""

import re
import tomllib
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import islice

from sourcebook.analyze.imports import plain
from sourcebook.analyze.outline import Definition, Place, Reading
from sourcebook.analyze.spelling import latin, unquoted
from sourcebook.grammars.languages import Language
from sourcebook.model import SymbolKind

_CLOSES = re.compile(rb"(?i)[ \t]*(?:end\w*\b|fi\b|done\b|esac\b|[\])}]|\|\])")
#: Brackets, and line ends with a word after them that goes on with the head.
_HEAD = re.compile(
    rb"[()\[\]]|\n[ \t]*(?=((?:[:,]|->|extends\b|implements\b|where\b|throws\b|const\b|noexcept\b"
    rb"|override\b|in\b|body\b|do\b|with\b|permits\b|returns\b|raises\b|if\b|@)?))"
)
_LONG_LINE = 4000
_BLANK_RUNS = (b" " * 200, b"\t" * 200)
_TOO_LONG = re.compile(rb"[^\n]{4000,}|[ \t]{200,}")
_LINE = re.compile(rb"^([ \t]*)([^\s][^\n]*)$", re.MULTILINE)
_WORD_BEFORE = re.compile(rb"([A-Za-z_]\w*)[ \t]+\Z")
#: Words after which a name and a bracket are a call all the same.
_BEFORE_CALLS = frozenset(
    b"return new else throw await yield not and or in case do then const when if unless while "
    b"until assert cast print echo is raise elseif elsif try typeof".split()
)
_VISIBLE = re.compile(rb"[^\r\n]")
_HEAD_LINES = 20  # that the parameters of a definition may take
_HEAD_LENGTH = 1000  # a head that begins in a place may end after it
#: A name in a list of modules; what is told to a compiler, remarks and paths are none.
_NAMED = re.compile(rb"\{[^{}]*\}|//[^\n]*|'[^'\n]*'|\bin\b|([A-Za-z_][\w.*]*)")
_STRING = rb"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'"


@dataclass(frozen=True, slots=True)
class Patterns:
    """One table of ``patterns.toml``, compiled."""

    definitions: tuple[tuple[SymbolKind, re.Pattern[bytes]], ...] = ()
    imports: tuple[re.Pattern[bytes], ...] = ()
    calls: tuple[re.Pattern[bytes], ...] = ()
    decorators: re.Pattern[bytes] | None = None
    directives: re.Pattern[bytes] | None = None
    ends: str = "next"
    stays: re.Pattern[bytes] | None = None
    end: Mapping[str, re.Pattern[bytes]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Row:
    """One table of ``patterns.toml`` as written."""

    definitions: dict[str, list[str]] = field(default_factory=dict)
    imports: list[str] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)
    decorators: str = ""
    directives: str = ""
    ends: str = "next"
    stays: str = ""
    end: dict[str, str] = field(default_factory=dict)


@cache
def _table() -> dict[str, _Row]:
    source = resources.files(__package__).joinpath("patterns.toml").read_text(encoding="utf-8")
    return {name: _Row(**row) for name, row in tomllib.loads(source).items()}


@cache
def patterns(language: str) -> Patterns:
    """The patterns of a language; empty ones where the table has none."""
    row = _table().get(language)
    if row is None:
        return Patterns()
    return Patterns(
        definitions=tuple(
            (SymbolKind(kind), _regex(each))
            for kind, several in row.definitions.items()
            for each in several
        ),
        imports=tuple(map(_regex, row.imports)),
        calls=tuple(map(_regex, row.calls)),
        decorators=_regex(row.decorators) if row.decorators else None,
        directives=_regex(row.directives) if row.directives else None,
        ends=row.ends,
        stays=_regex(row.stays) if row.stays else None,
        end={kind: _regex(each) for kind, each in row.end.items()},
    )


def _regex(source: str) -> re.Pattern[bytes]:
    return re.compile(source.encode(), re.MULTILINE)


def read_patterns(language: Language, data: bytes) -> Reading:
    """Reads a whole file by patterns."""
    row = patterns(language.name)
    legible = _legible(data)
    reading = Reading("pattern")
    reading.comments = comments(language, legible)
    reading.definitions = definitions(language, data, [(0, len(data))], reading.comments)
    if row.decorators is not None:
        reading.decorators = [match.span("decorator") for match in row.decorators.finditer(legible)]
    for pattern in row.imports:
        for match in pattern.finditer(legible):
            for start, end in _listed(data, *match.span("module")):
                written = data[start:end].decode("utf-8", "replace")
                reading.imports.append(plain(written, (start, end)))
    reading.imports.sort(key=lambda item: item.place)
    names = {item.name_start for item in reading.definitions}
    found = calls(language, data, reading.comments)
    reading.calls = [call for call in found if call[0] not in names]
    return reading


def _listed(data: bytes, start: int, end: int) -> Iterator[Place]:
    """The places of the names in a list with commas: the first word of each."""
    if data[start : start + 1] in b"\"'<" or b"," not in data[start:end]:
        yield start, end
        return
    for match in _NAMED.finditer(data, start, end):
        if match[1]:
            yield match.span(1)


def _legible(data: bytes) -> bytes:
    """``data`` in letters of ASCII, without what nobody wrote and expressions are slow on.

    Long lines and long runs of blanks give way to line ends, so that all else stays where
    it is.
    """
    data = latin(data)
    if not any(run in data for run in _BLANK_RUNS):
        longest = max(map(len, data.split(b"\n")))
        if longest < _LONG_LINE:
            return data
    return _TOO_LONG.sub(lambda match: b"\n" * len(match[0]), data)


def comments(language: Language, data: bytes) -> list[Place]:
    """The comments that begin a line; those behind code are not looked for."""
    pattern = _comment(language)
    if pattern is None:
        return []
    found = [match.span(1) for match in pattern.finditer(data)]
    orders = patterns(language.name).directives
    return [place for place in found if orders is None or not orders.match(data, place[0])]


@cache
def _comment(language: Language) -> re.Pattern[bytes] | None:
    marks = _marks(language)
    if not marks:
        return None
    return re.compile(rb"^[ \t]*(" + rb"|".join(marks) + rb")", re.MULTILINE | re.IGNORECASE)


def _marks(language: Language) -> list[bytes]:
    """Expressions for the comments of a language."""
    marks = [
        re.escape(start.encode()) + rb"(?s:.*?)" + re.escape(end.encode())
        for start, end in language.block
    ]
    for mark in language.line:
        word = rb"\b" if mark[-1].isalpha() else rb""
        marks.append(re.escape(mark.encode()) + word + rb"[^\n]*")
    return marks


def calls(language: Language, data: bytes, skipped: Sequence[Place]) -> list[tuple[int, int, bool]]:
    """Calls by patterns, outside of comments and of text in quotation marks."""
    row = patterns(language.name)
    if not row.calls:
        return []
    starts = [place[0] for place in skipped]
    data = _unquoted(language).sub(_blank, _legible(data))
    found = {
        match.span("name")
        for pattern in row.calls
        for match in pattern.finditer(data)
        if not _inside(match.start("name"), starts, skipped)
        and (language.name == "sql" or not _declares(data, match.start("name")))
    }
    return [(start, end, False) for start, end in sorted(found)]


def _declares(data: bytes, place: int) -> bool:
    """Whether a word before the name on its line makes it a declaration: ``void f();``."""
    word = _WORD_BEFORE.search(data, data.rfind(b"\n", 0, place) + 1, place)
    return word is not None and word[1] not in _BEFORE_CALLS


@cache
def _unquoted(language: Language) -> re.Pattern[bytes]:
    """Comments and quoted text; for SQL comments alone, since it has code in quotes."""
    quoted = [] if language.name == "sql" else [_STRING]
    quoted += [rb"`[^`]*`"] if language.name == "d" else []
    return re.compile(rb"|".join([*_marks(language), *quoted]) or rb"(?!)", re.IGNORECASE)


def _blank(match: re.Match[bytes]) -> bytes:
    """Blanks in place of a match; line ends stay."""
    return _VISIBLE.sub(b" ", match[0])


def definitions(
    language: Language, data: bytes, places: Sequence[Place], skipped: Sequence[Place]
) -> list[Definition]:
    """Definitions that begin in one of the ``places`` and not in a comment."""
    row = patterns(language.name)
    written, data = data, _legible(data)
    found: dict[int, Definition] = {}
    starts = [place[0] for place in skipped]
    for kind, pattern in row.definitions:
        for start, end in places:
            for match in pattern.finditer(data, start, end + _HEAD_LENGTH):
                place = match.start("name")
                if place < end and place not in found and not _inside(place, starts, skipped):
                    found[place] = _definition(kind, match, written, language.separator)
    ordered = sorted(found.values(), key=lambda item: item.start)
    if not ordered:
        return []
    if row.end:
        return _by_end(row, _without(data, skipped), ordered)
    if row.ends == "brace":
        _by_braces(language, data, ordered)
    elif row.ends == "indent":
        _by_indent(row, data, ordered)
    else:
        _by_next(data, ordered)
    return ordered


def _without(data: bytes, places: Sequence[Place]) -> bytes:
    """``data`` with blanks in some places."""
    blanked = bytearray(data)
    for start, end in places:
        blanked[start:end] = _VISIBLE.sub(b" ", data[start:end])
    return bytes(blanked)


def _inside(place: int, starts: Sequence[int], places: Sequence[Place]) -> bool:
    index = bisect_right(starts, place) - 1
    return index >= 0 and places[index][1] > place


def _definition(
    kind: SymbolKind, match: re.Match[bytes], data: bytes, separator: str
) -> Definition:
    begin = match.start()
    while begin < match.start("name") and data[begin] in b" \t\r\n":
        begin += 1
    written = data[slice(*match.span("name"))].decode("utf-8", "replace")
    name = written if kind is SymbolKind.SECTION else unquoted(written).strip("\"'`[]")
    item = Definition(kind, name, begin, match.end(), match.start("name"), rung="pattern")
    groups = match.groupdict()
    for group in ("parameters", "returns"):
        if groups.get(group) is not None:
            setattr(item, group, match.span(group))
    if groups.get("owner"):
        item.owner = data[slice(*match.span("owner"))].decode("utf-8", "replace")
    elif kind not in (SymbolKind.NAMESPACE, SymbolKind.TABLE, SymbolKind.SECTION, SymbolKind.KEY):
        owner, mark, last = name.rpartition(separator)
        if mark and owner and last and "/" not in name:
            item.owner, item.name = owner, last
            item.name_start += len((owner + mark).encode("utf-8"))
    if groups.get("bases"):
        item.bases = [match.span("bases")]
    return item


# ------------------------------------------------------------------ where they end


def _by_next(data: bytes, ordered: Sequence[Definition]) -> None:
    """Each reaches to the next one."""
    for index, item in enumerate(ordered):
        following = ordered[index + 1].start if index + 1 < len(ordered) else len(data)
        item.body = _line_end(data, item.name_start)
        item.end = _trimmed(data, item.body, max(following, item.body))


def _by_end(row: Patterns, data: bytes, ordered: Sequence[Definition]) -> list[Definition]:
    """Each reaches to what its ``end`` matches first; clauses of one name are one."""
    kept: list[Definition] = []
    for index, item in enumerate(ordered):
        if kept and kept[-1].end > item.start and kept[-1].name == item.name:
            continue
        pattern = row.end.get(str(item.kind)) or row.end.get("default")
        following = next(
            (each.start for each in islice(ordered, index + 1, None) if each.name != item.name),
            len(data),
        )
        if item.kind is SymbolKind.NAMESPACE:  # it ends after what stands in it
            following = len(data)
        found = pattern.search(data, item.name_start, following) if pattern else None
        item.body = _line_end(data, item.name_start)
        if pattern is None or (found and found.end() <= item.body):
            item.end = item.body
        else:
            item.end = _trimmed(data, item.body, found.end() if found else following)
        kept.append(item)
    return kept


def _by_braces(language: Language, data: bytes, ordered: Sequence[Definition]) -> None:
    """Each reaches to the bracket that closes its first one, or to a ``;`` before that."""
    marks, pairs = _braces(language, data, ordered[0].start)
    for index, item in enumerate(ordered):
        line_end = _line_end(data, item.name_start)
        if item.kind is SymbolKind.MACRO:
            item.end = _continued_end(data, line_end)
            continue
        following = ordered[index + 1].start if index + 1 < len(ordered) else len(data)
        first = bisect_left(marks, item.name_start)
        place = marks[first] if first < len(marks) else len(data)
        while place in pairs and _is_open(data, item.name_start, place):
            first = bisect_left(marks, pairs[place])
            place = marks[first] if first < len(marks) else len(data)
        if place in pairs and (place < line_end or _heads(data[item.name_start : place])):
            item.body, item.end = place, pairs[place]
        elif place < min(following, line_end) and data[place : place + 1] == b";":
            item.end = place + 1
        else:
            item.end = max(line_end, item.name_start + 1)


def _is_open(data: bytes, start: int, place: int) -> bool:
    """Whether a place lies within the parameters of a head, as named ones of Dart do."""
    return data.count(b"(", start, place) > data.count(b")", start, place)


def _heads(between: bytes) -> bool:
    """Whether the lines between a name and a ``{`` belong to the head of one definition."""
    depth = 0
    for match in _HEAD.finditer(between):
        mark = match[0]
        if mark in b"([":
            depth += 1
        elif mark in b")]":
            depth -= 1
        elif (
            depth <= 0
            and match.end() < len(between)
            and not match[1]
            and not between[: match.start()].rstrip().endswith((b":", b","))
        ):
            return False
    return True


def _braces(language: Language, data: bytes, start: int) -> tuple[list[int], dict[int, int]]:
    """Places of ``{`` and ``;`` outside of round brackets, and where each ``{`` ends."""
    marks: list[int] = []
    pairs: dict[int, int] = {}
    open_: list[int] = []
    round_ = 0
    for match in _tokens(language).finditer(data, start):
        mark = match[0]
        if mark == b"{":
            marks.append(match.start())
            open_.append(match.start())
            round_ = 0
        elif mark == b"}":
            if open_:
                pairs[open_.pop()] = match.end()
            round_ = 0
        elif mark == b"(":
            round_ += 1
        elif mark == b")":
            round_ = max(round_ - 1, 0)
        elif mark == b";" and round_ == 0:
            marks.append(match.start())
    for place in open_:
        pairs[place] = len(data)
    return marks, pairs


@cache
def _tokens(language: Language) -> re.Pattern[bytes]:
    return re.compile(rb"|".join([*_marks(language), _STRING, rb"[{}();]"]), re.IGNORECASE)


def _by_indent(row: Patterns, data: bytes, ordered: Sequence[Definition]) -> None:
    """Each reaches to the next line that is not indented more."""
    open_: list[tuple[int, Definition]] = []
    following = 0
    last = start = data.rfind(b"\n", 0, ordered[0].start) + 1
    for line in _LINE.finditer(data, start):
        indent = len(line[1].expandtabs(8))
        place = line.start(2)
        begins = following < len(ordered) and ordered[following].start < line.end()
        if not begins and row.stays is not None and row.stays.match(line[0]):
            if row.directives is None or not row.directives.match(line[2]):
                last = line.end()
            continue
        closes = _CLOSES.match(line[0]) is not None
        while open_ and open_[-1][0] >= indent:
            level, item = open_.pop()
            item.end = line.end() if closes and level == indent else max(last, item.end)
        while following < len(ordered) and ordered[following].start < line.end():
            item = ordered[following]
            item.body = _head_end(
                data, item.name_start, _line_end(data, max(item.name_start, place))
            )
            item.end = max(item.end, item.body)
            open_.append((indent, item))
            following += 1
        last = line.end()
    for _, item in open_:
        item.end = max(last, item.end)


def _head_end(data: bytes, start: int, place: int) -> int:
    """The end of the line on which the parameters of a head are closed."""
    for _ in range(_HEAD_LINES):
        if data.count(b"(", start, place) <= data.count(b")", start, place) or place >= len(data):
            return place
        place = _line_end(data, place + 1)
    return _line_end(data, start)


def _line_end(data: bytes, place: int) -> int:
    end = data.find(b"\n", place)
    return end if end >= 0 else len(data)


def _continued_end(data: bytes, place: int) -> int:
    """The end of the line that ends at ``place``, with those that a backslash joins to it."""
    while place < len(data) and data[place - 2 : place].rstrip(b"\r").endswith(b"\\"):
        place = _line_end(data, place + 1)
    return place


def _trimmed(data: bytes, start: int, end: int) -> int:
    """``end`` without the blanks before it."""
    while end > start and data[end - 1] in b" \t\r\n":
        end -= 1
    return end


def mended(
    language: Language, data: bytes, reading: Reading, places: Iterable[Place]
) -> list[Definition]:
    """Definitions in stretches that the grammar could not read, unknown so far."""
    known = {
        (data.rfind(b"\n", 0, item.name_start), item.name): item for item in reading.definitions
    }
    more: list[Definition] = []
    for item in definitions(language, data, _joined(data, places), reading.comments):
        same = known.get((data.rfind(b"\n", 0, item.name_start), item.name.rpartition(".")[2]))
        if same is None:
            more.append(item)
        elif same.start < item.start and data.count(b"\n", same.start, item.start):
            same.start, same.end = item.start, item.end  # the grammar began it lines too early
    return more


def _joined(data: bytes, places: Iterable[Place]) -> list[Place]:
    """Whole lines around each place; those that touch become one."""
    joined: list[Place] = []
    for start, end in sorted(places):
        first = data.rfind(b"\n", 0, start) + 1
        last = _line_end(data, end)
        if joined and first <= joined[-1][1] + 1:
            joined[-1] = joined[-1][0], max(last, joined[-1][1])
        else:
            joined.append((first, last))
    return joined
