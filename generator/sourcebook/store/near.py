"""Words that no index holds: what they begin, and what they may be a slip of.

An unknown word of three or more letters stands for the terms that begin with it; if there
are none, one of four or more letters stands for the words that differ from it by one slip:
a letter more, less or other, or two neighbours swapped.

A site has its words in order, cut into files, and the frequent ones in a file of their own.
A slip leaves the first half of a word whole, or it is in that half: what begins alike tells
what may have been meant, and where that is nothing or rare, so do the frequent words. A book
answers under the same conditions.
"""

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import Protocol

from sourcebook.store.lexical import Matrix, code_units
from sourcebook.tokenizer import term

#: Weight of a term that stands for an unknown word, in hundredths.
NEAR = 60

#: Files that tell what an unknown word may mean.
LISTS = 2

SHORTEST_PREFIX = 3
SHORTEST_SLIP = 4
MOST_PREFIXED = 4
MOST_SLIPS = 3

#: Words that are told whatever they begin with.
MOST_FREQUENT = 4_000
#: Words of fewer chunks are less likely meant than frequent ones with another beginning.
RARE = 10

_PLAIN = re.compile(r"[a-z]{3,24}")

Counted = tuple[str, int]


class Words(Protocol):
    """The words of a book or a site, with their frequency."""

    def beginning(self, prefix: str) -> list[str]:
        """The most frequent terms that begin so."""
        ...

    def listed(self, word: str) -> int:
        """How often a word occurs, 0 if it is not listed."""
        ...

    def frequent(self, word: str) -> int:
        """How often a word occurs, 0 if it is not one of the frequent ones."""
        ...


def beginnings(matrix: Matrix) -> list[Counted]:
    """The words that are listed, in order, with their frequency."""
    return [
        (one, matrix.count(one))
        for one in matrix.terms
        if len(one) >= SHORTEST_PREFIX and one.isascii()
    ]


def frequent(matrix: Matrix) -> list[Counted]:
    """The words that are told whatever they begin with, in order, with their frequency."""
    words = [(one, matrix.count(one)) for one in matrix.terms if _PLAIN.fullmatch(one)]
    return sorted(sorted(words, key=lambda one: -one[1])[:MOST_FREQUENT])


def prefixed(prefix: str, words: Iterable[Counted]) -> list[str]:
    """The most frequent of the words that begin with ``prefix``."""
    return _most((one for one in words if one[0].startswith(prefix)), MOST_PREFIXED)


def slips(word: str, words: Words) -> list[str]:
    """The most frequent terms of the words that differ from ``word``, as typed, by a slip."""
    if len(word) < SHORTEST_SLIP or not _PLAIN.fullmatch(word):
        return []
    meant = {one: term(one) for one in variants(word)}
    alike = {meant[one] for one in meant if one.startswith(word[: len(word) // 2])}
    found = {one: count for one in alike if (count := words.listed(one))}
    if max(found.values(), default=0) < RARE:
        found |= {one: count for one in meant.values() if (count := words.frequent(one))}
    return _most(found.items(), MOST_SLIPS)


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
