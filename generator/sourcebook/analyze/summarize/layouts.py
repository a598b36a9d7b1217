"""Sentences about pages that are filled in: HTML and its templates.

What such a page extends, includes, asks for and shows is written in its tags, whatever the
language of the templates.
"""

import re
from collections.abc import Iterator

from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.markup import plain
from sourcebook.analyze.summarize.sentences import clip
from sourcebook.model import Chunk

#: What is said of a page, and the tag that shows it, the most telling first.
_TAGS = tuple(
    (verb, re.compile(pattern, re.IGNORECASE))
    for verb, pattern in (
        ("extends", r"\{%-?\s*extends\s+['\"](?P<name>[^'\"]+)"),
        ("includes", r"\{%-?\s*include\s+['\"](?P<name>[^'\"]+)"),
        (
            "asks for",
            r"<(?:input|select|textarea)\b[^>]*?\bname=[\"'](?P<name>[^\"'{}<>]+)",
        ),
        ("fills in", r"\{%-?\s*block\s+(?P<name>\w+)"),
        ("shows", r"\{\{-?\s*(?P<name>[A-Za-z_][\w.]*)"),
        ("goes through", r"\{%-?\s*for\s[^%]*?\bin\s+(?P<name>[\w.]+)"),
        ("depends on", r"\{%-?\s*if\s+(?P<name>[\w.][^%]*?)\s*-?%\}"),
        ("loads", r"<(?:script|link|img)\b[^>]*?\b(?:src|href)=[\"'](?P<name>[^\"'{}<>]+)"),
        ("links to", r"<a\b[^>]*?\bhref=[\"'](?P<name>[^\"'{}<>]+)"),
    )
)
_HEADING = re.compile(r"<(?:h[1-6]|title|legend|caption)\b[^>]*>(?P<text>[^<]*\w[^<]*)</")
_TRANSLATED = re.compile(r"\{%-?\s*(?:translate|trans)\s+(['\"])(?P<text>.*?)\1[^%]*%\}")
_TAG = re.compile(r"\{[%{#].*?[%}#]\}")


def layout(chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """Clauses of what a page is headed by, asks for and shows."""
    lines = list(enumerate(chunk.text.split("\n"), chunk.span.line))
    for number, line in lines:
        heading = _HEADING.search(_TRANSLATED.sub(r"\g<text>", line))
        words = plain(_TAG.sub(" ", heading.group("text"))) if heading else ""
        if re.search(r"\w", words):
            yield from clause(f"headed “{clip(words, 60)}”", desk.sources.quote(chunk.path, number))
            break
    for verb, pattern in _TAGS:
        found = [(number, match) for number, line in lines for match in pattern.finditer(line)]
        if found:
            names = listing([code(match.group("name"), 45) for _, match in found])
            quote = desk.sources.quote(chunk.path, found[0][0], around=found[0][1].group("name"))
            yield from clause(f"{verb} {names}", quote)
