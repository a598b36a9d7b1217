"""Sentences about the unit tests that stand beside the code of a module (D)."""

import re
from collections.abc import Iterator, Sequence

from sourcebook.analyze.summarize.body import Body, is_whole
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code
from sourcebook.analyze.summarize.facts import ChunkFacts, targets
from sourcebook.analyze.summarize.kin import name_quote
from sourcebook.analyze.summarize.openings import next_below
from sourcebook.model import Symbol

_BEGINS = re.compile(r"\s*(?:[@\w]+\s+)*unittest\s*\{")
#: What a test makes sure of.
_CHECK = re.compile(r"(?:static )?(?:assert|enforce)\s*\((?P<test>.+)\)$")
_WIDE = 60


def unit_tests(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """How many unit tests a stretch of code holds, of what, and what they make sure of."""
    first, lines = facts.chunk.span.line, facts.chunk.text.rstrip().split("\n")
    begun = [number for number, line in enumerate(lines, first) if _BEGINS.match(line)]
    if not begun:
        return
    end = _end(begun[-1], desk.sources.lines(facts.chunk.path))
    opened = end >= first + len(lines)  # what is in the last one is told by itself
    whole = begun[: len(begun) - opened]
    if whole:
        tests = "a unit test" if len(whole) == 1 else f"{len(whole)} unit tests"
        quote = desk.sources.quote(facts.chunk.path, whole[0])
        tested = _tested(facts, "\n".join(lines[whole[0] - first :]), desk)
        if tested is not None and quote is not None:
            named = f"holds {tests} of {code(tested.name)}"
            quotes = tuple(filter(None, (quote, name_quote(tested, desk))))
            yield Clause(named, quotes, tested.id)
        else:
            yield from clause(f"holds {tests}", quote)
        yield from _checked(facts, body, whole[0], desk)
    if opened:
        below = next_below(facts.chunk, desk)
        named = f" that begins with {code(below.name, 40)}" if below is not None else ""
        quote = desk.sources.quote(facts.chunk.path, begun[-1])
        yield from clause(f"opens a unit test of {end - begun[-1] + 1} lines{named}", quote)


def _end(first: int, lines: Sequence[str]) -> int:
    """The last line of a block that begins on a line, by how far both are indented."""
    closing = lines[first - 1][: len(lines[first - 1]) - len(lines[first - 1].lstrip())] + "}"
    below = range(first + 1, len(lines) + 1)
    return next((number for number in below if lines[number - 1].startswith(closing)), first)


def _tested(facts: ChunkFacts, text: str, desk: Desk) -> Symbol | None:
    """The definition of the file above that the tests call, else name, first."""
    above = [
        item
        for item in desk.graph.outermost.get(facts.chunk.path, ())
        if item.span.line < facts.chunk.span.end_line and item not in facts.defined
    ]
    reached = [target for call in facts.calls for target in targets(call)]
    called = [item for item in above if item.id in reached]
    named = {item.name: item for item in called or above if len(item.name) > 1}
    return next((named[word] for word in re.findall(r"\w+", text) if word in named), None)


def _checked(facts: ChunkFacts, body: Body, first: int, desk: Desk) -> Iterator[Clause]:
    found = [
        (at, match.group("test"))
        for at in body.statements
        if at.line >= first and (match := _CHECK.match(at.text.rstrip("; ")))
    ]
    shown = next((one for one in found if is_whole(one[1]) and len(one[1]) <= _WIDE), None)
    if shown is not None:
        at, test = shown
        more = " and more" if len(found) > 1 else ""
        quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line)
        yield from clause(f"checks {code(test, _WIDE)}{more}", quote)
