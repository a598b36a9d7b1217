"""Sentences about code that nobody has documented.

A sentence is put together from clauses, each a fact with its quote: what a function
returns, sets or raises, which boundary it crosses, what it calls and who calls it. The
strongest facts come first. A name alone is never turned into a sentence.
"""

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sourcebook.analyze.summarize.body import (
    ASSERTION,
    Body,
    Statement,
    body_of,
    is_whole,
    nested_lines,
    value_set,
)
from sourcebook.analyze.summarize.claims import BOUNDARY_WORDS, Desk, documentation
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing, sentence
from sourcebook.analyze.summarize.facts import ChunkFacts, is_test, targets
from sourcebook.analyze.summarize.kin import bodiless, name_quote, opened, production
from sourcebook.analyze.summarize.passages import is_document, opening, remark, section, window
from sourcebook.analyze.summarize.sentences import WORDS
from sourcebook.analyze.summarize.steps import steps
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

_BODIED = frozenset({ChunkKind.FUNCTION, ChunkKind.METHOD, ChunkKind.BLOCK})
#: What opens a body, in most languages.
_OPENS = re.compile(r"\{|^\s*begin\b", re.IGNORECASE | re.MULTILINE)
_UNBRACED = frozenset({"python", "ruby", "lua", "elixir", "erlang", "haskell", "bash"})
#: Languages in which a bare name is never a field of the own object.
_OWNED = frozenset(
    {"python", "ruby", "javascript", "typescript", "php", "perl", "lua", "go", "rust"}
)
_WIDE = 60
_TOLD = 90  # longest sentence of a callee that is repeated
#: Methods that a language calls by itself: naming them tells nobody what is called.
_IMPLICIT = re.compile(r"__(?!init__|call__|new__)\w+__$")
_LONG = 40  # a longer name is told by its last two parts
_DUMB = ("Has an empty body", "Is declared", "Declared here")
_TRIVIAL = frozenset(WORDS["trivial"])
_TEST_NAME = re.compile(r"^(?:test|should|it_)|Test$", re.IGNORECASE)
_NAME = re.compile(r"^\$?[a-z_]\w*$")
#: An annotation by itself, whose definition is the next part.
_MARK = re.compile(r"^@\w[\w.]*(?:\(.*\))?$")
_CALLABLE = frozenset(
    {SymbolKind.METHOD, SymbolKind.FUNCTION, SymbolKind.CONSTRUCTOR, SymbolKind.PROPERTY}
)
_DATA = frozenset({SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.PROPERTY})


@dataclass(frozen=True, slots=True)
class Draft:
    """The clauses that a chunk gives by itself, before its neighbours are known."""

    symbol: SymbolId | None
    prefix: str
    clauses: tuple[Clause, ...]
    is_class: bool = False
    is_stand_in: bool = False  # for a definition that it does not call: told after that one


def drafted(facts: ChunkFacts, claims: Iterable[Claim], own: Claim | None, desk: Desk) -> Draft:
    """Returns the clauses of a chunk whose documentation is missing or says only its name.

    ``own`` is such a documentation; it comes first.
    """
    kind = facts.chunk.kind
    if kind is ChunkKind.CLASS:
        clauses = _class(facts, desk)
    elif kind is ChunkKind.SECTION or (kind is ChunkKind.STATEMENTS and is_document(facts.chunk)):
        clauses = section(facts, desk)
    elif kind is ChunkKind.STATEMENTS:
        clauses = _statements(facts, desk)
    elif kind is ChunkKind.WINDOW:
        clauses = window(facts, desk)
    else:
        clauses = _function(facts, tuple(claims), desk)
    told = tuple(clauses)
    if own is not None:
        if own.text.startswith(("Return", "Get")):
            told = tuple(map(_unrepeated, told))
        told = (Clause(own.text.rstrip("."), own.evidence), *told)
    told = told or tuple(opening(facts, desk))
    stands_in = not facts.calls and any(item.callee is not None for item in told)
    prefix = _prefix(facts.chunk)
    return Draft(facts.chunk.symbol, prefix, told, kind is ChunkKind.CLASS, stands_in)


def composed(
    draft: Draft,
    callers: Sequence[tuple[SymbolId, Evidence]],
    known: Mapping[SymbolId, Claim],
    desk: Desk,
) -> Claim | None:
    """Returns the responsibility: the draft, what its callee does, who calls it."""
    clauses = []
    for item in draft.clauses:
        does = known.get(item.callee) if item.callee is not None else None
        telling = does is not None and len(does.text) <= _TOLD and not does.text.startswith(_DUMB)
        told = f" (“{does.text.rstrip('.')}”)" if does is not None and telling else ""
        clauses.append(Clause(item.text + told, item.evidence))
    clauses.extend(_called_by(callers, "created" if draft.is_class else "called", desk))
    return sentence(clauses, draft.prefix)


def _unrepeated(item: Clause) -> Clause:
    """Behind documentation that says what is returned, the value alone."""
    return Clause(re.sub(r"^returns (?=`)", "namely ", item.text), item.evidence, item.callee)


def _prefix(chunk: Chunk) -> str:
    if chunk.parts > 1 and chunk.qualified and chunk.kind is not ChunkKind.CLASS:
        return f"Part {chunk.part} of {chunk.parts} of {code(chunk.qualified)}: "
    return ""


# ----------------------------------------------------------------------- functions


def _function(facts: ChunkFacts, claims: tuple[Claim, ...], desk: Desk) -> Iterator[Clause]:
    if facts.chunk.language == "yacc":
        yield from production(facts, desk)
        return
    body = body_of(facts)
    whole = facts.chunk.parts == 1 and not facts.defined
    if not body.statements and facts.symbol is not None and whole:
        opens = _OPENS.search(facts.chunk.text) is not None
        bodied = opens or facts.chunk.language in _UNBRACED
        yield from bodiless(facts.symbol, desk, bodied=bodied)
        return
    yield from _registration(facts, desk)
    checks = list(_checks(facts, body, desk))
    if checks and _is_test(facts):
        yield from _called(facts, desk, "exercises")
        yield from checks
        return
    crossings = list(_crossings(claims))
    yield from crossings
    only = body.only()
    if only is not None:
        yield from _single(facts, *only, desk)
        return
    strong, weak = _returns(facts, body, desk)
    clauses = [*_sets(facts, body, desk), *strong]
    said = " ".join(item.text for item in (*crossings, *strong))
    clauses += [*_called(facts, desk, "calls", said), *_raised(facts, claims), *checks]
    if not clauses and not crossings:
        taken = steps(body, facts.chunk.path, desk)
        clauses = [item for item in taken if not (weak and item.text.startswith("returns "))]
        clauses, weak = [*weak, *clauses], []
    yield from (*clauses, *weak)


def _is_test(facts: ChunkFacts) -> bool:
    return is_test(facts.chunk.path) or bool(_TEST_NAME.search(facts.chunk.name))


def _registration(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A decorator with a text says where the function is hooked in."""
    symbol = facts.symbol
    if symbol is None or facts.chunk.part != 1:
        return
    for decorator in symbol.decorators:
        text = decorator.lstrip("@")
        if "(" in text and ("'" in text or '"' in text):
            name = re.split(r"[(\s]", text, maxsplit=1)[0]
            found = desk.sources.find(symbol.path, name, symbol.span.line, symbol.name_line)
            yield from clause(f"decorated with {code('@' + text, _WIDE)}", found)
            return


def _checks(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """Assertions: the first as written, and how many more."""
    found = body.asserts()
    if found:
        at, text = found[0]
        more = f" and {len(found) - 1} more" if len(found) > 1 else ""
        quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line, text[:20])
        yield from clause(f"checks {code(text, _WIDE)}{more}", quote)


def _crossings(claims: tuple[Claim, ...]) -> Iterator[Clause]:
    """Boundaries, one clause a kind."""
    by_words: dict[str, list[Claim]] = {}
    for claim in claims:
        words, _, name = claim.text.partition(": `")
        if claim.kind is ClaimKind.SIDE_EFFECT and name and words in BOUNDARY_WORDS.values():
            by_words.setdefault(words, []).append(claim)
    for words, crossed in by_words.items():
        names = [claim.text.partition(": ")[2].rstrip(".") for claim in crossed]
        yield Clause(f"{words[0].lower()}{words[1:]} ({listing(names, 2)})", crossed[0].evidence)


def _single(facts: ChunkFacts, verb: str, at: Statement, text: str, desk: Desk) -> Iterator[Clause]:
    """A body of one statement is told whole; a call in it brings what the callee does."""
    quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line, text[:20])
    reached = list(dict.fromkeys(target for call in facts.calls for target in targets(call)))
    callee = reached[0] if len(reached) == 1 and reached[0] != facts.chunk.symbol else None
    kind = _type(facts) if verb == "returns" and re.fullmatch(r"[\w.$>\"'-]+", text) else ""
    if verb == "sets":
        kind = _to(at)
    if quote is not None:
        yield Clause(f"{verb} {code(text, 90)}{kind}", (quote,), callee)


def _to(at: Statement) -> str:
    """The value of an assignment, behind the name that is set."""
    value = value_set(at)
    return f" to {code(value, 40)}" if value else ""


def _sets(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    parent = facts.symbol.parent if facts.symbol is not None else None
    near = desk.graph.members.get(parent, ()) if parent is not None else ()
    bare = facts.chunk.language not in _OWNED
    stored = body.sets({item.name for item in near if bare and item.kind in _DATA})
    if stored:
        quote = desk.sources.quote(facts.chunk.path, stored[0][0].line, around=stored[0][1])
        value = _to(stored[0][0]) if len(stored) == 1 else ""
        yield from clause(f"sets {listing([code(name) for _, name in stored])}{value}", quote)


def _returns(facts: ChunkFacts, body: Body, desk: Desk) -> tuple[list[Clause], list[Clause]]:
    """Clauses about returned values: telling ones, and those that name a local variable."""
    found = [(at, value) for at, value in body.returns() if is_whole(value)]
    values = list(dict.fromkeys(value for _, value in found))
    if not values or len(values) > 3:
        return [], []
    quotes = [desk.sources.quote(facts.chunk.path, at.line, at.end_line) for at, _ in found]
    if len(values) > 1:
        text = f"returns {' or '.join(code(value, 35) for value in values)}"
        plainly = all(_NAME.match(value) for value in values)
        return ([], list(clause(text, *quotes))) if plainly else (list(clause(text, *quotes)), [])
    value = values[0]
    if not _NAME.match(value):
        return list(clause(f"returns {code(value, _WIDE)}", *quotes)), []
    parameters = (
        [item.name.lstrip("*&$") for item in facts.symbol.parameters] if facts.symbol else []
    )
    if value.lstrip("$") in parameters:
        return list(clause(f"returns its argument {code(value)}", *quotes)), []
    source = body.value_of(value)
    if source is not None and value != "err":
        made = desk.sources.quote(facts.chunk.path, source[0].line, source[0].end_line)
        text = f"returns {code(value)}, made by {code(source[1], _WIDE)}"
        return list(clause(text, *quotes[:1], made)), []
    return [], list(clause(f"returns {code(value)}{_type(facts)}", *quotes))


def _type(facts: ChunkFacts) -> str:
    """The declared type of the result, behind a value that does not tell it."""
    returns = facts.symbol.returns if facts.symbol is not None else ""
    return f" ({code(returns, 40)})" if returns and len(returns) <= 40 else ""


def _called(facts: ChunkFacts, desk: Desk, verb: str, said: str = "") -> Iterator[Clause]:
    """The main callees: resolved ones, else external ones, else names as written.

    Names that the sentence shows already are left out.
    """
    path = facts.chunk.path
    seen: dict[SymbolId, Evidence | None] = {}
    first = facts.symbol.name_line if facts.symbol is not None else 0
    calls = [call for call in facts.calls if call.span.line >= first]  # not in decorators
    for call in calls:
        for target in targets(call):
            callee = desk.graph.symbols.get(target)
            if callee is None or target == facts.chunk.symbol or _IMPLICIT.match(callee.name):
                continue
            if target not in seen:
                seen[target] = desk.sources.quote(path, call.span.line, around=call.text)
    if seen:
        names = [code(_called_name(desk.graph.symbols[target]), 40) for target in seen]
        quotes = tuple(quote for quote in seen.values() if quote is not None)
        if quotes:
            only = next(iter(seen)) if len(seen) == 1 else None
            yield Clause(f"{verb} {listing(names)}", quotes, only)
        return
    named = [
        call
        for call in calls
        if not call.reference
        and _is_telling(call.text, call.external)
        and call.text not in said
        and not (call.external and call.external in said)
    ]
    if named:
        quote = desk.sources.quote(path, named[0].span.line, around=named[0].text)
        names = [code(call.external or _as_written(call.text), 40) for call in named]
        yield from clause(f"{verb} {listing(names)}", quote)


def _called_name(symbol: Symbol) -> str:
    """What is called; of a constructor, what it makes."""
    parts = re.split(r"\.|::", symbol.qualified)
    if symbol.name == "__init__" or (len(parts) > 1 and parts[-1] == parts[-2]):
        return symbol.qualified[: -len(parts[-1])].rstrip(".:")
    if len(symbol.qualified) > _LONG and len(parts) > 2:
        return symbol.qualified[
            -len(parts[-2]) - len(parts[-1]) - (2 if "::" in symbol.qualified else 1) :
        ]
    return symbol.qualified or symbol.path


def _is_telling(text: str, external: str) -> bool:
    """Whether a called name says something: no assertion, nothing that all code calls."""
    name = re.split(r"[\s(<]", text, maxsplit=1)[0]
    if name in _TRIVIAL or name.endswith(("Error", "Exception")) or ASSERTION.match(f"{name}("):
        return False
    basic = external.split(".", 1)[0] in {"builtins", "list", "dict", "str", "set", "tuple", "int"}
    return re.search(r"[^\W_]", name) is not None and not basic


def _as_written(text: str) -> str:
    """A callee without the arguments of calls within it."""
    short = re.sub(r"\s*(\.|->|::)\s*", r"\1", text)
    while (shorter := re.sub(r"\([^()]+\)", "()", short)) != short:
        short = shorter
        if "(" not in shorter.replace("()", ""):
            break
    return short


def _raised(facts: ChunkFacts, claims: tuple[Claim, ...]) -> Iterator[Clause]:
    """What the function raises itself, not what a function within it does."""
    inner = nested_lines(facts)
    raised = [
        claim
        for claim in claims
        if claim.kind is ClaimKind.EXCEPTION and claim.evidence[0].line not in inner
    ]
    if raised:
        names = [claim.text.removeprefix("Raises ").rstrip(".") for claim in raised]
        yield Clause(f"raises {listing(names)}", raised[0].evidence)


def _called_by(
    callers: Sequence[tuple[SymbolId, Evidence]], verb: str, desk: Desk
) -> Iterator[Clause]:
    if not callers:
        return
    names = []
    for caller, _ in callers:
        symbol = desk.graph.symbols.get(caller)
        names.append(
            code((symbol.qualified or posixpath.basename(symbol.path)) if symbol else caller, 50)
        )
    yield Clause(f"{verb} by {listing(names, 2)}", (callers[0][1],))


# ------------------------------------------------------------- classes, statements


def _class(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A class: what it extends, defines and holds; a later part of it: its own lines."""
    symbol = facts.symbol
    if symbol is None or symbol.kind in {SymbolKind.NAMESPACE, SymbolKind.MODULE}:
        yield from opened(facts, desk)
        return
    if facts.chunk.part > 1:
        yield from _class_part(facts, symbol, desk)
        return
    head = desk.sources.quote(symbol.path, symbol.name_line, around=symbol.name)
    methods = [item for item in facts.members if item.kind in _CALLABLE]
    methods = [item for item in methods if item.name[:2] != "__"] or methods
    fields = [item for item in facts.members if item.kind in _DATA and item not in methods]
    fields += [item for item in facts.defined if item.kind in _DATA and item not in fields]
    if symbol.bases:
        yield from clause(f"extends {listing([code(base, 40) for base in symbol.bases])}", head)
    if methods:
        names = listing([code(item.name) for item in _leading(methods)])
        yield from clause(f"defines {names}", name_quote(methods[0], desk) or head)
    fields = [item for item in fields if item.name]
    if fields:
        names = listing([code(item.name) for item in fields])
        yield from clause(f"holds {names}", name_quote(fields[0], desk) or head)
    if not symbol.bases and not methods and not fields:
        yield from _lines_of(facts, desk)


def _lines_of(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """A class without known members: the lines of its body."""
    statements = body_of(facts).statements
    if statements:
        first = statements[0]
        quote = desk.sources.quote(facts.chunk.path, first.line, first.end_line, first.text[:20])
        shown = [code(item.text.rstrip(" ;,"), 40) for item in statements]
        yield from clause(f"holds {listing(shown)}", quote)


def _class_part(facts: ChunkFacts, symbol: Symbol, desk: Desk) -> Iterator[Clause]:
    where = f"a later part of {code(symbol.qualified)}"
    named = [item for item in facts.defined if item.name]
    body = body_of(facts)
    if named:
        names = listing([code(item.name) for item in named])
        quotes = [name_quote(named[0], desk)]
        does = documentation(named[0], desk)
        if does is not None and len(does.text) <= _TOLD:
            names = f"{code(named[0].name)} (“{does.text.rstrip('.')}”)" + (
                f" and {listing([code(item.name) for item in named[1:]])}" if named[1:] else ""
            )
            quotes.append(does.evidence[0])
        yield from clause(f"{where}: defines {names}", *quotes)
    elif body.statements and all(_MARK.match(at.text) for at in body.statements):
        marks = listing([code(at.text, _WIDE) for at in body.statements])
        first = body.statements[0]
        quote = desk.sources.quote(symbol.path, first.line, around=first.text)
        below = desk.sources.lines(symbol.path)[facts.chunk.span.end_line :][:1]
        marked = code("".join(below).strip(" {"), _WIDE) or "what follows"
        yield from clause(f"{where}: marks {marked} with {marks}", quote)
    elif body.statements:
        first = body.statements[0]
        quote = desk.sources.quote(symbol.path, first.line, first.end_line)
        yield from clause(f"{where}: {code(first.text, _WIDE)}", quote)
    else:
        quote = desk.sources.quote(symbol.path, facts.chunk.span.line, facts.chunk.span.end_line)
        yield from clause(f"the end of {code(symbol.qualified)}", quote)


def _leading(symbols: list[Symbol]) -> list[Symbol]:
    """Public ones first, else in source order."""
    return sorted(symbols, key=lambda item: item.visibility != "public" or item.name[:1] == "_")


def _statements(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """Module-level code: what it defines, calls and imports."""
    path = facts.chunk.path
    named = [item for item in facts.defined if item.name.strip("_")]
    if named:
        names = listing([code(item.name, 40) for item in named], 4)
        yield from clause(f"defines {names}", name_quote(named[0], desk))
    called = list(_called(facts, desk, "calls"))
    yield from called
    if facts.imports:
        quote = desk.sources.quote(path, facts.imports[0].span.line)
        yield from clause(f"imports {_imported(facts.imports)}", quote)
    if not named and not called and not facts.imports:
        yield from remark(facts.chunk, desk)
        yield from steps(body_of(facts), path, desk)


def _imported(imports: Sequence[Import]) -> str:
    """The names of one or two modules, else the modules."""
    named: dict[str, list[str]] = {}
    for item in imports:
        named.setdefault(_module(item), []).extend(
            code(name, 40) for name, _ in item.names if item.module and name != "*"
        )
    if len(named) > 2:
        return listing([code(module, 50) for module in named], 4)
    return " and ".join(
        f"{listing(names, 3)} of {code(module, 50)}" if names else code(module, 50)
        for module, names in named.items()
    )


def _module(item: Import) -> str:
    """The module of an import as written; ``from . import name`` names the name."""
    name = item.module or (item.names[0][0] if item.names else "")
    return "." * item.level + name
