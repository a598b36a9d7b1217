"""Cuts a file into chunks that tile it: each byte of the text is in exactly one.

Strategy ``syntax`` cuts at definitions. A function, a method and a document section is one
chunk; the head of a class with its fields is one; the module-level code between definitions
is one. Decorators and leading comments go with their definition; blank lines and closing
brackets go with what stands before them. What is larger than the limit is cut between
statements, outermost first, and each part knows of how many it is one. A file of unknown
syntax gets windows.

Strategies ``bytes`` and ``tokens`` fill chunks up to a size and cut where a line, and for
``tokens`` where a definition or statement, ends.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from sourcebook.analyze.decode import span_of
from sourcebook.analyze.outline import FUNCTIONS, OWNERS, Definition, Reading, enclosing
from sourcebook.analyze.symbols import Ids
from sourcebook.config import ChunkConfig
from sourcebook.model import Chunk, ChunkId, ChunkKind, SourceText, Symbol, SymbolKind

#: Size of a chunk in a file of unknown syntax, in bytes.
WINDOW = 6144

_DEFAULTS = {"syntax": 2048, "tokens": 256, "bytes": 1000}
_TOKEN = re.compile(r"[^\W\u3040-\u9fff\uac00-\ud7af]+|[^\s]")
_ASCII = [chr(code) for code in range(128)]
_MARKS = "".join(one for one in _ASCII if not re.match(r"[\w\s]", one)).encode()
_WORDS = bytes(ord(one if re.match(r"\w", one) else " ") for one in _ASCII) + bytes(128)
_CLOSER = re.compile(
    rb"[\s\W]*(?:(?:end|fi|done|esac|else|try|finally|endif|private|protected|public)[\s\W]*)?(?://[^\n]*|#[^\n]*)?\s*"
)
_BLANK_LINES = re.compile(rb"(?:[ \t\x0c]*\r?\n)*")
_AFTER = re.compile(rb"[ \t;,)]*(?:(?://|#|--|/\*)[^\n]*)?\r?\n?")
_LINE_END = re.compile(rb"\n")


@dataclass(slots=True)
class _Piece:
    """A stretch of the file that belongs to one definition, or to the file itself."""

    start: int
    end: int
    owner: Definition | None
    part: int = 1
    parts: int = 1


def tokens(text: str) -> int:
    """The number of tokens by a BERT-style pre-tokenizer: words and single marks."""
    if not text.isascii():
        return len(_TOKEN.findall(text))
    raw = text.encode("ascii")
    return len(raw) - len(raw.translate(None, _MARKS)) + len(raw.translate(_WORDS).split())


def cut(
    text: SourceText,
    language: str,
    reading: Reading,
    symbols: Sequence[Symbol],
    config: ChunkConfig,
) -> tuple[Chunk, ...]:
    """The chunks of one file, in order. They tile ``text.data``."""
    if not text.data:
        return ()
    size = config.size or _DEFAULTS[config.strategy]
    if config.strategy == "bytes":
        pieces = _filled(text.data, reading, size, by_tokens=False)
    elif config.strategy == "tokens":
        pieces = _filled(text.data, reading, size, by_tokens=True)
    elif reading.flat or reading.rung == "text":
        pieces = list(_flat(text.data, reading))
    else:
        pieces = _by_syntax(text.data, reading, size)
    return tuple(_chunks(text, language, reading, symbols, pieces))


# ------------------------------------------------------------------- along the syntax


def _by_syntax(data: bytes, reading: Reading, limit: int) -> list[_Piece]:
    regions = _regions(data, reading.definitions, limit)
    pieces = _merge(data, _tile(data, regions))
    result: list[_Piece] = []
    for piece in pieces:
        result.extend(_split(data, piece, reading, limit))
    _number(result)
    return result


def _regions(data: bytes, definitions: Sequence[Definition], limit: int) -> list[Definition]:
    """The definitions that get chunks of their own."""
    closed: set[Definition] = set()
    regions: list[Definition] = []
    for item in definitions:
        if item.parent in closed:
            closed.add(item)
            continue
        if not _own(item, data):
            continue
        regions.append(item)
        if item.kind in FUNCTIONS and not _larger(data, item.start, item.end, limit):
            closed.add(item)
    return regions


def _own(item: Definition, data: bytes) -> bool:
    if item.kind is None or item.kind is SymbolKind.SECTION:
        return True
    if item.kind is SymbolKind.PROPERTY and b"\n" not in data[item.body : item.end]:
        return b"\n" in data[item.start : item.end]
    return item.body >= 0 and (item.kind in FUNCTIONS or item.kind in OWNERS)


def _larger(data: bytes, start: int, end: int, limit: int) -> bool:
    """Whether a stretch has more than ``limit`` tokens.

    A token has at least one byte, and a word at least one token.
    """
    if end - start <= limit:
        return False
    text = data[start:end].decode("utf-8", "replace")
    return len(text.split()) > limit or tokens(text) > limit


def _tile(data: bytes, regions: Sequence[Definition]) -> list[_Piece]:
    """Pieces in order: each region, and between and around them what encloses them."""
    pieces: list[_Piece] = []
    open_: list[tuple[int, Definition]] = []
    position = 0

    def upto(place: int) -> None:
        nonlocal position
        if place > position:
            pieces.append(_Piece(position, place, open_[-1][1] if open_ else None))
            position = place

    for item in regions:
        start = _line_start(data, item.outer)
        while open_ and open_[-1][0] <= item.start:
            upto(open_[-1][0])
            open_.pop()
        upto(start)
        end = _after(data, item.end)
        if open_:
            end = min(end, open_[-1][0])
        open_.append((end, item))
    while open_:
        upto(open_[-1][0])
        open_.pop()
    upto(len(data))
    return pieces


def _line_start(data: bytes, place: int) -> int:
    """The start of the line, where only blanks stand before ``place``."""
    start = data.rfind(b"\n", 0, place) + 1
    return start if not data[start:place].strip() else place


def _after(data: bytes, place: int) -> int:
    """The place after the rest of a definition's last line, if that holds only marks."""
    if place and data[place - 1] == 0x0A:
        return place
    match = _AFTER.match(data, place)
    if match and (match[0].endswith(b"\n") or match.end() == len(data)):
        return match.end()
    return place


def _merge(data: bytes, pieces: Sequence[_Piece]) -> list[_Piece]:
    """Joins blanks and lone closing marks to what stands before them."""
    merged: list[_Piece] = []
    begun: set[Definition] = set()
    for piece in pieces:
        head = piece.owner is not None and piece.owner not in begun
        if piece.owner is not None:
            begun.add(piece.owner)
        if merged and not head:
            if _closes(data, piece):
                merged[-1].end = piece.end
                continue
            piece.start = merged[-1].end = _first_line(data, piece.start)
        merged.append(piece)
    if len(merged) > 1 and not data[: merged[0].end].strip():
        merged[1].start = 0
        del merged[0]
    return merged


def _closes(data: bytes, piece: _Piece) -> bool:
    """Whether a piece holds blanks and closing marks only."""
    if not data[piece.start : piece.end].strip():
        return True
    return (
        piece.end - piece.start < 80 and _CLOSER.fullmatch(data, piece.start, piece.end) is not None
    )


def _first_line(data: bytes, place: int) -> int:
    """The start of the first line from ``place`` on that is not blank."""
    match = _BLANK_LINES.match(data, place)
    return match.end() if match else place


def _split(data: bytes, piece: _Piece, reading: Reading, limit: int) -> Iterator[_Piece]:
    """Cuts a piece that is over the limit, between statements where there are any."""
    if not _larger(data, piece.start, piece.end, limit):
        yield piece
        return
    places: list[int] = []
    if reading.cuts is not None:
        places = reading.cuts(piece.start, piece.end, limit)
    whole = piece.owner is not None and piece.owner.kind in FUNCTIONS and bool(places)
    start = piece.start
    for end in _packed(data, piece.start, piece.end, places, limit):
        if whole or not _larger(data, start, end, limit):
            yield _Piece(start, end, piece.owner)
        else:
            for first, last in _by_lines(data, start, end, limit):
                yield _Piece(first, last, piece.owner)
        start = end


def _packed(data: bytes, start: int, end: int, places: Sequence[int], limit: int) -> Iterator[int]:
    """Ends of stretches that hold as much as fits, ending at ``places`` only."""
    candidates = [place for place in places if start < place < end and not _inside(data, place)]
    counts = _counts(data, [start, *candidates, end])
    total = 0
    for place, count, following in zip(candidates, counts, counts[1:], strict=False):
        total += count
        if total + following > limit:
            yield place
            total = 0
    yield end


def _counts(data: bytes, places: Sequence[int]) -> list[int]:
    return [tokens(data[a:b].decode("utf-8", "replace")) for a, b in pairwise(places)]


def _by_lines(data: bytes, start: int, end: int, limit: int) -> Iterator[tuple[int, int]]:
    """Cuts at line ends, and within a line only where one line is over the limit."""
    ends = [match.end() for match in _LINE_END.finditer(data, start, end)]
    for last in _packed(data, start, end, ends, limit):
        if _larger(data, start, last, limit):
            yield from _windows(data, start, last, limit * 3)
        else:
            yield start, last
        start = last


def _windows(data: bytes, start: int, end: int, size: int) -> Iterator[tuple[int, int]]:
    """Windows of at most ``size`` bytes that end at a line end where one is near."""
    while end - start > size:
        place = data.rfind(b"\n", start + size // 2, start + size) + 1
        if place <= start:
            place = _whole(data, start, start + size)
        yield start, place
        start = place
    if end > start:
        yield start, end


def _whole(data: bytes, start: int, place: int) -> int:
    """The last place up to ``place`` that is between characters, or the first one after it.

    After ``start`` in any case, so that a chunk holds at least one character.
    """
    back = place
    while back > start and _inside(data, back):
        back -= 1
    if back > start:
        return back
    while _inside(data, place):
        place += 1
    return place


def _inside(data: bytes, place: int) -> bool:
    """Whether ``place`` is within a character or between the two of a line end."""
    if place >= len(data):
        return False
    return data[place] & 0xC0 == 0x80 or data[place - 1 : place + 1] == b"\r\n"


def _number(pieces: Sequence[_Piece]) -> None:
    """Numbers the pieces of one owner; the file's own are numbered where they touch."""
    groups: dict[Definition, list[_Piece]] = {}
    loose: list[_Piece] = []
    for piece in pieces:
        if piece.owner is None:
            loose.append(piece)
            continue
        groups.setdefault(piece.owner, []).append(piece)
        _count(loose)
        loose = []
    for group in [*groups.values(), loose]:
        _count(group)


def _count(group: Sequence[_Piece]) -> None:
    for number, piece in enumerate(group, 1):
        piece.part, piece.parts = number, len(group)


def _flat(data: bytes, reading: Reading) -> Iterator[_Piece]:
    """Windows for text and data; they end before a key where one is near."""
    starts = [_line_start(data, item.outer) for item in reading.definitions if item.parent is None]
    start = 0
    while len(data) - start > WINDOW:
        index = bisect_right(starts, start + WINDOW) - 1
        place = starts[index] if index >= 0 else 0
        if place <= start + WINDOW // 2:
            place = next(_windows(data, start, start + WINDOW + 1, WINDOW))[1]
        yield _Piece(start, place, None)
        start = place
    if start < len(data):
        yield _Piece(start, len(data), None)


# ------------------------------------------------------------------------ by size


def _filled(data: bytes, reading: Reading, size: int, *, by_tokens: bool) -> list[_Piece]:
    """Chunks of at most ``size``, each belonging to the definition at its start."""
    if by_tokens:
        edges = {_line_start(data, item.outer) for item in reading.definitions}
        edges |= {_after(data, item.end) for item in reading.definitions}
        if reading.cuts is not None:
            edges |= set(reading.cuts(0, len(data), size))
        spans: list[tuple[int, int]] = []
        start = 0
        for end in _packed(data, 0, len(data), sorted(edges), size):
            if _larger(data, start, end, size):
                spans.extend(_by_lines(data, start, end, size))
            else:
                spans.append((start, end))
            start = end
    else:
        spans = list(_windows(data, 0, len(data), size))
    owners = _owners(reading.definitions, data, [start for start, _ in spans])
    pieces = [_Piece(a, b, owner) for (a, b), owner in zip(spans, owners, strict=True)]
    _number(pieces)
    return pieces


def _owners(
    definitions: Sequence[Definition], data: bytes, starts: Sequence[int]
) -> list[Definition | None]:
    """The innermost region at each start, leading comments included."""
    found: list[Definition | None] = []
    stack: list[Definition] = []
    following = 0
    own = [item for item in definitions if _own(item, data)]
    for start in starts:
        while following < len(own) and _line_start(data, own[following].outer) <= start:
            item = own[following]
            while stack and stack[-1].end <= item.start:
                stack.pop()
            stack.append(item)
            following += 1
        while stack and stack[-1].end <= start:
            stack.pop()
        found.append(stack[-1] if stack else None)
    return found


# ------------------------------------------------------------------------ the values


def _chunks(
    text: SourceText,
    language: str,
    reading: Reading,
    symbols: Sequence[Symbol],
    pieces: Sequence[_Piece],
) -> Iterator[Chunk]:
    ids = Ids(text.path)
    module = symbols[0]
    for piece in pieces:
        owner = piece.owner
        symbol = symbols[owner.index] if owner is not None and owner.index else module
        kind = _kind(owner, piece, reading)
        name = symbol.qualified if symbol is not module else ""
        if owner is not None and owner.kind is None:
            name = owner.qualified
        yield Chunk(
            id=ChunkId(ids.take(name or kind.value)),
            path=text.path,
            language=language,
            kind=kind,
            span=span_of(text, piece.start, piece.end),
            text=text.data[piece.start : piece.end]
            .decode("utf-8", "replace")
            .replace("\r\n", "\n"),
            name=symbol.name if symbol is not module else "",
            qualified=name,
            symbol=symbol.id,
            scope=symbol.parent,
            signature=symbol.signature,
            part=piece.part,
            parts=piece.parts,
            heading=_heading(owner),
        )


def _kind(owner: Definition | None, piece: _Piece, reading: Reading) -> ChunkKind:
    if owner is None:
        flat = reading.flat or reading.rung == "text"
        return ChunkKind.WINDOW if flat else ChunkKind.STATEMENTS
    if owner.kind is SymbolKind.SECTION:
        return ChunkKind.SECTION
    if owner.kind not in FUNCTIONS:
        return ChunkKind.CLASS
    if piece.parts > 1:
        return ChunkKind.BLOCK
    return ChunkKind.FUNCTION if owner.kind is SymbolKind.FUNCTION else ChunkKind.METHOD


def _heading(owner: Definition | None) -> tuple[str, ...]:
    if owner is None or owner.kind is not SymbolKind.SECTION:
        return ()
    return tuple(item.name for item in enclosing(owner))[::-1]
