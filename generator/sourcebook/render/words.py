"""The words of the search files, for queries with words that the index does not hold.

They are listed in order, cut into files of about equal size, so that a beginning leads to
the file where it stands.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Any

from sourcebook.store.lexical import code_units
from sourcebook.store.near import SHORTEST_PREFIX, Counted, prefixed
from sourcebook.store.packing import packed
from sourcebook.store.places import Places, between

#: About how many letters a file has; after gzip about 4 kB.
LETTERS = 10_000


class WordShards:
    """Words in order, cut into files; ``firsts`` has a text for each as terms have."""

    def __init__(self, words: Sequence[Counted]) -> None:
        self._parts = list(_cut(sorted(words, key=lambda one: code_units(one[0]))))
        lasts = ["", *(part[-1][0] for part in self._parts)]
        #: For each file a text that is not after its first word, and after all before it.
        self.firsts = [
            between(last, part[0][0]) for last, part in zip(lasts, self._parts, strict=False)
        ]

    def __iter__(self) -> Iterator[dict[str, Any]]:
        wide = self._wide()
        for number, part in enumerate(self._parts):
            yield counted(part) | {"wide": wide.get(number, {})}

    def _wide(self) -> dict[int, dict[str, str]]:
        """The most frequent words of each beginning that goes on in the next file.

        By the file where the beginning itself would stand.
        """
        beginnings = {
            first[:length]: None
            for first in self.firsts
            for length in range(SHORTEST_PREFIX, len(first))
        }
        places, found = Places(self.firsts), dict[int, dict[str, str]]()
        every = [word for part in self._parts for word in part]
        names = [name for name, _ in every]  # in order, since all words listed are ASCII
        for beginning in beginnings:
            start, end = bisect_left(names, beginning), bisect_left(names, f"{beginning}\x7f")
            best = " ".join(prefixed(beginning, every[start:end]))
            found.setdefault(places.of(beginning), {})[beginning] = best
        return found


def counted(words: Sequence[Counted]) -> dict[str, Any]:
    """Words and their frequency, as a file has them."""
    return {
        "words": " ".join(word for word, _ in words),
        "counts": packed([count for _, count in words]),
    }


def _cut(words: Sequence[Counted]) -> Iterator[list[Counted]]:
    part: list[Counted] = []
    size = 0
    for word in words:
        if part and size + len(word[0]) > LETTERS:
            yield part
            part, size = [], 0
        part.append(word)
        size += len(word[0]) + 1
    if part:
        yield part
