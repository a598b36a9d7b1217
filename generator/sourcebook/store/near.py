"""Words that no index holds: what they begin, and what they may be a slip of.

An unknown word of three or more letters stands for the terms that begin with it; if there
are none, one of four or more letters stands for the words that differ from it by one slip:
a letter more, less or other, or two neighbours swapped. The words looked through are the
same in the browser: plain ones of ordinary length, the most frequent first.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from operator import itemgetter
from string import ascii_lowercase

from sourcebook.store.lexical import Matrix, code_units
from sourcebook.tokenizer import term

#: Weight of a term that stands for an unknown word, in hundredths.
NEAR = 60

SHORTEST_PREFIX = 3
SHORTEST_SLIP = 4
MOST_PREFIXED = 4
MOST_SLIPS = 3
MOST_WORDS = 60_000

_PLAIN = re.compile(r"[a-z]{3,24}")

Counted = tuple[str, int]


def dictionary(matrix: Matrix) -> list[Counted]:
    """The words that a slip is looked for among, in order, with their frequency."""
    words = [(one, matrix.count(one)) for one in matrix.terms if _PLAIN.fullmatch(one)]
    most = sorted(words, key=lambda one: -one[1])[:MOST_WORDS]
    return sorted(most, key=itemgetter(0))


def prefixed(word: str, terms: Iterable[Counted]) -> list[str]:
    """The most frequent of the terms that begin with ``word``."""
    return _most((one for one in terms if one[0].startswith(word)), MOST_PREFIXED)


def slips(word: str, words: Mapping[str, int]) -> list[str]:
    """The most frequent terms of the words that differ from ``word``, as typed, by a slip."""
    if len(word) < SHORTEST_SLIP or not _PLAIN.fullmatch(word):
        return []
    found = {term(one) for one in variants(word)}
    return _most(((one, words[one]) for one in found if one in words), MOST_SLIPS)


def variants(word: str) -> Iterator[str]:
    """Every string that is one slip away: a letter more, less or other, or two swapped."""
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if after:
            yield before + after[1:]
            yield before + after[1:2] + after[:1] + after[2:]
        for letter in ascii_lowercase:
            yield before + letter + after
            yield before + letter + after[1:]


def _most(counted: Iterable[Counted], most: int) -> list[str]:
    best = sorted(counted, key=lambda one: (-one[1], code_units(one[0])))
    return [one for one, _ in best[:most]]
