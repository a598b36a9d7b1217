"""What of a model's answer may be believed.

The answer is JSON by a schema. Code checks it: quotes must stand verbatim at their lines,
every identifier must exist, every number must occur in what the model was given, a call
that is claimed must be one of the graph. An answer that names what does not exist is a bad
answer; a sentence that only lacks support becomes an assumption of low confidence, and the
extractive sentence stays.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sourcebook.analyze.summarize.sentences import LIMIT, WORDS, clip, finish, words
from sourcebook.analyze.summarize.units import LENGTHS, Place, Request
from sourcebook.analyze.verify import UNSUPPORTED, Sources, verified
from sourcebook.model import Claim, ClaimKind, Evidence, Summary

#: Raise it when the prompt or the checks change: kept answers are then asked for again.
VERSION = 3

#: How much longer than asked for a sentence may be. A longer one is asked for again rather
#: than cut, so that what goes up is short and whole.
LENIENCE = 1.5

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

#: Confidence of a model's sentence: with a quote that holds, and without any.
QUOTED, UNQUOTED = 0.8, 0.5

_CODE = re.compile(r"`([^`]+)`|\b(\w+)\(|\b([A-Za-z]\w*_\w+|[a-z]+[A-Z]\w*)\b")
_NAME = re.compile(r"[A-Za-z_]\w*")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_CALLS = re.compile(r"\b(?:calls|invokes) `([^`]+)`", re.IGNORECASE)
_CALLED = re.compile(r"\bcalled by `([^`]+)`", re.IGNORECASE)
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


def checked(
    answer: Mapping[str, Any],
    request: Request,
    extractive: Summary,
    sources: Sources,
    names: frozenset[str],
    origin: str,
    language: str,
) -> Summary:
    """Returns the summary that an answer gives, with only what could be verified.

    ``names`` are all identifiers that exist in the repository.

    Raises:
        BadAnswerError: The answer has another shape, length or language than asked for,
            or names things that do not exist.
    """
    text = _sentence(answer, request, language)
    if missing(text, request, names):
        raise BadAnswerError("names what does not exist")
    if not _agrees(text, request):
        raise BadAnswerError("claims a call that is not there")
    quoted = tuple(evidence_of(answer.get("evidence"), request, sources))
    claimed = bool(answer.get("evidence"))
    claims = list(extractive.claims)
    claims += _claims(answer, request, sources, names, origin)
    unsupported = (claimed and not quoted) or numbers(text) - numbers(request.user)
    if unsupported:
        guess = Claim(text, ClaimKind.ASSUMPTION, (), UNSUPPORTED, origin)
        return replace(
            extractive, claims=(*claims, guess), origin=origin, fallback="unsupported summary"
        )
    place = quoted or _whole(request, sources)
    confidence = QUOTED if quoted else UNQUOTED
    first = verified(Claim(text, ClaimKind.RESPONSIBILITY, place, confidence, origin), sources)
    if first is None or first.kind is ClaimKind.ASSUMPTION:
        raise BadAnswerError("nothing to check it by")
    if extractive.responsibility is not None:
        claims.insert(0, replace(extractive.responsibility, kind=ClaimKind.NOTE))
    return replace(extractive, responsibility=first, claims=tuple(claims), origin=origin)


def _sentence(answer: Mapping[str, Any], request: Request, language: str) -> str:
    raw = answer.get("summary")
    if not isinstance(raw, str):
        raise BadAnswerError("wrong shape")
    text = one_line(raw)
    if len(text) > LENGTHS[request.level] * LENIENCE:
        raise BadAnswerError("too long")
    if len(words(text)) < 2 and not _foreign_script(text):
        raise BadAnswerError("says nothing")
    if not _in_language(text, language):
        raise BadAnswerError("wrong language")
    return finish(text, len(text) + 1)


def one_line(text: str) -> str:
    """A model's text as one line in which every backtick belongs to a pair."""
    text = " ".join(re.sub(r"`{2,}", " ", text).split())
    return text if text.count("`") % 2 == 0 else text.replace("`", "'")


def _foreign_script(text: str) -> bool:
    return re.search(r"[^\x00-\u024f]", text) is not None


def _in_language(text: str, language: str) -> bool:
    """Whether a sentence may be of the language; unknown languages always may."""
    if language.casefold() in {"japanese", "chinese", "korean"}:
        return _foreign_script(text)
    tables = WORDS["language"]
    own = set(tables.get(language.casefold(), ()))
    if not own:
        return True
    said = words(text)
    hits = sum(word in own for word in said)
    return all(
        (other := sum(word in set(table) - own for word in said)) < 2 or other <= hits
        for name, table in tables.items()
        if name != language.casefold()
    )


def missing(text: str, request: Request, names: frozenset[str]) -> list[str]:
    """Identifiers of a sentence that exist nowhere in the repository."""
    known = set(_NAME.findall(request.user))
    return [
        name
        for match in _CODE.finditer(text)
        for name in _NAME.findall(next(filter(None, match.groups())))
        if name not in known and name not in names
    ]


def _agrees(text: str, request: Request) -> bool:
    """Whether the calls that a sentence claims are those of the graph."""
    known = set(_NAME.findall(request.user))
    calls = {_NAME.findall(name)[-1] for name in _CALLS.findall(text) if _NAME.search(name)}
    called = {_NAME.findall(name)[-1] for name in _CALLED.findall(text) if _NAME.search(name)}
    return calls <= known and called <= (request.callers | known)


def numbers(text: str) -> set[str]:
    return set(_NUMBER.findall(text))


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
        if place is None:
            continue
        path, first, last = place
        found = (
            Evidence(path, first, last, quote.strip())
            if isinstance(quote, str) and quote.strip()
            else sources.quote(path, first, last)
        )
        if found is not None and sources.holds(found):
            yield found


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
    sources: Sources,
    names: frozenset[str],
    origin: str,
) -> Iterator[Claim]:
    """The further claims: with a quote that holds as they are, else as assumptions."""
    listed = answer.get("claims")
    for item in listed if isinstance(listed, list) else ():
        if not isinstance(item, dict) or not isinstance(item.get("text"), str):
            continue
        text = finish(one_line(item["text"]), LIMIT)
        kind = _CLAIM_KINDS.get(str(item.get("kind")), ClaimKind.NOTE)
        if not text or missing(text, request, names):
            continue
        quoted = tuple(evidence_of(item.get("evidence"), request, sources))
        if quoted and numbers(text) <= numbers(request.user):
            yield Claim(text, kind, quoted, QUOTED, origin)
        else:
            yield Claim(text, ClaimKind.ASSUMPTION, (), UNSUPPORTED, origin)
    guesses = answer.get("assumptions")
    for guess in guesses if isinstance(guesses, list) else ():
        if isinstance(guess, str) and guess.strip() and not missing(guess, request, names):
            text = clip(one_line(guess), LIMIT)
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


def _whole(request: Request, sources: Sources) -> tuple[Evidence, ...]:
    """The first lines of what was given, as the place where a sentence can be checked."""
    for path, first, _ in request.places:
        last = max(end for name, _, end in request.places if name == path)
        quote = sources.quote(path, first, last)
        if quote is not None:
            return (quote,)
    return ()
