"""Sentences about code that nobody has documented.

A sentence is put together from clauses, each a fact with its quote: what a function
returns, sets or raises, which boundary it crosses, what it calls and who calls it. The
strongest facts come first and the sentence ends where it gets long. A name alone is never
turned into a sentence.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sourcebook.analyze.summarize.claims import BOUNDARY_WORDS, Desk, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts, targets
from sourcebook.analyze.summarize.sentences import LIMIT, finish, first_sentence, is_licence
from sourcebook.model import (
    Chunk,
    ChunkKind,
    Claim,
    ClaimKind,
    Evidence,
    Import,
    Symbol,
    SymbolId,
    SymbolKind,
)

_RETURN = re.compile(r"^\s*return\b\s*(?P<value>[^\s;].*?)\s*;?\s*$")
_ASSERT = re.compile(
    r"^\s*(?:assert\s+(?P<plain>[^,#]+?)\s*(?:,.*)?$"
    r"|(?:self\.|this\.|t\.|\w+\.)?(?P<call>(?:assert|expect|EXPECT|ASSERT|BOOST_CHECK|BOOST_REQUIRE|require)\w*[!.(]?.*?);?\s*$)"
)
_SETS = re.compile(r"^\s*(?:self|this|@|\$this)(?:\.|->)?(\w+)\s*=(?!=)")
_COMMENT = re.compile(
    r"^\s*(?://[/!]?|#|--|;+|%+|\*|/\*+!?|<!--|\"\"\"|'''|rem\b|dnl\b)", re.IGNORECASE
)
_NOTHING = re.compile(r"^\s*(?:pass|\.\.\.|\{\s*\}|return;?|end|\})?\s*$")
_WIDE = 60
_TOLD = 90


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence, and the quotes that show it.

    ``callee`` is the one symbol that the clause is about, whose own sentence may follow.
    """

    text: str
    evidence: tuple[Evidence, ...]
    callee: SymbolId | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """The clauses that a chunk gives by itself, before its neighbours are known."""

    symbol: SymbolId | None
    prefix: str
    clauses: tuple[Clause, ...]


def drafted(facts: ChunkFacts, claims: Iterable[Claim], desk: Desk) -> Draft:
    """Returns the clauses of a chunk that has no documentation of its own."""
    kind = facts.chunk.kind
    if kind is ChunkKind.CLASS:
        clauses = _class(facts, desk)
    elif kind is ChunkKind.STATEMENTS:
        clauses = _statements(facts, desk)
    elif kind is ChunkKind.SECTION:
        clauses = _section(facts, desk)
    elif kind is ChunkKind.WINDOW:
        clauses = _window(facts, desk)
    else:
        clauses = _function(facts, tuple(claims), desk)
    told = tuple(clauses) or tuple(_opening(facts, desk))
    return Draft(facts.chunk.symbol, _prefix(facts.chunk), told)


def composed(
    draft: Draft,
    callers: Sequence[tuple[SymbolId, Evidence]],
    known: Mapping[SymbolId, Claim],
    desk: Desk,
) -> Claim | None:
    """Returns the responsibility: the draft with what callees do and who calls."""
    clauses = []
    for clause in draft.clauses:
        does = known.get(clause.callee) if clause.callee is not None else None
        told = f" (“{does.text.rstrip('.')}”)" if does and len(does.text) <= _TOLD else ""
        clauses.append(Clause(clause.text + told, clause.evidence))
    clauses.extend(_called_by(callers, desk))
    return sentence(clauses, draft.prefix)


def sentence(clauses: Iterable[Clause], prefix: str = "", limit: int = LIMIT) -> Claim | None:
    """Joins clauses as long as they fit; one is always taken."""
    text = ""
    evidence: list[Evidence] = []
    for clause in clauses:
        longer = f"{text}; {clause.text}" if text else prefix + clause.text
        if text and len(longer) >= limit:
            continue
        text = longer
        evidence.extend(item for item in clause.evidence[:2] if item not in evidence)
    if not text or not evidence:
        return None
    return Claim(finish(text, limit), ClaimKind.RESPONSIBILITY, tuple(evidence))


def _prefix(chunk: Chunk) -> str:
    if chunk.parts > 1 and chunk.qualified:
        return f"Part {chunk.part} of {chunk.parts} of {code(chunk.qualified)}: "
    return ""


def _clause(text: str, *evidence: Evidence | None) -> Iterator[Clause]:
    held = tuple(item for item in evidence if item is not None)
    if held:
        yield Clause(text, held)


# ----------------------------------------------------------------------- functions


def _function(facts: ChunkFacts, claims: tuple[Claim, ...], desk: Desk) -> Iterator[Clause]:
    checks = tuple(_checks(facts, desk))
    yield from _registration(facts, desk)
    if checks:
        yield from _called(facts, desk, "exercises")
        yield from checks
        return
    boundaries = tuple(_crossings(claims))
    yield from boundaries
    if not boundaries:
        yield from _plain_body(facts, desk)
    yield from _called(facts, desk, "calls")
    if not facts.calls:
        yield from _raised(claims)


def _registration(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A decorator with arguments says where the function is hooked in."""
    symbol = facts.symbol
    if symbol is None or facts.chunk.part != 1:
        return
    for decorator in symbol.decorators:
        text = decorator.lstrip("@")
        if "(" in text and ("'" in text or '"' in text):
            name = re.split(r"[(\s]", text, maxsplit=1)[0]
            found = desk.sources.find(symbol.path, name, symbol.span.line, symbol.name_line)
            yield from _clause(f"registered with {code('@' + text, _WIDE)}", found)
            return


def _checks(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """Assertions, in a chunk that has some."""
    found = []
    for number, line in _code_lines(facts.chunk):
        match = _ASSERT.match(line)
        if match:
            found.append((number, (match.group("plain") or match.group("call")).strip()))
    if found:
        number, text = found[0]
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        quote = desk.sources.quote(facts.chunk.path, number, around=text[:20])
        yield from _clause(f"checks {code(text, _WIDE)}{more}", quote)


def _crossings(claims: tuple[Claim, ...]) -> Iterator[Clause]:
    """Boundaries, one clause a kind."""
    by_words: dict[str, list[Claim]] = {}
    for claim in claims:
        words, _, name = claim.text.partition(": `")
        if claim.kind is ClaimKind.SIDE_EFFECT and name:
            by_words.setdefault(words, []).append(claim)
    for words, crossed in by_words.items():
        names = [claim.text.partition(": ")[2].rstrip(".") for claim in crossed]
        verb = words[0].lower() + words[1:] if words in BOUNDARY_WORDS.values() else words
        yield Clause(f"{verb} ({listing(names, 2)})", crossed[0].evidence)


def _plain_body(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """What a short body shows by itself: the value it returns, the attributes it sets."""
    path = facts.chunk.path
    returned = []
    stored: list[tuple[int, str]] = []
    for number, line in _code_lines(facts.chunk):
        match = _RETURN.match(line)
        if match:
            returned.append((number, match.group("value")))
        match = _SETS.match(line)
        if match and match.group(1) not in [name for _, name in stored]:
            stored.append((number, match.group(1)))
    if stored:
        names = listing([code(name) for _, name in stored])
        yield from _clause(f"sets {names}", desk.sources.quote(path, stored[0][0]))
    values = [value for _, value in returned if _whole(value)]
    if len(set(values)) == 1 and len(returned) == 1:
        quote = desk.sources.quote(path, returned[0][0], around=values[0])
        yield from _clause(f"returns {code(values[0], _WIDE)}", quote)
    elif 1 < len(set(values)) <= 3 and len(values) == len(returned) and not stored:
        quotes = [desk.sources.quote(path, number) for number, _ in returned]
        shown = list(dict.fromkeys(code(value, 30) for value in values))
        yield from _clause(f"returns {' or '.join(shown)}", *quotes)


def _whole(value: str) -> bool:
    """Whether an expression ends on its line."""
    pairs = (("(", ")"), ("[", "]"), ("{", "}"))
    return all(value.count(a) == value.count(b) for a, b in pairs) and value[-1] not in "\\+-,.|&"


def _called(facts: ChunkFacts, desk: Desk, verb: str) -> Iterator[Clause]:
    """The main callees."""
    seen: dict[SymbolId, Evidence | None] = {}
    for call in facts.calls:
        for target in targets(call):
            if target != facts.chunk.symbol and target in desk.graph.symbols and target not in seen:
                seen[target] = desk.sources.quote(
                    facts.chunk.path, call.span.line, around=call.text
                )
    if not seen:
        externals = [call for call in facts.calls if call.external]
        names = list(dict.fromkeys(code(call.external, 40) for call in externals))
        if names:
            quote = desk.sources.quote(
                facts.chunk.path, externals[0].span.line, around=externals[0].text
            )
            yield from _clause(f"{verb} {listing(names)}", quote)
        return
    names = [code(desk.graph.symbols[target].qualified or target, 40) for target in seen]
    quotes = [quote for quote in seen.values() if quote is not None]
    if len(seen) == 1:
        yield Clause(f"{verb} {names[0]}", tuple(quotes), next(iter(seen)))
    else:
        yield from _clause(f"{verb} {listing(names)}", *quotes[:3])


def _raised(claims: tuple[Claim, ...]) -> Iterator[Clause]:
    raised = [claim for claim in claims if claim.kind is ClaimKind.EXCEPTION]
    if raised:
        names = [claim.text.removeprefix("Raises ").rstrip(".") for claim in raised]
        yield Clause(f"raises {listing(names)}", raised[0].evidence)


def _called_by(callers: Sequence[tuple[SymbolId, Evidence]], desk: Desk) -> Iterator[Clause]:
    if not callers:
        return
    names = []
    for caller, _ in callers:
        symbol = desk.graph.symbols.get(caller)
        names.append(code((symbol.qualified or symbol.path) if symbol else caller, 50))
    shown = listing(list(dict.fromkeys(names)), 2)
    yield Clause(f"called by {shown}", (callers[0][1],))


# ------------------------------------------------------------- classes, statements


def _class(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    symbol = facts.symbol
    if symbol is None:
        return
    head = desk.sources.quote(symbol.path, symbol.name_line, around=symbol.name)
    methods = [item for item in facts.members if item.kind in _CALLABLE and item.name[:2] != "__"]
    fields = [item for item in facts.members if item.kind in _DATA]
    fields += [item for item in facts.defined if item.kind in _DATA and item not in fields]
    if symbol.bases:
        yield from _clause(f"extends {listing([code(base, 40) for base in symbol.bases])}", head)
    if methods:
        names = listing([code(item.name) for item in _leading(methods)])
        place = methods[0]
        quote = desk.sources.quote(place.path, place.name_line, around=place.name)
        yield from _clause(f"defines {names}", quote or head)
    if fields:
        names = listing([code(item.name) for item in fields])
        quote = desk.sources.quote(symbol.path, fields[0].name_line, around=fields[0].name)
        yield from _clause(f"holds {names}", quote or head)


_CALLABLE = frozenset(
    {SymbolKind.METHOD, SymbolKind.FUNCTION, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY}
)
_DATA = frozenset({SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.PROPERTY})


def _leading(symbols: list[Symbol]) -> list[Symbol]:
    """Public ones first, else in source order."""
    return sorted(symbols, key=lambda item: item.visibility != "public" or item.name[:1] == "_")


def _statements(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    path = facts.chunk.path
    named = [item for item in facts.defined if item.kind in _DATA or item.kind is SymbolKind.TYPE]
    if named:
        names = listing([code(item.name, 40) for item in named], 4)
        quote = desk.sources.quote(path, named[0].name_line, around=named[0].name)
        yield from _clause(f"defines {names}", quote)
    yield from _called(facts, desk, "calls")
    if facts.imports:
        modules = list(dict.fromkeys(_module(item) for item in facts.imports))
        quote = desk.sources.quote(path, facts.imports[0].span.line)
        yield from _clause(f"imports {listing([code(name, 40) for name in modules], 4)}", quote)


def _module(item: Import) -> str:
    """The module of an import as written; ``from . import name`` names the name."""
    name = item.module or (item.names[0][0] if item.names else "")
    return "." * item.level + name


# ------------------------------------------------------------------------ documents


def _section(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    chunk = facts.chunk
    lines = chunk.text.split("\n")
    body = "\n".join(_without_heading(lines, chunk))
    found = first_sentence(body)
    if found is not None:
        quote = desk.sources.locate(chunk.path, found.raw, chunk.span.line, chunk.span.end_line)
        yield from _clause(found.text, quote or desk.sources.quote(chunk.path, chunk.span.line))


def _without_heading(lines: list[str], chunk: Chunk) -> list[str]:
    """The text under the heading."""
    title = chunk.heading[-1].strip() if chunk.heading else ""
    for number, line in enumerate(lines[:5]):
        if title and line.strip("#= \t") == title:
            return lines[number + 1 :]
    return lines


def _window(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """Data and text without syntax: its keys, else how it begins."""
    keys = [item for item in facts.defined if item.kind is SymbolKind.KEY]
    if keys:
        quote = desk.sources.quote(facts.chunk.path, keys[0].name_line, around=keys[0].name)
        names = listing([code(item.name, 40) for item in keys], 5)
        yield from _clause(f"Sets the keys {names}", quote)


def _opening(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """The last resort: how the text begins, in its own words."""
    chunk = facts.chunk
    shown = None
    for number, line in _code_lines(chunk):
        if re.search(r"\w", line) and not is_licence(line):
            shown = number
            if facts.symbol is None or number > facts.symbol.name_line:
                break
    if shown is None:
        quote = desk.sources.quote(chunk.path, chunk.span.line, chunk.span.end_line)
        yield from _clause("Holds no code of its own", quote)
        return
    text = desk.sources.lines(chunk.path)[shown - 1].strip()
    quote = desk.sources.quote(chunk.path, shown)
    if facts.symbol is not None and _NOTHING.match(text):
        yield from _clause(f"has an empty body ({code(text)})", quote)
    else:
        yield from _clause(f"begins with {code(text, _WIDE)}", quote)


def _code_lines(chunk: Chunk) -> Iterator[tuple[int, str]]:
    """Numbered lines of a chunk that are no comment lines."""
    for number, line in enumerate(chunk.text.split("\n"), chunk.span.line):
        if line.strip() and not _COMMENT.match(line):
            yield number, line
