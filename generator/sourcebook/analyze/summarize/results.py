"""What a function gives back, yields, raises and makes to be raised, as clauses."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sourcebook.analyze.summarize.body import Body, Statement, is_whole, nested_lines
from sourcebook.analyze.summarize.brackets import unwrapped
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.analyze.summarize.outcomes import Outcome, standing, told_exception, told_values
from sourcebook.analyze.summarize.sentences import clip
from sourcebook.model import Claim, ClaimKind, Evidence

_WIDE = 60
_NAME = re.compile(r"^\$?[a-z_]\w*$")
_AROUND = re.compile(r"^\((\w+)\)$")  # a name in brackets
#: A call of a name, or a call or a list with nothing but a name.
_OF_NAME = re.compile(
    r"^(?:(?:[\w.]+\(|[\[(])(?P<given>[a-z_]\w*)[\])](?:, (?:\[\]|\{\}|None|True|False|\d+))*"
    r"|(?P<called>[a-z_]\w*)\(.+\))$"
)
_CONSTANT = frozenset({"nil", "null", "true", "false", "undef", "undefined"})
_OWN_OBJECT = frozenset({"self", "cls", "this", "$this"})
_FIELD = re.compile(r"^F[A-Z]\w*$")  # of an object of Delphi
_MADE = re.compile(r"^(?:\w+[.:\\]+)*[A-Z]\w*$")  # an exception by its name, not a caught one
_GIVEN = re.compile(
    r"^(?:[\w$]+(?:\.|->|::))*(?!new\()[a-z]\w*\("
)  # a function that makes an exception
_ERRORS = ("Error(", "Warning(", "Exception(")
_ERROR = re.compile(r"(?<![\w.])[\w.]*(?:Error|Warning|Exception)\(")
_TYPED = re.compile(r":\s*([\w.]+(?:<[\w., ]+>)?)\s*;?\s*$")  # the result of a function of Delphi
#: A piece of text with a word, or a value.
_WORDED = re.compile(r"[A-Za-z]{2}|^[^\"'\W]")
#: What a head or its documentation says may be raised, and names that say nothing.
_GENERAL = frozenset({"Exception", "Throwable"})
#: How the text of a stream is told.
STREAMED = "returns text put together from"
#: The text of a stream of C++, what parts its pieces, and pieces that are no text.
_STREAM, _PIECES = re.compile(r"^(\w+)\.str\(\)$"), re.compile(r"\s*<<\s*")
_MANIPULATORS = frozenset(
    {"endl", "std::endl", "endl2", "hex", "std::hex", "dec", "std::dec", "indent()"}
)
#: A value of Go that goes with an error: the last is one, those before are empty.
_FAILED = re.compile(
    r"^(?:(?:nil|false|0|\"\"|[\w.]+\{\}|\w+), )*(?:err|\w+Err|(?:fmt\.Errorf|errors\.\w+|New\w*(?:Exception|Error)\w*)\(.*\))$"
)
#: A result of Delphi that is set under a condition on the same line.
_GIVEN_WHEN = re.compile(
    r"^(?:else\s+)?if\s+(?P<test>[^`]{1,60}?)\s+then\s+result\s*:=\s*(?P<value>.+?)\s*;?$",
    re.IGNORECASE,
)
#: One that is set in a case of a choice.
_GIVEN_FOR = re.compile(
    r"^(?P<test>[\w.]+(?:\s*,\s*[\w.]+){0,2})\s*:\s*result\s*:=\s*(?P<value>.+?)\s*;?$",
    re.IGNORECASE,
)
#: What fills the result of a function of Delphi, or goes on from it.
_GROWN = re.compile(
    r"\b(?:Inc|Dec|SetLength|FillChar|Insert)\s*\(\s*result\b|^result\s*\[|:=.*\bresult\b",
    re.IGNORECASE,
)
_EMPTY = re.compile(r"nil|err|(?:nil, )+(?:nil|err)")
_SAID = 70  # longest message of an exception that is repeated


def returned(
    facts: ChunkFacts, body: Body, given: Sequence[Outcome], desk: Desk
) -> tuple[list[Clause], list[Clause]]:
    """Clauses about returned values: telling ones, and those that name a local variable."""
    path = facts.chunk.path
    if not given and facts.chunk.language == "delphi":  # there a result is assigned
        given = _assigned(body)
        grown = next((at for at in body.statements if _GROWN.search(at.text)), None)
        if grown is not None:
            first = given[:1] if given and not _GROWN.search(given[0].at.text) else []
            begun = f"begun as {code(first[0].value, 40)} and " if first else ""
            quotes = [lines_of(one, path, desk) for one in first]
            quotes.append(desk.sources.quote(path, grown.line, grown.end_line))
            text = f"returns a value that is {begun}filled by {code(grown.text.rstrip(';'), 50)}"
            return list(clause(text, *quotes)), []
    failing = ""
    if facts.chunk.language == "go":
        given, fails = _without_errors(given)
        failing = ", or an error" if fails else ""
    if not given:
        return [], []
    if len(given) > 1 and len({one.value for one in given}) == 1:  # in every case
        given = [replace(given[-1], when="", nested=False)]
    given = [replace(one, value=_AROUND.sub(r"\1", one.value)) for one in given]
    quotes = [lines_of(one, path, desk) for one in given]
    streamed = next(_streamed(facts, body, given), None)
    if streamed is not None:
        at, told = streamed
        return list(clause(told, *quotes, desk.sources.quote(path, at.line, at.end_line))), []
    plain = len({one.value for one in given}) == 1 and _is_name(given[0].value)
    if not plain and len({(one.value, one.when) for one in given}) > 1:
        short = f"returns {told_values(given, 40, 1)}{failing}"
        text = f"returns {told_values(given, 40)}{failing}"
        listed = list(clause(text, *quotes, short=short))
        plainly = all(_is_name(one.value) and not one.when for one in given)
        return ([], listed) if plainly else (listed, [])
    when = given[0].when.removeprefix("else") if len(given) == 1 else ""
    named = plain or (facts.chunk.language == "delphi" and _FIELD.match(given[0].value))
    if not named:
        text = f"returns {code(given[0].value, _WIDE)} {when}".rstrip()
        local, made = _of_local(given[0].value, facts, body)
        shown = desk.sources.quote(path, made.line, made.end_line) if made else None
        short = f"{text}{failing}" if shown else ""
        local = local if shown else ""
        return list(clause(f"{text}{local}{failing}", *quotes[:1], shown, short=short)), []
    return _named(facts, body, given[0].value, (when, failing), quotes, desk)


def _assigned(body: Body) -> list[Outcome]:
    """What a function of Delphi sets its result to, and when."""
    found = [
        Outcome("return", value, at, *body.asked(at), nested=True)
        for at, value in body.returns()
        if is_whole(value)
    ]
    for at in body.statements:
        match = _GIVEN_WHEN.match(at.text) or _GIVEN_FOR.match(at.text)
        if match is not None and is_whole(match.group("value")):
            word = "when" if match.re is _GIVEN_WHEN else "for"
            when = f"{word} {code(match.group('test'))}"
            found.append(Outcome("return", match.group("value"), at, when, at, nested=True))
    return found


def _is_name(value: str) -> bool:
    """Whether a value is the name of something that is made or given here."""
    return _NAME.match(value) is not None and value not in _CONSTANT


def _named(
    facts: ChunkFacts,
    body: Body,
    value: str,
    ends: tuple[str, str],
    quotes: Sequence[Evidence | None],
    desk: Desk,
) -> tuple[list[Clause], list[Clause]]:
    """A returned name: an argument, something made here, or no more than its type."""
    when, failing = ends
    symbol = facts.symbol
    taken = symbol is not None and value.lstrip("$") in [
        item.name.lstrip("*&$") for item in symbol.parameters
    ]
    if taken and not body.changes(value):
        changed = ", changed" if body.alters(value) else ""
        put = body.grown(value) if value not in _OWN_OBJECT else None
        if put is not None and is_whole(put.text.rstrip(";")):
            changed = f", changed by {_put(put, body)}"
        text = f"returns its argument {code(value)}{changed} {when}".rstrip()
        return list(clause(text + failing, *quotes)), []
    source = body.value_of(value)
    if source is not None and value != "err":
        at, made = source
        case, _, nested = standing(body, at)
        taken = taken and nested  # else it is another value by the same name
        made_by = "set to" if taken else "begun as" if body.grown(value) else "made by"
        made_by = "grown by" if made.startswith(f"append({value},") else made_by
        text = f"returns {'its argument ' * taken}{code(value)}, {made_by} {code(made, _WIDE)}"
        text += in_case(case, nested=nested) + failing
        shown = desk.sources.quote(facts.chunk.path, at.line, at.end_line)
        return list(clause(text, *quotes[:1], shown)), []
    put = body.grown(value)
    if put is not None and is_whole(put.text.rstrip(";")):
        text = f"returns {code(value)}, filled by {_put(put, body)}{failing}"
        shown = desk.sources.quote(facts.chunk.path, put.line, put.end_line)
        return list(clause(text, *quotes[:1], shown, short=f"returns {code(value)}")), []
    return [], list(clause(f"returns {code(value)}{declared_type(facts)}{failing}", *quotes))


def _put(at: Statement, body: Body) -> str:
    """A statement that fills something, with its condition."""
    case, _, nested = standing(body, at)
    return code(at.text.rstrip("; "), _WIDE) + in_case(case, nested=nested)


def _of_local(value: str, facts: ChunkFacts, body: Body) -> tuple[str, Statement | None]:
    """What a local name is that a returned value calls, or is made of, and its statement."""
    match = _OF_NAME.match(value)
    name = (match.group("called") or match.group("given")) if match else ""
    put = body.grown(name) if name and match and match.group("given") else None
    if put is not None:
        whole = is_whole(put.text.rstrip("; "))
        return (f", {code(name)} filled by {_put(put, body)}", put) if whole else ("", None)
    values = body.values_of(name) if name else []
    if not values or "(" not in values[0][1] or not is_whole(values[0][1]):
        return "", None
    at, made = values[0]
    taken = facts.symbol is not None and name in {item.name for item in facts.symbol.parameters}
    if taken and at.indent > min(one.indent for one in body.statements):
        return "", None  # it may be what was given
    word = "being" if len(values) == 1 else "first set to"
    return f", {code(name)} {word} {code(made, _WIDE)}", at


def _streamed(
    facts: ChunkFacts, body: Body, given: Sequence[Outcome]
) -> Iterator[tuple[Statement, str]]:
    """The text that a function of C++ puts together in a stream and returns: its pieces."""
    match = _STREAM.match(given[0].value) if facts.chunk.language == "cpp" else None
    if match is None or any(one.value != match.group() for one in given):
        return
    put = [at for at in body.statements if at.text.startswith(f"{match.group(1)} <<")]
    pieces = [one.strip(" ;") for at in put for one in _PIECES.split(at.text)[1:]]
    wanted = [one for one in pieces if _WORDED.search(one) and is_whole(one)]
    told = [code(one, 45) for one in wanted]
    told = [one for one in told if one.strip("`") not in _MANIPULATORS]
    if told:
        yield put[0], f"{STREAMED} {listing(told)}"


def _without_errors(given: Sequence[Outcome]) -> tuple[list[Outcome], bool]:
    """Values of Go without the error beside them, and whether one may come instead.

    What is returned where something has failed is no value; where nothing else is returned,
    that is what there is to tell.
    """
    kept = [one for one in given if not _FAILED.search(one.value)]
    if not kept or all(_EMPTY.fullmatch(one.value) for one in kept):
        return list(given), False
    kept = [replace(one, value=one.value.removesuffix(", nil")) for one in kept]
    fails = len(kept) < len(given)
    if fails and len(kept) == 1 and kept[0].when == "else":
        kept = [replace(kept[0], when="")]
    return kept, fails


def lines_of(one: Outcome, path: str, desk: Desk) -> Evidence | None:
    """The lines of a value, from its condition on where both fit into one quote."""
    if one.asked is not None:
        quote = desk.sources.quote(path, one.asked.line, one.at.end_line)
        if quote is not None and quote.end_line >= one.at.line:
            return quote
    return desk.sources.quote(path, one.at.line, one.at.end_line)


def in_case(when: str, *, nested: bool) -> str:
    """The condition of a statement, behind what it does."""
    if when and when != "else":
        return f" {when}"
    return " in one case" if nested else ""


def yielded(given: Sequence[Outcome], path: str, desk: Desk) -> Iterator[Clause]:
    for verb, said in (("yield", "yields"), ("yield from", "yields all of")):
        found = [one for one in given if one.verb == verb]
        if found:
            quotes = [lines_of(one, path, desk) for one in found[:2]]
            short = f"{said} {told_values(found, 40, 1)}"
            yield from clause(f"{said} {told_values(found, 40)}", *quotes, short=short)


def declared_type(facts: ChunkFacts) -> str:
    """The declared type of the result, behind a value that does not tell it."""
    symbol = facts.symbol
    returns = symbol.returns if symbol is not None else ""
    if symbol is not None and facts.chunk.language == "delphi":
        typed = _TYPED.search(symbol.signature)
        returns = typed.group(1) if typed else ""
    told = returns and len(returns) <= 40 and returns[0] != "("  # no pair of Go
    return f" ({code(returns, 40)})" if told else ""


def raised(
    facts: ChunkFacts, claims: tuple[Claim, ...], given: Sequence[Outcome], desk: Desk
) -> Iterator[Clause]:
    """What the function raises itself, when and with which words."""
    inner = nested_lines(facts)
    named: dict[str, tuple[Evidence, ...]] = {}
    passed: dict[str, tuple[Evidence, ...]] = {}
    for claim in claims:
        if claim.kind is not ClaimKind.EXCEPTION or claim.evidence[0].line in inner:
            continue
        name = claim.text.split("`")[1]
        # What begins with a small letter is a variable, or a function that makes one.
        if _MADE.match(name):
            (named if claim.text.startswith("Raises ") else passed)[name] = claim.evidence
    here = list(_raised_here(facts, named, given, desk))
    yield from here
    said = _GENERAL | names_of(here)
    telling = [name for name in passed if name not in said]
    if telling:
        held = tuple(passed[name][0] for name in telling)
        yield Clause(f"may raise {listing(map(code, telling))}", held)


def _raised_here(
    facts: ChunkFacts,
    named: dict[str, tuple[Evidence, ...]],
    given: Sequence[Outcome],
    desk: Desk,
) -> Iterator[Clause]:
    told: dict[str, tuple[str, tuple[Evidence, ...]]] = {}
    for one in given:
        name, message = told_exception(one.value)
        name = _kind_of(name, one.at.line, facts) if name == one.value else name
        standard = name.startswith("std::")  # whose classes begin with a small letter
        by_call = _GIVEN.match(one.value) is not None and not (message or standard)
        texted = one.value.lstrip("(")[:1] in {'"', "'"}
        if one.verb not in {"raise", "throw"} or name in told:
            continue
        named_here = _is_held(one, facts)
        if not (_MADE.match(name) or standard or message or by_call or texted or named_here):
            continue
        quote = lines_of(one, facts.chunk.path, desk)
        words = f" (“{clip(message, _SAID)}”)" if message else ""
        when = one.when if one.when != "else" else ""
        if when and _is_raised_anyway(name, given):
            when, words = (
                "",
                f", with{words.replace(' (“', ' “').rstrip(')')} {when}" if words else "",
            )
        shown = f"what {code(one.value, 50)} gives" if by_call else code(name)
        if texted:
            shown, words = f"the text {code(unwrapped(one.value), _WIDE)}", ""
        told[name] = (f"{shown} {when}".rstrip() + words, (quote,) if quote else ())
    for name, evidence in named.items():
        told.setdefault(name, (code(name), evidence))
    held = tuple(quote for _, quotes in told.values() for quote in quotes)
    if held:
        most = 1 if any(" " in text for text, _ in told.values()) else 3
        text = f"raises {listing([text for text, _ in told.values()], most)}"
        short = f"raises {listing([code(name) for name in told])}"
        yield Clause(text, held, short=short)


def _is_held(one: Outcome, facts: ChunkFacts) -> bool:
    """Whether what is raised is an argument, or a name that is set here, and not just caught."""
    name = re.escape(one.value)
    if not _is_name(one.value) or one.when.startswith("on "):
        return False
    if re.search(rf"\b(?:as|catch\b.*|rescue\b.*)\s*\$?{name}\b", facts.chunk.text):
        return False
    taken = facts.symbol.parameters if facts.symbol is not None else ()
    set_here = re.search(rf"^\s+(?:\w+ )?{name}\s*:?=(?!=)", facts.chunk.text, re.MULTILINE)
    return set_here is not None or one.value in {item.name for item in taken}


def _is_raised_anyway(name: str, given: Sequence[Outcome]) -> bool:
    """Whether an exception is raised where no condition holds, too."""
    return any(
        told_exception(one.value)[0] == name
        and (one.when == "else" or not (one.when or one.nested))
        for one in given
        if one.verb in {"raise", "throw"}
    )


def _kind_of(name: str, line: int, facts: ChunkFacts) -> str:
    """The class of what a name holds, if a line above declares it; else the name."""
    above = facts.chunk.text.split("\n")[: line - facts.chunk.span.line]
    declared = re.compile(
        rf"^\s*(?:const\s+|final\s+)?([\w:.]+)\s+{re.escape(name)}\s*(?:[;({{]|=(?!=))"
    )
    found = (match.group(1) for text in reversed(above) if (match := declared.match(text)))
    kind = next(found, name)
    return kind if _MADE.match(kind) else name


def names_of(raised: Sequence[Clause]) -> frozenset[str]:
    """The exceptions that a clause names, by their last names."""
    return frozenset(
        re.split(r"\W+", name)[-1]
        for item in raised
        for name in re.findall(r"`([^`]+)`", item.short)
    )
