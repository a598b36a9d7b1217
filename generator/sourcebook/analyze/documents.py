"""Documents: headings become sections, each a symbol and a chunk of its own.

Markdown and reStructuredText are read line by line: headings are all that is wanted of
them, and a line scanner finds those in any text, however broken. HTML and notebooks are
read along their grammar first, which tells headings and cells.
"""

import json
import re
from collections.abc import Iterator, Sequence

from sourcebook.analyze.outline import Definition, Place, Reading
from sourcebook.model import SymbolKind

#: A heading: level (1 is the highest), where its section begins, and the place of its name.
Heading = tuple[int, int, int, int]

_FENCE = re.compile(rb"[ ]{0,3}(`{3,}|~{3,})([^\n]*)")
_ATX = re.compile(rb"[ ]{0,3}(#{1,6})(?:[ \t]+|(?=\r?\n|$))([^\n]*?)(?:[ \t]+#+)?[ \t]*\r?(?:\n|$)")
_SETEXT = re.compile(rb"[ ]{0,3}(=+|-+)[ \t]*\r?(?:\n|$)")
_NOT_TEXT = re.compile(
    rb"[ ]{0,3}(?:[#>|]|[-*+][ \t]|\d+[.)][ \t]|`{3}|~{3}|<)|[ ]{4}|\t|[ \t]*\r?(?:\n|$)"
)
_FRONT_MATTER = re.compile(rb"---[ \t]*\r?\n(?s:.*?)\n(?:---|\.\.\.)[ \t]*\r?(?:\n|$)")
_RULER = re.compile(rb"([!-/:-@\[-`{-~])\1{1,}[ \t]*\r?\n?$")
_TAG = re.compile(rb"<[^<>]*>")


def read_markdown(data: bytes) -> Reading:
    """Finds the headings of a Markdown text, outside of code and front matter."""
    return _document(data, sections(data, list(_markdown(data))))


def _markdown(data: bytes) -> Iterator[Heading]:
    fence = previous = b""
    matter = _FRONT_MATTER.match(data)
    place = before = matter.end() if matter else 0
    while place < len(data):
        end = data.find(b"\n", place) + 1 or len(data)
        line = data[place:end]
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = b""
            line = b""
        elif mark and not (mark[1][:1] == b"`" and b"`" in mark[2]):
            fence = mark[1]
            line = b""
        elif heading := _ATX.match(line):
            yield len(heading[1]), place, place + heading.start(2), place + heading.end(2)
            line = b""
        elif _SETEXT.match(line) and previous and not _NOT_TEXT.match(previous):
            level = 1 if line.lstrip().startswith(b"=") else 2
            yield level, before, before, before + len(previous.rstrip())
            line = b""
        previous, before, place = line, place, end


def read_rst(data: bytes) -> Reading:
    """Finds the titles of a reStructuredText; styles rank in the order they first occur."""
    return _document(data, sections(data, list(_titles(data))))


def _titles(data: bytes) -> Iterator[Heading]:
    styles: list[tuple[bytes, bool]] = []
    lines: list[Place] = []
    place = 0
    while place < len(data):
        end = data.find(b"\n", place) + 1 or len(data)
        lines.append((place, end))
        place = end
    for index in range(1, len(lines)):
        under = _RULER.match(data[slice(*lines[index])])
        title = data[slice(*lines[index - 1])]
        if not under or not title.strip() or _RULER.match(title):
            continue
        width = len(title.decode("utf-8", "replace").rstrip())
        above = data[slice(*lines[index - 2])] if index > 1 else b""
        over = _RULER.match(above)
        framed = over is not None and over[1] == under[1]
        if len(under[0].rstrip()) < min(width, 4) or (above.strip() and not framed):
            continue
        if title[:1] in b" \t" and not framed:
            continue
        style = (under[1], framed)
        if style not in styles:
            styles.append(style)
        first = lines[index - 2][0] if framed else lines[index - 1][0]
        start = lines[index - 1][0] + len(title) - len(title.lstrip())
        yield styles.index(style) + 1, first, start, start + len(title.strip())


def read_html(reading: Reading, data: bytes) -> None:
    """Adds the sections that the headings of an HTML text make."""
    headings = [
        (int(data[start + 2 : start + 3]), start, start, end) for start, end in reading.headings
    ]
    reading.definitions.extend(sections(data, headings))


def read_notebook(reading: Reading, data: bytes) -> None:
    """Adds a section for each cell, named by its heading or its first line."""
    for number, (start, end) in enumerate(sorted(reading.cells), 1):
        item = Definition(
            SymbolKind.SECTION, _cell_name(data[start:end], number), start, end, start
        )
        item.body = start + 1
        reading.definitions.append(item)


def _cell_name(raw: bytes, number: int) -> str:
    try:
        source = json.loads(raw).get("source", "")
    except (ValueError, AttributeError, RecursionError):
        return f"Cell {number}"
    text = "".join(map(str, source)) if isinstance(source, list) else str(source)
    first = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return first.lstrip("#").strip()[:80] or f"Cell {number}"


def sections(data: bytes, headings: Sequence[Heading]) -> list[Definition]:
    """Sections that hold their sub-sections, from headings in order."""
    found: list[Definition] = []
    open_: list[Definition] = []
    for level, start, name_start, name_end in headings:
        while open_ and open_[-1].level >= level:
            open_.pop().end = start
        name = _TAG.sub(b" ", data[name_start:name_end]) if level else b""
        words = " ".join(name.decode("utf-8", "replace").split()) or "Untitled"
        item = Definition(SymbolKind.SECTION, words, start, len(data), name_start, level=level)
        item.body = name_end
        open_.append(item)
        found.append(item)
    return found


def _document(data: bytes, found: list[Definition]) -> Reading:
    reading = Reading("syntax", definitions=found)
    reading.doc = _first_paragraph(data)
    return reading


def _first_paragraph(data: bytes) -> Place | None:
    """The first lines of running text: no heading, list, markup or badge."""
    matter = _FRONT_MATTER.match(data)
    place = matter.end() if matter else 0
    start = -1
    while place < len(data):
        end = data.find(b"\n", place) + 1 or len(data)
        line = data[place:end]
        following = data[end : data.find(b"\n", end) + 1 or len(data)]
        text = line[:1].isalnum() or line[:1] in b"*_`\"'(" or line[:1] >= b"\x80"
        heading = _SETEXT.match(following) or _RULER.match(following)
        if start >= 0 and (not line.strip() or _NOT_TEXT.match(line)):
            return start, place
        if start < 0 and text and not heading and not _NOT_TEXT.match(line) and b" " in line:
            start = place
        place = end
    return (start, len(data)) if start >= 0 else None
