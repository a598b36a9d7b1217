"""Secrets that were committed by mistake go no further than here.

A credential in the decoded text is replaced by a mark such as ``[redacted: token]``. The
mark stands on the credential's first line; line ends within it stay, so that lines keep
their numbers. What was replaced is recorded by line and kind, never by value, and the way
back from offsets in the new text to those in the old one is kept as a list of shifts.
"""

from dataclasses import dataclass

from sourcebook.analyze.credentials import Finding, find
from sourcebook.model import Redaction


@dataclass(frozen=True, slots=True)
class Redacted:
    """Text without secrets, what was taken out, and the way back to the offsets before."""

    text: str
    redactions: tuple[Redaction, ...] = ()
    shifts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class _Change:
    """One replacement within one line."""

    start: int
    end: int
    mark: str


def redact(text: str, path: str = "") -> Redacted:
    """Replaces the secrets in ``text``, the content of the file ``path``."""
    found = find(text, path)
    if not found:
        return Redacted(text)
    pieces: list[str] = []
    shifts: list[tuple[int, int]] = []
    done = 0  # characters of the old text that are in pieces
    old = new = 0  # bytes of the old and of the new text up to there
    for change in _changes(text, found):
        before = text[done : change.start]
        secret = text[change.start : change.end]
        pieces += [before, change.mark]
        same = len(before.encode())
        old, new = old + same, new + same
        shifts += _shifts(old, new, len(secret.encode()), len(change.mark.encode()))
        old, new = old + len(secret.encode()), new + len(change.mark.encode())
        done = change.end
    pieces.append(text[done:])
    return Redacted("".join(pieces), _redactions(text, found), tuple(shifts))


def redact_line(line: str) -> str:
    """Replaces the secrets in one line of text, a commit subject for example."""
    return redact(line).text


def _changes(text: str, found: list[Finding]) -> list[_Change]:
    """Replacements of the findings, line by line; a mark stands for neighbours of one kind."""
    changes: list[_Change] = []
    last: Finding | None = None
    for finding in found:
        start = finding.start
        follows = last is not None and _belongs(text, last, finding)
        mark = "" if follows else f"[redacted: {finding.kind}]"
        while start < finding.end:
            stop = text.find("\n", start, finding.end)
            stop = finding.end if stop < 0 else stop
            if stop > start:
                changes.append(_Change(start, stop, mark))
                mark = ""
            start = stop + 1
        last = finding
    return changes


def _belongs(text: str, last: Finding, finding: Finding) -> bool:
    """Whether a finding goes on with the last one: the next line of a key, a split value."""
    between = text[last.end : finding.start]
    return (
        last.kind == finding.kind
        and len(between) < 200
        and not between.strip(" \t\r\n\"'`\\+.&<fbunr")
    )


def _shifts(old: int, new: int, secret: int, mark: int) -> list[tuple[int, int]]:
    """Shifts of one replacement: a place in the mark is one in the secret, at most its end."""
    within = [(new + place, old + secret - new - place) for place in range(secret + 1, mark)]
    return [*within, (new + mark, old + secret - new - mark)]


def _redactions(text: str, found: list[Finding]) -> tuple[Redaction, ...]:
    """One record for a finding; those that belong together make one."""
    records: list[Redaction] = []
    last: Finding | None = None
    line, at = 1, 0
    for finding in found:
        line += text.count("\n", at, finding.start)
        end_line = line + text.count("\n", finding.start, finding.end)
        if last is not None and _belongs(text, last, finding):
            records[-1] = Redaction(records[-1].line, end_line, finding.kind)
        else:
            records.append(Redaction(line, end_line, finding.kind))
        line, at, last = end_line, finding.end, finding
    return tuple(records)
