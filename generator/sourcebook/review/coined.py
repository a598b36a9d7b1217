"""Names that a record gave, and that a change brings into the code or takes out of it.

A record is often older than its code: what it names in its decision is not there yet, so
that no link of the book can lead to it. The change that builds it brings these names, and
one that takes it back lets them go. One such name may be an accident; two that stood nowhere
in the code before, or stand nowhere after, are not. Names that few records mention count, as
they stand in spans and blocks of code of what was decided; in the code, only where a line
tells something.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sourcebook.analyze.decisions.governs import given_names
from sourcebook.grammars.languages import language, language_of
from sourcebook.model import Decision, Evidence
from sourcebook.review.changes import Changes, FileChange
from sourcebook.review.telling import Telling

_WORD = re.compile(r"[A-Za-z_]\w+")
_LEAST = 2  # names that come into being, or go
_MOST_RECORDS = 2  # that may give a name


@dataclass(frozen=True, slots=True)
class Coined:
    """A name that a change brings or takes: where, and where its record gives it."""

    name: str
    change: FileChange
    line: int
    evidence: Evidence


@dataclass(slots=True)
class _Moved:
    """How often a name comes and goes with a change, and where first."""

    came: int = 0
    went: int = 0
    at: tuple[FileChange, int] | None = None


def coined(
    decisions: Sequence[Decision],
    changes: Changes,
    code: Sequence[FileChange],
    telling: Callable[[FileChange], Telling],
) -> dict[str, Coined]:
    """For the key of each record with enough of its names coming or going, the first of them."""
    given = given_by(decisions)
    moved = _moved(code, {name for names in given.values() for name in names}, telling)
    wanted = {
        name
        for names in given.values()
        if _are_enough(names.keys() & moved.keys())
        for name in names.keys() & moved.keys()
    }
    whole = _wholly(wanted, moved, changes) if wanted else set()
    found = {}
    for key, names in given.items():
        own = [name for name in names if name in whole]  # in the order of the record
        if _are_enough(own):
            change, line = moved[own[0]].at or (code[0], 1)
            found[key] = Coined(own[0], change, line, names[own[0]])
    return found


def given_by(decisions: Sequence[Decision]) -> dict[str, dict[str, Evidence]]:
    """The names that each record gives, and that few others give, each with its line."""
    every: dict[str, dict[str, Evidence]] = defaultdict(dict)
    for decision in decisions:
        for name, evidence in _names(decision):
            every[decision.key].setdefault(name, evidence)  # where it stands first
    givers: dict[str, int] = defaultdict(int)
    for names in every.values():
        for name in names:
            givers[name] += 1
    return {
        key: {name: at for name, at in names.items() if givers[name] <= _MOST_RECORDS}
        for key, names in every.items()
    }


def _names(decision: Decision) -> Iterator[tuple[str, Evidence]]:
    """The names in what was decided; the parts without a usual heading, where none is headed so."""
    headed = {name for name, _, _ in decision.sections}
    parts = {"decision", "consequences"} if "decision" in headed else {"other", "consequences"}
    for name, text, first in decision.sections:
        lines = text.split("\n") if name in parts else []
        for number, word in given_names(lines):
            line = first + number
            yield word, Evidence(decision.path, line, line, lines[number].strip())


def _moved(
    code: Sequence[FileChange], names: set[str], telling: Callable[[FileChange], Telling]
) -> dict[str, _Moved]:
    """The names that come or go with the telling lines of a change."""
    found: dict[str, _Moved] = defaultdict(_Moved)
    for change in code:
        lines = [text for _, text in (*change.added, *change.removed)]
        if names.isdisjoint(_WORD.findall("\n".join(lines))):
            continue
        told = telling(change)
        for number, text in change.added:
            for name in _WORD.findall(text) if number in told.lines else ():
                if name in names:
                    found[name].came += 1
                    found[name].at = found[name].at or (change, number)
        removed = zip(change.removed, change.removed_at, strict=True)
        for (number, text), now in removed:
            for name in _WORD.findall(text) if number in told.removed else ():
                if name in names:
                    found[name].went += 1
                    found[name].at = found[name].at or (change, now)
    return {name: each for name, each in found.items() if each.came != each.went}


def _are_enough(names: Collection[str]) -> bool:
    """Whether there are several names, and not one in several spellings."""
    return len({name.replace("_", "").lower() for name in names}) >= _LEAST


def _wholly(wanted: set[str], moved: Mapping[str, _Moved], changes: Changes) -> set[str]:
    """The names that stood nowhere in the code before, or stand nowhere in it after."""
    before = changes.holders(sorted(wanted))
    if before is None:
        return set()
    after = {change.before: change.path for change in changes.files}
    found = set()
    for name in wanted:
        held = [path for path in before.get(name, ()) if is_code(path)]
        gone = all(path in after and not _has(changes, after[path], name) for path in held)
        if gone if not moved[name].came else not held:
            found.add(name)
    return found


def is_code(path: str) -> bool:
    """Whether a file is more than a document that tells of code."""
    return language(language_of(path, b"")).kind != "document"


def _has(changes: Changes, path: str, name: str) -> bool:
    raw = changes.read(path) if path else None
    return raw is not None and re.search(rf"\b{name}\b".encode(), raw) is not None
