"""Sentences about documents, data and text without known syntax."""

import re
from collections.abc import Iterator
from itertools import takewhile

from sourcebook.analyze.summarize.body import body_of
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, counted, listing
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.analyze.summarize.layouts import layout
from sourcebook.analyze.summarize.markup import plain
from sourcebook.analyze.summarize.openings import is_document, licensed, remark
from sourcebook.analyze.summarize.records import (
    ENTRY,
    WIDTH,
    elements,
    entries,
    image,
    messages,
    parts,
    set_under,
    settings,
    targets_of,
    uncommented,
)
from sourcebook.analyze.summarize.sentences import (
    DATELINE,
    STEP,
    WORDS,
    Sentence,
    clip,
    first_sentence,
    is_licence,
    on_topic,
)
from sourcebook.analyze.summarize.sequels import BEGINS, FENCE, ITEM, commands_of, promises, sequel
from sourcebook.analyze.summarize.steps import steps
from sourcebook.model import Chunk, SymbolKind

#: An item that is shorter is no sentence.
_SHORT_ITEM = 40
_CELLS = re.compile(r"\s*\|\s*")
_LINKED = re.compile(r"<t[dh]\b[^>]*><a\b[^>]*>([^<]*\w[^<]*)</a>")
_RULED = re.compile(r"^[\s|:+=-]*$")
_ROW = re.compile(
    r"^\s*(?:<!--.*?-->)?(?:\||\+[-=]{2}|</?(?:t[rdh]|table|tbody|thead)\b)", re.IGNORECASE
)
_DIRECTIVE = re.compile(r"^\.\.\s+(?P<name>[\w:-]+)::\s*(?P<value>.*)$")
#: What is said of a directive that stands alone above what it counts for.
_LOOKS_UP, _SHOWS_CODE = (WORDS["directives"][name] for name in ("currentmodule", "code-block"))
_TAGS = re.compile(r"<[^<>]*>")
#: What TeX is told about the page.
_LAYOUT = re.compile(
    r"^\s*\\(?:(?:sub)*section|paragraph|begin|end|label|vspace|noindent|newpage|usepackage)\b.*$|\\item\b",
    re.MULTILINE,
)
_FILLED = re.compile(r"\{%|\{\{")  # a place that is filled in
#: Widest item of a list.
_ITEM_WIDTH = 80
_DOCUMENTS, _PAGES = (WORDS["directives"][name] for name in ("data", "toctree"))
_RULER = re.compile(r"^\s*([^\w\s])\1{2,}\s*$")
#: What a licence grants, in its own words.
_GRANTS = re.compile(
    r"Redistribution and use in source and binary forms|Permission is hereby granted, free of charge"
)
#: What speaks to the reader before it says anything.
_GREETING = re.compile(
    r"(?:thank you|(?:many )?thanks|welcome|hello|congratulations)\b", re.IGNORECASE
)


def section(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A section of a document: its first sentence, else what it holds instead of one."""
    chunk = facts.chunk
    first, lines = _without_heading(chunk)
    if chunk.language == "html":
        lines = uncommented("\n".join(lines)).split("\n")
    elif chunk.language == "tex":
        lines = _LAYOUT.sub("", "\n".join(lines)).split("\n")
    yield from (head := _front_matter(chunk, lines, desk))
    if head:
        end = lines.index("---", 1) + 1
        first, lines = first + end, lines[end:]
    cut = chunk.part > 1 and chunk.language != "html" and not _ROW.match(lines[0])
    torn = _torn(lines) if cut else 0
    yield from _told(facts, first + torn, lines[torn:], desk)


def _front_matter(chunk: Chunk, lines: list[str], desk: Desk) -> list[Clause]:
    """What a document of Markdown sets between its first lines, where it has such a head."""
    if chunk.span.line > 1 or lines[:1] != ["---"] or "---" not in lines[1:]:
        return []
    keyed = [(number, line) for number, line in enumerate(lines[1 : lines.index("---", 1)], 2)]
    shown = [code(line, WIDTH) for _, line in keyed if ENTRY.match(line)]
    return list(clause(f"sets {listing(shown, 2)}", desk.sources.quote(chunk.path, 2)))


def window(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A stretch of a file without known syntax: a sentence, its names, its head."""
    chunk = facts.chunk
    if chunk.path.endswith((".po", ".pot")):
        yield from messages(chunk, desk)
        return
    lines = chunk.text.split("\n")
    keyed = all(map(ENTRY.match, lines[:4])) and len(lines) > 4  # the head of a document of data
    shown = list(layout(chunk, desk)) if _FILLED.search(chunk.text) and is_document(chunk) else []
    if shown:
        yield from shown
        return
    if is_document(chunk) and not keyed:
        skipped = _torn(lines) if chunk.span.line > 1 else 0
        skipped = skipped if re.search(r"\w", "".join(lines[skipped:])) else 0
        yield from _told(facts, chunk.span.line + skipped, lines[skipped:], desk)
        return
    yield from remark(chunk, desk)
    named = [item for item in facts.defined if item.name]
    if chunk.language == "dockerfile":
        yield from image(chunk, desk)
        return
    found = list(parts(chunk, named))
    if found:
        noun = "parts" if len(found) > 1 else "part"
        text = f"has the {noun} {listing([one for _, one in found])}"
        yield from clause(text, desk.sources.quote(chunk.path, found[0][0]))
        return
    if chunk.language == "makefile" and (made := list(targets_of(chunk, desk))):
        yield from made
    elif chunk.language == "xml" or (not named and chunk.text.count("</") > 2):
        yield from elements(chunk, desk)
    elif len(named) == 1 and named[0].kind is SymbolKind.KEY:
        yield from set_under(chunk, named[0], desk)
    elif named and named[0].kind is SymbolKind.KEY and chunk.language not in _COMMANDS | _STYLES:
        yield from settings(chunk, named, desk)
    elif named:
        verb = "styles" if chunk.language in _STYLES else "defines"
        quote = desk.sources.quote(chunk.path, named[0].name_line, around=named[0].name)
        yield from clause(f"{verb} {listing([code(item.name, 40) for item in named], 5)}", quote)
        yield from steps(body_of(facts), chunk.path, desk) if chunk.language in _COMMANDS else ()
    elif chunk.language in _COMMANDS:
        yield from steps(body_of(facts), chunk.path, desk)
    else:
        yield from entries(chunk, desk)


#: Languages of commands that are read without a grammar.
_COMMANDS = frozenset({"cmake", "batch", "dockerfile", "perl", "powershell", "make", "dart", "m4"})


_STYLES = frozenset({"css", "scss", "less"})


def _torn(lines: list[str]) -> int:
    """Lines of the paragraph that the cut before this stretch went through."""
    begins = not lines or not lines[0].strip() or ITEM.match(lines[0])
    if begins or lines[0].startswith((".. ", "<")):
        return 0
    ends = (at for at, line in enumerate(lines) if not line.strip() or (at and ITEM.match(line)))
    return next(ends, 0)


def _without_heading(chunk: Chunk) -> tuple[int, list[str]]:
    """The lines under the heading, and the number of the first of them."""
    lines = chunk.text.split("\n")
    title = _letters(chunk.heading[-1]) if chunk.heading else ""
    for at, line in enumerate(lines[:5]):
        shown = _TAGS.sub("", line) if chunk.language == "html" else line
        if title and _letters(shown) == title:
            under = at + 1 + (_RULER.match("".join(lines[at + 1 : at + 2])) is not None)
            return chunk.span.line + under, lines[under:]
    return chunk.span.line, lines


_COMMAND = re.compile(r"^\\[a-z]+\*?\{(.*)\}")  # a heading of TeX
_UNDERLINED = re.compile(r"(?:={3,}|-{3,})\s*$")


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text)


def _told(facts: ChunkFacts, first: int, lines: list[str], desk: Desk) -> Iterator[Clause]:
    chunk, sources = facts.chunk, desk.sources
    items = [
        number
        for number, line in enumerate(lines, first)
        if ITEM.match(line) and re.search(r"\w", line)
    ]
    whole = "\n".join(lines)
    if _GRANTS.search(whole):
        numbered = [(number, line) for number, line in enumerate(lines, first) if line.strip()]
        yield from licensed(chunk, numbered, desk)
        return
    dated: Sentence | None = None
    found = first_sentence(whole, prose=True)
    if found is not None and (
        _GREETING.match(found.text) or (items and DATELINE.match(found.text))
    ):
        dated = found if DATELINE.match(found.text) else None
        found = first_sentence(whole.replace(found.raw, "", 1), prose=True)
    if facts.below and found is None and _GREETING.match(whole.strip()):
        yield from _heads_sections(facts, desk)
        return
    if found is not None and dated is None and chunk.heading and chunk.part == 1:
        found = on_topic(whole, found, chunk.heading[-1])
    markup = chunk.language == "html" and found is not None and re.search(r"<\w", found.text)
    if found is not None and not markup and found.raw.count("|") < 3:  # else it is a table
        run = list(_runs_first(chunk, first, lines, desk))
        yield from run
        if not (run and STEP.match(found.text)):
            yield from _prose(chunk, found, dated, (first, lines, items), desk)
        if facts.below:
            yield from _heads_sections(facts, desk)
        return
    body = [
        (number, line)
        for number, line in enumerate(lines, first)
        if re.search(r"\w", line) or FENCE.match(line)
    ]
    if body:
        yield from _instead(chunk, body, items, desk)
    elif chunk.language == "html" and (shown := list(layout(chunk, desk))):
        yield from shown
    elif facts.below:
        yield from _heads_sections(facts, desk)
    else:
        number, words = _words_below(chunk, desk)
        then = f"; “{words}” comes next" if words else ""
        head = sources.quote(chunk.path, chunk.span.line)
        below = sources.quote(chunk.path, number) if number else None
        yield from clause(f"has a heading and no text{then}", head, below)


def _runs_first(chunk: Chunk, first: int, lines: list[str], desk: Desk) -> Iterator[Clause]:
    """The commands of an example that stands above all sentences."""
    for at, line in enumerate(lines):
        if re.search(r"\w", line) and not line.startswith(".."):
            yield from commands_of(chunk, lines[at:], first + at, desk)
            return


def _prose(
    chunk: Chunk,
    found: Sentence,
    dated: Sentence | None,
    text: tuple[int, list[str], list[int]],
    desk: Desk,
) -> Iterator[Clause]:
    """The first sentence of a section, or its list, and what stands behind it.

    ``text`` has the number of the first line, the lines, and the numbers of those with items.
    """
    first, lines, items = text
    locate, last = desk.sources.locate, chunk.span.end_line
    quote = locate(chunk.path, found.raw, first, last)
    quote = quote or desk.sources.quote(chunk.path, first, last)
    listed = len(items) > 1 and quote is not None and quote.line in items
    if listed:
        yield from _items(chunk, lines, first, items, desk)
    else:
        words = found.text.rstrip(".!")
        only = len(items) == 1 and quote is not None and quote.line == items[0]
        told = f"lists one item: “{words}”" if only and len(words) < _SHORT_ITEM else words
        yield from clause(told, quote)
        yield from _titled(chunk, found, lines, desk)
    if dated is not None:
        when = locate(chunk.path, dated.raw, first, last)
        yield from clause(dated.text[0].lower() + dated.text[1:].rstrip("."), when)
    elif quote is not None and not listed:
        below = list(_named_below(chunk, found, quote.end_line, desk))
        documented = any(item.text.startswith(_DOCUMENTS) for item in below)
        yield from () if documented else sequel(chunk, found, lines, quote, desk)
        yield from below


def _named_below(chunk: Chunk, found: Sentence, last: int, desk: Desk) -> Iterator[Clause]:
    """The pages that directives list, and what they document where a sentence promises that."""
    lines = enumerate(chunk.text.split("\n"), chunk.span.line)
    rest = [(number, line) for number, line in lines if number > last and re.search(r"\w", line)]
    pages = _PAGES.removesuffix("s")
    told = (_DOCUMENTS, pages) if promises(found) else (pages,)
    yield from (one for one in _directives(chunk, rest, desk) if one.text.startswith(told))


def _titled(chunk: Chunk, found: Sentence, lines: list[str], desk: Desk) -> Iterator[Clause]:
    """The headings below the title of a document, where that is no heading itself."""
    if chunk.span.line > 1 or found.raw[-1] in ".:!" or len(list(filter(str.strip, lines))) > 1:
        return
    every = desk.sources.lines(chunk.path)
    below = [
        (number, line.strip())
        for number, line in enumerate(every[:-1], 1)
        if _UNDERLINED.match(every[number]) and number > chunk.span.end_line and line.strip()
    ]
    below = [one for one in below if not one[1].lower().startswith("licen")]
    names = listing([f"“{clip(line, 40)}”" for _, line in below])
    noun = "sections" if len(below) > 1 else "section"
    quotes = (desk.sources.quote(chunk.path, number) for number, _ in below[:2])
    yield from clause(f"heads the {noun} {names}", *quotes)


def _heads_sections(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """The sections that stand under a heading."""
    names = counted([f"“{clip(one.heading[-1], 40)}”" for one in facts.below], 4)
    quotes = (desk.sources.quote(facts.chunk.path, one.span.line) for one in facts.below[:2])
    noun = "sections" if len(facts.below) > 1 else "section"
    yield from clause(f"heads the {noun} {names}", *quotes)


def _words_below(chunk: Chunk, desk: Desk) -> tuple[int, str]:
    """The next line of the file that has words, as plain text."""
    below = desk.sources.lines(chunk.path)[chunk.span.end_line :]
    for number, line in enumerate(below, chunk.span.end_line + 1):
        if re.search(r"\w", line) and not line.startswith(".."):
            return number, clip(plain(_COMMAND.sub(r"\1", line.lstrip("# "))), 50)
    return 0, ""


def _items(
    chunk: Chunk, lines: list[str], first: int, items: list[int], desk: Desk
) -> Iterator[Clause]:
    """A list by its first items; those with nothing of their own are left out."""
    outer = min(len(lines[at - first]) - len(lines[at - first].lstrip()) for at in items)
    found: list[tuple[int, str]] = []
    for at in items:
        line = lines[at - first]
        if len(line) - len(line.lstrip()) == outer:
            rest = lines[at - first + 1 :]
            more = takewhile(lambda text: _continues(text, outer), rest)
            whole = " ".join([ITEM.sub("", line), *map(str.strip, more)])
            told = first_sentence(whole)
            words = told.text if told is not None else plain(whole)
            found.append((at, clip(words, _ITEM_WIDTH).rstrip(".:")))
    shown = listing([f"“{words}”" for _, words in found if words], 2)
    quotes = (desk.sources.quote(chunk.path, at) for at, _ in found[:2])
    yield from clause(f"lists {len(found)} items: {shown}", *quotes)


def _continues(line: str, outer: int) -> bool:
    """Whether a line goes on with an item that is indented by ``outer``."""
    return bool(line.strip()) and not ITEM.match(line) and line[: outer + 1].isspace()


def _instead(
    chunk: Chunk, body: list[tuple[int, str]], items: list[int], desk: Desk
) -> Iterator[Clause]:
    """What stands in the place of a sentence: an example, a table, a list, a licence."""
    number, line = body[0]
    if is_licence("\n".join(text for _, text in body)) and number not in items:
        yield from licensed(chunk, body, desk)
        return
    special = list(_directives(chunk, body, desk)) or (
        list(layout(chunk, desk)) if chunk.language == "html" else []
    )
    if special:
        yield from special
        return
    if FENCE.match(line) and len(body) > 1:
        number, line = body[1]
        text = f"shows an example from {code(line, WIDTH)}"
    elif any(_ROW.match(row) for _, row in body[:3]):
        text = _table(body)
    elif len(items) > 1:
        first = chunk.span.line
        yield from _items(chunk, chunk.text.split("\n"), first, items, desk)
        return
    elif items:
        number = items[0]
        line = ITEM.sub("", dict(body)[number])
        text = f"lists one item: {clip(plain(line), WIDTH)}"
    elif line.startswith(("    ", "\t")) and chunk.language != "html":
        below = chunk.text.split("\n")[number - chunk.span.line :]
        if run := list(commands_of(chunk, below, number, desk)):
            yield from run
            return
        text = f"shows the example {code(line, WIDTH)}"
    elif len(body) > 1 and not re.search(r"<[a-z/]|[{}]", line):
        yield from entries(chunk, desk)
        return
    else:
        anchor = re.match(r"\.\. _([^:]+):", line) if len(body) == 1 else None
        text = f"{'begins with' if len(body) > 1 else 'holds only'} {code(line, WIDTH)}"
        if anchor is not None:
            _, words = _words_below(chunk, desk)
            to = f" to “{words}”" if words else ""
            text = f"sets the anchor {code(anchor.group(1))} for links{to}"
    yield from clause(text, desk.sources.quote(chunk.path, number))


def _table(body: list[tuple[int, str]]) -> str:
    """A table by the cells of its first row, and how many rows there are."""
    linked = [plain(text) for _, row in body for text in _LINKED.findall(row)]
    if len(linked) > 1:
        return f"tabulates {listing([f'“{clip(text, 30)}”' for text in linked], 5)}"
    rows = [row for _, row in body if row.count("|") > 1 and not _RULED.match(row)]
    cells = [plain(cell) for cell in _CELLS.split(rows[0].strip().strip("|"))] if rows else []
    named = [f"“{clip(cell, 30)}”" for cell in cells if re.search(r"\w", cell)]
    if len(named) < 2:
        return f"holds a table from {code(body[0][1], WIDTH)}"
    many = f" in {len(rows) - 1} rows" if len(rows) > 2 else ""
    return f"tabulates {listing(named, 5)}{many}"


def _directives(chunk: Chunk, body: list[tuple[int, str]], desk: Desk) -> Iterator[Clause]:
    """What directives of reStructuredText put in the place of words."""
    said: dict[str, list[tuple[int, str]]] = {}
    for at, (number, line) in enumerate(body):
        match = _DIRECTIVE.match(line)
        words = WORDS["directives"].get(match.group("name").rpartition(":")[2]) if match else None
        if match is None or words is None:
            continue
        if words == _LOOKS_UP and match.group("value") == "None":
            continue  # names are given whole from here on
        values = [match.group("value")] if match.group("value") else _listed(body[at + 1 :])
        if match.group("name").startswith(("version", "deprecated")):
            values = list(_with_words(match.group("value"), body[at + 1 :]))
        elif words == _SHOWS_CODE:
            every = _listed(body[at + 1 :])
            values = [line for line in every if not BEGINS.match(line)][:1] or every[:1]
        said.setdefault(words, []).extend((number, value) for value in values)
    for words in dict.fromkeys(WORDS["directives"].values()):
        if said.get(words):
            values = [value for _, value in said[words]]
            quote = desk.sources.quote(chunk.path, said[words][0][0])
            one = desk.graph.named(values[0]) if words == "documents" and len(values) == 1 else None
            shown = [value if value.endswith("”)") else code(value, 50) for value in values]
            one_page = words == _PAGES and len(shown) == 1
            text = f"{words.removesuffix('s') if one_page else words} {listing(shown)}"
            if words == _LOOKS_UP and len(body) == 1:
                number, below = _words_below(chunk, desk)
                text += f", from “{below}” on" if below else ""
            if quote is not None:
                yield Clause(text, (quote,), one.id if one is not None else None, text)


def _with_words(version: str, rest: list[tuple[int, str]]) -> Iterator[str]:
    """A version with the line of what came with it; one without words tells nothing."""
    for below in _listed(rest[:1]):
        yield f"{code(version, 50)} (“{clip(plain(below), WIDTH).rstrip('.')}”)"


def _listed(rest: list[tuple[int, str]]) -> list[str]:
    """The indented lines under a directive, without its options."""
    found = []
    for _, line in rest:
        if not line.startswith((" ", "\t")):
            break
        if not line.strip().startswith(":"):
            found.append(line.strip())
    return found
