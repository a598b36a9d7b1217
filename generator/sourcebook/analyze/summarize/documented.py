"""What is told beside documentation that says little, or what its body does not do.

The documentation comes first. What it says already is not said again; of a body that does
nothing of it, that follows at once.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import islice

from sourcebook.analyze.summarize.body import body_of
from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, code
from sourcebook.analyze.summarize.facts import ChunkFacts
from sourcebook.analyze.summarize.functions import EITHER, FORKS, is_idle
from sourcebook.analyze.summarize.kin import answers
from sourcebook.analyze.summarize.sentences import LIMIT, WHOLE, finish
from sourcebook.analyze.summarize.steps import steps
from sourcebook.model import ChunkKind, Claim

#: A value by a name alone.
_PLAIN = re.compile(r"^returns `[a-z_]\w*`(?: \(`[^`]*`\))?(?:, or an error)?$", re.IGNORECASE)
_RAISED = 30  # room beside an exception with its message
#: Documentation that leaves room for one clause, and that of a body of one statement.
_BRIEF, _BESIDE = 60, 140
_CODE = frozenset({ChunkKind.FUNCTION, ChunkKind.METHOD, ChunkKind.CLASS})
#: Clauses that tell by themselves: of a class, of one statement, and of a longer body.
_OF_CLASS: tuple[str, ...] = ("extends ", "implements ", "defines ", "holds `", "has the ")
_OF_ONE = ("returns ", "namely ", "raises ", "sets ", "runs ", "calls ", "yields ", "counts ")
_OF_MORE = ("returns ", "namely ", "raises ", "yields ")
#: What a body gives back by a name alone, or as it was given.
_GIVEN = re.compile(rf"^returns its argument `[^`]*`$|{_PLAIN.pattern}", re.IGNORECASE)
#: What a body does that does nothing, as it is told where nothing is said of it.
_IDLE = re.compile(
    r"raises `(?P<error>[\w.:\\]+)(?P<message>[^`]*)`"
    r"|does no more than return `(?P<value>[^`]*)`|(?:has an empty body|does no more than return)$"
)


def leaves_room(own: Claim, facts: ChunkFacts) -> bool:
    """Whether one clause may follow documentation: it is brief, or of a body of one statement."""
    if facts.chunk.kind not in _CODE or facts.chunk.parts > 1 or "; " in own.text:
        return False
    return len(own.text) < (_BESIDE if _is_single(facts) else _BRIEF)


def telling(told: Sequence[Clause], facts: ChunkFacts) -> tuple[Clause, ...]:
    """Of documentation and what may follow it: the first clause that tells more than a detail."""
    own, *beside = told
    single = _is_single(facts)
    verbs = _OF_CLASS if facts.chunk.kind is ChunkKind.CLASS else _OF_MORE
    verbs = _OF_ONE if single else verbs
    idle = _PLAIN if single else _GIVEN
    fit = (one for one in beside if one.text.startswith(verbs) and not idle.match(one.text))
    return (own, *islice(fit, 1))


def _is_single(facts: ChunkFacts) -> bool:
    """Whether a definition is a body of one statement."""
    return facts.chunk.kind is not ChunkKind.CLASS and body_of(facts).only() is not None


def beside(own: Claim, told: Iterable[Clause], facts: ChunkFacts, desk: Desk) -> tuple[Clause, ...]:
    """Puts documentation before the clauses of its definition, without what it says itself."""
    words = own.text.rstrip(".!")
    clauses = [one for one in told if facts.symbol is None or one.text != answers(facts.symbol)]
    idle = _idle(own.text, clauses) if is_idle(facts) else None
    if idle is not None:
        words = finish(words, WHOLE - len(f"; {idle.text}.")).rstrip(".")
        clauses = [idle, *(one for one in clauses if not _IDLE.match(one.short or one.text))]
    elif own.text.startswith(("Return", "Get")) and "; " not in own.text:
        clauses = _not_again(clauses, facts, desk)
    elif clauses and clauses[0].text in {f"returns {code(word)}" for word in words.split()}:
        del clauses[0]
    said = f"answers “{words}”" if words.endswith("?") else words
    return (Clause(said, own.evidence), *(one for one in clauses if words not in one.text))


def _not_again(told: Sequence[Clause], facts: ChunkFacts, desk: Desk) -> list[Clause]:
    """Behind documentation that says what is returned: the value alone, or how it comes about."""
    clauses = [item for item in told if not _PLAIN.match(item.text)]
    if clauses and EITHER.match(clauses[0].text):
        taken = steps(body_of(facts), facts.chunk.path, desk)
        clauses = clauses[1:] or [item for item in taken if item.text.startswith(FORKS)]
    return [*map(_unrepeated, clauses[:1]), *clauses[1:]]


def _unrepeated(item: Clause) -> Clause:
    named = re.sub(r"^returns (?=`)", "namely ", item.text)
    short = re.sub(r"^returns (?=`)", "namely ", item.short)
    return Clause(named, item.evidence, item.callee, short)


def _idle(documentation: str, told: Sequence[Clause]) -> Clause | None:
    """What a body does in place of all that its documentation says."""
    for item in told:
        match = _IDLE.match(item.short) or _IDLE.match(item.text)
        if match is None:
            continue
        error, value = match.group("error"), match.group("value")
        if value and re.match(
            rf"(?:always )?(?:returns? )?{re.escape(value)}\b", documentation, re.IGNORECASE
        ):
            return None
        text = f"the body only returns `{value}`" if value else "the body is empty"
        text = "the body does no more than return" if item.text.endswith("return") else text
        if error:
            message = f"{error}{match.group('message')}"
            room = LIMIT - len(documentation) - len(message) > _RAISED and "…" not in message
            kin = any(one.text.startswith("overridden ") for one in told)
            text = f"the body only raises `{message if room and not kin else error}`"
        return replace(item, text=text, callee=None, short="", is_firm=True)
    return None
