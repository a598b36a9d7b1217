"""Sentences about what belongs to the definition beside it.

The forms of Erlang that stand outside of functions, types and signatures, and the annotations
of Thrift, behind what they are for.
"""

import re
from collections.abc import Iterator

from sourcebook.analyze.summarize.body import Body
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import HERE, Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts

_TYPE = re.compile(r"-(?:type|opaque)\s+(?P<text>\w+\(.*?)\.?$")
_SPEC = re.compile(r"-spec\s+(?P<name>\w+)\s*\((?P<takes>[^;]*?)\)\s*->\s*(?P<gives>[^;]*?)\.?$")
_WIDE = 60
_FEW = 3  # types that are told with what they stand for


def forms(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """The types that are named, and what functions take and give."""
    path = facts.chunk.path
    types = list(body.matching(_TYPE))
    if types and len(types) <= _FEW:
        noun = "type" if len(types) == 1 else "types"
        quotes = (desk.sources.quote(path, at.line, at.end_line) for at, _ in types)
        shown = listing([code(match.group("text"), _WIDE) for _, match in types])
        yield from clause(f"names the {noun} {shown}", *quotes)
    below = desk.graph.outermost.get(path, ())
    for at, match in body.matching(_SPEC):
        name, takes = match.group("name"), match.group("takes")
        does = next((one for one in below if one.name == name and one.span.line > at.line), None)
        given = f" {code(takes, _WIDE)}" if takes else " nothing"
        gives, _, _ = match.group("gives").partition(" when ")
        text = f"takes{given} and gives {code(gives, _WIDE)}"
        quote = desk.sources.quote(path, at.line, at.end_line)
        if quote is not None:
            shown = f"declares that {code(name)}{HERE if does else ''} {text}"
            yield Clause(shown, (quote,), does.id if does else None, shown.replace(HERE, ""))


def annotations(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """What is noted in brackets of the definition above."""
    chunk = facts.chunk
    lines = enumerate(chunk.text.split("\n"), chunk.span.line)
    noted = [(number, line.strip(" \t(),")) for number, line in lines if re.search(r"\w", line)]
    outer = desk.graph.outermost.get(chunk.path, ())
    above = [one for one in outer if one.span.line < chunk.span.line]
    if noted and above:
        last = max(above, key=lambda one: one.span.line)
        text = f"annotates {code(last.name, 40)} with {listing(code(one) for _, one in noted)}"
        yield from clause(text, desk.sources.quote(chunk.path, noted[0][0]))
