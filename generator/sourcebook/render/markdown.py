"""A Markdown extension that hands Sourcebook's finished blocks through unread.

A page of Sourcebook is Markdown with finished HTML blocks, ``<div class="sb …">`` to the
``</div>`` before an empty line. Markdown reads raw HTML twice, character by character,
which is more than half of the time that a builder spends on a page. The extension puts
the blocks aside before that and back after it. Pages are the same without it, but for
empty lines; :mod:`sourcebook.render.publish` adds it to the settings that it builds with.
"""

import re

from markdown import Extension, Markdown
from markdown.preprocessors import Preprocessor

_BLOCK = re.compile(r'^<div class="sb[\s\S]*?</div>$(?=\n\n|\n?\Z)', re.MULTILINE)

#: Before white space is normalized (30), raw HTML is read (20) and fences are found (25).
_PRIORITY = 29


class _Aside(Preprocessor):
    """Puts the blocks where Markdown puts raw HTML that it has read."""

    def run(self, lines: list[str]) -> list[str]:
        store = self.md.htmlStash.store
        text = "\n".join(lines)
        return _BLOCK.sub(lambda block: f"{store(block[0])}\n", text).split("\n")


class FinishedBlocks(Extension):
    """The extension, for ``markdown_extensions`` in ``mkdocs.yml``."""

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802 - the name Markdown calls
        md.preprocessors.register(_Aside(md), "sourcebook", _PRIORITY)


def makeExtension(**settings: object) -> FinishedBlocks:  # noqa: N802 - the name Markdown calls
    """Makes the extension from its settings, of which there are none."""
    return FinishedBlocks(**settings)
