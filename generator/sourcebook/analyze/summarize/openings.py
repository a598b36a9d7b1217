"""How a stretch of a file begins: the remark above all else, the licence, the first line.

These sentences are the last resort, for what has neither definitions nor prose.
"""

import posixpath
import re
from collections.abc import Iterator

from sourcebook.analyze.summarize.body import PREPROCESSED
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing, shortened
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.analyze.summarize.markup import plain
from sourcebook.analyze.summarize.records import COMMENT, WIDTH
from sourcebook.analyze.summarize.sentences import WORDS, clip, first_sentence, is_licence
from sourcebook.analyze.summarize.steps import declares
from sourcebook.model import Chunk, ChunkKind, Evidence, Symbol

#: Languages whose text is prose. Text of unknown kind may be.
_PROSE = frozenset(
    {"text", "markdown", "rst", "restructuredtext", "asciidoc", "org", "html", "tex"}
)

_MARKER = re.compile(
    r"^\s*(?:/{2,}[/!]?|#+|:{2}(?=\s|$)|-{2,}|;+|%+|\*+/?|/\*+!?|\(\*+|<!--|rem\b|dnl\b)\s?|\*+[/)]\s*$|-->\s*$"
)
_FRAMED = re.compile(r"\s+[#*=]+\s*$")  # the right side of a frame around a remark
_SECTION = re.compile(
    r"\s*(?:type|const|var|interface|implementation|resourcestring)\s*$", re.IGNORECASE
)
_ORDER = re.compile(r"\s*\{\$\w")  # a directive of Delphi
_DIRECTIVE = re.compile(r"\s*\{\$[^}]*\}\s*//")  # one of Delphi with a remark
#: A directive of Delphi that asks, and what it asks.
_ASKING = re.compile(r"\{\$(?P<word>ifdef|ifndef|if|ifopt)\b\s*(?P<rest>[^}]*)\}", re.IGNORECASE)
_ONLY = {
    "IFDEF": "where {} is defined",
    "IFNDEF": "where {} is not defined",
    "IF": "if {}",
    "IFOPT": "under {}",
}
#: What a line of a file of licences names: the file that the next one is for.
_FOR = re.compile(r"\s*For (?:the )?(?P<file>[\w./-]+/[\w./-]+)")
_ENDIF = re.compile(r"\s*(?:[-#]\s*endif\b|\{\$(?:ifend|endif)\b)", re.IGNORECASE)
_ELSE = re.compile(r"\s*\{\$else", re.IGNORECASE)
_BEGINS_IF = re.compile(r"\s*(?:[-#]\s*|\{\$)if(?:n?def|opt)?\b", re.IGNORECASE)
#: Languages in which a remark begins with one sign, and other signs go on with a statement.
_HASHED = frozenset({"python", "ruby", "perl", "bash", "elixir", "yaml", "toml", "cmake"})
_HASH = re.compile(r"^\s*#")
#: Lines that may stand above the comment that tells what a file is for.
_IDLE = re.compile(r"\s*(?:#!|<\?|<!|@echo|@?setlocal|---|'use|\"use|\W*$)", re.IGNORECASE)
#: The first line of a comment where it is a title: without a stop at its end.
_TITLE = re.compile(r"[A-Z].{0,70}[^.,:;!?]$")
_DEFINED = re.compile(r"\s*[\w.]+ +-{1,2} +\w")  # an item of a list of names
_TAGGED = re.compile(r"@synopsis\b.*|^\s*[A-Z][A-Z0-9_]+[(\[].*")
#: What a comment asks its reader to do; it says nothing of what stands below.
_ADVICE = re.compile(r"(?:un)?comment\b|do not touch\b|(?:it|they) ", re.IGNORECASE)


#: The end of a block, with its name behind it.
_CLOSES = re.compile(r"^\s*\}\s*(?:/[*/]|#)\s*(.*?\w[^*]*?)\s*(?:\*/)?$")
#: What only its author may do something about, the tag of a result, words of a telling comment.
_NOTE = re.compile(r"(?:NOTE|TODO|FIXME|XXX|HACK)\b")
_RESULT, _PHRASE = re.compile(r"^@returns?\s+"), 4


def remark(chunk: Chunk, desk: Desk, *, within: bool = False, below: int = 0) -> Iterator[Clause]:
    """What the comment says that stands above all else, or ``within``, as a sentence.

    Of ``below`` lines at the top nothing is read.
    """
    if chunk.language == "makefile" and chunk.span.line > 1:  # it is of one target
        return
    comment: list[str] = []
    pattern = _HASH if chunk.language in _HASHED else COMMENT
    inside = False  # a comment of C whose lines have no marks of their own
    for line in chunk.text.split("\n")[below : below + 60]:
        inside = (inside or line.lstrip().startswith("/*")) and "*/" not in line
        order = chunk.language in PREPROCESSED and line.lstrip()[:1] == "#"
        if (order or not (inside or pattern.match(line))) and line.strip():
            if comment or not (within or _IDLE.match(line)):
                break
            continue
        words = _TAGGED.sub("", _FRAMED.sub("", _MARKER.sub("", line)))
        if _NOTE.match(words):
            break
        comment.append(words)
    if len(comment) > 1 and _TITLE.match(comment[0]) and comment[1][:1].isupper():
        comment.insert(1, "")
    found = first_sentence("\n".join(comment), prose=True)
    found = found or first_sentence("\n".join(map(str.strip, comment)), prose=True)
    listed = [words.strip() for words in comment if _DEFINED.match(words)]
    if len(listed) > 1 and (found is None or _DEFINED.match(found.raw)):
        names = listing([code(words.split()[0]) for words in listed])
        quote = desk.sources.locate(chunk.path, listed[0], chunk.span.line, chunk.span.end_line)
        yield from clause(f"lists {names} in a comment, first: “{plain(listed[0])}”", quote)
        return
    if found is not None and not (_ADVICE.match(found.text) or _NOTE.match(found.text)):
        span = chunk.span
        quote = desk.sources.locate(chunk.path, found.raw, span.line, span.end_line)
        yield from clause(found.text.rstrip("."), quote)


def is_document(chunk: Chunk) -> bool:
    """Whether a chunk is of a text for people, by its language or its name."""
    if chunk.language:
        return chunk.language in _PROSE
    if posixpath.basename(chunk.path).startswith("."):
        return False
    _, ending = posixpath.splitext(chunk.path)
    return ending.lower() in {"", ".txt", ".rst", ".md", ".adoc", ".text"}


def opening(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """The last resort: how the text begins, in its own words."""
    chunk = facts.chunk
    licence: list[tuple[int, str]] = []
    commented: list[tuple[int, str]] = []
    for block in _blocks(chunk):
        if is_licence(" ".join(line for _, line in block)):
            licence += block
            continue
        for number, line in block:
            if not (COMMENT.match(line) or _DIRECTIVE.match(line)):
                quote = desk.sources.quote(chunk.path, number, around=line.strip()[:20])
                only = sum(map(len, _blocks(chunk))) == 1
                closes = _CLOSES.match(line)
                if closes is not None:
                    yield from clause(f"closes the block {code(closes.group(1))}", quote)
                    return
                verb = "holds only" if only else "begins with"
                verb = "declares" if declares(line) else verb
                below = next_below(chunk, desk) if chunk.kind is not ChunkKind.SECTION else None
                above = f", above {code(below.name, 40)}" if below is not None else ""
                if chunk.language == "perl" and line.strip() == "1;":
                    yield from clause("gives the true value that a module of Perl ends with", quote)
                    return
                if _SECTION.match(line) and below is not None:
                    named = [code(shortened(one.qualified), 45) for one in _of_section(chunk, desk)]
                    text = f"opens the section {code(line)} with {listing(named)}"
                    yield from clause(text if named else f"{text[:-6]}{above}", quote)
                    return
                if opened := _opener(chunk, number, line, desk):
                    yield from clause(f"ends what {code(opened[1], 50)} begins", quote, opened[0])
                    return
                yield from clause(f"{verb} {code(line, WIDTH)}{above}", quote)
                return
            commented.append((number, line))
    if commented:
        yield from _comments(chunk, commented, desk)
    elif licence:
        yield from licensed(chunk, licence, desk)
    else:
        quote = desk.sources.quote(chunk.path, chunk.span.line, chunk.span.end_line)
        yield from clause("holds no words", quote)


def _opener(chunk: Chunk, number: int, line: str, desk: Desk) -> tuple[Evidence | None, str] | None:
    """The directive that one like ``-endif.`` closes, and where it stands."""
    if not (_ENDIF.match(line) or _ELSE.match(line)):
        return None
    depth = 0
    lines = desk.sources.lines(chunk.path)
    for above in range(number - 1, 0, -1):
        text = lines[above - 1]
        depth += _ENDIF.match(text) is not None
        if _BEGINS_IF.match(text):
            if depth == 0:
                return desk.sources.quote(chunk.path, above), text
            depth -= 1
    return None


def _comments(chunk: Chunk, lines: list[tuple[int, str]], desk: Desk) -> Iterator[Clause]:
    """Comments that stand by themselves, mostly over what follows: the first with words."""
    below = next_below(chunk, desk)
    above = f", above {code(below.name, 40)}" if below is not None else ""
    orders = [(number, line.strip()) for number, line in lines if _ORDER.match(line)]
    if orders:  # of Delphi
        asked = next(((n, m) for n, line in orders if (m := _ASKING.match(line))), None)
        quote = desk.sources.quote(chunk.path, asked[0] if asked else orders[0][0])
        closed = _opener(chunk, *orders[0], desk) if asked is None else None
        if closed is not None and _ELSE.match(orders[0][1]):
            text = f"turns to the other case of {code(closed[1], 50)}{above}"
            yield from clause(text, quote, closed[0])
            return
        if closed is not None:
            yield from clause(f"ends what {code(closed[1], 50)} begins{above}", quote, closed[0])
            return
        told = f"tells the compiler {listing([code(line) for _, line in orders])}"
        if asked is not None:
            only = _ONLY[asked[1].group("word").upper()].format(
                code(asked[1].group("rest").strip())
            )
            told = f"from here on the code is compiled only {only}"
        yield from clause(f"{told}{above}", quote)
        return
    said = [(number, plain(_MARKER.sub("", line)).strip(" -=*/#{}%")) for number, line in lines]
    said = [
        (number, _RESULT.sub("returns ", words))
        for number, words in said
        if re.search(r"[A-Za-z]{2}", words) and not _NOTE.match(words)
    ]
    if said:
        telling = (one for one in said if len(one[1].split()) >= _PHRASE)
        number, words = next(telling, said[0])
        quote = desk.sources.quote(chunk.path, number)
        text = f"holds a comment: “{clip(words, 90)}”{above}"
        if below is not None and len(said) == 1 and len(words.split()) < _PHRASE:  # a title
            text = f"heads {code(below.name, 40)} and what follows with “{words}”"
        yield from clause(text, quote)
        return
    yield from clause("holds nothing but comments", desk.sources.quote(chunk.path, lines[0][0]))


def next_below(chunk: Chunk, desk: Desk) -> Symbol | None:
    """The next definition of the file."""
    return next(iter(_below(chunk, desk)), None)


def _below(chunk: Chunk, desk: Desk) -> list[Symbol]:
    """The definitions of the file that begin below, in their order."""
    outer = desk.graph.outermost.get(chunk.path, [])
    inside = [one for item in outer for one in desk.graph.members.get(item.id, ())]
    if chunk.symbol is not None:
        inside += desk.graph.members.get(chunk.symbol, [])
    last = chunk.span.end_line
    below = {
        item.span.line: item
        for item in (*inside, *outer)
        if item.span.line > last
        and item.path == chunk.path
        and item.name.strip("_")[:1] not in {"", "<"}
    }
    return [below[line] for line in sorted(below)]


def _of_section(chunk: Chunk, desk: Desk) -> list[Symbol]:
    """The definitions of a section of a unit of Delphi: as far as the next section."""
    lines = desk.sources.lines(chunk.path)
    last = chunk.span.end_line
    ends = (at for at in range(last + 1, len(lines) + 1) if _SECTION.match(lines[at - 1]))
    end = next(ends, len(lines))
    found = [item for item in _below(chunk, desk) if item.span.line < end]
    outer = {item.id for item in desk.graph.outermost.get(chunk.path, ())}
    return [item for item in found if item.id in outer] or found


def licence(chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """The licence of a file, where a stretch of code has nothing else."""
    blocks = list(_blocks(chunk))
    if blocks and all(is_licence(" ".join(line for _, line in block)) for block in blocks):
        yield from licensed(chunk, [line for block in blocks for line in block], desk)


def licensed(chunk: Chunk, lines: list[tuple[int, str]], desk: Desk) -> Iterator[Clause]:
    """The licence of the file, by its name where it is a known one."""
    whole = " ".join(line for _, line in lines).lower()
    for number, line in lines:
        for name, pattern in WORDS["licences"].items():
            if re.search(pattern, line, re.IGNORECASE):
                quote = desk.sources.quote(chunk.path, number)
                if not is_document(chunk):
                    yield from clause(f"puts the file under the licence {name}", quote)
                    return
                of = [(n, m) for n, text in lines if n < number and (m := _FOR.match(text))]
                file = f", for {code(of[-1][1].group('file'), 60)}" if of else ""
                found = [one for one, words in WORDS["licences"].items() if re.search(words, whole)]
                more = f" and {len(found) - 1} more" if len(found) > 1 else ""
                yield from clause(f"states the licence {name}{file}{more}", quote)
                return
    quote = desk.sources.quote(chunk.path, lines[0][0])
    yield from clause("holds nothing but a licence header", quote)


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
