"""Lines that a change moves from one file to another.

Code that is moved says what it said before, and needs no decision to be looked up. A line
counts as moved within a run of such lines: a lone one that goes here and comes there may be
any "return nil".
"""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sourcebook.review.changes import FileChange, Lines

_FEWEST = 3  # lines of a run, blank ones not counted
_BLANK = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Moved:
    """The numbers of the lines of one file that came from another, and that went to one."""

    added: frozenset[int] = frozenset()
    removed: frozenset[int] = frozenset()


#: A file of which no line moved.
STAYED = Moved()


def moved(files: Sequence[FileChange]) -> Mapping[FileChange, Moved]:
    """The moved lines of each changed file."""
    came, went = (_places(files, side) for side in ("added", "removed"))
    return {
        change: Moved(_runs(change.added, change, went), _runs(change.removed, change, came))
        for change in files
    }


def _places(files: Sequence[FileChange], side: str) -> Mapping[str, set[str]]:
    """The files in which each line comes, or goes."""
    found: dict[str, set[str]] = defaultdict(set)
    for change in files:
        for _, text in getattr(change, side):
            found[_BLANK.sub("", text)].add(change.name)
    return found


def _runs(lines: Lines, change: FileChange, other: Mapping[str, set[str]]) -> frozenset[int]:
    """The lines in runs of neighbours that all stand on the other side of another file."""
    found: set[int] = set()
    run: list[int] = []
    said = last = 0
    for number, text in (*lines, (0, "")):
        bare = _BLANK.sub("", text)
        is_there = bool(number) and (not bare or bool(other.get(bare, set()) - {change.name}))
        if not is_there or number != last + 1:
            found.update(run if said >= _FEWEST else ())
            run, said = [], 0
        if is_there:
            run.append(number)
            said += bool(bare)
        last = number
    return frozenset(found)
