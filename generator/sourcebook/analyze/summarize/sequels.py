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

ITEM = re.compile(r"^\s*(?:[-*+•]|\d+[.)])\s+(?=\S)")
FENCE = re.compile(r"^\s*(?:```|~~~(?!~))")  # a row of tildes underlines a title
_CODE = re.compile(r"\s*\.\. (?:code-block|code|sourcecode|prompt|parsed-literal)::")
#: A definition, and a command, in an example.
_DEFINED = re.compile(
    r"(?P<indent>\s*)(?:export |public |async |pub )*(?:def|class|function|func|fn|interface|struct|trait|enum)"
    r"\s+(?P<name>[A-Za-z_]\w*)\s*[(:{<]"
)
_COMMAND = re.compile(r"\s+\$\s+(?P<text>\S.*)$")
#: A line of an example that leads up to what it defines.
_IMPORTS = re.compile(r"shows `(?:from|import|using|require|@|#|def |class )")
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
    shown = [] if defined and shown and _IMPORTS.match(shown[0].text) else shown
    yield from shown or (defined if promises(found) else ())
    if not shown and not (defined and promises(found)):
        yield from _goes_on(chunk, found, lines, quote, desk)
        yield from defined


def _defined_below(chunk: Chunk, first: int, desk: Desk) -> Iterator[Clause]:
    """What the examples of a section define, else the first command that they show."""
    fenced = False
    defined: list[tuple[int, str, int]] = []
    commands: list[tuple[int, str]] = []
    for number, line in enumerate(chunk.text.split("\n")[first - chunk.span.line :], first):
        fenced ^= FENCE.match(line) is not None
        match = _DEFINED.match(line)
        if match is not None and (fenced or len(match.group("indent")) > 1):
            defined.append((number, match.group("name"), len(match.group("indent"))))
        command = _COMMAND.match(line)
        if command is not None:
            commands.append((number, command.group("text")))
    if defined:
        outer = min(indent for _, _, indent in defined)
        names = list(dict.fromkeys(name for _, name, indent in defined if indent == outer))
        number = next(number for number, _, indent in defined if indent == outer)
        said = "an example defines" if len(names) == 1 else "examples define"
        told = listing([code(name, 40) for name in names])
        yield from clause(f"{said} {told}", desk.sources.quote(chunk.path, number))
    elif commands:
        number, text = commands[0]
        yield from clause(
            f"shows the command {code(text, _WIDE)}", desk.sources.quote(chunk.path, number)
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
            command = _COMMAND.match(line)
            text = (
                f"the command {code(command.group('text'), _WIDE)}"
                if command
                else code(line, _WIDE)
            )
            yield from clause(f"shows {text}", quote)
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
