"""Sentences about documents, data and text without known syntax."""

import posixpath
import re
from collections.abc import Iterator

from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.analyze.summarize.markup import plain
from sourcebook.analyze.summarize.sentences import clip, first_sentence, is_licence
from sourcebook.model import Chunk, SymbolKind

#: Languages whose text is prose. Text of unknown kind may be.
_PROSE = frozenset({"text", "markdown", "rst", "restructuredtext", "asciidoc", "org", "html"})

_ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+(?=\S)")
_ROW = re.compile(r"^\s*(?:\||\+[-=]{2}|</?(?:t[rdh]|table|tbody|thead)\b)", re.IGNORECASE)
_MESSAGE = re.compile(r'^msgid\s+"(.+)"\s*$')
_FENCE = re.compile(r"^\s*(?:```|~~~(?!~))")  # a row of tildes underlines a title
_MARKER = re.compile(
    r"^\s*(?:/{2,}[/!]?|#+|-{2,}|;+|%+|\*+/?|/\*+!?|\(\*+|<!--|rem\b|dnl\b)\s?|\*+[/)]\s*$|-->\s*$"
)
_WIDTH = 60


def section(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A section of a document: its first sentence, else what it holds instead of one."""
    chunk = facts.chunk
    first, lines = _without_heading(chunk)
    yield from _told(chunk, first, lines, desk)


def window(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A stretch of a file without known syntax: a sentence, its names, its head."""
    chunk = facts.chunk
    if chunk.path.endswith((".po", ".pot")):
        yield from _messages(chunk, desk)
        return
    if is_document(chunk):
        lines = chunk.text.split("\n")
        skipped = _torn(lines) if chunk.span.line > 1 else 0
        yield from _told(chunk, chunk.span.line + skipped, lines[skipped:], desk)
        return
    yield from _comment(chunk, desk)
    named = [item for item in facts.defined if item.name]
    if named:
        verb = "sets" if named[0].kind is SymbolKind.KEY else "defines"
        quote = desk.sources.quote(chunk.path, named[0].name_line, around=named[0].name)
        yield from clause(f"{verb} {listing([code(item.name, 40) for item in named], 5)}", quote)


def is_document(chunk: Chunk) -> bool:
    """Whether a chunk is of a text for people, by its language or its name."""
    if chunk.language:
        return chunk.language in _PROSE
    _, ending = posixpath.splitext(chunk.path)
    return ending.lower() in {"", ".txt", ".rst", ".md", ".adoc", ".text"}


def _messages(chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """A catalogue of translated messages (gettext)."""
    found = [
        (number, match.group(1))
        for number, line in enumerate(chunk.text.split("\n"), chunk.span.line)
        if (match := _MESSAGE.match(line))
    ]
    if found:
        number, first = found[0]
        many = f"{len(found)} messages, the first" if len(found) > 1 else "one message"
        text = f"translates {many} {code(first, _WIDTH)}"
        yield from clause(text, desk.sources.quote(chunk.path, number))


def _torn(lines: list[str]) -> int:
    """Lines of the paragraph that the cut before this stretch went through."""
    if not lines or not lines[0].strip() or _ITEM.match(lines[0]):
        return 0
    ends = (at for at, line in enumerate(lines) if not line.strip() or (at and _ITEM.match(line)))
    return next(ends, 0)


def _comment(chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """The first comment that says something, as a sentence."""
    comment: list[str] = []
    for line in chunk.text.split("\n")[:60]:
        if not _COMMENT.match(line) and line.strip():
            if comment:
                break
            continue
        comment.append(_MARKER.sub("", line))
    found = first_sentence("\n".join(comment), prose=True)
    if found is not None:
        span = chunk.span
        quote = desk.sources.locate(chunk.path, found.raw, span.line, span.end_line)
        yield from clause(found.text.rstrip("."), quote)


def opening(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """The last resort: how the text begins, in its own words."""
    chunk = facts.chunk
    licence = commented = 0
    for block in _blocks(chunk):
        if is_licence(" ".join(line for _, line in block)):
            licence = licence or block[0][0]
            continue
        for number, line in block:
            if not _COMMENT.match(line):
                quote = desk.sources.quote(chunk.path, number, around=line.strip()[:20])
                yield from clause(f"begins with {code(line, _WIDTH)}", quote)
                return
            commented = commented or number
    if licence or commented:
        what = "a licence header" if licence else "comments"
        quote = desk.sources.quote(chunk.path, licence or commented)
        yield from clause(f"holds nothing but {what}", quote)
    else:
        quote = desk.sources.quote(chunk.path, chunk.span.line, chunk.span.end_line)
        yield from clause("holds no words", quote)


def _blocks(chunk: Chunk) -> Iterator[list[tuple[int, str]]]:
    """Numbered lines with words, put together where no other line stands between."""
    block: list[tuple[int, str]] = []
    for number, line in enumerate(chunk.text.split("\n"), chunk.span.line):
        if re.search(r"\w", line):
            block.append((number, line))
        elif block:
            yield block
            block = []
    if block:
        yield block


_COMMENT = re.compile(
    r"^\s*(?://|#(?![a-z]+\s+[<\"(\w])|--|;|%|\*|/\*|<!--|rem\b|dnl\b)", re.IGNORECASE
)


def _without_heading(chunk: Chunk) -> tuple[int, list[str]]:
    """The lines under the heading, and the number of the first of them."""
    lines = chunk.text.split("\n")
    title = _letters(chunk.heading[-1]) if chunk.heading else ""
    for at, line in enumerate(lines[:5]):
        if title and _letters(line) == title:
            return chunk.span.line + at + 1, lines[at + 1 :]
    return chunk.span.line, lines


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def _told(chunk: Chunk, first: int, lines: list[str], desk: Desk) -> Iterator[Clause]:
    sources = desk.sources
    items = [number for number, line in enumerate(lines, first) if _ITEM.match(line)]
    found = first_sentence("\n".join(lines), prose=True)
    if found is not None:
        quote = sources.locate(chunk.path, found.raw, first, chunk.span.end_line)
        quote = quote or sources.quote(chunk.path, first, chunk.span.end_line)
        text = found.text.rstrip(".")
        if len(items) > 1 and quote is not None and quote.line == items[0]:
            text = f"lists {len(items)} items, the first: {text}"
        yield from clause(text, quote)
        return
    body = [
        (number, line)
        for number, line in enumerate(lines, first)
        if re.search(r"\w", line) or _FENCE.match(line)
    ]
    if not body:
        yield from clause("has a heading and no text", sources.quote(chunk.path, chunk.span.line))
        return
    yield from _instead(chunk, body, items, desk)


def _instead(
    chunk: Chunk, body: list[tuple[int, str]], items: list[int], desk: Desk
) -> Iterator[Clause]:
    """What stands in the place of a sentence: an example, a table, a list, a licence."""
    number, line = body[0]
    if is_licence("\n".join(text for _, text in body)):
        text = "holds the text of a licence"
    elif _FENCE.match(line) and len(body) > 1:
        number, line = body[1]
        text = f"shows an example from {code(line, _WIDTH)}"
    elif any(_ROW.match(row) for _, row in body[:3]):
        text = f"holds a table from {code(line, _WIDTH)}"
    elif items:
        number = items[0]
        line = _ITEM.sub("", dict(body)[number])
        many = f"{len(items)} items, the first" if len(items) > 1 else "one item"
        text = f"lists {many}: {clip(plain(line), _WIDTH)}"
    else:
        text = f"begins with {code(line, _WIDTH)}"
    yield from clause(text, desk.sources.quote(chunk.path, number))
