"""Words that no index holds: what they begin, and what they may be a slip of.

An unknown word of three or more letters stands for the terms that begin with it; if there
are none, one of four or more letters stands for the words that differ from it by one slip:
a letter more, less or other, or two neighbours swapped.

A site has its words in two orders, each cut into files: by their beginnings, and the more
frequent ones also by their endings. A slip leaves the first half of a word whole or the
letters after the slip, so that a few files of both hold whatever may have been meant. A
book answers under the same conditions.
"""

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase
from typing import Protocol

from sourcebook.store.lexical import Matrix, code_units
from sourcebook.tokenizer import term

#: Weight of a term that stands for an unknown word, in hundredths.
NEAR = 60

SHORTEST_PREFIX = 3
SHORTEST_SLIP = 4
MOST_PREFIXED = 4
MOST_SLIPS = 3

#: Words that are also listed by their endings.
MOST_ENDINGS = 6_000

_PLAIN = re.compile(r"[a-z]{3,24}")

Counted = tuple[str, int]


class Words(Protocol):
    """The words of a book or a site, with their frequency."""

    def beginning(self, prefix: str) -> list[str]:
        """The most frequent terms that begin so."""
        ...

    def by_beginning(self, word: str) -> int:
        """How often a word occurs, 0 if it is not listed by its beginning."""
        ...

    def by_ending(self, word: str) -> int:
        """How often a word occurs, 0 if it is not listed by its ending."""
        ...


def beginnings(matrix: Matrix) -> list[Counted]:
    """The words that are listed by their beginnings, in order, with their frequency."""
    return [
        (one, matrix.count(one))
        for one in matrix.terms
        if len(one) >= SHORTEST_PREFIX and one.isascii()
    ]


def endings(matrix: Matrix) -> list[Counted]:
    """The words that are listed by their endings, the most frequent first."""
    words = [(one, matrix.count(one)) for one in matrix.terms if _PLAIN.fullmatch(one)]
    return sorted(words, key=lambda one: -one[1])[:MOST_ENDINGS]


def prefixed(prefix: str, words: Iterable[Counted]) -> list[str]:
    """The most frequent of the words that begin with ``prefix``."""
    return _most((one for one in words if one[0].startswith(prefix)), MOST_PREFIXED)


def slips(word: str, words: Words) -> list[str]:
    """The most frequent terms of the words that differ from ``word``, as typed, by a slip."""
    if len(word) < SHORTEST_SLIP or not _PLAIN.fullmatch(word):
        return []
    head, found = word[: len(word) // 2], dict[str, int]()
    for one in variants(word):
        listed = words.by_beginning if one.startswith(head) else words.by_ending
        if count := listed(meant := term(one)):
            found[meant] = count
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
