"""What follows a sentence of a document: the rest of its paragraph, its list, its example.

A sentence that is brief, or that promises what comes behind it, tells little by itself. The
examples of a section say what it is about where its first sentence leads up to them.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.markup import plain
from sourcebook.analyze.summarize.sentences import (
    LEADUP,
    LIMIT,
    PROMISES,
    Sentence,
    clip,
    first_sentence,
    lowered,
    paragraphs,
)
from sourcebook.model import Chunk, Evidence

ITEM = re.compile(r"^\s*(?:[-*+•]|(?:\d+|#)[.)])\s+(?=\S)")
FENCE = re.compile(r"^\s*(?:```|~~~(?!~))")  # a row of tildes underlines a title
_CODE = re.compile(r"\s*\.\. (?:code-block|code|sourcecode|prompt|parsed-literal)::")
#: A definition, and a command, in an example.
_DEFINED = re.compile(
    r"(?P<indent>\s*)(?:export |public |async |pub )*(?:def|class|function|func|fn|interface|struct|trait|enum)"
    r"\s+(?P<name>[A-Za-z_]\w*)\s*[(:{<]"
)
_COMMAND = re.compile(r"\s+\$\s+(?P<text>\S.*?)(?:\s+#\s.*)?$")
#: A line of an example that leads up to what it defines.
_IMPORTS = re.compile(r"shows `(?:from|import|using|require|@|#|def |class )")
BEGINS = re.compile(r"\s*(?:$|(?:from|import|using|require|use|package|include)\b|#|//|<!--|\W*$)")
_EXAMPLE = re.compile(r"For (?:example|instance)\b")
#: A sentence so short needs what follows; how many lines below it that is looked for.
_BRIEF, _NEAR = 130, 8
#: Widest line of an example.
_WIDE = 60
#: Widest item of a list, and a shorter one that is told with the others.
_ITEM, _SHORT = 90, 30


def sequel(
    chunk: Chunk, found: Sentence, lines: list[str], quote: Evidence, desk: Desk
) -> Iterator[Clause]:
    """What is told behind the first sentence of a section, where that is brief or promises."""
    defined = list(_defined_below(chunk, quote.end_line + 1, desk))
    if not promises(found) and len(found.text) >= _BRIEF:
        yield from defined
        return
    shown = list(_shown_below(chunk, found, quote.end_line + 1, desk))
    shown = [] if defined and _leads_up(shown) else shown
    if shown or (defined and promises(found)):
        yield from _at_its_point(shown, chunk, desk) if shown else defined
        return
    more = list(_goes_on(chunk, found, lines, quote, desk))
    more = more[:1] if defined and _leads_up(more[1:]) else more
    yield from _at_its_point(more, chunk, desk)
    shown_before = len(more) > 1 and defined and defined[0].text.startswith("shows ")
    yield from () if shown_before else defined


def _leads_up(shown: Sequence[Clause]) -> bool:
    """Whether an example is shown by a line that leads up to what it defines."""
    return bool(shown) and _IMPORTS.match(shown[0].text) is not None


def _at_its_point(shown: Sequence[Clause], chunk: Chunk, desk: Desk) -> Iterator[Clause]:
    """An example by its first line that is no import and no remark, if it has one."""
    for one in shown:
        at = one.evidence[0].line
        example = chunk.text.split("\n")[at - chunk.span.line :]
        if not one.text.startswith("shows `"):
            yield one
            continue
        inside = enumerate(takewhile(lambda line: not line.strip() or line[0].isspace(), example))
        told = [(at + below, line) for below, line in inside if not BEGINS.match(line)]
        number, line = told[0] if told else (at, example[0])
        last = number
        while line.count("(") > line.count(")") and (more := dict(told).get(last + 1)):
            last, line = last + 1, f"{line} {more.strip()}"
        quote = desk.sources.quote(chunk.path, number, last)
        yield from clause(f"shows {code(line, _WIDE)}", quote)


def _defined_below(chunk: Chunk, first: int, desk: Desk) -> Iterator[Clause]:
    """What the examples of a section define, else the first command that they show."""
    fenced = False
    defined: list[tuple[int, str, int]] = []
    commands: list[Clause] = []
    below = chunk.text.split("\n")[first - chunk.span.line :]
    for number, line in enumerate(below, first):
        fenced ^= FENCE.match(line) is not None
        match = _DEFINED.match(line)
        if match is not None and (fenced or len(match.group("indent")) > 1):
            defined.append((number, match.group("name"), len(match.group("indent"))))
        commands = commands or list(commands_of(chunk, below[number - first :], number, desk))
    if defined:
        outer = min(indent for _, _, indent in defined)
        names = list(dict.fromkeys(name for _, name, indent in defined if indent == outer))
        number = next(number for number, _, indent in defined if indent == outer)
        said = "an example defines" if len(names) == 1 else "examples define"
        told = listing([code(name, 40) for name in names])
        yield from clause(f"{said} {told}", desk.sources.quote(chunk.path, number))
    else:
        yield from commands


def commands_of(chunk: Chunk, lines: Sequence[str], first: int, desk: Desk) -> Iterator[Clause]:
    """The commands of an example that begins with one."""
    example = takewhile(lambda line: not line.strip() or line[0].isspace(), lines)
    found = [match.group("text") for match in map(_COMMAND.match, example) if match]
    if found and _COMMAND.match(lines[0]):
        quote = desk.sources.quote(chunk.path, first)
        one = f"shows the command {code(found[0], _WIDE)}"
        every = listing(dict.fromkeys(code(text, _WIDE) for text in found))
        yield from clause(
            one if len(found) == 1 else f"shows the commands {every}", quote, short=one
        )


def _goes_on(
    chunk: Chunk, found: Sentence, lines: list[str], quote: Evidence, desk: Desk
) -> Iterator[Clause]:
    """What stands behind a sentence that is brief or promises more.

    A brief one is told with the rest of its paragraph, the other with the next one too.
    """
    promised = promises(found)
    every = list(paragraphs("\n".join(lines)))
    at = next((at for at, one in enumerate(every) if found.raw in one), len(every))
    rest = every[at].partition(found.raw)[2].strip() if at < len(every) else ""
    if promised and not rest:
        rest = "".join(every[at + 1 : at + 2])
        if rest.startswith("|"):  # a row of a table
            rest = ", ".join(filter(None, map(str.strip, rest.split("|"))))
    second = first_sentence(rest, prose=True) if rest and not rest.startswith("(") else None
    room = LIMIT - len(found.text) - len("; ")
    if second is None or len(second.text) > room:
        return
    where = desk.sources.locate(chunk.path, second.raw, quote.line, chunk.span.end_line)
    if LEADUP.match(second.text) or second.text.startswith("Because "):
        if second.raw.endswith(":") and where is not None:
            below = _shown_below(chunk, second, where.end_line + 1, desk)
            yield from (one for one in below if not one.text.startswith("shows "))
        return
    text = lowered(second.text.rstrip("."), desk.sources.lines(chunk.path))
    if second.raw.endswith(":") and where is not None:
        shown = list(_shown_below(chunk, second, where.end_line + 1, desk))
        fits = shown and len(shown[0].short or shown[0].text) + len("; ") < room - len(text)
        dangles = _EXAMPLE.match(second.text)
        yield from clause(text, where) if fits or not dangles else ()
        yield from shown if fits else ()
        return
    yield from clause(text, where)


def promises(found: Sentence) -> bool:
    """Whether a sentence leads up to what follows."""
    return found.raw.rstrip().endswith(":") or PROMISES.search(found.text) is not None


def _shown_below(chunk: Chunk, above: Sentence, first: int, desk: Desk) -> Iterator[Clause]:
    """The first item of the list, or line of the example, that follows a sentence."""
    colon = above.raw.rstrip().endswith(":")
    opened, fenced = colon, False
    promised = promises(above)
    below = chunk.text.split("\n")[first - chunk.span.line :]
    for number, line in enumerate(below[:_NEAR], first):
        if promised and ITEM.match(line):
            yield from _listed_below(chunk, above, below[number - first :], number, desk)
            return
        fenced ^= FENCE.match(line) is not None
        opened = opened or fenced or _CODE.match(line) is not None
        inside = fenced or (opened and (line.startswith(("  ", "\t")) or not colon))
        if re.search(r"\w", line) and not inside and not re.match(r"\s*\.\.\s|\s*```", line):
            return
        code_like = re.search(r"\w", line) and not re.match(r"\s*(?:```|~~~|\.\.\s|:\w+:)", line)
        if inside and code_like:
            quote = desk.sources.quote(chunk.path, number)
            run = list(commands_of(chunk, below[number - first :], number, desk))
            yield from run or clause(f"shows {code(line, _WIDE)}", quote)
            return


def _listed_below(
    chunk: Chunk, above: Sentence, below: Sequence[str], first: int, desk: Desk
) -> Iterator[Clause]:
    """The first item of a list, as far as there is room for it; short ones all together."""
    room = min(LIMIT - len(above.text) - len("; first: “”."), _ITEM)
    items = [ITEM.sub("", line).strip() for line in takewhile(str.strip, below)]
    short = all(map(ITEM.match, below[: len(items)])) and not any(". " in item for item in items)
    words = first_sentence(ITEM.sub("", "\n".join(below), count=1))
    short = short and all(len(item) < _SHORT for item in items)
    if short and (len(items) > 1 or words is None):
        names = listing([f"“{plain(item).rstrip('.,;')}”" for item in items])
        yield from clause(f"namely {names}", desk.sources.quote(chunk.path, first))
    elif words is not None:
        quote = desk.sources.locate(chunk.path, words.raw, first, chunk.span.end_line)
        yield from clause(f"first: “{clip(words.text, room).rstrip('.')}”", quote)
