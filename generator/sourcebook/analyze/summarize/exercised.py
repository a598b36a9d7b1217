"""What a test exercises and checks, in clauses."""

import posixpath
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from sourcebook.analyze.summarize.body import ASSERTION, Body, Statement, body_of
from sourcebook.analyze.summarize.called import called
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code
from sourcebook.analyze.summarize.facts import ChunkFacts, is_test, targets
from sourcebook.analyze.summarize.steps import steps
from sourcebook.analyze.summarize.worded import listed_tests
from sourcebook.model import SymbolKind

_WIDE = 60
#: How a test of Go fails, the condition above that, and one of an error alone.
_FAILS = re.compile(r"^t\.(?:Error|Fatal)f?\(|^t\.Fail(?:Now)?\(")
_CASE = re.compile(r"^(?:\}\s*else\s+)?if\s+(?P<case>.+?)\s*\{$")
_ERROR = re.compile(r"\b(?:e|\w*[eE]rr\w*)\s*!=\s*nil$")
#: Others of a folder of tests of Python may be no tests.
_TEST_FILE = re.compile(r"(?:^|_)tests?(?:_|\.)|^conftest|spec", re.IGNORECASE)
_TEST_NAME = re.compile(r"^(?:test|should|it_)|Test$", re.IGNORECASE)
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
    calls = list(called(_without_stand_ins(facts), desk, "exercises"))
    calls = calls or list(called(facts, desk, "exercises"))
    yield from (*calls[:1], *checks, *calls[1:])
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


def _without_stand_ins(facts: ChunkFacts) -> ChunkFacts:
    """Without what the test itself defines, to be exercised with: its calls, and its classes."""
    own = f"{facts.chunk.symbol}."
    classes = [item.span for item in facts.defined if item.kind is SymbolKind.CLASS]
    calls = (
        call
        for call in facts.calls
        if not any(target.startswith(own) for target in targets(call))
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
