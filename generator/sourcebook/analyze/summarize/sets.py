"""What a function sets: fields of its object, parts of what it is given or gives back."""

import re
from collections.abc import Iterator, Sequence

from sourcebook.analyze.summarize.body import COUNTS, Body, Statement, is_whole, value_set
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.analyze.summarize.outcomes import Outcome, standing, told_values
from sourcebook.analyze.summarize.results import in_case
from sourcebook.model import SymbolKind

#: Languages in which a bare name is never a field of the own object.
_OWNED = frozenset(
    {"python", "ruby", "javascript", "typescript", "php", "perl", "lua", "go", "rust"}
)
#: Languages in which what is given to a function is the caller's object.
_SHARED = frozenset({"python", "ruby", "javascript", "typescript", "php"})
_OWN_LOCAL = re.compile(r"^(?:var|let|auto|val)\s+(?P<name>\w+)\b")  # which may hide a field
#: A field of C++, what an argument of Perl refers to, a part of the page.
_LASTING = {
    "cpp": re.compile(r"^([a-z]\w*_)\s*=(?!=)"),
    "d": re.compile(r"^([a-z]\w*_)\s*=(?!=)"),
    "perl": re.compile(r"^(\$\$\w+)\s*=(?![=~])"),
    "javascript": re.compile(r"^((?:document|window)\.[^=;]*?\.[\w$]+)\s*=(?![=>])"),
}
_INSIDE = re.compile(r"\([^()]*\)")
_DATA = frozenset({SymbolKind.FIELD, SymbolKind.CONSTANT, SymbolKind.VARIABLE, SymbolKind.PROPERTY})
_PART = re.compile(
    r"^(?P<name>(?P<held>\$?\w+)(?:(?:\.|->)\w+|\[[^\[\]=]*\])+)\s*(?:[-+*/|&]|<<|\?\?|\|\|)?=(?![=>~])"
)
#: The own object, and what a copy of one keeps for the copies within it.
_OBJECT = frozenset({"self", "this", "cls", "$this", "memo"})
#: What puts something into a field.
_ADDS = re.compile(
    r"^(?P<name>(?:self|cls)\.[\w.]+(?:\[[^\[\]]*\])?)\.(?P<by>append|appendleft|add|extend|update)\((?P<what>.+)\)$"
)
#: A value that is changed by an operator.
_BY = re.compile(r"^[^=]*?\s*(?P<by>(?:[-+*/|&]|<<)=\s*[^;]+)")
_SHOWN = 60  # widest statement that what is returned is told by
_NAMED = 70  # longest name that is told whole
_FEW, _ROW = 3, 110  # names that are told with their values, and the widest row of such


def put(at: Statement) -> str:
    """The value of an assignment, behind the name that is set."""
    value = value_set(at)
    width = _NAMED if value.isidentifier() else 40  # a name is told whole
    return f" to {code(value, width)}" if value else ""


def set_fields(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """Fields of the own object that a function sets."""
    parent = facts.symbol.parent if facts.symbol is not None else None
    near = desk.graph.members.get(parent, ()) if parent is not None else ()
    bare = facts.chunk.language not in _OWNED
    fields = {item.name for item in near if bare and item.kind in _DATA}
    fields |= _lasting(facts, body)
    fields -= {match.group("name") for _, match in body.matching(_OWN_LOCAL)}
    yield from _told(list(body.sets(fields)), facts, body, desk)
    yield from _added(facts, body, desk)


def _added(facts: ChunkFacts, body: Body, desk: Desk) -> Iterator[Clause]:
    """What a function of Python first puts into a field of its object."""
    if facts.chunk.language != "python":
        return
    for at, match in body.matching(_ADDS):
        what = match.group("what")
        shown = code(what, _SHOWN) if is_whole(what) else ""
        every = "all of " if match.group("by") in {"extend", "update"} else ""
        case, above, nested = standing(body, at)
        where = code(match.group("name")) + in_case(case.replace("else", ""), nested=nested)
        quote = desk.sources.quote(facts.chunk.path, at.line, at.end_line)
        asked = desk.sources.quote(facts.chunk.path, above.line) if above else None
        told = f"adds {every}{shown} to {where}" if shown else f"adds to {where}"
        yield from clause(told, quote, asked, short=f"adds to {where}")
        return


def set_parts(
    facts: ChunkFacts, body: Body, given: Sequence[Outcome], said: str, desk: Desk
) -> Iterator[Clause]:
    """Parts that a function sets of its arguments, or of the object that it gives back.

    A statement that is ``said`` already is left out.
    """
    if facts.symbol is None or facts.chunk.language not in _SHARED:
        return
    held = {item.name for item in facts.symbol.parameters if not body.changes(item.name)}
    held |= {one.value for one in given if one.verb == "return"}
    held |= {
        item.name
        for item in desk.graph.outermost.get(facts.chunk.path, ())
        if item.kind in _DATA and not body.changes(item.name)
    }
    stored = [
        (at, match.group("name"))
        for at, match in body.matching(_PART)
        if match.group("held") in held - _OBJECT and code(at.text, _SHOWN) not in said
    ]
    yield from _told(stored, facts, body, desk)


def _lasting(facts: ChunkFacts, body: Body) -> set[str]:
    """Names without a mark of the own object that outlive the function all the same."""
    language = facts.chunk.language
    if language == "php":  # arguments that are given by reference
        taken = facts.symbol.parameters if facts.symbol is not None else ()
        return {item.name for item in taken if item.type == "&"}
    pattern = _LASTING.get(language)  # else what is declared elsewhere
    found = (pattern.match(at.text) for at in body.statements) if pattern is not None else ()
    return {match.group(1) for match in found if match is not None}


def _shown(name: str) -> str:
    """A name, if it is long without the arguments in it."""
    return code(name if len(name) < _SHOWN else _INSIDE.sub("(…)", name), _NAMED)


def _told(
    stored: Sequence[tuple[Statement, str]], facts: ChunkFacts, body: Body, desk: Desk
) -> Iterator[Clause]:
    whole = tuple(f"{name}{sign}" for _, name in stored for sign in "[.")
    stored = [(at, name) for at, name in stored if not name.startswith(whole)]
    names = list(dict.fromkeys(name for _, name in stored))
    if not stored:
        return
    quote = desk.sources.quote(facts.chunk.path, stored[0][0].line, around=names[0])
    if len(names) > 1:
        short = f"sets {listing(map(_shown, names))}"
        yield from clause(_row(stored, body) or short, quote, short=short)
        return
    signs = {at.text.rstrip("; ")[-2:] for at, _ in stored}
    if signs <= COUNTS.keys():
        words = " or ".join(COUNTS[sign] for sign in sorted(signs))
        when, _, nested = standing(body, stored[0][0])
        case = in_case(when, nested=nested) if len(stored) == 1 else ""
        yield from clause(f"{words} {_shown(names[0])}{case}", quote)
        return
    by = _BY.match(stored[0][0].text) if len(stored) == 1 else None
    if by is not None:
        case, _, nested = standing(body, stored[0][0])
        shown = code(by.group("by"), 40) + in_case(case.replace("else", ""), nested=nested)
        yield from clause(f"changes {_shown(names[0])} by {shown}", quote)
        return
    value, above = _put(body, [at for at, _ in stored])
    asked = desk.sources.quote(facts.chunk.path, above.line) if above else None
    yield from clause(f"sets {_shown(names[0])}{value}", quote, asked)


def _row(stored: Sequence[tuple[Statement, str]], body: Body) -> str:
    """Some names with what each is set to, where they stand under one condition, if any."""
    stand = [standing(body, at) for at, _ in stored]
    cases = {(when.replace("else", ""), nested) for when, _, nested in stand}
    names = listing(code(name) for _, name in stored)
    when, nested = next(iter(cases))
    if len(cases) > 1 or (nested and not when):  # each under its own
        return f"sets {names} in some cases" if all(nested for _, nested in cases) else ""
    told = {name: _unlike(name, at) for at, name in stored}
    bare = listing(code(name) for name, value in told.items() if not value)
    with_values = listing(f"{code(name)}{value}" for name, value in told.items() if value)
    row = ", and ".join(filter(None, (bare, with_values)))  # else one value seems to be that of all
    case = in_case(when, nested=nested)
    fits = len(told) == len(stored) <= _FEW and len(row) <= _ROW
    return f"sets {row if fits else names}{case}"


def _unlike(name: str, at: Statement) -> str:
    """What a name is set to, unless that is a thing of the same name."""
    last = re.split(r"\W+", name)[-1]
    return "" if value_set(at).strip("_") == last.strip("_") else put(at)


def _put(body: Body, stored: Sequence[Statement]) -> tuple[str, Statement | None]:
    """What one name is set to, with the conditions, and the statement that shows the first."""
    given = [
        Outcome("set", value_set(at), at, when.replace("else", ""), asked, nested)
        for at in stored
        for when, asked, nested in (standing(body, at),)
    ]
    one = given[0]
    if len(given) == 1:
        return put(one.at) + in_case(one.when, nested=one.nested), one.asked
    if not all(item.value for item in given):
        return "", None
    return f" to {told_values(given, 40).replace(', else `', ' or `')}", one.asked
