"""Which lines of a change say something else than before.

A typing mistake mended in a comment, a translated message, a line that is broken anew or
moved, an import, a line for the log, a mark that only a checker reads, the
version of a package: nobody needs to look up a decision for these. What is left of a line is compared without its
white space, its comments and the wording of its texts; lines that are as before, and those
of which nothing is left, tell nothing. A reference to a record tells wherever it stands,
unless it named the same record before.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from sourcebook.grammars.languages import language, language_of
from sourcebook.grammars.marks import marks
from sourcebook.review.changes import FileChange, Lines
from sourcebook.review.moved import STAYED, Moved

_IMPORT = re.compile(r"\s*(?:import|from|#\s*include|using|use|package|require)\b")
_RECORD = re.compile(
    r"\bADR(?:[-_ #:(]|\s#)*\d{1,5}|\badr[-_]?\d[\w-]*|[\w.-]+\.(?:md|mdx|rst|adoc|markdown)\b"
)
_SERIES = re.compile(r"^adr\W*_?0*", re.IGNORECASE)
_LOG = re.compile(
    r"(?:\w+(?:\.|::))*(?:log|logger|logging|slog|tracing|console)(?:\.|::)\w+!?\(", re.IGNORECASE
)
_MARK = re.compile(
    r"@(?:Override|SuppressWarnings|SafeVarargs|Nullable|NonNull|Nonnull|NotNull|NullMarked"
    r"|NullUnmarked|override|final)\b(?:\([^()\n]*\))?"
)
_WORDING = re.compile(r"[^\W\d_]{2,}[^\w\n]* [^\w\n]*[^\W\d_]")  # two words, and so no name
_VERSION = re.compile(r"\d+(?:\.\d+)+[\w.+-]*")  # of a package, in files of data
_BLANK = re.compile(r"\s+")
_NO_CODE = re.compile(r"[\s(){}\[\];,.]*")


@dataclass(frozen=True, slots=True)
class Telling:
    """The telling lines of a change: where they are now, and those removed by their old number."""

    lines: tuple[int, ...]
    removed: tuple[int, ...]


def telling(
    change: FileChange, before: bytes | None, after: bytes | None, moved: Moved = STAYED
) -> Telling:
    """The lines that tell something; all that did not move where no grammar reads the file."""
    if not (change.added or change.removed):
        return Telling((1,), ())  # its name or its mode
    old = _bared(change.before, before, change.removed)
    new = _bared(change.path, after, change.added)
    if old is None or new is None:
        new_lines, old_lines = ([n for n, _ in side] for side in (change.added, change.removed))
        return _told(change, new_lines, old_lines, moved)
    _pass_over_breaks(change, old, new)
    as_before = Counter(old) & Counter(new)
    removed = _changed(old, change.removed, as_before.copy())
    added = _changed(new, change.added, as_before)
    return _told(change, added, removed, moved)


def _told(
    change: FileChange, added: Sequence[int], removed: Sequence[int], moved: Moved
) -> Telling:
    at = {number: line for (number, _), line in zip(change.removed, change.removed_at, strict=True)}
    new = [number for number in added if number not in moved.added]
    old = [number for number in removed if number not in moved.removed]
    return Telling(tuple(sorted({*new, *(at[number] for number in old)})), tuple(old))


def _pass_over_breaks(change: FileChange, old: list[str], new: list[str]) -> None:
    """Empties the lines that say the same as those they stand for, broken otherwise."""
    start = 0
    numbers = [number for number, _ in change.added]
    for end in range(1, len(numbers) + 1):
        if end < len(numbers) and numbers[end] == numbers[end - 1] + 1:
            continue
        were = [i for i, at in enumerate(change.removed_at) if at == numbers[start]]
        if "".join(old[i] for i in were) == "".join(new[start:end]):
            new[start:end] = [""] * (end - start)
            for i in were:
                old[i] = ""
        start = end


def _changed(bare: Sequence[str], lines: Lines, as_before: Counter[str]) -> list[int]:
    """The numbers of the lines that something is left of, and that the other side lacks."""
    found = []
    for left, (number, written) in zip(bare, lines, strict=True):
        if as_before[left] > 0:
            as_before[left] -= 1
        elif not (_NO_CODE.fullmatch(left) or _IMPORT.match(written) or _LOG.match(left)):
            found.append(number)
    return found


def _bared(path: str, raw: bytes | None, lines: Lines) -> list[str] | None:
    """What is left of the lines of a file, None where that cannot be told."""
    if not lines:
        return []
    if raw is None:
        return None
    name = language_of(path, raw)
    text = raw.decode("utf-8", "replace")
    kind = language(name).kind
    found = marks(name, text) if kind != "document" else None
    if found is None:
        return None
    parts, end = [], 0
    for mark in found:
        inside = text[mark.start : mark.end]
        if mark.name == "c" or (mark.name == "s" and kind == "code" and _WORDING.search(inside)):
            parts += [text[end : mark.start], "\n" * inside.count("\n")]
            end = mark.end
    whole = _MARK.sub("", "".join([*parts, text[end:]]))
    bare = (whole if kind == "code" else _VERSION.sub("0", whole)).split("\n")
    return [
        _BLANK.sub("", "".join([*bare[number - 1 : number], *_records(written)]))
        for number, written in lines
    ]


def _records(line: str) -> list[str]:
    """The records that a line names, however their numbers are written."""
    return [_SERIES.sub("adr", named) for named in _RECORD.findall(line)]
