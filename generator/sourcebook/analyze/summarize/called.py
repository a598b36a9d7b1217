"""What a piece of code calls, as a clause: the callees that tell something, by their names."""

import re
from collections.abc import Iterable, Iterator

from sourcebook.analyze.summarize.body import ASSERTION
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts, is_test, targets
from sourcebook.analyze.summarize.sentences import WORDS
from sourcebook.model import CallSite, Evidence, Symbol, SymbolId

#: Methods that a language calls by itself: naming them tells nobody what is called.
_IMPLICIT = re.compile(r"__(?!init__|call__|new__)\w+__$")
_PARTS = re.compile(r"\.|::")
_HEAD = re.compile(r"[\s(<]")
_LETTER = re.compile(r"[^\W_]")
_LONG = 40  # a longer name is told by its last two parts
_TRIVIAL = frozenset(WORDS["trivial"])


def called(
    facts: ChunkFacts,
    desk: Desk,
    verb: str,
    said: str = "",
    raised: frozenset[str] = frozenset(),
) -> Iterator[Clause]:
    """The main callees: resolved ones, else external ones, else names as written.

    Names that the sentence shows already are left out, and so are exceptions that are raised.
    """
    path = facts.chunk.path
    tested = is_test(path)
    seen: dict[SymbolId, Evidence | None] = {}
    first = facts.symbol.name_line if facts.symbol is not None else 0
    calls = [call for call in facts.calls if call.span.line >= first]  # not in decorators
    for call in calls:
        for target in targets(call):
            callee = desk.graph.symbols.get(target)
            if callee is None or target == facts.chunk.symbol or _IMPLICIT.match(callee.name):
                continue
            stands_in = not tested and is_test(callee.path)  # a test's, in the place of the real
            if stands_in or callee.name.startswith("<"):
                continue
            if raised and _PARTS.split(_called_name(callee))[-1] in raised:
                continue
            if target not in seen:
                seen[target] = desk.sources.quote(path, call.span.line, around=call.text)
    loud = all(desk.graph.symbols[target].name.isupper() for target in seen)
    named = _named(calls, said) if loud else []
    if seen and not (loud and any(not call.text.isupper() for call in named)):
        names = [code(_called_name(desk.graph.symbols[target]), 40) for target in seen]
        quotes = tuple(quote for quote in seen.values() if quote is not None)
        if quotes:
            only = next(iter(seen)) if len(seen) == 1 else None
            yield Clause(f"{verb} {listing(names)}", quotes, only)
        return
    if named:
        quote = desk.sources.quote(path, named[0].span.line, around=named[0].text)
        names = [code(_outside(call), 40) for call in named]
        yield from clause(f"{verb} {listing(names)}", quote)


def _named(calls: Iterable[CallSite], said: str) -> list[CallSite]:
    """Calls that are told by the name as written or by that of a package."""
    return [
        call
        for call in calls
        if not call.reference
        and _is_telling(call.text, call.external)
        and call.text not in said
        and not (call.external and call.external in said)
    ]


def _called_name(symbol: Symbol) -> str:
    """What is called; of a constructor, what it makes."""
    parts = _PARTS.split(symbol.qualified)
    if symbol.name == "__init__" or (len(parts) > 1 and parts[-1] == parts[-2]):
        return symbol.qualified[: -len(parts[-1])].rstrip(".:")
    if len(symbol.qualified) > _LONG and len(parts) > 2:
        return symbol.qualified[
            -len(parts[-2]) - len(parts[-1]) - (2 if "::" in symbol.qualified else 1) :
        ]
    return symbol.qualified or symbol.path


def _is_telling(text: str, external: str) -> bool:
    """Whether a called name says something: no assertion, nothing that all code calls."""
    name = _HEAD.split(text, maxsplit=1)[0]
    if name in _TRIVIAL or name.endswith(("Error", "Exception")) or ASSERTION.match(f"{name}("):
        return False
    basic = external.split(".", 1)[0] in {"builtins", "list", "dict", "str", "set", "tuple", "int"}
    return _LETTER.search(name) is not None and not basic


def _outside(call: CallSite) -> str:
    """An external callee by its full name, unless that leads through results of calls."""
    named = call.external and "(" not in call.external
    return call.external if named else _as_written(call.text)


def _as_written(text: str) -> str:
    """A callee without the arguments of calls within it."""
    short = re.sub(r"\s*(\.|->|::)\s*", r"\1", text)
    while (shorter := re.sub(r"\([^()]+\)", "()", short)) != short:
        short = shorter
        if "(" not in shorter.replace("()", ""):
            break
    return short
