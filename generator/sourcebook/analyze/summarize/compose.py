"""Sentences about code that nobody has documented.

A sentence is put together from clauses, each a fact with its quote: what a function
returns, sets or raises, which boundary it crosses, what it calls and who calls it. The
strongest facts come first. A name alone is never turned into a sentence.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from sourcebook.analyze.summarize.body import body_of
from sourcebook.analyze.summarize.cells import cell
from sourcebook.analyze.summarize.claims import Desk, documentation
from sourcebook.analyze.summarize.classes import class_clauses
from sourcebook.analyze.summarize.clauses import (
    HERE,
    Clause,
    clause,
    code,
    listing,
    sentence,
    shortened,
)
from sourcebook.analyze.summarize.documented import beside
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.analyze.summarize.functions import of_function
from sourcebook.analyze.summarize.kin import mentioned, name_quote, of_prototype
from sourcebook.analyze.summarize.layouts import named_by
from sourcebook.analyze.summarize.migrations import is_migration, operations
from sourcebook.analyze.summarize.openings import is_document, opening
from sourcebook.analyze.summarize.passages import section, window
from sourcebook.analyze.summarize.sentences import echoes
from sourcebook.analyze.summarize.toplevel import module_level
from sourcebook.model import Chunk, ChunkKind, Claim, Evidence, SymbolId, SymbolKind
from sourcebook.tokenizer.cells import LANGUAGE

_WIDE = 60
#: Longest sentence of a callee that is repeated.
TOLD = 90
_LONG = 130  # longest sentence of a class that is repeated
_BRIEF = 80  # clauses that are shorter in all need to be told by their class
_BODIED = frozenset({ChunkKind.FUNCTION, ChunkKind.METHOD, ChunkKind.BLOCK})
_HOLDERS = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.TRAIT,
        SymbolKind.ENUM,
        SymbolKind.FUNCTION,
        SymbolKind.METHOD,
    }
)
_MADE_OF = frozenset({SymbolKind.CLASS, SymbolKind.STRUCT})
_DUMB = (
    "Runs where the object is called.",
    "Has an empty body",
    "Is declared",
    "Declared here",
    "Defines ",
    "Used in ",
    "Extended by ",
    "Part of ",
    "Runs `super(",
    "Runs `this(",
)
_DESCRIBED = re.compile(r"Described as “([^“”]+)”")
_HEADING = ("heads the file ", "`namespace ", "`module ")
_CALLER = 70  # longest name of a caller that is told whole
#: Where a sentence may end before its end, and the shortest such part.
_PARTED, _TITLE = re.compile(r"[:;] |,? (?:which|so that|because) | \("), 20


@dataclass(frozen=True, slots=True)
class Draft:
    """The clauses that a chunk gives by itself, before its neighbours are known."""

    symbol: SymbolId | None
    prefix: str
    clauses: tuple[Clause, ...]
    is_class: bool = False
    is_later: bool = False  # a later part of a class, which nobody calls by itself
    is_stand_in: bool = False  # for a definition that it does not call: told after that one
    page: str = ""  # of a chunk that begins a file: its path
    is_full: bool = False  # nothing of its neighbours is to follow


def drafted(facts: ChunkFacts, claims: Iterable[Claim], own: Claim | None, desk: Desk) -> Draft:
    """Returns the clauses of a chunk whose documentation is missing or says only its name.

    ``own`` is such a documentation; it comes first.
    """
    kind = facts.chunk.kind
    if kind is ChunkKind.CLASS:
        clauses = (operations if is_migration(facts) else class_clauses)(facts, desk)
    elif kind is ChunkKind.SECTION and facts.chunk.language == LANGUAGE:
        clauses = cell(facts, desk)
    elif kind is ChunkKind.SECTION or (kind is ChunkKind.STATEMENTS and is_document(facts.chunk)):
        clauses = section(facts, desk)
    elif kind is ChunkKind.STATEMENTS:
        clauses = module_level(facts, desk)
    elif kind is ChunkKind.WINDOW:
        clauses = window(facts, desk)
    else:
        clauses = of_function(facts, tuple(claims), desk)
    told = tuple(clauses)
    if own is not None:
        told = beside(own, told, facts, desk)
    if not told and kind is ChunkKind.CLASS and facts.symbol is not None:
        told = tuple(clause("has an empty body", name_quote(facts.symbol, desk)))
    told = told or tuple(_bare(facts, desk)) or tuple(opening(facts, desk))
    stands_in = kind in _BODIED and not facts.calls and bool(told) and told[0].callee is not None
    prefix = _prefix(facts.chunk)
    page = facts.chunk.path if facts.chunk.span.line == 1 else ""
    is_class = kind is ChunkKind.CLASS
    later = is_class and facts.chunk.part > 1
    return Draft(facts.chunk.symbol, prefix, told, is_class, later, stands_in, page)


def _bare(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A function of which nothing else is told: its lines as they stand, else its head."""
    symbol = facts.symbol
    if facts.chunk.kind not in _BODIED or symbol is None:
        return
    statements = body_of(facts).statements
    if statements:
        first = statements[0]
        shown = [code(at.text.rstrip(" ;,{"), _WIDE) for at in statements if len(at.text) > 1]
        quote = desk.sources.quote(facts.chunk.path, first.line, first.end_line, first.text[:20])
        yield from clause(f"holds {listing(shown, 2, 'more lines')}", quote)
    elif facts.chunk.part == 1 and len(symbol.signature) > len(symbol.name):
        yield from clause(f"the head {code(symbol.signature, 90)}", name_quote(symbol, desk))


def composed(
    draft: Draft,
    callers: Sequence[tuple[SymbolId, Evidence]],
    makers: Sequence[tuple[SymbolId, Evidence]],
    known: Mapping[SymbolId, Claim],
    desk: Desk,
) -> Claim | None:
    """Returns the responsibility: the draft, what its callee does, who calls it.

    ``makers`` create the class that the definition is a part of.
    """
    clauses: list[Clause] = []
    for item in draft.clauses:
        does = _does(item.callee, known, desk)
        heads = HERE in item.text or item.text.startswith(_HEADING)
        if does is not None and heads and len(does.text) > TOLD:
            does = replace(does, text=does.text.split("; ")[0])
        most = _LONG if item.text.startswith("declared here") else TOLD
        dumb = () if item.text.startswith("declared here") else _DUMB
        telling = does is not None and len(does.text) <= most and not does.text.startswith(dumb)
        if does is not None and item.text.startswith("extends "):
            telling = telling and not does.text.startswith(("Extends ", "Sets "))
        told = f" (“{does.text.rstrip('.')}”)" if does is not None and telling else ""
        told = "" if any(told.strip(" ()“”") in one.text for one in clauses) else told
        text = item.text.replace(HERE, told) if HERE in item.text else item.text + told
        clauses.append(replace(item, text=text, callee=None, short=item.short or item.text))
    if draft.is_full:
        return sentence(clauses, draft.prefix)
    clauses.extend(named_by(draft.page, desk))
    if not draft.is_later:
        own = desk.graph.symbols.get(draft.symbol) if draft.symbol is not None else None
        used = "used" if own is not None and own.kind is SymbolKind.PROPERTY else "called"
        verb = "created" if draft.is_class else used
        clauses.extend(_called_by(callers, verb, desk, own.qualified if own is not None else ""))
    brief = sum(len(item.text) for item in clauses) < _BRIEF
    if (len(clauses) == 1 or brief) and not any("“" in item.text for item in clauses):
        around = list(_around(draft, makers, known, desk))
        clauses.extend(around or (_named_later(draft, desk) if not callers else ()))
    if len(clauses) == 1 and clauses[0].short.startswith("does no more "):
        clauses = [replace(clauses[0], text=clauses[0].short)]
    return sentence(clauses, draft.prefix)


def _does(callee: SymbolId | None, known: Mapping[SymbolId, Claim], desk: Desk) -> Claim | None:
    """What a callee does: its sentence, else the documentation of what is no chunk by itself."""
    if callee is None or callee in known:
        return _unquoted(known[callee]) if callee is not None else None
    symbol = desk.graph.symbols.get(callee)
    own = documentation(symbol, desk) if symbol is not None else None
    return None if symbol is None or own is None or echoes(own.text, symbol.qualified) else own


def _unquoted(claim: Claim) -> Claim:
    """What a class says of itself, to be quoted once and not twice."""
    match = _DESCRIBED.match(claim.text)
    return replace(claim, text=f"{match.group(1)}.") if match else claim


def _around(
    draft: Draft,
    makers: Sequence[tuple[SymbolId, Evidence]],
    known: Mapping[SymbolId, Claim],
    desk: Desk,
) -> Iterator[Clause]:
    """Of a definition with little to say: what the class is for that it is a part of."""
    symbol = desk.graph.symbols.get(draft.symbol) if draft.symbol is not None else None
    holder = desk.graph.symbols.get(symbol.parent) if symbol is not None and symbol.parent else None
    maker = of_prototype(symbol, desk) if symbol is not None and holder is None else None
    holder = holder or maker
    if holder is None or (holder.kind not in _HOLDERS and maker is None):
        return
    does = documentation(holder, desk)
    words = _whole(does.text) if does is not None else ""
    if does is None:
        does = _unquoted(known[holder.id]) if holder.id in known else None
        words = _whole(does.text) if does is not None else ""
    if does is not None and words and not words.startswith(_DUMB):
        told = f"part of {code(shortened(holder.qualified), _CALLER)} (“{words.rstrip('.')}”)"
        yield from clause(told, does.evidence[0])
    elif holder.kind in _MADE_OF:
        part = f"part of {code(shortened(holder.qualified), 50)}"
        yield from (
            replace(item, text=f"{part}, {item.text}")
            for item in _called_by(makers, "created", desk)
        )


def _named_later(draft: Draft, desk: Desk) -> Iterator[Clause]:
    """Of a function that nobody calls by its name: where it is put into a table or handed on."""
    symbol = desk.graph.symbols.get(draft.symbol) if draft.symbol is not None else None
    if symbol is not None and symbol.kind is SymbolKind.FUNCTION and symbol.parent is None:
        yield from mentioned(symbol, desk)


def _whole(text: str) -> str:
    """A sentence that is not too long to be repeated, or its first part that says something."""
    if len(text) <= _LONG and "…" not in text:
        return text
    first = _PARTED.split(text, maxsplit=1)[0]
    return first if _TITLE <= len(first) <= _LONG else ""


def _prefix(chunk: Chunk) -> str:
    if chunk.parts > 1 and chunk.qualified and chunk.kind is not ChunkKind.CLASS:
        return f"Part {chunk.part} of {chunk.parts} of {code(chunk.qualified)}: "
    return ""


def _called_by(
    callers: Sequence[tuple[SymbolId, Evidence]], verb: str, desk: Desk, own: str = ""
) -> Iterator[Clause]:
    """Who calls a definition; a caller of its ``own`` name with the file that it stands in."""
    if not callers:
        return
    names = []
    for caller, _ in callers:
        symbol = desk.graph.symbols.get(caller)
        file = posixpath.basename(symbol.path) if symbol else ""
        name = (shortened(symbol.qualified) or file) if symbol else caller
        same = bool(own) and symbol is not None and symbol.qualified == own
        names.append(code(name, _CALLER) + (f" of {code(file)}" if same else ""))
    yield Clause(f"{verb} by {listing(names, 2)}", (callers[0][1],))
