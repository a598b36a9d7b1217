"""What a piece of code calls, as a clause: the callees that tell something, by their names."""

import re
from collections.abc import Iterable, Iterator, Sequence

from sourcebook.analyze.roles import quiet
from sourcebook.analyze.summarize.body import ASSERTION
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing, shortened
from sourcebook.analyze.summarize.facts import ChunkFacts, is_test, targets
from sourcebook.analyze.summarize.sentences import WORDS
from sourcebook.model import CallSite, Evidence, Symbol, SymbolId, SymbolKind

#: Methods that a language calls by itself: naming them tells nobody what is called.
_IMPLICIT = re.compile(r"__(?!init__|call__|new__)\w+__$")
_PARTS = re.compile(r"\.|::")
_HEAD = re.compile(r"[\s(<]")
_LAST = re.compile(r"(?<=[.>:])\w+$")
_LETTER = re.compile(r"[^\W_]")
_CAST = re.compile(r"\(\(\)\*?([\w.>()-]+?)\)(?=\.|->)")  # what is left of one of C
_NAME = 60  # longest name that is told whole
_TRIVIAL = frozenset(WORDS["trivial"])
_FEW = 2  # resolved callees beside which others are told
_WIDE = 40
_BODIED = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})


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
    names: dict[SymbolId, str] = {}
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
                own = f"{facts.chunk.qualified}."  # what is defined within is told without it
                names.setdefault(target, _told_name(call, callee, desk).removeprefix(own))
    loud = all(desk.graph.symbols[target].name.isupper() for target in seen)
    named = _named(calls, said) if loud else []
    if seen and not (loud and any(not call.text.isupper() for call in named)):
        quotes = tuple(quote for quote in seen.values() if quote is not None)
        if quotes:
            only = next(iter(seen)) if len(seen) == 1 else None
            ranked = sorted(seen, key=lambda target: names[target].isupper())  # macros last
            shown = [code(_fitting(names[target]), _NAME) for target in ranked]
            short = f"{verb} {listing(shown, 1)}" if len(shown) > 2 else ""
            yield Clause(f"{verb} {listing(shown)}", quotes, only, short)
            if len(seen) <= _FEW:
                yield from _beside(facts, calls, verb, said, desk)
        return
    if named:
        quote = desk.sources.quote(path, named[0].span.line, around=named[0].text)
        outside = [code(_outside(call, facts.chunk.language), _NAME) for call in named]
        yield from clause(f"{verb} {listing(outside)}", quote)


def _beside(
    facts: ChunkFacts, calls: Sequence[CallSite], verb: str, said: str, desk: Desk
) -> Iterator[Clause]:
    """What is called of other packages beside the one resolved callee."""
    outside = [call for call in _named(calls, said) if not targets(call)]
    if outside:
        line = outside[0].span.line
        quote = desk.sources.quote(facts.chunk.path, line, around=outside[0].text)
        shown = [code(_outside(call, facts.chunk.language), _NAME) for call in outside]
        yield from clause(f"also {verb} {listing(shown, 2)}", quote)


def _named(calls: Iterable[CallSite], said: str) -> list[CallSite]:
    """Calls that are told by the name as written or by that of a package."""
    return [
        call
        for call in calls
        if not call.reference
        and _is_telling(call.text, call.external)
        and call.text not in said
        and not (call.external and call.external in said)
        and not _is_quiet(_PARTS.split(call.text)[-1])
    ]


def _is_quiet(name: str) -> bool:
    """Whether a call only looks at what it is called on."""
    return name != "sort" and quiet("").fullmatch(name) is not None


def _told_name(call: CallSite, callee: Symbol, desk: Desk) -> str:
    """What is called: as written where that leads to a function made within another one."""
    holder = desk.graph.symbols.get(callee.parent) if callee.parent is not None else None
    inner = holder is not None and holder.kind in _BODIED and callee.name not in call.text
    inner = inner or callee.name == "__call__"
    if _is_constructor(callee):  # that of a base is no name of what is made
        made = _PARTS.split(_called_name(callee))[-1]
        inner = inner or (made not in call.text and "super" not in call.text)
    return _as_written(call.text) if inner else _called_name(callee)


def _fitting(name: str) -> str:
    """A name that is too long to be shown by its last part."""
    return name if len(name) <= _WIDE else _PARTS.split(name)[-1]


def _is_constructor(symbol: Symbol) -> bool:
    parts = _PARTS.split(symbol.qualified)
    return symbol.name == "__init__" or (len(parts) > 1 and parts[-1] == parts[-2])


def _called_name(symbol: Symbol) -> str:
    """What is called; of a constructor, what it makes."""
    parts = _PARTS.split(symbol.qualified)
    if _is_constructor(symbol):
        return shortened(symbol.qualified[: -len(parts[-1])].rstrip(".:"))
    return shortened(symbol.qualified) or symbol.path


def _is_telling(text: str, external: str) -> bool:
    """Whether a called name says something: no assertion, nothing that all code calls."""
    name = _HEAD.split(text, maxsplit=1)[0]
    if (
        name in _TRIVIAL
        or name.endswith(("Error", "Exception", "]", ".str"))
        or ASSERTION.match(f"{name}(")
    ):
        return False
    if _LETTER.search(name) is None:  # what is called of a result: $(…).each
        last = _LAST.search(text)
        name = last.group() if last is not None else ""
    if len(name) == 1 and name.isalpha():  # a local one
        return False
    basic = external.split(".", 1)[0] in {"builtins", "list", "dict", "str", "set", "tuple", "int"}
    return _LETTER.search(name) is not None and not basic


def _outside(call: CallSite, language: str) -> str:
    """An external callee by its full name, unless that leads through results of calls.

    A name of C++ may be one of a base class elsewhere, or none: it stays as written. So does
    one behind a path: in Go its package is written before it.
    """
    through = any(part.endswith("property") for part in _PARTS.split(call.external)[:-1])
    plain = not through and not any(sign in call.external for sign in "(/")
    named = call.external and plain and language not in {"c", "cpp"}
    return shortened(call.external) if named else _as_written(call.text)


def _as_written(text: str) -> str:
    """A callee without the arguments of calls within it."""
    short = re.sub(r"\s*(\.|->|::)\s*", r"\1", text)
    while (shorter := re.sub(r"\([^()]+\)", "()", short)) != short:
        short = shorter
        if "(" not in shorter.replace("()", ""):
            break
    return _CAST.sub(r"\1", short)
