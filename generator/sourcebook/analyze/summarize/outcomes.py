"""What a function gives back or raises, and when.

A statement stands under another where it is indented further. So a ``return`` under an
``if`` is given when that condition holds, and the ``return`` behind such ones is given
else. Where a value stands under more than the reader could be told in a few words, its
condition is left out.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from sourcebook.analyze.summarize.body import Body, Statement, is_literal, is_whole
from sourcebook.analyze.summarize.brackets import leading, unwrapped
from sourcebook.analyze.summarize.clauses import code

#: Widest condition, in characters, and most conditions that one value stands under.
_WIDE, _DEEP = 60, 2

#: Values that are told one by one.
_MOST = 3

#: Languages in which the last expression of a body is its value.
_VALUED = frozenset({"rust", "scala"})

_OUTCOME = re.compile(
    r"^(?P<verb>return|raise|throw|yield)\b(?P<from> from\b)?\s*(?P<value>.+?)\s*;?$"
)
#: A condition behind what it is for, in the languages that have it.
_TRAILING = frozenset({"ruby", "perl"})
_BEHIND = re.compile(r"^(?P<value>.*?)\s*\b(?P<word>if|unless)\s+(?P<rest>\S.*)$")
_ONE_LINE = re.compile(r"^(?:\}\s*)?(?P<head>if|elif|else if|case)\b\s*(?P<rest>.*)$")
#: How a line ends that opens the body of a function that is a value, and the line.
_OPENERS = ("{", "|", "->", " in")
_CLOSURE = re.compile(
    r"\bfunc\s*\([^{}]*\{$|\bfunction\b[^{}]*\{$|(?:=>|->)\s*\{$|\{\s*\([^)]*\)\s*(?:->|in)$|\bdo\s*\|[^|]*\|$"
    r"|\]\s*\([^{}()]*\)\s*(?:mutable\s*)?\{$|\bdelegate\b[^{}]*\{$|[=(,]\s*\([^(){}]*\)\s*\{$|\(\{$"
)
_THEN_RAISE = re.compile(r"^(?:then|else|do)\s+(?=raise\b)", re.IGNORECASE)
_ELSE = re.compile(
    r"^(?:\}\s*)?else\s*\{?\s*(?P<verb>return|raise|throw)\b\s*(?P<value>.+?)\s*;?(?:\s*\})?$"
)
_HEAD = re.compile(
    r"^(?:\}\s*)?(?P<word>if|elif|elsif|elseif|else if|else|unless|except|catch|rescue|case|default|for|foreach"
    r"|while|until|loop|try|with|switch|match|using|synchronized|lock|do|finally|begin)\b\s*(?P<rest>.*)$"
)
#: Heads that stand around a value without being a condition of it.
_AROUND = frozenset(
    {"try", "with", "using", "synchronized", "lock", "do", "finally", "begin", "switch", "match"}
)
#: Heads of what runs only where something has failed.
_HANDLERS = frozenset({"except", "catch", "rescue"})
_LOOPS = frozenset({"for", "foreach", "while", "until", "loop"})
_EXCEPTION = re.compile(
    r"^(?:new\s+)?(?P<name>[A-Za-z_$][\w.$:\\]*?)\s*(?:\.\s*new\b|\.Create\w*\b)?\s*[({!,]"
)
_MESSAGE = re.compile(
    r"[fFrRbBuL@$]{0,2}(?P<mark>[\"'])"
    r"(?P<text>(?:(?!(?P=mark))[^\n])*?\w+\s+\w+\s+\w+(?:(?!(?P=mark))[^\n])*)(?P=mark)"
)
#: Where a text ends and another one of the same mark goes on with it.
_JOINED = re.compile(r"(?<=[\w\s,:;.!?)}])(?P<mark>[\"'])\s+[fFrRbBuL]{0,2}(?P=mark)")
_CONTINUED = re.compile(r"\s+[fFrRbBuL]{0,2}(?P<mark>[\"'])(?P<text>(?:(?!(?P=mark)).)*)(?P=mark)")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One value that leaves a function."""

    verb: str  # return | raise | throw | yield | yield from
    value: str
    at: Statement
    when: str  # "when `x`", "on `KeyError`", "else", "" for no known condition
    asked: Statement | None  # the statement with the condition
    nested: bool  # whether anything stands around it


def outcomes(body: Body) -> list[Outcome]:
    """The values that leave a body, in source order."""
    found = []
    around: list[Statement] = []
    last: Statement | None = None
    for at in body.statements:
        while around and around[-1].indent >= at.indent:
            around.pop()
        match = _OUTCOME.match(_spoken(at, body))
        if any(map(_is_closure, around)):
            match = None  # what a function within this one gives
        if match is not None:
            value = match.group("value")
            when, asked = body.asked(at)  # of Delphi, on the line above
            if not when:
                when, asked = _when(around, loops=match.group("verb") != "return")
            value, behind = _behind(value, body)
            if behind:
                when, asked = (behind, at) if not around else ("", None)
            verb = match.group("verb") + (match.group("from") or "")
            if is_whole(value) or at.is_cut:
                inside = bool(around) or bool(behind)
                found.append(Outcome(verb, value, at, when, asked, inside))
        elif _HEAD.match(at.text):
            found += _one_line(at, around)
            around.append(_with_last_case(at, last))
        elif _is_closure(at):
            around.append(at)
        last = at
    if last is not None and body.language in _VALUED and _is_value(last, body):
        found.append(Outcome("return", last.text, last, "", None, nested=False))
    return found


def _behind(value: str, body: Body) -> tuple[str, str]:
    """A value without the condition that some languages write behind it, and that condition."""
    match = _BEHIND.match(value) if body.language in _TRAILING else None
    if match is None:
        return value, ""
    word = match.group("word").replace("if", "when")
    return match.group("value").strip() or "nil", f"{word} {code(match.group('rest'), _WIDE)}"


def _spoken(at: Statement, body: Body) -> str:
    """A statement with the words that other languages have for what it does."""
    if body.language == "delphi":
        return _THEN_RAISE.sub("", at.text)
    return at.text.replace("^", "return ", 1) if at.text.startswith("^") else at.text


def standing(body: Body, wanted: Statement) -> tuple[str, Statement | None, bool]:
    """Under which condition a statement runs, what shows it, and whether any stands around it."""
    around: list[Statement] = []
    for at in body.statements:
        while around and around[-1].indent >= at.indent:
            around.pop()
        if at is wanted:
            heads = [one for one in around if _word(one) not in _AROUND | _LOOPS]
            when, asked = _when(around, loops=True)
            return when, asked, bool(heads)
        if _HEAD.match(at.text) or _is_closure(at):
            around.append(at)
    return "", None, False


def handled(body: Body) -> set[int]:
    """The lines that run only where something has failed."""
    around: list[Statement] = []
    found: set[int] = set()
    for at in body.statements:
        while around and around[-1].indent >= at.indent:
            around.pop()
        if any(_word(one) in _HANDLERS for one in around):
            found.update(range(at.line, at.end_line + 1))
        if _HEAD.match(at.text):
            around.append(at)
    return found


def _is_value(last: Statement, body: Body) -> bool:
    """Whether the last statement of a body is its value, without a word that says so."""
    outer = last.indent == min(at.indent for at in body.statements)
    heads = _HEAD.match(last.text) or _OUTCOME.match(last.text)
    ends = last.text[-1] not in ";{}" or (last.text[-1] == "}" and is_literal(last.text))
    return outer and not heads and ends and is_whole(last.text)


def _is_closure(at: Statement) -> bool:
    """Whether a statement opens the body of a function without a name of its own."""
    return at.text.endswith(_OPENERS) and _CLOSURE.search(at.text) is not None


def _with_last_case(at: Statement, last: Statement | None) -> Statement:
    """A case that follows another one without a statement between: both together."""
    if last is None or not (at.text.startswith("case ") and last.text.startswith("case ")):
        return at
    before = last.text.rstrip(" :{")
    return replace(at, text=f"{before}, {at.text.removeprefix('case ')}")


def _one_line(at: Statement, around: Sequence[Statement]) -> Iterator[Outcome]:
    """A condition and what it gives on one line."""
    match = _ELSE.match(at.text)
    if match is not None and is_whole(match.group("value")):
        yield Outcome(match.group("verb"), match.group("value"), at, "else", None, nested=True)
        return
    match = _ONE_LINE.match(at.text)
    if match is None:
        return
    condition, rest = _parted(match.group("rest"))
    outcome = _OUTCOME.match(rest.rstrip(" }"))
    if outcome is not None and is_whole(outcome.group("value").rstrip("; ")):
        word = "for" if match.group("head") == "case" else "when"
        bare = all(_word(one) in _AROUND for one in around) and condition
        when = f"{word} {code(condition, _WIDE)}" if bare else ""
        value = outcome.group("value").rstrip("; ")
        yield Outcome(outcome.group("verb"), value, at, when, at, nested=True)


def _word(head: Statement) -> str:
    match = _HEAD.match(head.text)
    return match.group("word") if match else ""


def _parted(text: str) -> tuple[str, str]:
    """A condition in brackets, or before a colon, and what follows on its line."""
    if parted := leading(text):
        return parted[0], parted[1].strip(" {")
    before, then, after = text.partition(" then ")
    before, _, after = (before, then, after) if then else text.partition(": ")
    return before, after.strip()


def _when(around: Sequence[Statement], *, loops: bool) -> tuple[str, Statement | None]:
    """The condition of what stands under some heads, and the statement that shows it."""
    said: list[tuple[str, str, Statement]] = []
    for at in around:
        match = _HEAD.match(at.text)
        word = match.group("word") if match else ""
        if word in _AROUND or (loops and word in _LOOPS):
            continue
        told = _condition(word, match.group("rest") if match else "")
        if not told[0]:
            return "", None
        said.append((*told, at))
    if not said or len(said) > _DEEP:
        return "", None
    if len(said) == 1:
        word, condition, at = said[0]
        return f"{word} {condition}".strip(), at
    if any(word != "when" for word, _, _ in said) or sum(len(c) for _, c, _ in said) > _WIDE:
        return "", None
    return f"when {' and '.join(condition for _, condition, _ in said)}", said[-1][2]


def _condition(word: str, rest: str) -> tuple[str, str]:
    """How a head is told: a word, and its condition as code; no word where it cannot be."""
    rest = re.sub(r"(?:\s*\{|;?\s*\bthen(?:\s+begin)?|[:;])\s*$", "", rest.strip()).strip()
    if word in {"else", "default"}:
        return ("else", "") if not rest else ("", "")
    if word in {"except", "catch", "rescue"}:
        caught = re.sub(r"\s+(?:as|=>)\s+\w+$", "", rest.strip("() "))
        caught = re.sub(r"^(?:final\s+|const\s+)?([\w.:\\|\s]+?)[\s&]+\$?\w+$", r"\1", caught)
        return ("on", code(caught, _WIDE)) if re.search(r"\w", caught) else ("on", "any exception")
    rest = unwrapped(rest)
    if not rest or not is_whole(rest) or len(rest) > _WIDE or rest.endswith((" of", " in")):
        return "", ""
    if word in {"if", "elif", "elsif", "elseif", "else if"}:
        return "when", code(rest, _WIDE)
    if word in {"unless", "case"}:
        return word.replace("case", "for"), code(rest, _WIDE)
    return "", ""


def told_values(found: Sequence[Outcome], width: int, most: int = _MOST) -> str:
    """Values with their conditions: ``a` when `x`, else `b``."""
    values = _by_value(found)
    shown = values if len(values) <= most else values[: max(most - 1, 1)]
    parts: list[str] = []
    closed = False  # whether each value so far has a condition
    for one in shown:
        value = code(one.value, width)
        if one.when == "else" or not (one.when or one.nested):
            parts.append(f"else {value}" if closed else value)
            closed = False
        else:
            parts.append(f"{value} {one.when}".rstrip())
            closed = bool(one.when) and (closed or not parts[:-1])
    if len(values) > len(shown):
        left = len(values) - len(shown)
        parts.append("other values" if left > 1 else "another value")
    *before, last = parts
    joint = ", or " if any(one.when not in {"", "else"} for one in shown) else " or "
    joint = ", " if last.startswith("else ") else joint
    return joint.join(part for part in (", ".join(before), last) if part)


def _by_value(found: Sequence[Outcome]) -> list[Outcome]:
    """Each value once, under all of its conditions; the one that is given else stays apart."""
    by_value: dict[tuple[str, bool], list[Outcome]] = {}
    apart = all(one.when for one in found[:-1])
    for one in found:
        last = apart and (one.when == "else" or not (one.when or one.nested))
        by_value.setdefault((one.value, last), []).append(one)
    for value in [value for value, last in by_value if last]:  # given else: whatever holds
        by_value.pop((value, False), None)
    return [
        ones[0] if len(ones) == 1 else replace(ones[0], when=_either(ones))
        for ones in by_value.values()
    ]


def _either(ones: Sequence[Outcome]) -> str:
    """Some conditions of one value as one; none where they are no two plain ones."""
    conditions = list(dict.fromkeys(one.when for one in ones))
    told = [one.removeprefix("when ") for one in conditions]
    plain = all(one.startswith("when `") and " and `" not in one for one in conditions)
    if len(told) == 1:
        return conditions[0]
    short = len(told) == 2 and sum(map(len, told)) <= _WIDE
    return f"when {' or '.join(told)}" if plain and short else ""


def told_exception(value: str) -> tuple[str, str]:
    """The name of what is raised, and the words that it carries."""
    match = _EXCEPTION.match(value)
    name = match.group("name") if match else value.removesuffix(".Create")
    return name, message_in(value) if match else ""


def message_in(value: str) -> str:
    """The first text for people in an expression, with those that go on with it."""
    value = _JOINED.sub("", value)
    message = _MESSAGE.search(value)
    if message is None:
        return ""
    said, rest = message.group("text"), value[message.end() :]
    while (more := _CONTINUED.match(rest)) is not None:  # literals side by side are one text
        said, rest = said + more.group("text"), rest[more.end() :]
    return " ".join(said.replace("\\n", " ").split()).rstrip(" .,:;")
