"""Words that no index holds: what they begin, and what they may be a slip of.

An unknown word of three or more letters stands for the terms that begin with it; if there
are none, one of four or more letters stands for the words that differ from it by one slip:
a letter more, less or other, or two neighbours swapped. The words looked through are the
same in the browser: plain ones of ordinary length, the most frequent first.
"""

import re
from collections.abc import Iterable, Sequence
from operator import itemgetter

from sourcebook.store.lexical import Matrix, code_units

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
    words = [(term, matrix.count(term)) for term in matrix.terms if _PLAIN.fullmatch(term)]
    most = sorted(words, key=lambda one: -one[1])[:MOST_WORDS]
    return sorted(most, key=itemgetter(0))


def prefixed(word: str, terms: Iterable[Counted]) -> list[str]:
    """The most frequent of the terms that begin with ``word``."""
    return _most((one for one in terms if one[0].startswith(word)), MOST_PREFIXED)


def slips(word: str, words: Sequence[Counted]) -> list[str]:
    """The most frequent of the words that are one slip away."""
    if len(word) < SHORTEST_SLIP or not word.isascii():
        return []
    return _most((one for one in words if is_slip(word, one[0])), MOST_SLIPS)


def is_slip(one: str, other: str) -> bool:
    """Whether two different words differ by one letter, or by two that are swapped."""
    if abs(len(one) - len(other)) > 1 or one == other:
        return False
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    rest, goal = one[start:], other[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return goal in (rest[1:], swapped) or rest[1:] == goal[1:] or rest == goal[1:]


def _most(counted: Iterable[Counted], most: int) -> list[str]:
    best = sorted(counted, key=lambda one: (-one[1], code_units(one[0])))
    return [term for term, _ in best[:most]]
