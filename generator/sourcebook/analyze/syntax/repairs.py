"""What is written over before a damaged file is read again.

A fault of the file (marks of a merge, a string without an end) costs the lines around it,
and in most grammars all that follows; a gap of the grammar (a letter that it does not know,
a preprocessor) likewise. Each step closes one such thing by a text of the same length, so
that the names and places of all else stay what they are. It counts only if it leaves less
damage than before, and is named in the report. What it closed is still damage if the file
itself is at fault.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sourcebook.analyze.outline import Place
from sourcebook.analyze.spelling import latin
from sourcebook.analyze.syntax.workarounds import STEPS, blanked

_MERGE = re.compile(rb"^(?:<{7}|\|{7}|>{7})(?: [^\n]*)?$|^={7}\r?$", re.MULTILINE)
_OPENS, _CLOSES = re.compile(rb"^<{7} ", re.MULTILINE), re.compile(rb"^>{7} ", re.MULTILINE)
#: A line up to a quotation mark that nothing closes, and what stands after the mark.
_UNCLOSED = re.compile(
    rb"^((?:[^\"'\n\\]|\\.|\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*')*)([\"'])((?:(?!\2)[^\\\n]|\\.)*?)([;,)]*)[ \t\r]*$"
)
#: A blank before a bracket that closes what stands before it on the line; what is no code.
_LAST = re.compile(
    rb"\"\"\"(?s:.*?)\"\"\"|\"(?:\\.|[^\"\\\n])*\"|//[^\n]*|/\*(?s:.*?)\*/"
    rb"|(?<=[^\s{;,(])[ \t](?=\})"
)
_LONG = 2_000  # bytes of a line that nobody wrote
#: Languages in which a string between single or double marks ends on its line.
_STRINGS = {
    "c": b'"', "cpp": b'"', "csharp": b'"', "go": b'"', "java": b'"', "javascript": b"\"'",
    "kotlin": b'"', "lua": b"\"'", "python": b"\"'", "scala": b'"', "swift": b'"',
    "tsx": b"\"'", "typescript": b"\"'",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is written over."""

    note: str
    text: Callable[[bytes, Sequence[Place]], bytes]
    of_the_file: bool = False
    """Whether what is written over is a fault of the file, not a gap of the grammar."""


def steps(language: str) -> list[Step]:
    """The steps for a language, in order."""
    found = [Step("marks of a merge left out", _without_merge, of_the_file=True)]
    if marks := _STRINGS.get(language):
        found.append(
            Step(
                "strings without an end closed at the end of their line",
                lambda data, damaged: _closed_strings(data, damaged, marks),
                of_the_file=True,
            )
        )
    found.append(Step("letters beyond ASCII read as letters", lambda data, _damaged: latin(data)))
    if language == "kotlin":
        found.append(Step("members ended before the bracket on their line", _ended))
    if language in ("c", "cpp"):
        found += [Step(note, text) for note, text in STEPS]
    return found


def changed(before: bytes, after: bytes) -> list[Place]:
    """The lines that differ between two texts of one length."""
    places: list[Place] = []
    start = 0
    for line in before.splitlines(keepends=True):
        end = start + len(line)
        if after[start:end] != line:
            places.append((start, start + len(line.rstrip(b"\r\n"))))
        start = end
    return places


def _without_merge(data: bytes, _damaged: Sequence[Place]) -> bytes:
    if not _OPENS.search(data) or not _CLOSES.search(data):
        return data
    return blanked(data, [match.span() for match in _MERGE.finditer(data)])


def _ended(data: bytes, _damaged: Sequence[Place]) -> bytes:
    """Ends what stands before a closing bracket, which the grammar of Kotlin asks of members."""
    return _LAST.sub(lambda match: b";" if match[0].isspace() else match[0], data)


def _closed_strings(data: bytes, damaged: Sequence[Place], marks: bytes) -> bytes:
    """Ends the strings that a damaged line, or the one before it, leaves open.

    Where a string takes all that follows, the damage is seen at the end of the file alone.
    """
    near = data
    for start, end in damaged:
        first = data.rfind(b"\n", 0, max(data.rfind(b"\n", 0, start), 0)) + 1
        near = _closed(near, first, end, marks)
    return near if near != data else _closed(data, 0, len(data), marks)


def _closed(data: bytes, place: int, end: int, marks: bytes) -> bytes:
    """``data`` with each string closed that a line from ``place`` to ``end`` leaves open."""
    result = bytearray(data)
    while place <= end and place < len(data):
        stop = data.find(b"\n", place)
        stop = len(data) if stop < 0 else stop
        found = _UNCLOSED.match(data[place:stop]) if stop - place < _LONG else None
        if found and found[2] in marks and found[3]:
            result[place + found.end(3) - 1] = found[2][0]
        place = stop + 1
    return bytes(result)
