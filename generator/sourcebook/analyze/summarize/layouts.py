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
from sourcebook.model import Chunk, ChunkKind

#: What is said of a page, and the tag that shows it, the most telling first.
_TAGS = tuple(
    (verb, re.compile(pattern, re.IGNORECASE))
    for verb, pattern in (
        ("extends", r"\{%-?\s*extends\s+['\"](?P<name>[^'\"]+)"),
        ("includes", r"\{%-?\s*include\s+['\"]?(?P<name>[^'\" %]+)"),
        (
            "asks for",
            r"<(?:input|select|textarea)\b[^>]*?\bname=[\"'](?P<name>[^\"'{}<>]+)",
        ),
        ("defines the macro", r"\{%-?\s*macro\s+(?P<name>\w+)"),
        ("fills in", r"\{%-?\s*block\s+(?P<name>\w+(?:-\w+)*)"),
        ("shows", r"\{\{-?\s*(?!url_for\b|static\b)(?P<name>[A-Za-z_][\w.]*)"),
        ("goes through", r"\{%-?\s*for\s[^%]*?\bin\s+(?P<name>[\w.]+)"),
        ("depends on", r"\{%-?\s*if\s+(?P<name>[\w.][^%]*?)\s*-?%\}"),
        ("loads", r"<(?:script|link|img)\b[^>]*?\b(?:src|href)=[\"'](?P<name>[^\"'{}<>]+)"),
        ("gives the ids", r"<\w+\b[^>]*?\bid=[\"'](?P<name>[^\"'{}<>]+)"),
        ("links to", r"<a\b[^>]*?\bhref=[\"'](?P<name>[^\"'{}<>#?][^\"'{}<>]*)"),
    )
)
_ONE, _MANY = {"gives the ids": "gives the id"}, {"defines the macro": "defines the macros"}
_EXTENDS = re.compile(r"\{%-?\s*extends\b")
_CODED = frozenset({ChunkKind.FUNCTION, ChunkKind.METHOD, ChunkKind.CLASS, ChunkKind.BLOCK})
_HEADING = re.compile(r"<(?P<tag>h[1-6]|title|legend|caption)\b[^>]*>(?P<text>.*?\w.*?)</(?P=tag)>")
_MARKUP = re.compile(r"</?[a-z][^<>]*>")
#: A place in a heading that another page fills in.
_LEFT_OPEN = re.compile(r"\{%-?\s*block\s[^%]*%\}\s*\{%-?\s*endblock[^%]*%\}")
_TRANSLATED = re.compile(r"\{%-?\s*(?:translate|trans)\s+(['\"])(?P<text>.*?)\1[^%]*%\}")
_TAG, _FILLED = re.compile(r"\{[%#].*?[%#]\}"), re.compile(r"\{\{.*?\}\}")


_NAMING = re.compile(r"[\"']([\w./-]+\.(?:html?|txt|xml|kml|js))[\"']")
_TEMPLATES = re.compile(r"^(?:.*/)?(?:templates|jinja2)/")


def note_pages(chunk: Chunk, desk: Desk) -> None:
    """Keeps which code names a page, to be told of the page."""
    if ".html" not in chunk.text or not chunk.qualified or chunk.kind not in _CODED:
        return
    for match in _NAMING.finditer(chunk.text):
        line = chunk.span.line + chunk.text.count("\n", 0, match.start())
        quote = desk.sources.quote(chunk.path, line, around=match.group(1))
        if quote is not None:
            desk.pages.setdefault(match.group(1), []).append((chunk.qualified, quote))


def named_by(page: str, desk: Desk) -> Iterator[Clause]:
    """The code that names a page, which renders it or lets somebody else do so."""
    found = desk.pages.get(_TEMPLATES.sub("", page), ()) if _TEMPLATES.match(page) else ()
    if found:
        names = listing([code(name, 50) for name, _ in found], 2)
        yield from clause(f"named by {names}", found[0][1])


def layout(chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """Clauses of what a page is headed by, asks for and shows."""
    lines = list(enumerate(chunk.text.split("\n"), chunk.span.line))
    for number, line in lines:
        heading = _HEADING.search(_TRANSLATED.sub(r"\g<text>", line))
        text = _LEFT_OPEN.sub("…", _FILLED.sub("…", heading["text"])) if heading else ""
        words = plain(_MARKUP.sub("", _TAG.sub(" ", text)))
        if re.search(r"\w", words):
            yield from clause(f"headed “{clip(words, 60)}”", desk.sources.quote(chunk.path, number))
            break
    for verb, pattern in _TAGS:
        found = [(number, match) for number, line in lines for match in pattern.finditer(line)]
        if found:
            shown = list(dict.fromkeys(code(match.group("name"), 45) for _, match in found))
            names = listing(shown)
            told = _ONE.get(verb, verb) if len(shown) == 1 else _MANY.get(verb, verb)
            if verb == "fills in" and not _EXTENDS.search(
                "\n".join(desk.sources.lines(chunk.path))
            ):
                told = f"has the block{'s' if len(shown) > 1 else ''}"
            quote = desk.sources.quote(chunk.path, found[0][0], around=found[0][1].group("name"))
            yield from clause(f"{told} {names}", quote)
