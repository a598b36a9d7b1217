"""What a piece of code calls, as a clause: the callees that tell something, by their names."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from sourcebook.analyze.roles import MAKERS, quiet
from sourcebook.analyze.summarize.body import ASSERTION
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing, shortened
from sourcebook.analyze.summarize.facts import ChunkFacts, reached
from sourcebook.analyze.summarize.sentences import WORDS
from sourcebook.model import CallSite, CallStatus, Chunk, Evidence, Symbol, SymbolId, SymbolKind

#: Methods that a language calls by itself: naming them tells nobody what is called.
_IMPLICIT = re.compile(r"__(?!init__|call__|new__)\w+__$")
_PARTS = re.compile(r"\.|::")
_NAMES = re.compile(r"\w+")
_HEAD = re.compile(r"[\s(<]")
_LAST = re.compile(r"(?<=[.>:])\w+$")
_LETTER = re.compile(r"[^\W_]")
_CAST = re.compile(r"\(\(\)\*?([\w.>()-]+?)\)(?=\.|->)")  # what is left of one of C
#: What looks at a container or a text of C++, and leads nowhere.
_LOOKS = re.compile(r"(?:\.|->)(?:c?r?(?:begin|end)|c_str|size|length|empty|first|second)$")
_NAME = 60  # longest name that is told whole
_REPORTS = re.compile(r"testing\.(?:[TBMF]|TB)\.")  # what a test of Go says of itself
_TRIVIAL = frozenset(WORDS["trivial"])
#: What moves text about that is written: it tells nothing beside what is written.
_LAYOUT = re.compile(r"(?:\w+_)?(?:in|de|out|unin)dent(?:_\w+)?|scope_(?:up|down)")
#: Languages in which several functions may have one name.
_OVERLOADED = frozenset({"cpp", "java", "kotlin", "csharp", "swift", "d", "delphi", "haxe"})
_ADDING = frozenset({"append", "appendleft", "add", "extend", "update"})
_CALLS = "calls"  # the verb of what is no test
#: What follows a call whose value is used.
_GOES_ON = re.compile(r"\)\s*(?:[.?\[=<>+*/|&]|for\b|if\b|and\b|or\b|in\b|as\b)")
#: How a line ends that goes on in the next one.
_OPEN_ENDS = ("(", ",", "[", "=", "+", "|", "&", "?", "\\", "return")
#: What only fills a value, and languages in which that is local where it has been set.
_FILLS = re.compile(r"([a-z]\w*)\.(?:append|extend|push|unshift)")
_UNDECLARED = frozenset({"python", "javascript", "typescript"})
_FEW = 2  # resolved callees beside which others are told
_HELD = re.compile(r"(?:self|cls|this)\.\w+\.")
_BASIC = {kind.__name__: kind for kind in (list, dict, str, set, tuple, int)}
#: Kinds of values by which the resolver names what it knows of no class.
_KINDS = frozenset({*_BASIC, "array", "map", "object", "promise", "string"})
#: Holders that say no more, and kinds of values by the names that Python has for them in types.
_UNSURE = frozenset(
    {"None", "object"}
    | {"Dict", "List", "Set", "Tuple", "Mapping", "MutableMapping", "Sequence", "Iterator"}
)
_ANY = "object."  # what may be of any kind, by which nothing more is known of it
_BODIED = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD})


@dataclass(frozen=True, slots=True)
class _Callee:
    """What is called, by the name that is shown."""

    name: str
    quote: Evidence | None
    target: SymbolId | None
    is_macro: bool
    is_effect: bool  # whether the call stands by itself, so that its value is not used
    is_brief: bool = False  # whether one line holds its definition
    is_read: bool = False  # whether it is a property, which runs though nothing calls it
    is_made: bool = False  # whether it is a class, of which an object is made


def called(
    facts: ChunkFacts,
    desk: Desk,
    verb: str,
    said: str = "",
    raised: frozenset[str] = frozenset(),
) -> Iterator[Clause]:
    """The main callees: resolved ones, else external ones, else names as written.

    What stands by itself is told first: its effect counts, not its value. Names that the
    sentence shows already are left out, and so are exceptions that are raised.
    """
    first = facts.symbol.name_line if facts.symbol is not None else 0
    calls = [call for call in facts.calls if call.span.line >= first]  # not in decorators
    if facts.chunk.language in {"c", "cpp"}:
        calls = [
            call
            for call in calls
            if not _is_cast(call, facts.chunk) and (call.targets or not _LOOKS.search(call.text))
        ]
    resolved = _resolved(facts, calls, raised, desk)
    read = [one for one in resolved if one.is_read] if verb == _CALLS else []
    found = [one for one in resolved if one not in read]
    yield from _callees(facts, calls, found, desk, verb, said)
    shown = [one for one in read if one.quote is not None and one.name not in said]
    if shown:
        names = listing([code(one.name, _NAME) for one in shown], 2)
        quotes = tuple(one.quote for one in shown if one.quote is not None)
        yield Clause(f"reads {names}", quotes, shown[0].target if len(shown) == 1 else None)


def _callees(
    facts: ChunkFacts,
    calls: Sequence[CallSite],
    found: Sequence[_Callee],
    desk: Desk,
    verb: str,
    said: str,
) -> Iterator[Clause]:
    overloads = facts.chunk.language in _OVERLOADED  # where the same name may be another's
    own = facts.symbol.name if facts.symbol is not None and not overloads else ""
    named = [call for call in _named(calls, said) if call.text != own]  # else it calls itself
    macros = all(one.is_macro for one in found)
    if not found or (macros and any(not call.text.isupper() for call in named)):
        outside = _ranked(_outsiders(facts, named, desk), verb)
        if outside:
            told = listing([code(one.name, _NAME) for one in outside])
            yield from clause(f"{verb} {told}", outside[0].quote)
        return
    unsure = [call for call in named if not reached(call, facts, desk.graph)]
    beside = _outsiders(facts, unsure, desk)
    if len(found) == 1:
        yield from _of_one(found[0], _ranked(beside, verb), verb)
    else:
        yield from _of_several(found, beside, verb)


def _of_one(one: _Callee, beside: Sequence[_Callee], verb: str) -> Iterator[Clause]:
    """One resolved callee, of which may be told what it does, and what is called beside it."""
    if one.quote is None:
        return
    before = [item for item in beside if item.is_effect and not (one.is_effect or item.is_macro)]
    told = Clause(f"{verb} {code(one.name, _NAME)}", (one.quote,), one.target, "")
    if before and verb == _CALLS:
        names = listing([code(item.name, _NAME) for item in beside], 2)
        yield from clause(f"{verb} {names}", before[0].quote)
        yield replace(told, text=f"also {told.text}")
        return
    yield told
    if beside:
        names = listing([code(item.name, _NAME) for item in beside], 2)
        yield from clause(f"also {verb} {names}", beside[0].quote)


def _of_several(found: Sequence[_Callee], beside: Sequence[_Callee], verb: str) -> Iterator[Clause]:
    """Several resolved callees, with the effects that are not resolved."""
    effects = [one for one in beside if one.is_effect] if verb == _CALLS else []
    ranked = _ranked([*effects, *found] if effects else found, verb)
    quotes = tuple(one.quote for one in ranked if one.quote is not None)
    shown = [code(one.name, _NAME) for one in ranked]
    short = f"{verb} {listing(shown, 1)}" if len(shown) > 2 else ""
    if quotes:
        yield Clause(f"{verb} {listing(shown)}", quotes, None, short)
    rest = [one for one in beside if one.name not in {item.name for item in ranked}]
    if rest and len(found) <= _FEW:
        names = listing([code(one.name, _NAME) for one in _ranked(rest, verb)], 2)
        yield from clause(f"also {verb} {names}", rest[0].quote)


def _ranked(found: Sequence[_Callee], verb: str) -> list[_Callee]:
    """Effects first, except in tests, where all is; what is made, one line defines, macros last."""
    if verb != _CALLS:
        return sorted(found, key=lambda one: one.is_macro)
    return sorted(
        found, key=lambda one: (one.is_macro, one.is_brief, not one.is_effect, one.is_made)
    )


def _resolved(
    facts: ChunkFacts, calls: Sequence[CallSite], raised: frozenset[str], desk: Desk
) -> list[_Callee]:
    """The definitions of the repository that are called, each once."""
    path = facts.chunk.path
    own = f"{facts.chunk.qualified}."  # what is defined within is told without it
    holder = facts.symbol.parent if facts.symbol is not None else None
    below = {one.id for one in desk.graph.heirs.get(holder, ())} if holder is not None else set()
    seen: dict[SymbolId, _Callee] = {}
    for call in calls:
        for target in reached(call, facts, desk.graph):
            callee = desk.graph.symbols.get(target)
            if callee is None or target == facts.chunk.symbol or _IMPLICIT.match(callee.name):
                continue
            if call.reference and (
                callee.parent in below or _is_set(call, desk.sources.lines(path))
            ):
                continue  # of some subclasses alone, or told as what is set
            if callee.name.startswith("<"):
                continue
            if raised and _PARTS.split(_called_name(callee))[-1] in raised:
                continue
            if call.reference and call.text.endswith(")"):  # a decorator that a call gives
                continue
            if target not in seen:
                name = _told_name(call, callee, desk).removeprefix(own)
                above = callee.name == "__init__" and "super" in call.text
                if above:  # of a base, which may have the name of its own class
                    name = f"{name}.__init__"
                    name = "super().__init__" if name == facts.chunk.qualified else name
                quote = desk.sources.quote(path, call.span.line, around=call.text)
                alone = _stands_alone(call, path, desk)
                brief = callee.span.line == callee.span.end_line
                read = call.reference and callee.kind is SymbolKind.PROPERTY
                macro = callee.name.isupper()
                made = not above and (is_constructor(callee) or callee.kind in MAKERS)
                seen[target] = _Callee(name, quote, target, macro, alone, brief, read, made)
    return [one for one in seen.values() if not _LAYOUT.fullmatch(_PARTS.split(one.name)[-1])]


def _is_set(call: CallSite, lines: Sequence[str]) -> bool:
    """Whether a property is given a value."""
    line = lines[call.span.line - 1] if call.span.line <= len(lines) else ""
    return re.search(rf"\.{re.escape(_PARTS.split(call.text)[-1])}\s*=(?!=)", line) is not None


def _outsiders(facts: ChunkFacts, calls: Iterable[CallSite], desk: Desk) -> list[_Callee]:
    """Calls that lead out of the repository, or nobody knows where, by their names."""
    path, language = facts.chunk.path, facts.chunk.language
    return [
        _Callee(
            _outside(call, language),
            desk.sources.quote(path, call.span.line, around=call.text),
            None,
            call.text.isupper(),
            _stands_alone(call, path, desk) and not _fills(call, facts.chunk),
        )
        for call in calls
    ]


def _stands_alone(call: CallSite, path: str, desk: Desk) -> bool:
    """Whether a call begins a statement, so that it is made for what it does."""
    lines = desk.sources.lines(path)
    at = call.span.line - 1
    line = lines[at].strip() if at < len(lines) else ""
    if at and lines[at - 1].rstrip().endswith(_OPEN_ENDS):
        return False
    opens = (f"{call.text}(", f"{call.text}!") if path.endswith(".d") else f"{call.text}("
    begins = line.removeprefix("await ").startswith(opens)
    return begins and not call.reference and _GOES_ON.search(line) is None


def _fills(call: CallSite, chunk: Chunk) -> bool:
    """Whether a call only puts something into a value that is made here."""
    filled = _FILLS.fullmatch(call.text) if chunk.language in _UNDECLARED else None
    return filled is not None and re.search(rf"\b{filled[1]}\s*=(?!=)", chunk.text) is not None


def _named(calls: Iterable[CallSite], said: str) -> list[CallSite]:
    """Calls that are told by the name as written or by that of a package."""
    return [
        call
        for call in calls
        if not (call.reference or _LAYOUT.fullmatch(_PARTS.split(call.text)[-1]))
        and _is_telling(call.text, call.external)
        and not _is_said(call.text, said)
        and not (call.external and call.external in said)
        and not _is_quiet(_PARTS.split(call.text)[-1])
    ]


def _is_said(name: str, said: str) -> bool:
    """Whether a text has a name, and not only as a part of another one, or what it adds to."""
    held, _, last = name.rpartition(".")
    if last in _ADDING and f" to `{held}`" in said:
        return True
    return name in said and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", said) is not None


def _is_cast(call: CallSite, chunk: Chunk) -> bool:
    """Whether what looks like a call only gives a value another type: ``(Kind) (value)``."""
    line = chunk.text.split("\n")[call.span.line - chunk.span.line :][:1]
    cast = rf"\(\s*(?:const\s+)?{re.escape(call.text)}[\s*]*\)"
    return any(re.search(cast, text) for text in line)


def _is_quiet(name: str) -> bool:
    """Whether a call only looks at what it is called on."""
    return name != "sort" and quiet("").fullmatch(name) is not None


def _told_name(call: CallSite, callee: Symbol, desk: Desk) -> str:
    """What is called: as written where that leads to a function made within another one.

    So is what makes a value of an enumeration, of which the definition is the whole.
    """
    holder = desk.graph.symbols.get(callee.parent) if callee.parent is not None else None
    inner = holder is not None and holder.kind in _BODIED and callee.name not in call.text
    inner = inner or callee.name == "__call__" or callee.kind is SymbolKind.ENUM
    if is_constructor(callee):  # that of a base is no name of what is made
        made = _PARTS.split(_called_name(callee))[-1]
        inner = inner or not {made, "super"} & {*_NAMES.findall(call.text)}
    return _as_written(call.text) if inner else _called_name(callee)


def is_constructor(symbol: Symbol) -> bool:
    """Whether a definition makes an object of its class."""
    parts = _PARTS.split(symbol.qualified)
    return symbol.name == "__init__" or (len(parts) > 1 and parts[-1] == parts[-2])


def _called_name(symbol: Symbol) -> str:
    """What is called; of a constructor, what it makes."""
    parts = _PARTS.split(symbol.qualified)
    if is_constructor(symbol):
        return shortened(symbol.qualified[: -len(parts[-1])].rstrip(".:"))
    return shortened(symbol.qualified) or symbol.path


def _is_telling(text: str, external: str) -> bool:
    """Whether a called name says something: no assertion, nothing that all code calls."""
    name = _HEAD.split(text, maxsplit=1)[0]
    if (
        name in _TRIVIAL
        or "{" in text
        or _REPORTS.match(external)
        or name.endswith(("Error", "Exception", "]", ".str"))
        or ASSERTION.match(f"{name}(")
    ):
        return False
    if _LETTER.search(name) is None:  # what is called of a result: $(…).each
        last = _LAST.search(text)
        name = last.group() if last is not None else ""
    if len(name) == 1 and name.isalpha():  # a local one
        return False
    return _LETTER.search(name) is not None and not _is_basic(external)


def _is_basic(external: str) -> bool:
    """Whether a name is a function of Python's own, or a method of one of its basic types."""
    head, _, last = external.partition(".")
    kind = _BASIC.get(head)
    own = head == "builtins" and "(" not in last and not last.startswith(_ANY)
    return own or hasattr(kind, last)


def _outside(call: CallSite, language: str) -> str:
    """An external callee by its full name, unless that leads through results of calls.

    A name of C++ or Ruby may be one of a base class elsewhere, or none: it stays as written.
    So does one behind a path: in Go its package is written before it.
    """
    # What has been guessed to be a text, or is held by the own object, which may be of any kind.
    through = call.external.partition(".")[0] in _KINDS or _HELD.match(call.text) is not None
    held = _PARTS.split(call.external)[:-1]
    through = through or any(part in _UNSURE or part.endswith("property") for part in held)
    plain = not through and not any(sign in call.external for sign in "([/<")
    sure = call.status is not CallStatus.AMBIGUOUS  # one of several things that may be meant
    # In Rust the type of what has a method is a guess, unless the path is written.
    guessed = language == "rust" and "." in call.text
    named = call.external and plain and sure and not guessed
    named = named and language not in {"c", "cpp", "ruby"}
    return shortened(call.external) if named else _as_written(call.text)


def _as_written(text: str) -> str:
    """A callee without the arguments of calls within it."""
    short = re.sub(r"\s*(\.|->|::)\s*", r"\1", text)
    while (shorter := re.sub(r"\([^()]+\)", "()", short)) != short:
        short = shorter
        if "(" not in shorter.replace("()", ""):
            break
    return _CAST.sub(r"\1", short).removeprefix("().")
