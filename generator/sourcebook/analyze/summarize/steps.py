"""What a body does, statement by statement, where neither words nor resolved calls tell it.

The statements are read in any language as what they begin with: a decision, a loop, a
guard, something raised or given back, an assignment, something that is run. Each kind
makes one clause that quotes the first of its statements; declarations say nothing and are
left out. So a reader of a language that has no grammar here still learns what happens.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sourcebook.analyze.summarize.body import Body, Statement, is_whole
from sourcebook.analyze.summarize.brackets import leading, unwrapped
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, clause, code, listing
from sourcebook.analyze.summarize.expressions import steps_of

#: Widest statement, and widest condition, in characters.
_WIDE, _NARROW = 60, 45

#: What stands before the statement proper on its line.
_LEADS = re.compile(
    r"^(?:[})]\s*|\{\s+|(?:else|then|begin|do|finally|try|ensure|after|unsafe|await|co_await)\b(?!\s*[=.(])\s*"
    r"|else(?=\s*if\b)|(?:const|final|let|var|val|auto|my|our|local|mut|static)\s+(?=[\w$@%*({\[&][^=]*[:=]?=(?!=)))+",
    re.IGNORECASE,
)
#: Languages of scripts, in which a line is a command, and lines that do nothing to tell.
COMMANDS = frozenset({"batch", "bash", "cmake", "m4", "makefile"})
_SHELL = frozenset({"batch", "bash"})
_SILENT = re.compile(
    r"^@?(?:setlocal|endlocal|echo(?:\.|\s+(?:on|off))?|pause|exit|goto|shift|set\s+[-+]\w+|cd|popd|pushd|true|:|\w+\(\)|:\w+"
    r"|local\s+\w+|trap|break|continue|return)(?:\b|$)(?!.*\bFATAL)(?:[^=]*)$",
    re.IGNORECASE,
)
#: A case of a choice in Rust, and what it gives.
_ARM = re.compile(r"^(?P<case>[^=]+?)\s*=>\s*(?P<value>\S.*)$")
_JUMP = re.compile(r"(?<=\S)\s+goto\s+:?\w+$", re.IGNORECASE)
_EXPORT = re.compile(r"^(?:set|export|readonly)\s+(?=\w+=)", re.IGNORECASE)
#: What closes a block on its line.
_TAIL = re.compile(
    r"\s+(?:then|do|of|with|in)(?:\s+begin)?$|\s+begin$|\s*\}\s*(?:catch|else|finally|rescue|except)\b.*$"
)
_IF = re.compile(
    r"^(?:if|elif|elsif|elseif|unless|when|(?-i:guard))\b\s*(?P<rest>.*)$", re.IGNORECASE
)
_CHOICE = re.compile(
    r"^(?:switch|case|(?:match|select|cond)(?!\())\b\s*(?P<rest>.+)$", re.IGNORECASE
)
_LOOP = re.compile(
    r"^(?P<rest>(?:for|foreach|while|until|repeat|loop)\b.*)$", re.IGNORECASE | re.DOTALL
)
_GUARD = re.compile(
    r"^(?:with|using(?!\s+(?:namespace\b|[\w:]+$))|synchronized|lock|receive)\b\s*(?P<rest>.+)$"
)
_RAISE = re.compile(r"^(?:raise|throw|die|croak|confess)\b\s*(?P<rest>.*)$")
_GIVE = re.compile(r"^(?:return\b|Result\s*:=|Exit\s*(?=\()|\^\s*(?=\w))\s*(?P<rest>.*)$")
_YIELD = re.compile(r"^yield\b\s*(?P<rest>.+)$")
_SET = re.compile(
    r"^(?:[\w:<>*&,\[\]?]+(?: [\w:<>*&,\[\]?]+)*\s+)?"
    r"(?P<name>(?![^\w=]+=)[#@$]?[\w.$>{}'\"/-]+(?:\[[^\]=]*\][\w.>-]*)*?|[{(\[][\w, .]+[})\]])"
    r"\s*(?P<by>[-+*/|&%.~]|<<|>>|\|\||\?\?)?(?::=|=|<-)(?![=>~])\s*(?P<rest>.+)$"
)
#: A name that is no local one: of an object, an element, with the mark of a field.
_KEPT = re.compile(r"[.>\[@$#]|_$|^_|^F[A-Z]")
#: A name with its type, before what it is set to.
_OF_TYPE = re.compile(r"^([\w.$]+)\s*:\s*[\w.<>\[\], ?]+?(?=\s*=[^=])")
#: A declaration without a value, a label, a mark: nothing is done.
_IDLE = re.compile(
    r"^(?:(?:var|my|local|our|const|let|type|label|public|private|protected|strict|default|begin|end|use|using|import|goto"
    r"|break|continue|next|last|ok|@\w+)\b[^=(]*|(?:var\s+)?\w+(?:\s*,\s*\w+)*\s*:\s*[\w.<>\[\], ]+"
    r"|(?:[\w:<>*&\[\],]+\s+)+[*&]?\w+(?:\[[^\]]*\])*(?:\s*,\s*[*&]?\w+)*|case\b.*:|[\w.]+\s*:|.*->|(?:end\w*|else)\s*\(.*\)|[\W_]*|\w)$",
    re.IGNORECASE,
)
#: The arguments in the head of a clause of Erlang.
_GIVEN_ARGUMENTS = re.compile(r"^\w+\((.*)\)$")
#: An argument of Perl that gets a name.
_SHIFTED = re.compile(r"^(?:my\s*)?(?:[$@%]\w+\s*=\s*shift\b|\([$@%\w, ]+\)\s*(?:=\s*@_|;?$))")
#: The label of a case, in a language of braces.
_LABEL = re.compile(r"^(?:case\b[^(){}]*|default\s*):$")
#: What tells a compiler something and does nothing.
_DECLARES = re.compile(
    r"^(?:-(?:spec|type|record|include|include_lib|define|export|behaviou?r|module|opaque|callback)\b"
    r"|(?:package|namespace|module|unit|pragma|option|syntax|extern|typedef|pub mod|mod|part of|library|alias|exception(?=\s+[A-Z])|(?:part|export)(?=\s+['\"]))\s|['\"]use strict|%\w)"
)
#: A function of C by its head alone.
_PROTOTYPE = re.compile(
    r"^(?:(?:static|extern|inline|const|unsigned|struct|virtual)\s+)+[\w:<>*&]+[\s*&]+\w+\s*\(.*\)\s*;?$"
    r"|^[A-Z]\w*[\s*&]+\w+\((?:(?:const )?[A-Z]\w*[\s*&]+\w+(?:,\s*)?)+\)\s*;?$"
    r"|^(?:void|bool|int|long|char|float|double)\s+(?:operator\W+|\w+\s*)\([^()]*\);?$"
    r"|^(?:std::)?(?:string|(?:vector|list|set|map)<[^()]*>)\s+\w+\((?:const\s|[\w:]+(?:<[^()]*>)?\s*[&*])[^()]*\);?$"
)
#: What brings names in, or names what is caught: nothing is done.
_NAMES = re.compile(
    r"from\s+[\w.]+\s+import\b|on\s+\w+\s*:|(?:except|rescue)\b|\}?\s*catch\b|version\s*\(\w+\)$"
)
#: An entry of a table that begins on a line before.
_ENTRY = re.compile(r"(?P<sign>[\"'])[^\"']*(?P=sign)\s*(?::|=>)\s")
_RUST_FIELD = re.compile(r"[a-z_]+: ")
#: What Delphi sets to the value of a call, and one that only gives a value another type.
_ASSIGNED = re.compile(
    r"^(?:inherited\s+)?(?P<name>(?!Result\b)[\w.^\[\]]+)\s*:=\s*(?P<value>[^;]*\(.*\)[^;()]*?);?$",
    re.IGNORECASE,
)
_RESULT = re.compile(r"result\s*:=\s*(?P<value>.+?);?$", re.IGNORECASE)
_CONVERTED = re.compile(
    r"(?:P[A-Z]\w*|Pointer|Byte|Word|U?Int\w*|\w+Int|Cardinal|Long\w+|Char|Single|Double)\s*\([^()]*\)$"
    r"|(?![\w.<>]+\s*\()"
)
_JUMPS = frozenset({"exit;", "break;", "continue;", "end;"})  # of Delphi
#: A name that is set to a value which begins on this line.
_FILLED = re.compile(r"^(?P<name>[#@$]?[\w$]+(?:(?:\.|->|::)[\w$]+)+)\s*=\s*[{\[(]$")
#: A name that outlives the function: of an object, or by the way it is written.
_KEPT = re.compile(r"[.\[@$#>]|::|^_|_$|^F[A-Z]")
#: A local object of C++ with what it is made of, and one that guards what follows.
_MADE = re.compile(r"^(?:\w+::)*[A-Z]\w*(?:<[^()]*>)?\s+[a-z_]\w*\(.*\)$")
_PARAMETERS = re.compile(r"\([\w\s,:]*\)")  # of a function without a name
_GUARDING = re.compile(r"guard|lock|synchron|crit", re.IGNORECASE)
_CALLEE = re.compile(r"(\w+)\s*\(")
_CALL = re.compile(r"\w[!?]?\s*\(|^inherited\b|^\w+(?:(?:\.|->|::)\w+)+$|^\w+\s+[\w\"'$@:-]")


@dataclass(frozen=True, slots=True)
class Steps:
    """The statements of a body by what they do; each is the text shown and its statement."""

    runs: tuple[tuple[str, Statement], ...]
    sets: tuple[tuple[str, Statement], ...]
    gives: tuple[tuple[str, Statement], ...]
    yields: tuple[tuple[str, Statement], ...]
    raises: tuple[tuple[str, Statement], ...]
    decides: tuple[tuple[str, Statement], ...]
    chooses: tuple[tuple[str, Statement], ...]
    repeats: tuple[tuple[str, Statement], ...]
    guards: tuple[tuple[str, Statement], ...]
    declares: tuple[tuple[str, Statement], ...]


def steps(
    body: Body, path: str, desk: Desk, said: frozenset[str] = frozenset()
) -> Iterator[Clause]:
    """Clauses of what the statements do, what is run and given first.

    What runs a function whose name is ``said`` already is left out.
    """
    read = _read(body)
    runs = [one for one in read.runs if not said.intersection(_CALLEE.findall(one[0]))]
    told: tuple[tuple[str, Sequence[tuple[str, Statement]], int, str], ...] = (
        ("runs", runs, 2, "more steps"),
        ("yields", read.yields, 1, "more"),
        ("returns", read.gives, 2, "more values"),
        ("raises", read.raises, 2, "more"),
        ("sets", read.sets, 3, "more"),
        ("decides by", read.chooses, 1, "more"),
        ("asks whether", read.decides, 1, "more conditions"),
        ("repeats", read.repeats, 1, "more loops"),
        ("guarded by", read.guards, 1, "more"),
        ("declares", read.declares, 2, "more lines"),
    )
    if runs and read.sets and all(text.startswith("`inherited") for text, _ in runs):
        told = (told[4], *told[:4], *told[5:])  # what a constructor of Delphi is there for
    for verb, found, most, rest in told:
        if found:
            shown = list(dict.fromkeys(text for text, _ in found if text))
            at = found[0][1]
            quote = desk.sources.quote(path, at.line, at.end_line, at.text[:20])
            bare = [text.partition("` to `")[0].rstrip("`") + "`" for text in shown]
            short = f"sets {listing(bare, most, rest)}" if verb == "sets" else ""
            words = f"{verb} {listing(shown, most, rest)}".rstrip()
            yield from clause(words, quote, short=short)


def _read(body: Body) -> Steps:
    kinds: dict[str, list[tuple[str, Statement]]] = {name: [] for name in Steps.__slots__}
    arrows = body.language in {"erlang", "ocaml"}
    for at in body.statements:
        # What stands behind the head of a clause, in a language of clauses.
        head, text = _behind_arrow(at.text) if arrows else ("", at.text)
        outright = _outright(text, body.language)
        if outright is not None:
            for kind, shown in outright:
                kinds[kind].append((shown, at))
            continue
        if body.language == "batch":
            text = _JUMP.sub("", text)
        if body.language == "ocaml":
            last = bool(head) or at is body.statements[-1]
            for kind, shown in steps_of(text, last=last and not text.endswith(";")):
                when = f" for {code(head, 30)}" if head and kind == "gives" else ""
                kinds[kind].append((shown + when, at))
            continue
        told = list(_command(text) if body.language in _SHELL else _steps_of(text))
        ends = head or at is body.statements[-1] or at.text.endswith(";")
        goes_on = head and text.endswith(",")
        given = not goes_on and (head or (body.language == "erlang" and ends))
        for kind, shown in told:
            kinds["gives" if given and kind == "runs" else kind].append((shown, at))
        if head and not told and re.search(r"\w", text):
            match = _GIVEN_ARGUMENTS.search(head)
            case = match.group(1) if match else head
            when = f" for {code(case, 30)}" if re.search(r"\w", case) else ""
            kinds["gives"].append((code(text.rstrip(";. "), 40) + when, at))
    if body.language in _SHELL and not any(kinds.values()):
        silent = (at for at in body.statements if at.text[0] not in ":#")
        kinds["runs"] = [(code(at.text, _WIDE), at) for at in silent]
    kinds["sets"] = list(_once(kinds["sets"], body))
    return Steps(*(tuple(kinds[name]) for name in Steps.__slots__))


def _outright(text: str, language: str) -> list[tuple[str, str]] | None:
    """What a statement does that one language writes as no other; None for all others."""
    if language == "delphi":
        return _of_delphi(text)
    if language == "ruby" and text.startswith("when "):
        return []  # the label of a case
    if language == "ocaml" and _DECLARES.match(text):
        return [("declares", code(text.rstrip("; "), _WIDE))]
    arm = _ARM.match(text) if language == "rust" else None
    if arm is not None:
        value = arm.group("value").rstrip(",")
        shown = f"{code(value, 40)} for {code(arm.group('case'), 30)}"
        return [] if value.endswith("{") else [("gives", shown)]
    named = language == "rust" and _RUST_FIELD.match(text) is not None
    return [] if named else None  # of a value that names its fields


def _of_delphi(text: str) -> list[tuple[str, str]] | None:
    """A call without brackets, and what is set to the value of a call."""
    if re.fullmatch(r"[A-Za-z_]\w{2,};", text):
        return [] if text.lower() in _JUMPS else [("runs", code(text.rstrip(";")))]
    if (given := _RESULT.match(text)) is not None:
        return [("gives", code(unwrapped(given.group("value")), _NARROW))]
    match = _ASSIGNED.match(_LEADS.sub("", text))
    if match is None:
        return None
    if _KEPT.search(match.group("name")):
        shown = f"{code(match.group('name'), _NARROW)} to {code(match.group('value'), 50)}"
        return [("sets", shown)]
    return [] if _CONVERTED.match(match.group("value")) else None


def _once(found: Sequence[tuple[str, Statement]], body: Body) -> Iterator[tuple[str, Statement]]:
    """What is set, each name once; one that is set to several values without them."""
    values: dict[str, set[str]] = {}
    for text, _ in found:
        name, _, given = text.partition(" to ")
        values.setdefault(name, set()).add(given)
    for match in filter(None, (_SET.match(_LEADS.sub("", at.text)) for at in body.statements)):
        if body.language != "delphi" and _CALLEE.search(match.group("rest")):  # a call: it is run
            values.setdefault(code(match.group("name"), _NARROW), set()).add(match.group("rest"))
    for text, at in found:
        name = text.partition(" to ")[0]
        yield (text if len(values[name]) == 1 else name), at


def _command(text: str) -> Iterator[tuple[str, str]]:
    """What a line of a script does: a command is told as it is written."""
    text = _LEADS.sub("", text.lstrip("@")).rstrip("; \\")
    if any(pattern.match(text) for pattern in (_IF, _CHOICE, _LOOP)):
        yield from _steps_of(text)
        return
    text = _EXPORT.sub("", text)
    if match := re.match(r"^(\w+)=(.*)$", text):
        value = code(match.group(2), 30) or "nothing"
        yield "sets", f"{code(match.group(1), _NARROW)} to {value}"
    elif re.search(r"[A-Za-z]{2}", text) and not _SILENT.match(text) and text[0] not in ":)}":
        yield "runs", code(text, _WIDE)


def _behind_arrow(text: str) -> tuple[str, str]:
    """The head of a clause and what stands behind it; no head where there is none."""
    head, arrow, rest = text.lstrip("| ").partition("->")
    if arrow and is_whole(head.strip()) and not _DECLARES.match(text):
        return head.strip(), rest.strip()
    return "", text


def declares(line: str) -> bool:
    """Whether a line tells a compiler something and does nothing."""
    return _DECLARES.match(line.strip()) is not None


def _steps_of(text: str) -> Iterator[tuple[str, str]]:
    """What one statement does: a condition may bring a statement of its own."""
    if _DECLARES.match(text) or _PROTOTYPE.match(text):
        yield "declares", code(text.rstrip(" ;{"), _WIDE)
        return
    if any(pattern.match(text) for pattern in (_LABEL, _SHIFTED, _NAMES, _ENTRY)):
        return
    if (filled := _FILLED.match(text.strip())) is not None:
        yield "sets", code(filled.group("name"), _NARROW)
        return
    text = _TAIL.sub("", _LEADS.sub("", text.strip())).rstrip(" ;{,.")
    text = text.rstrip(" :") if text.endswith(":") and not text.endswith("::") else text
    if not text or text[0] in "-<>@|&+?":
        return
    for kind, pattern in _HEADS:
        match = pattern.match(text)
        if match is not None:
            condition, rest = (
                _condition(match.group("rest")) if kind == "decides" else (match.group("rest"), "")
            )
            shown = condition.strip().rstrip(".")
            shown = unwrapped(shown) if kind == "chooses" else shown
            if (shown or kind == "raises") and not code(shown, _NARROW).startswith("`(…)"):
                yield kind, code(shown, _NARROW if kind in _SHORT else _WIDE)
            if rest:
                yield from _steps_of(rest)
            return
    yield from _set_or_run(text)


def _set_or_run(text: str) -> Iterator[tuple[str, str]]:
    """What a statement without a head does: it sets something, or runs it."""
    text = _OF_TYPE.sub(r"\1", text)
    match = None if _IDLE.match(text) else _SET.match(text)
    if match is not None and match.group("by") == "~":  # of D, which puts something behind it
        return
    if match is not None and not _PARAMETERS.fullmatch(match.group("rest")):
        called = _CALLEE.search(match.group("rest")) and match.group("rest")[0] not in "{[\"'"
        if called and is_whole(match.group("rest")):
            yield "runs", code(match.group("rest").rstrip("."), _WIDE)
        elif _KEPT.search(match.group("name")):
            plain = not match.group("by") and is_whole(match.group("rest"))
            value = code(match.group("rest").rstrip("."), 30) if plain else ""
            to = f" to {value}" if value else ""
            yield "sets", f"{code(match.group('name'), _NARROW)}{to}"
    elif match is None and _MADE.match(text):
        if _GUARDING.search(text):
            yield "guards", code(text, _NARROW)
    elif (
        match is None
        and not _IDLE.match(text)
        and _CALL.search(text)
        and (is_whole(text) or len(text) > _WIDE)
    ):
        yield "runs", code(text, _WIDE)


_HEADS = (
    ("decides", _IF),
    ("chooses", _CHOICE),
    ("repeats", _LOOP),
    ("guards", _GUARD),
    ("raises", _RAISE),
    ("gives", _GIVE),
    ("yields", _YIELD),
)
_SHORT = frozenset({"decides", "chooses", "repeats", "guards"})


def _condition(text: str) -> tuple[str, str]:
    """A condition and the statement behind it: ``(a) b()`` or ``a then b()``."""
    before, then, after = text.partition(" then ")
    if then:
        return before, after
    if parted := leading(text):
        inner, rest = parted[0], parted[1].strip()
        joined = re.match(r"(?:&&|\|\||and\b|or\b|==|!=|[-+*/<>?.])", rest)
        return (text, "") if joined else (inner, rest)
    return text, ""
