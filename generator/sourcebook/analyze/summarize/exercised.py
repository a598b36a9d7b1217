"""What a test exercises and checks, in clauses."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from sourcebook.analyze.summarize.body import (
    ASSERTION,
    Body,
    Statement,
    body_of,
    is_whole,
    value_set,
)
from sourcebook.analyze.summarize.called import called
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts, is_test, targets
from sourcebook.analyze.summarize.steps import steps
from sourcebook.analyze.summarize.worded import listed_tests
from sourcebook.model import SymbolKind

_WIDE = 60
_ROOM = 110  # letters of what a test sets up
#: How a test of Go fails, the condition above that, and one of an error alone.
_FAILS = re.compile(r"^t\.(?:Error|Fatal)f?\(|^t\.Fail(?:Now)?\(")
_CASE = re.compile(r"^(?:\}\s*else\s+)?if\s+(?P<case>.+?)\s*\{$")
_ERROR = re.compile(r"\b(?:e|\w*[eE]rr\w*)\s*!=\s*nil$")
#: Others of a folder of tests of Python may be no tests.
_TEST_FILE = re.compile(r"(?:^|_)tests?(?:_|\.)|^conftest|spec", re.IGNORECASE)
_TEST_NAME = re.compile(r"^(?:test|should|it_)|Test$", re.IGNORECASE)
#: A part of something that is given a value, and what is made with a named value.
_PART = re.compile(
    r"^(?P<name>(?!(?:self|this|cls)\b)[A-Za-z_$][\w$]*(?:\.\w+|\[[^\[\]=]*\])+)\s*=(?![=>~])"
)
_MADE_WITH = re.compile(r"^(?P<name>\w+)\s*=\s*(?:\w+\.)*[A-Z]\w*\(.*?\b\w+=[^=]")
_ROUTE = (".route", ".parametrize", ".setter", ".fixture")
_CALLABLE = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})


def exercised(
    facts: ChunkFacts, body: Body, checks: Sequence[Clause], desk: Desk
) -> Iterator[Clause]:
    """Of a test, what it exercises and checks; nothing of another function.

    What it checks comes behind the first that it exercises: a test is there for that.
    """
    yield from listed_tests(facts, desk)
    if not _is_test(facts):
        return
    checks = checks or list(_checked_within(facts, desk))
    if not checks:
        return
    hooks = list(_hooks(facts, desk))
    setting = [*_setting(facts, body, checks[0].evidence[0].line, desk), *hooks]
    setting = setting if sum(len(item.text) for item in setting) <= _ROOM else setting[:1]
    own = _without_stand_ins(facts, hooked=any(item in setting for item in hooks))
    calls = list(called(own, desk, "exercises")) or list(called(facts, desk, "exercises"))
    if setting and calls:  # which takes the room for what is called does
        calls[0] = replace(calls[0], callee=None, text=_brief(calls[0]))
        checks = [replace(item, is_firm=True) for item in checks]
    yield from (*calls[:1], *setting, *checks, *calls[1:])
    if not calls:
        taken = steps(unchecked(body), facts.chunk.path, desk)
        yield from (item for item in taken if item.text.startswith("runs "))


def unchecked(body: Body) -> Body:
    """A body without what it makes sure of."""
    others = tuple(
        at
        for at in body.statements
        if "assert" not in at.text.lower() and not ASSERTION.match(at.text)
    )
    return replace(body, statements=others)


def _brief(told: Clause) -> str:
    return told.short if told.short and len(told.text) > _WIDE else told.text


def _setting(facts: ChunkFacts, body: Body, checked_at: int, desk: Desk) -> Iterator[Clause]:
    """What a test sets up: values of parts of something, and what it makes with named ones.

    What is set below the line of the check that is told is no setting of that.
    """
    resolved = {call.span.line for call in facts.calls if targets(call)}
    made = (item for item in body.matching(_MADE_WITH) if item[0].line in resolved)
    found = [
        item
        for item in (*made, *body.matching(_PART))
        if item[0].line < checked_at and is_whole(value_set(item[0]))
    ]
    values: dict[str, list[str]] = {}
    for at, match in found:
        values.setdefault(code(match["name"], _WIDE), []).append(code(value_set(at), _WIDE))
    each = [f"{name} to {listing(list(dict.fromkeys(given)), 2)}" for name, given in values.items()]
    if each:
        quote = desk.sources.quote(facts.chunk.path, found[0][0].line, found[0][0].end_line)
        room = len(each) > 1 and len(each[0]) + len(each[1]) <= _ROOM
        yield from clause(f"sets {listing(each, 2 if room else 1)}", quote)


def _hooks(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """What a test of Python hooks its own functions in by, unless that is a route alone."""
    found = {
        mark.partition("(")[0]: item
        for item in facts.defined
        for mark in item.decorators
        if item.kind in _CALLABLE and mark.startswith("@") and "." in mark
    }
    marks = sorted(found, key=lambda mark: mark.endswith(_ROUTE))
    if not marks or marks[0].endswith(_ROUTE):
        return
    item = found[marks[0]]
    quote = desk.sources.find(facts.chunk.path, marks[0][1:], item.span.line, item.name_line)
    told = listing([code(mark, _WIDE) for mark in marks if not mark.endswith(_ROUTE)], 2)
    yield from clause(f"decorates functions with {told}", quote)


def _without_stand_ins(facts: ChunkFacts, *, hooked: bool) -> ChunkFacts:
    """Without what the test itself defines, to be exercised with: its calls, and its classes.

    Where it is told what its functions are ``hooked`` in by, without that too.
    """
    own = f"{facts.chunk.symbol}."
    classes = [item.span for item in facts.defined if item.kind is SymbolKind.CLASS]
    marks = {
        line
        for item in facts.defined
        if hooked and item.kind in _CALLABLE
        for line in range(item.span.line, item.name_line)
    }
    calls = (
        call
        for call in facts.calls
        if call.span.line not in marks
        and not any(target.startswith(own) for target in targets(call))
        and not any(one.line <= call.span.line <= one.end_line for one in classes)
    )
    return replace(facts, calls=tuple(calls))


def _checked_within(facts: ChunkFacts, desk: Desk) -> Iterator[Clause]:
    """What the first function that is defined within a test, and checks something, checks."""
    whole = body_of(replace(facts, defined=()))
    for inner in facts.defined:
        lines = range(inner.span.line, inner.span.end_line + 1)
        own = replace(whole, statements=tuple(at for at in whole.statements if at.line in lines))
        checks = list(checked(facts, own, desk)) if inner.kind in _CALLABLE and inner.name else []
        if checks:
            yield replace(checks[0], text=f"its inner {code(inner.name, 40)} {checks[0].text}")
            return


def _is_test(facts: ChunkFacts) -> bool:
    path, name = facts.chunk.path, facts.chunk.name
    library = path.endswith(".py") and not _TEST_FILE.search(posixpath.basename(path))
    helps = is_test(path) and not library
    return helps or _TEST_NAME.search(name) is not None


def checked(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """Assertions: the first as written, and whether there are more."""
    found, verb, others = body.asserts(), "checks", " and more"
    if not found and facts.chunk.language == "go":
        found, verb, others = _failures(body), "fails when", " and in other cases"
    if found:
        at, text = found[0]
        more = others if len(found) > 1 else ""
        quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line, text[:20])
        failed = verb == "fails when" and _ERROR.search(text) is not None
        told = "fails on an error" if failed else f"{verb} {code(text, _WIDE)}{more}"
        yield from clause(told, quote)


def _failures(body: Body) -> list[tuple[Statement, str]]:
    """The conditions under which a test of Go fails, plain errors last."""
    found = [
        (above, match.group("case"))
        for above, at in pairwise(body.statements)
        if _FAILS.match(at.text) and (match := _CASE.match(above.text))
    ]
    return sorted(found, key=lambda item: _ERROR.search(item[1]) is not None)
