"""Claims against the text: nothing is said that the source does not show.

:class:`Sources` gives the lines of every file as the chunks hold them (redacted, line ends
LF), makes evidence out of them and checks it again. :func:`verified` keeps a claim whose
evidence holds. A claim whose evidence does not hold is kept as an assumption of low
confidence and without that evidence, or dropped when nothing of it remains.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from operator import is_
from typing import Self

from sourcebook.model import Chunk, Claim, ClaimKind, Evidence, ParsedFile, Summary
from sourcebook.shelf import ByPath

#: Longest quote, in characters, and most lines of one.
QUOTE_LIMIT = 200
QUOTE_LINES = 4

#: Confidence of a claim that nothing supports.
UNSUPPORTED = 0.2

_WORD = re.compile(r"\w+")


class Sources:
    """The lines of all files, put together from their chunks."""

    def __init__(self, parsed: Sequence[ParsedFile]) -> None:
        self._files = ByPath(parsed)
        self._chunks: dict[str, Sequence[Chunk]] = {}
        self._lines = lru_cache(maxsize=64)(self._join)
        self._last: tuple[str, dict[int, Evidence]] = ("", {})  # of the file quoted last

    @classmethod
    def of(cls, chunks: Iterable[Chunk]) -> Self:
        """The lines of files that are given by all of their chunks, in source order."""
        found: dict[str, list[Chunk]] = {}
        for chunk in chunks:
            found.setdefault(chunk.path, []).append(chunk)
        own = cls(())
        own._chunks.update(found)
        return own

    def __contains__(self, path: object) -> bool:
        return path in self._files or path in self._chunks

    def lines(self, path: str) -> tuple[str, ...]:
        """Lines of a file, none for a file that is not there."""
        return self._lines(path)

    def _join(self, path: str) -> tuple[str, ...]:
        file = self._files.get(path)
        chunks = self._chunks.get(path) if file is None else file.chunks
        if chunks is None:
            return ()
        return tuple("".join(chunk.text for chunk in chunks).split("\n"))

    def quote(
        self, path: str, line: int, end_line: int | None = None, around: str = ""
    ) -> Evidence | None:
        """Quotes whole lines from ``line`` on, as many as fit, or the part of a long line.

        Empty lines at both ends are left out. ``around`` is a text of the first line that
        the part of a long line must show.
        """
        lines = self.lines(path)
        if (end_line is None or end_line == line) and 1 <= line <= len(lines):
            single = self._single(path, line, lines)
            if single is not None:
                return single
        last = min(end_line or line, len(lines))
        while 1 <= line <= last and not lines[line - 1].strip():
            line += 1
        if not 1 <= line <= last:
            return None
        end = line
        quote = lines[line - 1].lstrip()
        if len(quote) > QUOTE_LIMIT:
            at = max(quote.find(around) - QUOTE_LIMIT // 4, 0) if around else 0
            return Evidence(path, line, line, quote[at : at + QUOTE_LIMIT].strip())
        for number in range(line + 1, min(last, line + QUOTE_LINES - 1) + 1):
            longer = f"{quote}\n{lines[number - 1]}"
            if len(longer) > QUOTE_LIMIT or not lines[number - 1].strip():
                break
            quote, end = longer, number
        return Evidence(path, line, end, quote.rstrip())

    def _single(self, path: str, line: int, lines: tuple[str, ...]) -> Evidence | None:
        """The quote of one line that is not empty and not long; most quotes are."""
        if path != self._last[0]:
            self._last = (path, {})
        known = self._last[1]
        found = known.get(line)
        if found is None:
            text = lines[line - 1].strip()
            if not text or len(text) > QUOTE_LIMIT:
                return None
            found = known[line] = Evidence(path, line, line, text)
        return found

    def find(self, path: str, text: str, line: int, end_line: int) -> Evidence | None:
        """Quotes the first of the lines that holds ``text`` as words of its own."""
        if not text:
            return None
        lines = self.lines(path)
        for number in range(max(line, 1), min(end_line, len(lines)) + 1):
            if stands_in(text, lines[number - 1]):
                return self.quote(path, number, around=text)
        return None

    def locate(self, path: str, raw: str, line: int, end_line: int) -> Evidence | None:
        """Quotes the lines where the words of ``raw`` stand in a row, markers between."""
        wanted = _WORD.findall(raw)
        lines = self.lines(path)
        stream: list[tuple[str, int]] = [
            (word, number)
            for number in range(max(line, 1), min(end_line, len(lines)) + 1)
            for word in _WORD.findall(lines[number - 1])
        ]
        if not wanted:
            return None
        for at, (word, number) in enumerate(stream):
            if word == wanted[0] and [w for w, _ in stream[at : at + len(wanted)]] == wanted:
                return self.quote(path, number, stream[at + len(wanted) - 1][1])
        return None

    def holds(self, evidence: Evidence) -> bool:
        """Whether the quote occurs verbatim in its lines."""
        lines = self.lines(evidence.path)
        if not 1 <= evidence.line <= evidence.end_line <= len(lines) or not evidence.quote.strip():
            return False
        if evidence.line == evidence.end_line:
            return evidence.quote in lines[evidence.line - 1]
        return evidence.quote in "\n".join(lines[evidence.line - 1 : evidence.end_line])


def stands_in(text: str, line: str) -> bool:
    """Whether ``text`` occurs in a line and is no part of a longer word there."""
    at = line.find(text)
    while at >= 0:
        before, after = line[at - 1 : at] if at else "", line[at + len(text) :][:1]
        if not (_is_letter(before) or _is_letter(after)):
            return True
        at = line.find(text, at + 1)
    return False


def _is_letter(character: str) -> bool:
    return character == "_" or character.isalnum()


def verified(claim: Claim, sources: Sources) -> Claim | None:
    """Returns the claim as it may be published, or None."""
    held = tuple(item for item in claim.evidence if sources.holds(item))
    if held == claim.evidence and held:
        return claim
    if held:
        return replace(claim, evidence=held)
    if not claim.text.strip():
        return None
    return replace(
        claim,
        kind=ClaimKind.ASSUMPTION,
        evidence=(),
        confidence=min(claim.confidence, UNSUPPORTED),
    )


def verified_summary(summary: Summary, sources: Sources) -> Summary:
    """Returns the summary with only what may be published.

    A responsibility that fails moves to the assumptions.
    """
    first = verified(summary.responsibility, sources) if summary.responsibility else None
    claims = list(_kept(summary.claims, sources))
    if first is not None and first.kind is ClaimKind.ASSUMPTION:
        claims.append(first)
        first = None
    if first is summary.responsibility and all(map(is_, claims, summary.claims)):
        return (
            summary
            if len(claims) == len(summary.claims)
            else replace(summary, claims=tuple(claims))
        )
    return replace(summary, responsibility=first, claims=tuple(claims))


def _kept(claims: Iterable[Claim], sources: Sources) -> Iterable[Claim]:
    for claim in claims:
        kept = verified(claim, sources)
        if kept is not None:
            yield kept
