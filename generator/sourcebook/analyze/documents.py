"""Documents: headings become sections, each a symbol and a chunk of its own."""

import re

from sourcebook.analyze.outline import Definition, Reading
from sourcebook.model import SymbolKind

_FENCE = re.compile(rb"[ ]{0,3}(`{3,}|~{3,})([^\n]*)")
_ATX = re.compile(rb"[ ]{0,3}(#{1,6})(?:[ \t]+|(?=\r?\n|$))([^\n]*?)(?:[ \t]+#+)?[ \t]*\r?(?:\n|$)")
_SETEXT = re.compile(rb"[ ]{0,3}(=+|-+)[ \t]*\r?(?:\n|$)")
_NOT_TEXT = re.compile(rb"[ ]{0,3}(?:[#>|]|[-*+][ \t]|\d+[.)][ \t]|`{3}|~{3}|<)|[ ]{4}|\t|\s*$")


def read_markdown(data: bytes) -> Reading:
    """Finds the headings of a Markdown text, outside of code and front matter."""
    headings: list[tuple[int, int, int, int]] = []  # level, start, name start, name end
    fence = b""
    previous = b""
    place = _front_matter(data)
    before = place
    while place < len(data):
        end = data.find(b"\n", place) + 1 or len(data)
        line = data[place:end]
        opened = _FENCE.match(line)
        if fence:
            if opened and opened[1].startswith(fence) and not opened[2].strip():
                fence = b""
        elif opened and not (opened[1][:1] == b"`" and b"`" in opened[2]):
            fence = opened[1]
        else:
            atx = _ATX.match(line)
            if atx:
                headings.append((len(atx[1]), place, place + atx.start(2), place + atx.end(2)))
            elif _SETEXT.match(line) and previous and not _NOT_TEXT.match(previous):
                level = 1 if line.strip().startswith(b"=") else 2
                headings.append((level, before, before, before + len(previous.rstrip())))
        previous, before, place = line, place, end
    return _sections(data, headings)


def _front_matter(data: bytes) -> int:
    """The end of YAML front matter, 0 when there is none."""
    match = re.match(rb"---[ \t]*\r?\n[\s\S]*?\n(?:---|\.\.\.)[ \t]*\r?(?:\n|$)", data)
    return match.end() if match else 0


def _sections(data: bytes, headings: list[tuple[int, int, int, int]]) -> Reading:
    """Sections that hold their sub-sections."""
    reading = Reading("syntax")
    open_: list[Definition] = []
    for level, start, name_start, name_end in headings:
        while open_ and open_[-1].level >= level:
            open_.pop().end = start
        name = " ".join(data[name_start:name_end].decode("utf-8", "replace").split())
        item = Definition(SymbolKind.SECTION, name, start, len(data), name_start, level=level)
        item.body = name_end
        open_.append(item)
        reading.definitions.append(item)
    return reading
