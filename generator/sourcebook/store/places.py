"""Where a text stands in lists that are cut into files.

Texts are in the order of UTF-16 code units, as JavaScript compares. For each file one text
is known that is not after its first, and after all of the file before it; a text stands in
the last file whose text is not after it.
"""

from bisect import bisect_right
from collections.abc import Iterable

from sourcebook.store.lexical import code_units


class Places:
    """The places of texts, by the file's known texts."""

    def __init__(self, firsts: Iterable[str]) -> None:
        self._firsts = [code_units(first) for first in firsts]

    def of(self, text: str) -> int:
        """The number of the text's file; -1 when it stands before all."""
        return bisect_right(self._firsts, code_units(text)) - 1


def between(last: str, first: str) -> str:
    """The shortest beginning of ``first`` that is after ``last``."""
    lengths = range(len(first))
    after = (first[:at] for at in lengths if code_units(first[:at]) > code_units(last))
    return next(after, first)
