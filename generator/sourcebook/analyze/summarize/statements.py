"""What a model states, against what it was given and against the graph of calls.

Three things of a sentence can be checked by code, whatever else it says: every identifier
exists, every number stands in what the model was given, and every call that it claims is
one of the graph. Plain words are no names: a word counts as one in backticks, in the form
of code (`two_parts`, `twoParts`, `call()`), or where it follows "calls" or "called by" and
is defined in the repository.
"""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from sourcebook.analyze.summarize.edges import Around, Edges

_TABLES: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("statements.toml").read_text(encoding="utf-8")
)

_NAME = re.compile(r"[^\W\d]\w*")
_CODE = re.compile(
    r"`([^`]+)`|\b(\w+)\(|\b([A-Za-z]\w*_\w+|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+)\b"
)
#: Names of products, written like names of code.
_PROPER = frozenset(word.casefold() for word in _TABLES["proper"])

_NUMBER = re.compile(r"(?<![\w.])\d[\d_]*(?:,\d{3}(?!\d))*(?:\.\d+)?(?!\d|(?:st|nd|rd|th)\b)")
_GROUPED = re.compile(r"(?<![\w.])\d{1,3}(?:,\d{3})+(?![\d])")
_PLAIN = re.compile(r"(?<![\w.])\d[\d_]*(?:\.\d+)?")
_SHARE = re.compile(r"\s?(?:%|per ?cent\b)")
_UNITS: dict[str, int] = _TABLES["numerals"]
_SCALES: dict[str, int] = _TABLES["scales"]
_NUMERAL = re.compile(
    rf"\b(?:(?:{'|'.join((*_UNITS, *_SCALES, 'a', 'and'))})[\s-]+)*(?:{'|'.join((*_UNITS, *_SCALES))})\b",
    re.IGNORECASE,
)
#: The largest number in words that may be a count of what is seen.
_COUNT = 12

_ACTIVE = re.compile(
    r"(?<![\w.`])(calls?|calling|invok(?:es?|ing)|us(?:es?|ing)) (?!(?:by|from)\b)", re.IGNORECASE
)
_PASSIVE = re.compile(
    r"(?<![\w.`])(called|invoked|used)(?: \w+ly| only)? (?:by|from)\b", re.IGNORECASE
)
_FILLER = re.compile(
    r"\s*(?:(?:the|an?|its|their|both|only|also|either|helpers?|functions?|methods?|class(?:es)?"
    r"|constructors?|all of)\s+)*",
    re.IGNORECASE,
)
_ITEM = re.compile(r"`([^`]+)`|([^\W\d][\w.]*\w|[^\W\d])(\(\))?")
_JOINT = re.compile(
    r"\s*(?:,\s*(?:and|or|then)?|/|\b(?:and|or|then|as well as)\b)\s*", re.IGNORECASE
)
_KIND = re.compile(r"\s+(?:functions?|methods?|class(?:es)?|helpers?)\b")
_ENDS = re.compile(
    r"\s*(?:$|[.,;:)]|(?:and|or|then|to|with|for|when|if|on|in|at|before|after|once|until|while"
    r"|which|that|as|unless|per|is|are)\b)"
)
_BEFORE = re.compile(
    r"(?:`([^`]+)`|\b(\w+)(?:\(\))?)\s+(?:(?:is|are|gets?|was|only|also|then|method|function)\s+)*$"
)


def missing(text: str, given: str, names: frozenset[str]) -> list[str]:
    """Identifiers of a sentence that are neither in what was given nor in the repository."""
    known: frozenset[str] | None = None
    lost = []
    for match in _CODE.finditer(text):
        for name in _NAME.findall(next(filter(None, match.groups()))):
            if name in names or (match[3] and name.casefold().rstrip("s") in _PROPER):
                continue
            known = frozenset(_NAME.findall(given)) if known is None else known
            if name not in known:
                lost.append(name)
    return lost


# ------------------------------------------------------------------------- numbers


def strange_numbers(text: str, given: str) -> bool:
    """Whether a sentence holds a number that is not in what was given."""
    said = list(_said(text))
    if not said:
        return False
    known = numbers(given)
    return any(not (number in known or (share and number / 100 in known)) for number, share in said)


def numbers(text: str) -> set[float]:
    """All numbers of a text, in digits or words; ``1,000`` and ``1_000`` are 1000."""
    found = {_value(one) for one in _PLAIN.findall(text)}
    found |= {_value(one) for one in _GROUPED.findall(text)}
    return found | set(_numerals(text))


def _said(text: str) -> Iterator[tuple[float, bool]]:
    """The numbers that a sentence states, each with whether it is one of a hundred."""
    for match in _NUMBER.finditer(text):
        yield _value(match[0]), _SHARE.match(text, match.end()) is not None
    for number in _numerals(text):
        if number > _COUNT:
            yield number, False


def _value(written: str) -> float:
    return float(written.replace(",", "").replace("_", ""))


def _numerals(text: str) -> Iterator[float]:
    for match in _NUMERAL.finditer(text):
        total = part = 0
        for word in re.split(r"[\s-]+", match[0].casefold()):
            if word in _UNITS:
                part += _UNITS[word]
            elif word in _SCALES:
                part = max(part, 1) * _SCALES[word]
                if _SCALES[word] > 100:
                    total, part = total + part, 0
        yield float(total + part)


# --------------------------------------------------------------------------- calls


@dataclass(frozen=True, slots=True)
class Calls:
    """What is known of calls where a sentence stands.

    ``around`` is the unit that a sentence without a subject speaks of, ``given`` the names
    of the text that was given: what a unit uses without a call stands there.
    """

    edges: Edges
    around: Around
    names: frozenset[str]

    def agree(self, text: str, given: str) -> bool:
        """Whether each call that a sentence claims is one of the graph."""
        for match in _PASSIVE.finditer(text):
            around = self._subject(text[: match.start()])
            listed = self._listed(text, match.end(), strict=match[1].casefold() == "used")
            if not all(_last(name) in around.callers for name in listed):
                return False
        for match in _ACTIVE.finditer(text):
            around = self._subject(text[: match.start()])
            use = match[1].casefold().startswith("us")
            listed = self._listed(text, match.end(), strict=use)
            known = frozenset(_NAME.findall(given)) if use and listed else frozenset()
            if not all(_last(name) in around.callees | known for name in listed):
                return False
        return True

    def _subject(self, before: str) -> Around:
        """What a verb speaks of: the name before it, else the unit."""
        match = _BEFORE.search(before)
        if match is None:
            return self.around
        name = match[1] or match[2]
        coded = match[1] is not None or _CODE.fullmatch(name) is not None
        found = self.edges.of_name(_last(name)) if coded and _NAME.search(name) else None
        return found or self.around

    def _listed(self, text: str, at: int, *, strict: bool) -> Sequence[str]:
        """The names that follow a verb; ``strict`` takes only those that look like code."""
        found: list[str] = []
        while filler := _FILLER.match(text, at):
            match = _ITEM.match(text, filler.end())
            if match is None or not self._is_name(match, text, strict=strict):
                break
            found.append(match[1] or match[2])
            end = kind.end() if (kind := _KIND.match(text, match.end())) else match.end()
            joint = _JOINT.match(text, end)
            if joint is None:
                break
            at = joint.end()
        return [name for name in found if _NAME.search(name)]

    def _is_name(self, match: re.Match[str], text: str, *, strict: bool) -> bool:
        if match[1] is not None:
            return True
        word = match[2]
        if match[3] or _CODE.fullmatch(word) or ("." in word and word.split(".")[-1] in self.names):
            return True
        return not strict and word in self.names and _ENDS.match(text, match.end()) is not None


def _last(name: str) -> str:
    """The last name of a qualified one, without arguments."""
    return str(_NAME.findall(name.partition("(")[0] or name)[-1])
