"""What files tell when they are kept back: from the site, or from a model.

A file that is kept back takes with it what is said of it elsewhere. A sentence goes when
it rests on a line of such a file, or when it quotes what is said there: the words of a
callee's documentation stand in the sentences of its callers, of their files and folders.
Names stay, such as that of a function which open code calls.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from sourcebook.model import Chunk, Claim, Entry, Summary

_QUOTED = re.compile("“([^”]+)”")


@dataclass(frozen=True, slots=True)
class Withheld:
    """The paths that are kept back, and all that is said of them."""

    paths: Collection[str] = frozenset()
    said: str = ""

    @classmethod
    def of(cls, paths: Collection[str], told: Iterable[tuple[Chunk, Summary]]) -> Self:
        """The files of these paths, by their chunks and what is told of those."""
        said: list[str] = []
        for chunk, summary in told:
            if summary.responsibility is not None:
                said.append(summary.responsibility.text)
            said.append(" ".join(chunk.text.split()))
        return cls(paths, "\n".join(said))

    def may(self, claim: Claim) -> bool:
        """Whether a claim neither rests on a file that is kept back nor quotes it."""
        if any(each.path in self.paths for each in claim.evidence):
            return False
        return not any(quoted in self.said for quoted in _QUOTED.findall(claim.text))

    def open(self, summary: Summary) -> Summary:
        """What of a summary may be told."""
        if not self.paths:
            return summary
        first = summary.responsibility
        return replace(
            summary,
            responsibility=first if first is not None and self.may(first) else None,
            claims=tuple(filter(self.may, summary.claims)),
        )


def outside(entries: Sequence[Entry], unsent: Collection[str], out: Collection[str]) -> list[Entry]:
    """The entries of no file in ``out``, without what they quote of the ``unsent`` ones."""
    inside = (one for one in entries if one.chunk.path in unsent) if unsent else ()
    withheld = Withheld.of(unsent, ((one.chunk, one.summary) for one in inside))
    return [
        replace(one, summary=withheld.open(one.summary))
        for one in entries
        if one.chunk.path not in out
    ]
