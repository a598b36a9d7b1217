"""The status of a record: one of eight, and unknown rather than a guess.

The word must begin the text; what comes later in the prose is history. "Supersedes" is
never "superseded by". A template that still lists all choices has no status, unless one
of them is marked as chosen.
"""

import re
from functools import cache

from sourcebook.analyze.decisions.outline import Fact, Outline
from sourcebook.analyze.decisions.words import phrases, table
from sourcebook.model import DecisionStatus

_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_STRUCK = re.compile(r"~~.*?~~|<(s|del)>.*?</\1>", re.DOTALL)
_IMAGE = re.compile(r"!\[([^\]]{0,300})\]\(([^)]{0,300})\)")
_LINK = re.compile(r"\[([^\]]{0,300})\](?:\([^)]{0,300}\)|\[[^\]]{0,100}\])")
_BADGE = re.compile(r"badge/(?:[\w%]*status[\w%]*-)?([A-Za-z%0-9_]+)-", re.IGNORECASE)
_CHOSEN = re.compile(r"(?:\*\*|__)([^*_\n]+)(?:\*\*|__)")
_CHECKED = re.compile(r"\[[xX]\]\s*([^\n]+)")
_JOINT = r"(?:\s*\([^)]*\))?\s*(?:&|,|;|/|->|→|=>|\band\b|\bthen\b|\bbut\b|\bund\b|\bet\b|\by\b)\s*"
_QUOTED = re.compile(r"\A\s*(?:>.*(?:\n|\Z)\s*)+")
_LONGEST = 4000  # characters of a text that are read for a status
_BEFORE_PARTIAL = 40  # characters in which "partly" belongs to a word of supersession


def status_source(outline: Outline) -> Fact | None:
    """The text that states the status: front matter or bullet, section, tags, badge."""
    section = outline.section("status")
    fact = outline.facts.get("status")
    candidates = [fact] if fact else []
    if section is not None and section.text:
        candidates.insert(
            0 if fact is None or fact.line > section.line else 1, Fact(section.text, section.first)
        )
    if "tags" in outline.facts:
        candidates.append(outline.facts["tags"])
    badge = _BADGE.search(outline.head.text)
    if badge:
        line = outline.head.first + outline.head.text.count("\n", 0, badge.start())
        candidates.append(Fact(badge[1].replace("%20", " ").replace("_", " "), line))
    known = (each for each in candidates if read_status(each.text) is not DecisionStatus.UNKNOWN)
    stated = (each for each in candidates if each is not outline.facts.get("tags"))
    return next(known, None) or next(stated, None)


def read_status(text: str) -> DecisionStatus:
    """The status that a text begins with; a quotation before it is help for authors."""
    clean = chosen(text[:_LONGEST])
    status = _begun_with(_trimmed(clean))
    if status is DecisionStatus.UNKNOWN and clean.lstrip().startswith(">"):
        status = _begun_with(_trimmed(_QUOTED.sub("", clean)))
    return status


def _begun_with(clean: str) -> DecisionStatus:
    start = _status().match(clean)
    if start is None or start.lastgroup not in {"rejected", "withdrawn"}:
        for by in _superseded_by().finditer(clean):
            told = _told(clean, by)
            if told is not None:
                return told
    status = DecisionStatus.UNKNOWN
    at = 0
    while match := _status().match(clean, at):
        # "Accepted & implemented & removed": what came last holds.
        status = _named(str(match.lastgroup), clean, match.start())
        joint = re.compile(_JOINT).match(clean, match.end())
        if joint is None:
            break
        at = joint.end()
    return status


def plain_status(text: str) -> str:
    """A status as written, in one line and without markup: its first paragraph."""
    clean = _STRUCK.sub("", _COMMENT.sub("", text[:_LONGEST])).strip()
    clean = re.split(r"\n\s*\n", clean)[0]
    clean = _LINK.sub(r"\1", _IMAGE.sub(r"\1", clean))
    return re.sub(r"\s+", " ", re.sub(r"(?<!\w)[*_`>]+|[*_`]+(?!\w)", "", clean)).strip()[:300]


def chosen(text: str) -> str:
    """The text of the status itself, each line in its place; "" for a template not filled in."""
    clean = text
    for pattern in (_COMMENT, _STRUCK):
        clean = pattern.sub(lambda match: " " + "\n" * match[0].count("\n"), clean)
    checked = _CHECKED.findall(clean)
    if checked:
        return " ".join(checked)
    words = {match.lastgroup for match in _status().finditer(_lower(clean))}
    listed = len(words) >= 3 and re.search(r"[|/{]|\n\s*[-*+]\s", clean) is not None
    if listed:
        bold = [part for part in _CHOSEN.findall(clean) if _status().match(_trimmed(part))]
        return bold[0] if len(bold) == 1 else ""
    return clean


def _lower(text: str) -> str:
    return re.sub(r"[*_`]+", "", _LINK.sub(r"\1", _IMAGE.sub(r"\1", text))).lower()


def _trimmed(text: str) -> str:
    """The text from its first word on, without markup, dates and words like "status:"."""
    clean = re.sub(r"\s+", " ", re.sub(r"\n\s*\n", ". ", _lower(text)))
    before = ""
    while clean != before:
        before = clean
        clean = re.sub(r"^(?:[^\w]|\d{4}-\d\d-\d\d|\d\d?[/.]\d\d?[/.]\d{4})+", "", clean)
        clean = re.sub(rf"^(?:{phrases(table()['status']['lead'])})(?=\W|$)", "", clean)
        clean = re.sub(rf"^(?:{'|'.join(table()['sections']['status'])})\s*[:\uff1a]", "", clean)
    return clean


def _named(word: str, text: str, at: int) -> DecisionStatus:
    return _how_much(text, at) if word == "superseded" else DecisionStatus(word)


def _told(clean: str, by: re.Match[str]) -> DecisionStatus | None:
    """What "superseded by" says about this record; None if it speaks of another one."""
    if re.match(r"\s*(?:this|the present)\b", clean[by.end() :]):
        return None
    if not by[0].isascii() and by[0][0] > "\u3000":  # Japanese names the other record first
        return _how_much(clean, by.start())
    clause = re.split(r"[.;:(—\u2013。、](?:\s|$)|\n", clean[: by.start()])[-1]
    subject = _status().sub(" ", re.sub(r"\([^)]*\)", " ", clause))
    subject = re.sub(phrases(table()["status"]["lead"]), " ", subject)
    subject = re.sub(
        r"\b(?:and|but|then|also|it|has|been|adr|decision|record|the|this)\b", " ", subject
    )
    if re.search(r"\d", subject) and re.search(r"\badr|#\d", clause):
        return None
    if re.search(r"\w", subject):
        return DecisionStatus.PARTLY_SUPERSEDED
    return _how_much(clean, by.start())


def _how_much(text: str, at: int) -> DecisionStatus:
    """Superseded, or partly so if a word near says that."""
    near = text[max(at - _BEFORE_PARTIAL, 0) : at + _BEFORE_PARTIAL]
    partial = re.search(phrases(table()["status"]["partial"]), near)
    return DecisionStatus.PARTLY_SUPERSEDED if partial else DecisionStatus.SUPERSEDED


@cache
def _status() -> re.Pattern[str]:
    names = ("rejected", "accepted", "proposed", "deprecated", "withdrawn", "superseded")
    partial = phrases(table()["status"]["partial"])
    groups = (f"(?P<{name}>{phrases(table()['status'][name])})" for name in names)
    return re.compile(rf"(?:(?:{partial})\s*)?(?:{'|'.join(groups)})")


@cache
def _superseded_by() -> re.Pattern[str]:
    before = "|".join(re.escape(word) for word in table()["relations_before"]["superseded-by"])
    after = [
        word for word in table()["relations"]["superseded-by"] if not word.startswith("in fav")
    ]
    return re.compile(f"{phrases(after)}|{before}")
