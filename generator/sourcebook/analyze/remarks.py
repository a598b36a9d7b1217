"""What a file says about itself: its documentation, its remarks, its rules.

*Notes* are remarks in comments: open work (TODO, FIXME), deprecation, references to
decision records. *Rules* are conditions that compare with a written value, or that lead to
an exception or a return: the places where a program states what it accepts. The digest of
a rule is that of its lines and of the statement that follows.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import chain

from sourcebook.analyze import documentation
from sourcebook.analyze.decode import line_of, span_of
from sourcebook.analyze.outline import Definition, Place, Reading, function_around, innermost
from sourcebook.grammars.languages import Language
from sourcebook.model import Condition, Note, Rule, SourceText, Symbol

_NOTE = re.compile(
    rb"\b(TODO|XXX|HACK)\b|\b(FIXME|BUG(?=[:( ]))\b"
    rb"|(@deprecated\b|\bDEPRECATED\b|\.\. deprecated::)"
    rb"|\b(ADR[- ]?\d+|(?:decisions?|adrs?)/[\w.-]*\d[\w.-]*)"
)
#: What every match of ``_NOTE`` holds.
_NEEDED = (
    *(b"TODO", b"XXX", b"HACK", b"FIXME", b"BUG", b"eprecated", b"DEPRECATED", b"ADR"),
    *(b"decision/", b"decisions/", b"adr/", b"adrs/"),
)
_KINDS = ("todo", "fixme", "deprecated", "decision")
_MARK = re.compile(r"^(?:TODO|XXX|HACK|FIXME|BUG)\b(?:\([^)]*\))?[\s:,-]*")
_LONGEST = 300
#: What stands before a condition if the code that follows runs where it does not hold.
_NEGATES = re.compile(rb"\b(?:guard|unless)\s*\(?\s*\Z")

_LITERAL = r"(?:-?\d[\w.]*|[\"'`][^\"'`\n]*[\"'`]|[A-Z][A-Z0-9_]*_?[A-Z0-9]{2,}|true\b|false\b)"
_COMPARES = re.compile(
    rf"(?:[=!]==?|<=?|>=?|~=|-(?:eq|ne|lt|le|gt|ge)\b|\bnot in\b|\bin\b)\s*\(?{_LITERAL}"
    rf"|{_LITERAL}\s*(?:[=!]==?|<=?|>=?)(?!>)"
    r"|\.(?:equals|startswith|startsWith|endswith|endsWith)\s*\(\s*[\"']"
)
_RAISES = re.compile(
    r"(?:\{|\bthen\b|:)?\s*(?:raise|throw)\b\s*(?:new\s+)?([\w.:\\]*)|"
    r"(?:\{|\bthen\b)?\s*(?:panic!?|abort|exit|die|error|fail)\s*\("
)
_RETURNS = re.compile(r"(?:\{|\bthen\b|:)?\s*return\b[ \t]*")
#: What a returned value is read by: texts, brackets, the end of its statement, remarks.
_PIECE = re.compile(
    r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'|(?P<opens>[(\[{])|(?P<closes>[)\]}])"
    r"|(?P<ends>;|(?<![&|+=?,<*.\\-])\n(?!\s*(?:&&|\|\||\?|\.|\+|and\b|or\b)))"
    r"|(?P<remark>\s(?:#|--)\s[^\n]*)"
)
#: Longest value that is told, in characters.
_WIDEST = 160
_LEADING_COMMENT = re.compile(r"^(?:\s*(?:(?:#|//|--)[^\n]*\n|/\*.*?\*/))*", re.DOTALL)


def file_documentation(
    reading: Reading, text: SourceText, language: Language
) -> tuple[str, int, int]:
    """The words of the file's own documentation with their first and last line."""
    place, words = _docstring(reading, text.data, language)
    if place is None:
        return "", 0, 0
    span = span_of(text, *place)
    return words, span.line, span.end_line


def _docstring(reading: Reading, data: bytes, language: Language) -> tuple[Place | None, str]:
    if reading.doc is not None:
        raw = data[slice(*reading.doc)].decode("utf-8", "replace")
        if language.kind == "document":
            return reading.doc, documentation.running_text(raw)
        return reading.doc, documentation.docstring(raw)
    return _leading_comment(reading, data)


def _leading_comment(reading: Reading, data: bytes) -> tuple[Place | None, str]:
    """The first comments of the file that are not about rights and not a definition's."""
    owned = {place for item in reading.definitions for place in item.comments}
    block: list[Place] = []
    position = 0
    for place in reading.comments:
        if place[0] == 0 and data.startswith(b"#!/"):
            continue
        gap = data[position : place[0]]
        if _visible_code(gap):
            break
        joined = bool(block) and gap.count(b"\n") <= 1
        if block and not joined:
            words = _words(block, data)
            if words and not documentation.is_license(words):
                break
            block = []
        block.append(place)
        position = place[1]
    while block and block[-1] in owned:
        block.pop()
    words = _words(block, data)
    if not words or documentation.is_license(words):
        return None, ""
    return (block[0][0], block[-1][1]), words


def _visible_code(gap: bytes) -> bool:
    """Whether a gap holds more than blanks and opening lines such as ``<?php``."""
    rest = re.sub(
        rb"^\s*(?:<\?php|<\?xml[^>]*\?>|#![^\n]*|package\s+[\w.]+;?|\"use strict\";?)", b"", gap
    )
    return bool(rest.strip())


def _words(block: Sequence[Place], data: bytes) -> str:
    text = "\n".join(data[slice(*place)].decode("utf-8", "replace") for place in block)
    return documentation.comment(text)


def notes(reading: Reading, text: SourceText) -> tuple[Note, ...]:
    """Remarks in comments and docstrings, one for each line that holds one."""
    hits = sorted(chain.from_iterable(_hits(text.data, word) for word in _NEEDED))
    if not hits:
        return ()
    places = sorted(
        [*reading.comments, *(item.doc for item in reading.definitions if item.doc is not None)]
    )
    if reading.doc is not None:
        places = sorted([*places, reading.doc])
    found: list[Note] = []
    done = 0  # the documentation of a definition is made of comments, which are places too
    for first, match in (
        (place[0], match)
        for place in places
        if bisect_left(hits, place[0]) < bisect_left(hits, place[1])
        for match in _NOTE.finditer(text.data, *place)
    ):
        if match.start() < done:
            continue
        done = match.end()
        kind = _KINDS[(match.lastindex or 1) - 1]
        line_end = min(_line_end(text.data, match.start()), match.endpos)
        start = match.start()
        if kind == "decision":
            start = max(_line_start(text.data, start), first)
        words = text.data[start:line_end].decode("utf-8", "replace")
        words = _MARK.sub("", documentation.comment(words)).strip(" *#/-\"'")
        line = line_of(text, match.start())
        found.append(Note(kind, words[:_LONGEST] or match[0].decode(), line))
    return tuple(found)


def _hits(data: bytes, word: bytes) -> Iterator[int]:
    """Where ``word`` stands."""
    place = data.find(word)
    while place >= 0:
        yield place
        place = data.find(word, place + 1)


def _line_start(data: bytes, place: int) -> int:
    """The start of the line that ``place`` is on."""
    return data.rfind(b"\n", 0, place) + 1


def _line_end(data: bytes, place: int) -> int:
    end = data.find(b"\n", place)
    return end if end >= 0 else len(data)


def rules(reading: Reading, text: SourceText, symbols: Sequence[Symbol]) -> tuple[Rule, ...]:
    """The business rules of a file, in order."""
    conditions = sorted(reading.conditions)
    owners = innermost(reading.definitions, [place[0] for place, _ in conditions])
    found: list[Rule] = []
    around: list[tuple[Definition | None, int, Condition]] = []  # whose, to where it holds, what
    for ((start, end), after), item in zip(conditions, owners, strict=True):
        condition = " ".join(text.data[start:end].decode("utf-8", "replace").split())
        span = span_of(text, start, end)
        while around and around[-1][1] <= start:
            around.pop()
        within = tuple(one for owner, _, one in around if owner is item)
        negated = _NEGATES.search(text.data, _line_start(text.data, start), start) is not None
        if after[0] >= end and not negated:
            around.append((item, after[1], Condition(_unbracketed(condition), span)))
        follows = _statement(text.data[after[0] : min(after[1], after[0] + 400)])
        outcome = _outcome(follows)
        if len(condition) > _LONGEST or not (outcome or _COMPARES.search(condition)):
            continue
        function = function_around(item)
        symbol = symbols[function.index if function else 0]
        line = text.data[_line_start(text.data, start) : _line_end(text.data, end)]
        digest = _digest(line.decode("utf-8", "replace"), outcome, follows)
        found.append(
            Rule(
                symbol.id,
                _unbracketed(condition),
                outcome,
                span,
                digest,
                within=within,
                negated=negated,
            )
        )
    return tuple(found)


def _digest(lines: str, outcome: str, follows: str) -> str:
    """Stays as it is when white space changes, and when what stands around does."""
    said = ("".join(lines.split()), outcome, "".join(follows.partition("\n")[0].split()))
    return sha256("\0".join(said).encode()).hexdigest()


def _statement(raw: bytes) -> str:
    """The text from the first statement after a condition on."""
    words = raw.decode("utf-8", "replace").lstrip("{: \t\r\n")
    return words[_LEADING_COMMENT.match(words).end() :].lstrip()  # type: ignore[union-attr]


def _outcome(words: str) -> str:
    """What the first statement after a condition does, if it ends the function."""
    raised = _RAISES.match(words)
    if raised:
        return f"raises {raised[1]}".strip() if raised[1] else "fails"
    returned = _RETURNS.match(words)
    return f"returns {_value(words[returned.end() :])}".strip() if returned else ""


def _value(words: str) -> str:
    """The value at the beginning of a text, on one line: up to the end of its statement."""
    depth, start, end, value = 0, 0, len(words), ""
    for piece in _PIECE.finditer(words):
        depth += (piece["opens"] is not None) - (piece["closes"] is not None)
        if depth < 0 or (piece["ends"] and depth == 0):
            end = piece.start()
            break
        if piece["remark"]:
            value += words[start : piece.start()]
            start = piece.end()
    told = " ".join((value + words[start:end]).split())
    whole = depth <= 0 and len(told) <= _WIDEST
    return told if whole else told[:_WIDEST].rstrip() + "…"


def _unbracketed(condition: str) -> str:
    """The condition without brackets around the whole of it."""
    if not (condition.startswith("(") and condition.endswith(")")):
        return condition
    depth = 0
    for place, mark in enumerate(condition):
        depth += {"(": 1, ")": -1}.get(mark, 0)
        if depth == 0 and place < len(condition) - 1:
            return condition
    return condition[1:-1].strip()
