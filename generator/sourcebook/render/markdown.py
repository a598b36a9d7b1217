"""A Markdown extension that hands Sourcebook's finished blocks through unread.

A page of Sourcebook is Markdown with finished HTML blocks, ``<div class="sb …">`` to the
``</div>`` before an empty line. Markdown reads raw HTML twice, character by character,
which is more than half of the time that a builder spends on a page. The extension puts
the blocks aside before that and back after it. Pages are the same without it, but for
empty lines; :mod:`sourcebook.render.publish` adds it to the settings that it builds with.
"""

from collections.abc import Callable

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

_START = '\n<div class="sb'
_END = "</div>\n\n"

#: Before white space is normalized (30), raw HTML is read (20) and fences are found (25).
_PRIORITY = 29


class _Aside(Preprocessor):
    """Puts the blocks where Markdown puts raw HTML that it has read."""

    def run(self, lines: list[str]) -> list[str]:
        return put_aside("\n".join(lines), self.md.htmlStash.store).split("\n")


def put_aside(text: str, store: Callable[[str], str]) -> str:
    """Replaces each block by what ``store`` gives for it."""
    # With an empty line before and after it, a block at either end is like any other.
    text = f"\n{text}\n\n"
    pieces = []
    done = 0
    while (start := text.find(_START, done)) >= 0:
        end = text.find(_END, start)
        if end < 0:
            break
        end += len("</div>")
        pieces += [text[done : start + 1], store(text[start + 1 : end]), "\n"]
        done = end
    return "".join([*pieces, text[done:]])[1:-2]


class FinishedBlocks(Extension):
    """The extension, for ``markdown_extensions`` in ``mkdocs.yml``."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name Markdown calls
        md.preprocessors.register(_Aside(md), "sourcebook", _PRIORITY)


def makeExtension(**settings: object) -> FinishedBlocks:  # noqa: N802 - the name Markdown calls
    """Makes the extension from its settings, of which there are none."""
    return FinishedBlocks(**settings)
