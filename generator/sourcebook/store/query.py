"""From the text of a query to weighted terms.

Weights are whole hundredths, so that all sums are exact. A word counts 1, a word of
changes ("fix", "add") a half, an identifier of several parts 2 beside its parts, a stop
word and the other forms of an abbreviation ("cfg", "config") less. A query of several other
words does without its stop words: they hardly change the order, and each would have to be
fetched. Of more than nine words those of changes are left out, and of the others those that
most chunks have. In a script without
blanks the pairs of letters count, a single letter only where it stands alone; Japanese words
of programming also bring the English words that code uses for them (``japanese.txt``).
"""

import re
import tomllib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from sourcebook.tokenizer import is_unspaced, lower, runs, split, term, terms_of, tokenize

WORD = 100
CHANGE = 50
WHOLE = 200
STOP = 30
SAME = 40
SPOKEN = 60

#: From so many other words on, stop words are left out.
LONG = 4

#: Words that a query has at most, those of scripts without blanks apart.
MOST_WORDS = 9

#: A query of so many words is a sentence. What it names it mentions, and does not ask for.
SENTENCE = 5

#: Terms that are known to be frequent before anything of them is read.
MOST_COMMON = 500

#: A repository has several languages from so many common extensions on.
SEVERAL = 4

Common = Mapping[str, int]
UNKNOWN: Common = MappingProxyType({})

_SPOKEN = re.compile(r"[A-Za-z0-9_+#.-]+")
_PIECES = re.compile(r"[^a-z0-9+]+")


@dataclass(frozen=True, slots=True)
class Language:
    """A language that a query may mention."""

    words: tuple[str, ...]
    marks: frozenset[str]
    extensions: frozenset[str]


@dataclass(frozen=True, slots=True)
class Tables:
    """``query.toml``, words stemmed."""

    stop: frozenset[str]
    change: frozenset[str]
    aside: frozenset[str]
    around: frozenset[str]
    same: Mapping[str, tuple[str, ...]]
    languages: tuple[Language, ...]


@cache
def _raw() -> dict[str, Any]:
    return tomllib.loads(files("sourcebook.store").joinpath("query.toml").read_text("utf-8"))


@cache
def tables() -> Tables:
    """Reads the tables."""
    raw = _raw()
    same: dict[str, dict[str, None]] = {}
    for line in raw["same"].split("\n"):
        group = [term(word) for word in line.split()]
        for one in group:
            same.setdefault(one, {}).update(dict.fromkeys(other for other in group if other != one))
    return Tables(
        stop=frozenset(map(term, raw["stop"].split())),
        change=frozenset(map(term, raw["change"].split())),
        aside=frozenset(map(term, raw["aside"].split())),
        around=frozenset(map(term, raw["around"].split())),
        same={one: tuple(others) for one, others in same.items()},
        languages=tuple(
            Language(tuple(row["words"]), frozenset(row["marks"]), frozenset(row["extensions"]))
            for row in raw["language"]
        ),
    )


@cache
def japanese() -> Mapping[str, tuple[str, ...]]:
    """``japanese.txt``: words, and the terms of what they are in English."""
    text = files("sourcebook.store").joinpath("japanese.txt").read_text("utf-8")
    rows = (line.split(" ") for line in text.splitlines() if not line.startswith("#"))
    return {word: tuple(dict.fromkeys(map(term, english))) for word, *english in rows}


@cache
def _longest() -> int:
    return max(map(len, japanese()))


def translated(query: str) -> dict[str, int]:
    """Weights of English terms for the Japanese words of the query, the longest at each place."""
    weights: dict[str, int] = {}
    for run in runs(query):
        at = 0
        while at < len(run) and is_unspaced(run):
            ends = range(min(len(run), at + _longest()), at, -1)
            end = next((end for end in ends if run[at:end] in japanese()), at)
            weights |= dict.fromkeys(japanese().get(run[at:end], ()), SPOKEN)
            at = max(end, at + 1)
    return weights


def ranked(frequent: Sequence[str]) -> Common:
    """Numbers of frequent terms, which come the most frequent first."""
    return {one: len(frequent) - at for at, one in enumerate(frequent)}


def weigh(query: str, common: Common = UNKNOWN) -> dict[str, int]:
    """Weights of the query's terms for the lexical signals, in hundredths.

    ``common`` has frequent terms, with the greater numbers for the more frequent.
    """
    weights = _strongest(_terms(query, common))
    for one in list(weights):
        for other in tables().same.get(one, ()):
            weights.setdefault(other, SAME)
    return translated(query) | weights


def direction(query: str, common: Common = UNKNOWN) -> dict[str, int]:
    """Weights of the query's terms for the vectors."""
    return translated(query) | said(query, common)


def said(query: str, common: Common = UNKNOWN) -> dict[str, int]:
    """Weights of the terms that the query itself has; here stop words are words."""
    return _strongest((one, WORD if at == STOP else at) for one, at in _terms(query, common))


def others(query: str) -> list[str]:
    """Words that the table of other forms has for those of the query, as they are written."""
    own = said(query)
    groups = (line.split() for line in _raw()["same"].split("\n"))
    wanted = (group for group in groups if any(term(word) in own for word in group))
    return list(dict.fromkeys(one for group in wanted for one in group if term(one) not in own))


def words_of(query: str, common: Common = UNKNOWN) -> list[str]:
    """The query's terms that are words of a script with blanks."""
    return [one for one in said(query, common) if not is_unspaced(one)]


def _strongest(terms: Iterable[tuple[str, int]]) -> dict[str, int]:
    weights: dict[str, int] = {}
    for one, weight in terms:
        weights[one] = max(weights.get(one, 0), weight)
    return weights


def _terms(query: str, common: Common) -> list[tuple[str, int]]:
    """Terms with their weights, as often as they stand in the query."""
    terms = list(_every(query))
    loud = [(one, weight) for one, weight in terms if weight != STOP]
    weights = _strongest(loud)
    if len(weights) < LONG:
        return terms
    words = [one for one in weights if not is_unspaced(one)]
    words.sort(key=lambda one: (-weights[one], common.get(one, 0)))
    left_out = set(words[MOST_WORDS:])
    return [(one, weight) for one, weight in loud if one not in left_out]


def _every(query: str) -> Iterator[tuple[str, int]]:
    for run in runs(query):
        terms = terms_of(run)
        if is_unspaced(run):
            yield from ((one, WORD) for one in terms if len(terms) == 1 or len(one) > 1)
            continue
        for place, one in enumerate(terms):
            if len(terms) > 1 and place == len(terms) - 1:
                yield one, WHOLE
            elif one in tables().stop:
                yield one, STOP
            else:
                yield one, CHANGE if one in tables().change else WORD


def spelled(query: str) -> dict[str, str]:
    """How the parts of the query's words are spelled, by their terms."""
    return {
        term(part): lower(part)
        for run in runs(query)
        if not is_unspaced(run)
        for part in split(run)
    }


def names_nothing(query: str, lost: Collection[str]) -> bool:
    """Whether the query is one identifier that is unknown as a whole and in a part.

    What it asks for is not there; what shares another part is something else.
    """
    words = runs(query)
    terms = terms_of(words[0]) if len(words) == 1 and not is_unspaced(words[0]) else ()
    return len(terms) > 1 and terms[-1] in lost and any(part in lost for part in terms[:-1])


def asks_aside(query: str) -> bool:
    """Whether the query asks for tests, examples or third-party code."""
    return any(one in tables().aside for one in tokenize(query))


def asks_around(query: str) -> bool:
    """Whether the query asks for what surrounds functions: classes, constants, imports."""
    if len(runs(query)) >= SENTENCE:
        return False
    return any(one in tables().around for one in tokenize(query))


def mentioned(query: str) -> list[int]:
    """The languages that the query mentions, by number."""
    words = {word.rstrip(".") for word in _SPOKEN.findall(query)}
    spoken = words | {word.lower() for word in words}
    return [
        number
        for number, language in enumerate(tables().languages)
        if any(word in spoken for word in language.words)
    ]


def tongues(paths: Sequence[str]) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each file, how far it belongs to each language, in tenths.

    The name of the file decides; else a folder's name, or its extension. In a repository
    of few languages no file belongs to any.
    """
    extensions = Counter(_extension(path) for path in paths)
    common = [one for one, count in extensions.items() if one and count * 50 >= len(paths)]
    if len(common) < SEVERAL:
        return tuple(() for _ in paths)
    return tuple(_tongues(path) for path in paths)


def _tongues(path: str) -> tuple[tuple[int, int], ...]:
    *folders, name = path.lower().split("/")
    by_name = _carried({*_PIECES.split(name.rpartition(".")[0])})
    if by_name:
        return tuple((number, 10) for number in by_name)
    shares = {
        number: 8
        for number, language in enumerate(tables().languages)
        if _extension(path) in language.extensions
    }
    shares |= dict.fromkeys(_carried(set(folders)), 10)
    return tuple(sorted(shares.items()))


def _carried(words: set[str]) -> list[int]:
    return [at for at, language in enumerate(tables().languages) if words & language.marks]


def _extension(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2].lower()
