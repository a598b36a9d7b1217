"""A Markdown extension that hands Sourcebook's finished blocks through unread.

A page of Sourcebook is Markdown with finished HTML blocks, ``<div class="sb …">`` to the
``</div>`` before an empty line, and with headings that bear their ids. Markdown reads raw
HTML twice, character by character, which is more than half of the time that a builder
spends on a page. The extension puts the blocks aside before that and back after it; a page
of nothing but blocks and headings it puts aside as a whole, and tells the table of contents
about the headings. Pages are the same without it, but for empty lines;
:mod:`sourcebook.render.publish` adds it to the settings that it builds with.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

from markdown import Extension, Markdown
from markdown.extensions.toc import TocTreeprocessor, nest_toc_tokens
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

_START = '<div class="sb'
_END = "</div>\n\n"

#: A heading with its id, in whose text nothing is left for Markdown to read.
_HEADING = re.compile(r"(#{1,6}) ((?:[^\W_]|[ .,-]|&#\d+;)+?) \{#([\w.~-]+)\}\n")

#: After white space is normalized (30), which takes away the marks of what is put aside;
#: before fences are found (25) and raw HTML is read (20).
_FIRST = 29

#: After the table of contents is made (5).
_LAST = 4


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a page; ``text`` is HTML."""

    level: int
    text: str
    id: str

    def __str__(self) -> str:
        return f'<h{self.level} id="{self.id}">{self.text}</h{self.level}>'


def finished(text: str) -> list[str | Heading] | None:
    """The blocks and headings of a page of nothing else; None of any other page."""
    text = text.strip("\n") + "\n\n"
    parts: list[str | Heading] = []
    place = 0
    while place < len(text):
        if text[place] == "\n":
            place += 1
        elif text.startswith(_START, place):
            end = text.find(_END, place)
            if end < 0:
                return None
            end += len("</div>")
            parts.append(text[place:end])
            place = end
        elif found := _HEADING.match(text, place):
            parts.append(Heading(len(found[1]), found[2], found[3]))
            place = found.end()
        else:
            return None
    return parts


def put_aside(text: str, store: Callable[[str], str]) -> str:
    """Replaces each block by what ``store`` gives for it."""
    # With an empty line before and after it, a block at either end is like any other.
    text = f"\n{text}\n\n"
    pieces = []
    done = 0
    while (start := text.find(f"\n{_START}", done)) >= 0:
        end = text.find(_END, start)
        if end < 0:
            break
        end += len("</div>")
        pieces += [text[done : start + 1], store(text[start + 1 : end]), "\n"]
        done = end
    return "".join([*pieces, text[done:]])[1:-2]


class _Aside(Preprocessor):
    """Puts the blocks where Markdown puts raw HTML that it has read."""

    def __init__(self, md: Markdown) -> None:
        super().__init__(md)
        self.headings: list[Heading] = []

    def run(self, lines: list[str]) -> list[str]:
        text = "\n".join(lines)
        parts = finished(text)
        if not parts:
            return put_aside(text, self.md.htmlStash.store).split("\n")
        self.headings = [part for part in parts if isinstance(part, Heading)]
        return [self.md.htmlStash.store("\n".join(map(str, parts)))]


class _Contents(Treeprocessor):
    """Tells the table of contents about headings that Markdown does not see."""

    def __init__(self, md: Markdown, aside: _Aside) -> None:
        super().__init__(md)
        self._aside = aside

    def run(self, root: Element) -> None:
        del root
        contents = self.md.treeprocessors["toc"]
        if self._aside.headings and isinstance(contents, TocTreeprocessor):
            shown = range(contents.toc_top, contents.toc_bottom + 1)
            tokens = nest_toc_tokens(
                [
                    {"level": item.level, "id": item.id, "name": item.text}
                    for item in self._aside.headings
                    if item.level in shown
                ]
            )
            self.md.toc_tokens = tokens  # type: ignore[attr-defined] # where the extension puts it


class FinishedBlocks(Extension):
    """The extension, for ``markdown_extensions`` in ``mkdocs.yml``."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name Markdown calls
        aside = _Aside(md)
        md.preprocessors.register(aside, "sourcebook", _FIRST)
        md.treeprocessors.register(_Contents(md, aside), "sourcebook", _LAST)


def makeExtension(**settings: object) -> FinishedBlocks:  # noqa: N802 - the name Markdown calls
    """Makes the extension from its settings, of which there are none."""
    return FinishedBlocks(**settings)
