"""Clauses and how they become a sentence.

A clause is a fact with its quotes. A sentence takes the strongest first and goes on as
long as the next one fits.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sourcebook.analyze.summarize.brackets import folded, without_blocks
from sourcebook.analyze.summarize.sentences import LIMIT, WHOLE, finish
from sourcebook.model import Claim, ClaimKind, Evidence, SymbolId

#: Widest piece of code in a sentence, in characters.
WIDTH = 80

_LOOSE = re.compile(r"(?<=[(\[]) | (?=[)\]])|(?<=[)\]]) (?=\.\w)")

#: A name with what it is of, what parts those, and a name that is cut.
_DOTTED = re.compile(r"[\w$]+(?:(?:\.|::|->)[\w$]+)+(?:\(\))?")
_MARK = re.compile(r"\.|::|->")
_BEGUN = re.compile(r"(?<=\W)\w{1,30}$")

#: Where in a clause the sentence of its callee stands.
HERE = "\N{NULL}"

#: A longer name is told by its last parts.
_LONG = 30

#: Quotes that one clause gives to its sentence.
QUOTES = 2


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence, and the quotes that show it.

    ``callee`` is the one symbol that the clause is about, whose own sentence may follow.
    ``short`` is said where the whole does not fit. Where the text has ``HERE``, the sentence of
    the callee stands there, else behind the text.
    """

    text: str
    evidence: tuple[Evidence, ...]
    callee: SymbolId | None = None
    short: str = ""
    is_firm: bool = False  # said however long what stands before it is


def clause(text: str, *evidence: Evidence | None, short: str = "") -> Iterator[Clause]:
    """Yields the clause, unless no line shows it."""
    held = tuple(item for item in evidence if item is not None)
    if held:
        yield Clause(text, held, None, short)


def sentence(clauses: Iterable[Clause], prefix: str = "", limit: int = LIMIT) -> Claim | None:
    """Joins clauses as long as they fit; the first is always taken."""
    text = ""
    evidence: list[Evidence] = []
    left = False  # whether the clause before this one found no room
    for item in clauses:
        own = item.text.replace(HERE, "")
        own = own.removeprefix("also ") if left else own
        longer = _joint(text, own) if text else prefix + own
        if len(longer) >= limit and item.short:
            longer = _joint(text, item.short) if text else prefix + item.short
        left = bool(text) and len(longer) >= limit and not item.is_firm
        if left:
            continue
        text = longer
        evidence.extend(quote for quote in item.evidence[:QUOTES] if quote not in evidence)
    if not text or not evidence:
        return None
    return Claim(finish(text, max(limit, WHOLE)), ClaimKind.RESPONSIBILITY, tuple(evidence))


def _joint(text: str, own: str) -> str:
    """A clause behind others; behind a question a sentence begins."""
    asked = text.endswith("?") and text[-2].isalpha()
    return f"{text} {own[0].upper()}{own[1:]}" if asked else f"{text}; {own}"


def code(text: str, width: int = WIDTH) -> str:
    """Code in a sentence: one line, in backticks, cut where it is long."""
    if "`" in text or "  " in text or "\n" in text or "\t" in text:
        text = " ".join(text.replace("`", "'").split())
    line = text.strip()
    if "( " in line or " )" in line or "[ " in line or " ]" in line or ") ." in line:
        line = _LOOSE.sub("", line)
    line = line.replace(", }", " }")
    if len(line) > width:
        line = _cut(line, width)
    return f"`{line}`" if line else ""


def _cut(text: str, width: int) -> str:
    """Code that is too wide: a name without what it is of, else cut, but within no name."""
    if _DOTTED.fullmatch(text):
        marks = [match.end() for match in _MARK.finditer(text)]
        return next((text[at:] for at in marks if len(text) - at <= width), text[marks[-1] :])
    if len(short := folded(text, width)) <= width:
        return short
    if text.endswith("]") and len(blocks := without_blocks(text, width)) <= width:
        return blocks
    text = short
    cut = text[: width - 1]
    if text[width - 1].isalnum() or text[width - 1] == "_":
        cut = _BEGUN.sub("", cut) or cut
    return cut.rstrip() + "…"


def shortened(qualified: str) -> str:
    """A qualified name; a long one by its last two parts."""
    mark = "::" if "::" in qualified else "."
    parts = qualified.split(mark)
    long = len(qualified) > _LONG and len(parts) > 2 and "(" not in qualified
    return mark.join(parts[-2:]) if long else qualified


def listing(items: Iterable[str], most: int = 3, rest: str = "others") -> str:
    """``a``, ``a and b``, ``a, b and others``; nothing twice.

    How many others is not said: a body may hold what no list of ours does, and a function
    may have callers that could not be resolved.
    """
    shown = list(dict.fromkeys(item for item in items if item))
    return _joined([*shown[:most], rest] if len(shown) > most + 1 else shown)


def counted(items: Iterable[str], most: int = 3, rest: str = "more") -> str:
    """``a, b and 4 more``, for what is known to be all."""
    shown = list(dict.fromkeys(item for item in items if item))
    left = len(shown) - most
    return _joined([*shown[:most], f"{left} {rest}"] if left > 1 else shown)


def _joined(shown: Sequence[str]) -> str:
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} and {shown[-1]}"
