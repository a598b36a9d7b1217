"""What of a model's answer may be believed.

The answer is JSON by a schema. Code checks it: each statement needs a quote that stands
verbatim at its lines, every identifier must exist, every number must occur in what the model
was given, a call that is claimed must be one of the graph. An answer that names what does
not exist is a bad answer; a sentence that only lacks support becomes an assumption of low
confidence, and the extractive sentence stays.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sourcebook.analyze.summarize.edges import Around, Edges
from sourcebook.analyze.summarize.lengths import too_long
from sourcebook.analyze.summarize.sentences import LIMIT, clip, finish, words
from sourcebook.analyze.summarize.statements import Calls, missing, strange_numbers
from sourcebook.analyze.summarize.tongues import in_language
from sourcebook.analyze.summarize.units import Place, Request
from sourcebook.analyze.verify import UNSUPPORTED, Sources
from sourcebook.model import Claim, ClaimKind, Evidence, Level, Summary

#: Raise it when the prompt or the checks change: kept answers are then asked for again.
VERSION = 4

EVIDENCE: dict[str, Any] = {
    "type": "object",
    "properties": {
        "file": {"type": "string"},
        "line": {"type": "integer"},
        "end_line": {"type": "integer"},
        "quote": {"type": "string"},
    },
    "required": ["file", "line", "end_line", "quote"],
    "additionalProperties": False,
}
_CLAIM_KINDS = {
    kind.value: kind
    for kind in ClaimKind
    if kind not in {ClaimKind.RESPONSIBILITY, ClaimKind.ASSUMPTION}
}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "title": {"type": "string"},
        "summary": {"type": "string"},
        "evidence": {"type": "array", "items": EVIDENCE},
        "claims": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "kind": {"type": "string", "enum": sorted(_CLAIM_KINDS)},
                    "text": {"type": "string"},
                    "evidence": {"type": "array", "items": EVIDENCE},
                },
                "required": ["kind", "text", "evidence"],
                "additionalProperties": False,
            },
        },
        "assumptions": {"type": "array", "items": {"type": "string"}},
    },
    "required": ["title", "summary", "evidence", "claims", "assumptions"],
    "additionalProperties": False,
}

#: Confidence of a model's sentence with a quote that holds. Without one it is an assumption.
QUOTED = 0.8

#: Letters from which a quote shows something; a shorter one must be a whole line.
_SUBSTANCE = 8

_WORD = re.compile(r"\w")
_FENCE = re.compile(r"^\s*```\w*\s*|\s*```\s*$")


class BadAnswerError(Exception):
    """An answer that cannot be used; the message is the reason in two or three words."""


def read_answer(text: str | None, key: str = "summary") -> dict[str, Any]:
    """Finds the JSON object with ``key`` in an answer: bare, fenced, after thoughts, in prose."""
    if not text or not text.strip():
        raise BadAnswerError("empty answer")
    text = text.rpartition("</think>")[2] if "</think>" in text else text
    text = _FENCE.sub("", text.strip())
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value, _ = decoder.raw_decode(text, at)
        except (json.JSONDecodeError, RecursionError):
            at = text.find("{", at + 1)
            continue
        if isinstance(value, dict) and key in value:
            return value
        at = text.find("{", at + 1)
    raise BadAnswerError("no JSON")


@dataclass(frozen=True, slots=True)
class Ground:
    """What answers are checked against: the text, the names and the calls of a repository."""

    sources: Sources
    names: frozenset[str]  # all identifiers that exist
    edges: Edges


def checked(
    answer: Mapping[str, Any],
    request: Request,
    extractive: Summary,
    ground: Ground,
    origin: str,
    language: str,
) -> Summary:
    """Returns the summary that an answer gives, with only what could be verified.

    Raises:
        BadAnswerError: The answer has another shape, length or language than asked for,
            or names things that do not exist.
    """
    text = _sentence(answer, request, language)
    if fault := fault_of(text, request, ground):
        raise BadAnswerError(fault)
    claims = [*extractive.claims, *_claims(answer, request, ground, origin)]
    quoted = tuple(evidence_of(answer.get("evidence"), request, ground.sources))
    if not quoted or strange_numbers(text, request.given):
        claims.append(Claim(text, ClaimKind.ASSUMPTION, (), UNSUPPORTED, origin))
        return replace(extractive, claims=tuple(claims), fallback="unsupported summary")
    if extractive.responsibility is not None:
        claims.insert(0, replace(extractive.responsibility, kind=ClaimKind.NOTE))
    first = Claim(text, ClaimKind.RESPONSIBILITY, quoted, QUOTED, origin)
    return replace(extractive, responsibility=first, claims=tuple(claims), origin=origin)


def fault_of(text: str, request: Request, ground: Ground, around: Around | None = None) -> str:
    """What makes a sentence untrue, in a few words; empty when nothing does."""
    around = request.around if around is None else around
    known = (request.head, request.given, *around.callees, *around.callers)
    if missing(text, "\n".join(known), ground.names):
        return "names what does not exist"
    calls = Calls(ground.edges, around, ground.names)
    return "" if calls.agree(text, request.given) else "claims a call that is not there"


def _sentence(answer: Mapping[str, Any], request: Request, language: str) -> str:
    raw = answer.get("summary")
    if not isinstance(raw, str):
        raise BadAnswerError("wrong shape")
    text = one_line(raw)
    if too_long(text, request.level):
        raise BadAnswerError("too long")
    if len(words(text)) < 2 and text.isascii():
        raise BadAnswerError("says nothing")
    if not in_language(text, language, request.given):
        raise BadAnswerError("wrong language")
    return finish(text, len(text) + 1)


def one_line(text: str) -> str:
    """A model's text as one line in which every backtick belongs to a pair."""
    text = " ".join(re.sub(r"`{2,}", " ", text).split())
    return text if text.count("`") % 2 == 0 else text.replace("`", "'")


def evidence_of(listed: object, request: Request, sources: Sources) -> Iterator[Evidence]:
    """The quotes that hold, at the lines of today."""
    for item in listed if isinstance(listed, list) else ():
        if not isinstance(item, dict):
            continue
        line, quote = item.get("line"), item.get("quote")
        end_line = item.get("end_line", line)
        if not isinstance(line, int) or not isinstance(end_line, int):
            continue
        place = _place(request, item.get("file"), line, end_line)
        if place is None or not isinstance(quote, str):
            continue
        path, first, last = place
        found = Evidence(path, first, last, quote.strip())
        if not _shows(found.quote, path, first, last, sources):
            continue
        if sources.holds(found):
            yield found
        elif request.level is not Level.CHUNK and request.rows:
            # The sentence of a part is shown by what the part itself quotes.
            told = " ".join("\n".join(request.told[line - 1 : end_line]).split())
            own = sources.quote(path, first, last)
            if own is not None and " ".join(quote.split()) in told:
                yield own


def _shows(quote: str, path: str, first: int, last: int, sources: Sources) -> bool:
    """Whether a quote is long enough to show something, or a whole line."""
    if len(quote) >= _SUBSTANCE:
        return True
    lines = (line.strip() for line in sources.lines(path)[first - 1 : last])
    return len(_WORD.findall(quote)) > 1 and quote in lines


def _place(request: Request, path: object, line: int, end_line: int) -> Place | None:
    """The lines that a model means, if they are among those that it was given."""
    if not request.rows:
        path = path or (request.places[0][0] if request.places else "")
        return (str(path), line, end_line) if _within(request, path, line, end_line) else None
    if not 1 <= line <= end_line <= len(request.rows):
        return None
    meant = [place for row in request.rows[line - 1 : end_line] for place in row]
    meant = [place for place in meant if path in (None, "", place[0])]
    if not meant:
        return None
    first = meant[0][0]
    spans = [(start, end) for name, start, end in meant if name == first]
    return first, min(start for start, _ in spans), max(end for _, end in spans)


def _claims(
    answer: Mapping[str, Any],
    request: Request,
    ground: Ground,
    origin: str,
) -> Iterator[Claim]:
    """The further claims: with a quote that holds as they are, else as assumptions."""
    listed = answer.get("claims")
    for item in listed if isinstance(listed, list) else ():
        if not isinstance(item, dict) or not isinstance(item.get("text"), str):
            continue
        text = finish(one_line(item["text"]), LIMIT)
        kind = _CLAIM_KINDS.get(str(item.get("kind")), ClaimKind.NOTE)
        if not text or fault_of(text, request, ground):
            continue
        quoted = tuple(evidence_of(item.get("evidence"), request, ground.sources))
        if quoted and not strange_numbers(text, request.given):
            yield Claim(text, kind, quoted, QUOTED, origin)
        else:
            yield Claim(text, ClaimKind.ASSUMPTION, (), UNSUPPORTED, origin)
    guesses = answer.get("assumptions")
    for guess in guesses if isinstance(guesses, list) else ():
        text = clip(one_line(guess), LIMIT) if isinstance(guess, str) else ""
        if text and not fault_of(text, request, ground):
            yield Claim(text, ClaimKind.ASSUMPTION, (), UNSUPPORTED, origin)


def _within(request: Request, path: object, line: int, end_line: int) -> bool:
    """Whether the lines are among those that the model was given."""
    given = [(first, last) for name, first, last in request.places if name == path]
    return (
        bool(given)
        and line <= end_line
        and min(first for first, _ in given) <= line
        and end_line <= max(last for _, last in given)
    )
