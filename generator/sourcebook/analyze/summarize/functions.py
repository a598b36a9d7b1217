"""What a function does, in clauses: what it is there for, sets, returns, calls and raises.

A body of one statement is told whole; of others the strongest facts come first. Where
nothing of that can be told, the statements are read one by one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain

from sourcebook.analyze.summarize.body import (
    BEGUN,
    Body,
    Statement,
    body_of,
    is_whole,
    nested_lines,
)
from sourcebook.analyze.summarize.brackets import behind
from sourcebook.analyze.summarize.called import called, is_constructor
from sourcebook.analyze.summarize.claims import BOUNDARY_WORDS, Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.exercised import checked, exercised, unchecked
from sourcebook.analyze.summarize.facts import ChunkFacts, reached
from sourcebook.analyze.summarize.fields import field_history
from sourcebook.analyze.summarize.kin import (
    answers,
    bodiless,
    name_quote,
    overridden,
    overriding,
    production,
)
from sourcebook.analyze.summarize.outcomes import Outcome, handled, outcomes
from sourcebook.analyze.summarize.results import (
    STREAMED,
    declared_type,
    names_of,
    raised,
    returned,
    yielded,
)
from sourcebook.analyze.summarize.sets import put, set_fields, set_parts
from sourcebook.analyze.summarize.steps import steps
from sourcebook.analyze.summarize.streamed import written
from sourcebook.analyze.summarize.worded import made, quoted, remarked
from sourcebook.model import CallSite, ChunkKind, Claim, ClaimKind, Symbol, SymbolKind

#: What opens a body, in most languages.
_OPENS = re.compile(r"\{|^\s*begin\b", re.IGNORECASE | re.MULTILINE)
_UNBRACED = frozenset({"python", "ruby", "lua", "elixir", "erlang", "haskell", "bash", "smalltalk"})
_BODIED = frozenset({ChunkKind.FUNCTION, ChunkKind.METHOD})
_WIDE = 60
FORKS = ("sets ", "asks whether ", "repeats ", "decides by ")
_KIN = (
    "overrides ",
    "as the interface ",
    "implements ",
    "overridden ",
    "implemented ",
    "declared here",
)
_LETS_GO = re.compile(r"<init>|(?:\b|_)(?:[cC]lose|[sS]hutdown|[rR]elease|[dD]ispose)`\.$")
#: A value that says nothing of how it comes about.
_LITERAL = re.compile(
    r"^returns `(?:-?\d+|true|false|nil|null|none|undef|Qnil|\"\"|''|\[\]|\{\})`(?: \(.*\))?$",
    re.IGNORECASE,
)
_CALLS = re.compile(r"^(?:calls|reads|runs its argument) ")
_ELEMENT = re.compile(r"^sets `[^`]*\[[^`]*\]`")
_CALLS_WRITTEN = re.compile(r"^(?:also )?calls `(?P<name>[\w.]+)`$")
_GIVEN_WORDS = re.compile(r"` with `[\"']")
_WORD = re.compile(r"\(\s*(?P<word>(?P<mark>[\"'])[\w./:-]+(?P=mark))")
_CALLS_NAME = re.compile(r"^calls `(?P<name>\w+)`$")
#: To keep a value for the next time is no more than the way to it.
_CACHES = re.compile(r"sets `[\w.]*cache\w*\[")
_UNUSED = re.compile(r"^\w*UNUSED\w*\s*\(|^\(void\)\s*\w+;?$")
_ACCESS = re.compile(r"(?:(?:private|protected|internal) )?(?:get|set|init)\b(?:;|$| \{)")
_ONE_VALUE = re.compile(r"^(?:returns|raises) `[^`]+`(?: \(`[^`]+`\))?$")
_ASKS = "asks the file system "
_BRIEF_BODY = 3  # statements of a body that its result tells
_CALLABLE = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})
_BARE = re.compile(r"^returns `[a-z_][a-z0-9_]*(?:, [a-z_][a-z0-9_]*)+`$")  # names of locals
EITHER = re.compile(r"^returns `(?:true|false)` or `(?:true|false)`$", re.IGNORECASE)
_OUTERMOST = re.compile(
    r"^(?:(?:await|new|yield|co_await)\s+)*(?:[\w.$@?>:\[\]'\"-]*?(?:\.|::|->))?(?P<name>[\w$]+[?!]?)"
    r"(?:<[^()]*>)?\s*(?:\(.*\))?(?:\.await|[?!])?$"
)
_OWN_MAKERS = ("this", "super")  # the constructors of a class and of its base, by no name
#: A sentence of one such clause needs what the statements do beside it.
_SAYS_LITTLE = (_CALLS, _BARE, _LITERAL, EITHER)


def of_function(facts: ChunkFacts, claims: tuple[Claim, ...], desk: Desk) -> Iterator[Clause]:
    """What a function is there for by the language or a base class, and what it does."""
    symbol = facts.symbol if facts.chunk.part == 1 else None
    answered = answers(symbol) if symbol is not None else ""
    if answered and symbol is not None:
        yield from clause(answered, name_quote(symbol, desk))
    told = list(_function(facts, claims, desk))
    yield from told
    if symbol is not None and not any(item.text.startswith(_KIN) for item in told):
        yield from overriding(symbol, desk)
        if len(told) == 1:
            yield from overridden(symbol, "overridden", desk)


def is_idle(facts: ChunkFacts) -> bool:
    """Whether a body does nothing, whatever is said of it: it is empty, or raises, or is a value."""
    if facts.chunk.kind not in _BODIED or facts.chunk.parts > 1 or facts.defined:
        return False
    body = body_of(facts)
    only = body.only()
    if only is None:
        return not body.statements and _is_bodied(facts)
    verb, _, text = only
    return verb == "raises" or (
        verb == "returns" and _LITERAL.match(f"returns `{text}`") is not None
    )


def _is_bodied(facts: ChunkFacts) -> bool:
    """Whether a function without a statement has a body, and is not only declared."""
    if facts.chunk.language == "delphi":  # where braces enclose comments
        return BEGUN.search(facts.chunk.text) is not None
    return _OPENS.search(facts.chunk.text) is not None or facts.chunk.language in _UNBRACED


def _function(facts: ChunkFacts, claims: tuple[Claim, ...], desk: Desk) -> Iterator[Clause]:
    if facts.chunk.language == "yacc":
        yield from production(facts, desk)
        return
    facts, body = _telling(facts, body_of(facts))
    whole = facts.chunk.parts == 1 and not facts.defined
    if not body.statements and facts.symbol is not None and whole:
        yield from bodiless(facts.symbol, desk, bodied=_is_bodied(facts))
        yield from remarked(facts, body, desk)
        return
    hooked = list(_registration(facts, desk))
    checks = list(checked(facts, body, desk))
    tested = list(exercised(facts, body, checks, desk))
    if tested:
        yield from (*tested, *hooked)
        return
    yield from hooked
    crossings = [*_crossings(claims), *_outer(facts, claims)]
    failing = handled(body) if crossings else set()
    late = [item for item in crossings if item.evidence[0].line in failing]
    crossings = [item for item in crossings if item not in late]
    facts = replace(facts, calls=tuple(one for one in facts.calls if not _is_told(one, late)))
    asked = [one for one in crossings if one.text.startswith(_ASKS)]
    yield from (one for one in crossings if one not in asked)
    outer, inner = _apart(facts)
    only = body.only()
    streams = only is not None and only[0] == "runs" and any(written(facts, body, desk))
    if only is not None and not streams:
        verb, at, text = only
        yield from _single(outer, "returns" if _is_arrow(facts, only) else verb, at, text, desk)
        yield from asked
        yield from remarked(facts, body, desk)
        yield from _within(inner, text, desk)
        return
    yield from _several(facts, body, claims, crossings, desk)
    yield from late


def _several(
    facts: ChunkFacts,
    body: Body,
    claims: tuple[Claim, ...],
    crossings: Sequence[Clause],
    desk: Desk,
) -> Iterator[Clause]:
    """A body of several statements, by the strongest of what they do."""
    outer, inner = _apart(facts)
    given = outcomes(body)
    touched, gives, weak = _touched(facts, body, given, desk)
    clauses = [*gives, *(one for one in crossings if one.text.startswith(_ASKS))]
    thrown = list(raised(facts, claims, given, desk))
    said = " ".join(item.text for item in (*crossings, *gives, *thrown))
    errors = list(made(facts, body, given, desk))
    streamed = any(item.text.startswith(STREAMED) for item in gives)
    clauses += [*(() if streamed else written(facts, body, desk)), *errors]
    names = names_of([*thrown, *errors])
    calls = called(outer, desk, "calls", said, names)
    asserted = list(checked(facts, body, desk))
    clauses += [
        *(_with_texts(_handed(item, facts, body), body) for item in calls),
        *thrown,
        *asserted,
    ]
    clauses += _within(inner, said, desk)
    clauses += _bare_yield(facts, body, desk)
    if not crossings and all(item in asserted for item in clauses):
        taken = list(steps(unchecked(body), facts.chunk.path, desk))
        told = [item for item in taken if not (weak and item.text.startswith("returns "))]
        clauses, weak = [*weak, *told, *clauses], []
    elif clauses == touched and not crossings:
        taken = list(steps(body, facts.chunk.path, desk))
        clauses += [item for item in taken if item.text.startswith("runs ")]
    yield from (*clauses, *weak)
    rest = [item for item in clauses if item not in touched]
    if len(rest) == 1 and not crossings:
        more = _more(rest[0], facts, body, desk)
        yield from (item for item in more if not (touched and item.text.startswith("sets ")))


def _touched(
    facts: ChunkFacts, body: Body, given: Sequence[Outcome], desk: Desk
) -> tuple[list[Clause], list[Clause], list[Clause]]:
    """What sets parts of something; that with what is set and given; a bare name returned."""
    results = [one for one in given if one.verb == "return"]
    strong, weak = returned(facts, body, results, desk)
    told = [*strong, *yielded(given, facts.chunk.path, desk)]
    fields = list(set_fields(facts, body, desk))
    parts = list(set_parts(facts, body, results, " ".join(item.text for item in strong), desk))
    touched = [*parts, *(item for item in fields if _ELEMENT.match(item.text))]
    if parts and weak:  # what is put together and given back
        return touched, [*fields, *weak, *told, *parts], []
    if fields and told and all(_CACHES.match(item.text) for item in fields):
        return touched, [*told, *fields, *parts], weak
    if strong and not _LITERAL.match(strong[0].text):
        return touched, [*fields, *told, *parts], weak
    return touched, [*fields, *parts, *told], weak


def _is_arrow(facts: ChunkFacts, only: tuple[str, Statement, str]) -> bool:
    """Whether the one expression of a function is its value by the sign before it."""
    verb, _, text = only
    sign = "=" if facts.chunk.language == "kotlin" else "=>"
    return verb == "runs" and f"{sign} {text}" in " ".join(facts.chunk.text.split())


def _handed(told: Clause, facts: ChunkFacts, body: Body) -> Clause:
    """Where nothing but an argument is called: with what, as far as that is said once."""
    match = _CALLS_NAME.match(told.text)
    name = match.group("name") if match else ""
    taken = facts.symbol is not None and name in {item.name for item in facts.symbol.parameters}
    made = {at.text.rstrip("; ") for at in body.statements if at.text.startswith(f"{name}(")}
    shown = made.pop() if len(made) == 1 else ""
    if not taken or not is_whole(shown) or len(shown) > _WIDE:
        return told
    return replace(told, text=f"runs its argument as {code(shown)}")


def _with_texts(told: Clause, body: Body) -> Clause:
    """What is called as it is written, with the words that it is given each time."""
    match = _CALLS_WRITTEN.match(told.text)
    name = match.group("name") if match else ""
    calls = [at.text for at in body.statements if name and at.text.startswith(f"{name}(")]
    given = [_WORD.match(text, len(name)) for text in calls]
    words = [code(one.group("word")) for one in given if one is not None]
    if not words or len(words) < len(calls):
        return told
    return replace(told, text=f"{told.text} with {listing(words)}", short=told.text)


def _telling(facts: ChunkFacts, body: Body) -> tuple[ChunkFacts, Body]:
    """Without what only marks something as unused, if there is more."""
    kept = tuple(at for at in body.statements if not _UNUSED.match(at.text))
    if len(kept) == len(body.statements):
        return facts, body
    calls = tuple(call for call in facts.calls if not _UNUSED.match(f"{call.text}("))
    kept = kept or body.statements[:1]
    return replace(facts, calls=calls), replace(body, statements=kept)


def _more(told: Clause, facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """What a body does beside the one clause that tells it, where that says little."""
    scarce = not facts.calls and len(body.statements) > _BRIEF_BODY
    scarce = scarce and _ONE_VALUE.match(told.text) is not None
    if scarce or any(one.match(told.text) for one in _SAYS_LITTLE):
        yield from () if _GIVEN_WORDS.search(told.text) else quoted(facts, body, desk)
        taken = steps(body, facts.chunk.path, desk, _last_names(told))
        runs = scarce or told.callee is not None or _LITERAL.match(told.text) is not None
        heads = ("runs ", *FORKS) if runs else FORKS
        if facts.chunk.language == "rust":  # there the cases of a choice give values
            heads = ("returns ", *heads)
        yield from (item for item in taken if item.text.startswith(heads))


def _apart(facts: ChunkFacts) -> tuple[ChunkFacts, ChunkFacts]:
    """The calls of a function, and those of the functions that are defined within it."""
    lines = {
        line
        for item in facts.defined
        if item.kind in _CALLABLE
        for line in range(item.span.line, item.span.end_line + 1)
    }
    within = tuple(call for call in facts.calls if call.span.line in lines)
    own = tuple(call for call in facts.calls if call.span.line not in lines)
    return replace(facts, calls=own), replace(facts, calls=within)


def _within(facts: ChunkFacts, said: str, desk: Desk) -> Iterator[Clause]:
    """What the first function within this one sets of what it gives back, calls or sets else."""
    inner = next((item for item in facts.defined if item.kind in _CALLABLE), None)
    if inner is None or not inner.name:
        return
    span = range(inner.name_line, inner.span.end_line + 1)
    calls = tuple(call for call in facts.calls if call.span.line in span)
    whole = body_of(replace(facts, defined=()))
    body = replace(whole, statements=tuple(at for at in whole.statements if at.line in span))
    own = replace(facts, symbol=inner, calls=calls)
    given = [one for one in outcomes(body) if one.verb == "return"]
    told = chain(
        set_parts(own, body, given, "", desk),
        called(replace(facts, calls=calls), desk, "calls", said),
        set_fields(own, body, desk),
    )
    for item in told:
        text = f"its inner {code(inner.name, 40)} {item.text}"
        yield Clause(text, item.evidence, item.callee, text)
        return


def _bare_yield(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """A place at which a function waits, and gives nothing."""
    for at in body.statements:
        if at.text == "yield":
            quote = desk.sources.quote(facts.chunk.path, at.line)
            yield from clause("yields without a value", quote)
            return


def _last_names(told: Clause) -> frozenset[str]:
    """The last names of what a clause about calls shows."""
    return frozenset(
        re.split(r"\W+", name.rstrip("()"))[-1] for name in re.findall(r"`([^`]+)`", told.text)
    )


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
            yield from clause(
                f"decorated with {code(text if text[0] == '#' else '@' + text, _WIDE)}", found
            )
            return


def _outer(facts: ChunkFacts, claims: tuple[Claim, ...]) -> Iterator[Clause]:
    """Names of the file that a function itself gives another value."""
    inner = nested_lines(facts)
    changed = [
        claim
        for claim in claims
        if claim.kind is ClaimKind.SIDE_EFFECT
        and claim.evidence[0].quote.lstrip().startswith("global ")
        and claim.evidence[0].line not in inner
    ]
    if changed:
        names = listing([claim.text.removeprefix("Changes ").rstrip(".") for claim in changed])
        yield Clause(f"changes {names} outside of it", changed[0].evidence)


def _crossings(claims: tuple[Claim, ...]) -> Iterator[Clause]:
    """Boundaries, one clause a kind; what only asks comes last, since little depends on it."""
    by_words: dict[str, list[Claim]] = {}
    for claim in claims:
        words, _, name = claim.text.partition(": `")
        crosses = name and not _LETS_GO.search(name)  # to let go of something is no talk
        if claim.kind is ClaimKind.SIDE_EFFECT and crosses and words in BOUNDARY_WORDS.values():
            by_words.setdefault(words, []).append(claim)
    asked = BOUNDARY_WORDS["files asks"]
    for words, crossed in sorted(by_words.items(), key=lambda item: item[0] == asked):
        names = [claim.text.partition(": ")[2].rstrip(".") for claim in crossed]
        said = f"{words[0].lower()}{words[1:]}"
        text, short = (f"{said} ({listing(names, most)})" for most in (2, 1))
        yield Clause(text, crossed[0].evidence, short=short if len(names) > 1 else "")


def _is_told(call: CallSite, crossings: Sequence[Clause]) -> bool:
    """Whether a call is among those that cross a boundary."""
    return any(call.external and code(call.external) in item.text for item in crossings)


def _single(facts: ChunkFacts, verb: str, at: Statement, text: str, desk: Desk) -> Iterator[Clause]:
    """A body of one statement is told whole; a call in it brings what the callee does."""
    quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line, text[:20])
    found = dict.fromkeys(
        target for call in facts.calls for target in reached(call, facts, desk.graph)
    )
    callee = next(iter(found)) if len(found) == 1 else None
    callee = callee if callee != facts.chunk.symbol else None
    within = callee is not None and not _is_call_of(text, desk.graph.symbols.get(callee))
    if verb == "runs" and _UNUSED.match(text):
        yield from clause(
            f"does nothing, but marks what it is given as unused: {code(text)}", quote
        )
        return
    kind = declared_type(facts) if verb == "returns" and re.fullmatch(r"[\w.$>\"'-]+", text) else ""
    if verb == "sets":
        kind = put(at)
    if verb == "runs" and facts.chunk.language == "csharp" and _ACCESS.match(text):
        yield from clause(f"declares a property: {code(text)}", quote)
        return
    if verb == "yields":
        yield from clause("yields once, without a value, and does nothing around it", quote)
    elif quote is not None:
        told = _given_back(text, facts) if verb == "returns" else ""
        shown = text.removeprefix("new ") if verb == "raises" else text
        names = re.split(r"\s*,\s*", shown) if verb == "sets" and "[" not in shown else [shown]
        several = listing(map(code, names), len(names)) if len(names) > 1 else code(shown, 90)
        told = told or f"{verb} {several}{kind}"
        alone = _LITERAL.match(told) is not None  # said where nothing else can be said
        idle = f"does no more than return {code(shown)}{kind}" if alone else ""
        yield Clause(told, (quote,), None if within else callee, idle)
    if within:
        yield from called(facts, desk, "calls", text)
    if callee is None and facts.symbol is not None:
        yield from field_history(facts.symbol, verb, text, desk)


def _given_back(text: str, facts: ChunkFacts) -> str:
    """Where an argument or its address is returned: which, and its type."""
    names = [item.name for item in facts.symbol.parameters] if facts.symbol is not None else []
    if text in names:
        return f"returns its argument {code(text)}{declared_type(facts)}"
    if facts.chunk.language == "go" and text.removesuffix(", nil") in names:
        return f"returns its argument {code(text.removesuffix(', nil'))}, without an error"
    if not (text.startswith("&") and text[1:] in names):
        return ""
    return f"returns the address of its argument {code(text[1:])}{declared_type(facts)}"


def _is_call_of(text: str, callee: Symbol | None) -> bool:
    """Whether the outermost call of an expression is that of a definition, and not denied."""
    match = _OUTERMOST.match(text)
    names = callee.qualified.replace("::", ".").split(".")[-2:] if callee is not None else []
    goes_on = behind(text).lstrip(")]};? ").startswith((".", "->", "["))  # ``f(x).a``
    names += _OWN_MAKERS if callee is not None and is_constructor(callee) else ()
    return match is not None and match.group("name") in names and not goes_on
