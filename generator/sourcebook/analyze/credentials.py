"""Where credentials stand in a text. Found, never judged by whether they still work.

Four ways to be one:

- a form of its own (``ghp_…``, ``AKIA…``, a JSON web token): the detectors of
  detect-secrets and further forms, all listed in ``credentials.toml``;
- a private key in its armour, or a password in a URL;
- a value given to a name that announces it (``password = "…"``);
- a quoted string too random for words. Hashes, alphabets and paths are none, and data and
  lock files hold so many harmless ones that this way is not taken there.

A value split over adjacent string literals is put together before it is looked at.
"""

import math
import re
import tomllib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources
from itertools import chain, pairwise
from typing import Any

#: Longer lines are looked at in pieces around what is suspicious.
_LONG_LINE = 4000
_PIECE = 1000
_SHORTEST = 12  # characters of a line in which a credential may be put together
_OVERLAP = 300  # of pieces, so that no credential is cut in all of them

#: Files in which random strings are the rule: data, translations, checksums.
_DATA = (
    ".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".xml", ".svg", ".po", ".pot", ".lock", ".sum",
    ".ipynb", ".geojson", ".html", ".htm", ".css", ".map", ".txt", ".rst", ".md", ".sql", ".patch",
)  # fmt: skip
#: Files in which a value may stand without quotes.
_BARE = (
    ".yml", ".yaml", ".ini", ".cfg", ".conf", ".config", ".properties", ".env", ".sh", ".bash", ".zsh",
    ".example", ".sample", ".template", ".dist", ".service", ".toml", ".tf", ".ps1", "dockerfile",
)  # fmt: skip

_ARMOUR = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|PuTTY-User-Key-File-\d:"
)
_ARMOUR_END = re.compile(r"-----END |Private-MAC")
_LONGEST_KEY = 20_000
#: Lines of a key whose end is missing.
_KEY_LINES = re.compile(r"(?:[\s\"'`+]*(?:\\[rn])?[A-Za-z0-9+/=]{20,}(?:\\[rn])?[\"'`+,;]*)*")
#: A run of key text; a short one only at the very end, so that prose is none.
_KEY_TEXT = re.compile(
    r"\\[rn]|([A-Za-z0-9+/=]{20,}|[A-Za-z0-9+/=]+(?=(?:\s|\\[rn]|[\"'`+,;])*\Z))"
)
_URL = re.compile(r"://[^\s/:@\"'<>{}$]*:([^\s/@\"'<>{}]+)@")
_RANDOM = re.compile(r"([\"'`])([A-Za-z0-9+/_-]{24,}={0,2})\1")
_JUNCTION = re.compile(
    r"([\"'`])[ \t]*+(?:(?:\\|\+|\.\.?|&|<<)[ \t]*+)?\r?\n[ \t]*+(?:(?:\+|\.\.?|&|<<)[ \t]*+)?"
    r"[fFbBuUrR]{0,2}\1"
)
_TAIL = re.compile(r"[A-Za-z0-9_+/=.-]*")
_AFTER_NAME = (
    r"[\"'`\])]{0,3}(?:\s*+:\s*+[A-Za-z][\w\[\]<>|?. ]{0,30}?)?"
    r"(?:\s*+(?::=|=>|[=!]?=|:|\()\s*+|[ \t]++(?:,[ \t]++)?|,[ \t]++)"
)
_QUOTED = r"[fFbBuUrR@]{0,2}([\"'`])(?P<quoted>[^\"'`\s]{6,200})\1"
_UNQUOTED = r"(?P<bare>[^\s#,;\"'`(){}<>\[\]$]{6,200})(?=$|[\s,;#])"


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A credential: where it stands in the text, in characters, and of what kind."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class _Form:
    """A credential with a form of its own, and what must be there before it is looked for."""

    kind: str
    triggers: tuple[str, ...]
    words: tuple[str, ...]
    regex: re.Pattern[str] | None
    detector: str

    def values(self, line: str) -> Iterator[str]:
        """The credentials of this form in a line."""
        if self.regex is not None:
            yield from (match[0] for match in self.regex.finditer(line))
        else:
            yield from _detector(self.detector).analyze_string(line)


def find(text: str, path: str = "") -> list[Finding]:
    """The credentials in ``text``, the content of the file ``path``, in text order."""
    low = _lower(text)
    found = [*_keys(text), *_in_urls(text), *_formed(text, low), *_named(text, low, path)]
    if not path.lower().endswith(_DATA):
        found.extend(_random(text))
    found.extend(_split(text, path))
    return _merged(found)


def _lower(text: str) -> str:
    low = text.lower()
    if len(low) == len(text):
        return low
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def _merged(found: Iterable[Finding]) -> list[Finding]:
    """The findings in text order, those that overlap made one."""
    merged: list[Finding] = []
    for finding in sorted(found):
        if merged and finding.start < merged[-1].end:
            last = merged[-1]
            merged[-1] = Finding(last.start, max(last.end, finding.end), last.kind)
        else:
            merged.append(finding)
    return merged


# ------------------------------------------------------------------- keys and addresses


def _keys(text: str) -> Iterator[Finding]:
    if "PRIVATE KEY" not in text and "PuTTY-User-Key-File" not in text:
        return
    ends = [match.start() for match in _ARMOUR_END.finditer(text)]
    for head in _ARMOUR.finditer(text):
        start = head.end()
        place = bisect_left(ends, start)
        end = ends[place] if place < len(ends) else len(text)
        if end - start > _LONGEST_KEY or end == len(text):
            lines = _KEY_LINES.match(text, start, start + _LONGEST_KEY)
            end = lines.end() if lines else start
        begun = False
        for run in _KEY_TEXT.finditer(text, start, end):
            begun = begun or len(run[1] or "") >= 20
            if run[1] and begun:
                yield Finding(run.start(1), run.end(1), "private key")


def _in_urls(text: str) -> Iterator[Finding]:
    for match in _URL.finditer(text):
        if not _is_placeholder(match[1]):
            yield Finding(match.start(1), match.end(1), "password")


# -------------------------------------------------------------------- forms of their own


def _formed(text: str, low: str) -> Iterator[Finding]:
    for form in _forms():
        lines: set[tuple[int, int]] = set()
        for place, triggers in ((text, form.triggers), (low, form.words)):
            for trigger in triggers:
                lines.update(_lines_with(place, trigger))
        for start, end in lines:
            for value in set(form.values(text[start:end])):
                yield from _occurrences(text, value, start, end, form.kind)


def _lines_with(text: str, trigger: str) -> Iterator[tuple[int, int]]:
    """The lines that hold ``trigger``; of a long line, the piece around it."""
    at = text.find(trigger)
    while at >= 0:
        start, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
        end = len(text) if end < 0 else end
        if end - start > _LONG_LINE:
            start, end = max(start, at - _PIECE), min(end, at + _PIECE)
            yield start, end
            at = text.find(trigger, max(at + 1, end - _OVERLAP))
        else:
            yield start, end
            at = text.find(trigger, end)


def _occurrences(text: str, value: str, start: int, end: int, kind: str) -> Iterator[Finding]:
    """Each place of ``value``, with what follows it and belongs to it."""
    at = text.find(value, start, end) if value else -1
    while at >= 0:
        tail = _TAIL.match(text, at + len(value))
        stop = tail.end() if tail else at + len(value)
        yield Finding(at, stop, kind)
        at = text.find(value, stop, end)


@cache
def _forms() -> tuple[_Form, ...]:
    table = _table()
    return tuple(
        _Form(
            kind=row["kind"],
            triggers=tuple(row.get("triggers", ())),
            words=tuple(row.get("words", ())),
            regex=re.compile(row["regex"]) if "regex" in row else None,
            detector="" if "regex" in row else name,
        )
        for section in ("detector", "pattern")
        for name, row in table[section].items()
    )


@cache
def _detector(name: str) -> Any:
    """A detector of detect-secrets; imported when a file first needs one."""
    plugins = import_module(
        "detect_secrets.core.plugins.util"
    ).get_mapping_from_secret_type_to_class()
    return next(plugin for plugin in plugins.values() if plugin.__name__ == name)()


@cache
def _table() -> dict[str, Any]:
    source = resources.files(__package__).joinpath("credentials.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


# ----------------------------------------------------------------------- announced values


def _named(text: str, low: str, path: str) -> Iterator[Finding]:
    names = _table()["names"]
    bare = path.lower().endswith(_BARE)
    every = (*names["strong"], *names["weak"])
    lines = sorted({line for name in every for line in _whole_lines(low, name)})
    for hit in chain.from_iterable(_name_pattern().finditer(low, *line) for line in lines):
        match = _value_pattern(bare=bare).match(text, hit.end())
        if match is None or hit[0].rstrip("_-").endswith(tuple(names["harmless"])):
            continue
        group = "quoted" if match["quoted"] else "bare"
        value = match[group]
        strong = hit["strong"] is not None
        if not _is_placeholder(value) and (_is_chosen(value) if strong else _is_made(value)):
            kind = "password" if strong else "secret"
            yield Finding(match.start(group), match.end(group), kind)


def _whole_lines(text: str, word: str) -> Iterator[tuple[int, int]]:
    """The lines that hold ``word``."""
    at = text.find(word)
    while at >= 0:
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        yield text.rfind("\n", 0, at) + 1, end
        at = text.find(word, end)


@cache
def _name_pattern() -> re.Pattern[str]:
    names = _table()["names"]
    strong, weak = ("|".join(map(re.escape, names[key])) for key in ("strong", "weak"))
    return re.compile(rf"(?:(?P<strong>{strong})|{weak})[\w-]{{0,40}}")


@cache
def _value_pattern(*, bare: bool) -> re.Pattern[str]:
    value = f"(?:{_QUOTED}|{_UNQUOTED})" if bare else f"(?:{_QUOTED}|(?P<bare>(?!)))"
    return re.compile(_AFTER_NAME + value, re.MULTILINE)


def _is_placeholder(value: str) -> bool:
    """Whether the value only stands for a credential, or is computed."""
    low = value.lower()
    if low.startswith(("$", "%", "@", ":", "/", "./", "../", "~", "http://", "https://", "\\")):
        return True
    table = _table()["placeholders"]
    if any(part in low for part in table["parts"]):
        return True
    bare = re.sub(r"[\W_]", "", low.rstrip("0123456789!"))
    return bare in table["whole"] or len(set(low)) < 4


def _is_chosen(value: str) -> bool:
    """Whether a person may have chosen the value as a password."""
    if re.fullmatch(r"[A-Za-z_]\w*(?:\.\w+)+(?:\(.*)?|[A-Z][A-Z0-9_]*", value) or value.endswith(
        ("(", "[", ")")
    ):
        return False  # code: a dotted name, a constant, a call
    return bool(re.search(r"\d", value) and re.search(r"[A-Za-z]", value)) or (
        re.search(r"[!@#$%^&*+=?~]", value) is not None and re.search(r"\w{4}", value) is not None
    )


def _is_made(value: str) -> bool:
    """Whether a machine may have made the value: long, mixed and without words."""
    if len(value) < 12 or not re.fullmatch(r"[\w+/=.~:-]+", value):
        return False
    digits = sum(char.isdigit() for char in value)
    return digits >= 2 and _entropy(value) >= 3.0 and not _is_wordy(value)


def _is_wordy(value: str) -> bool:
    """Whether the value is words, numbers and punctuation rather than random letters."""
    runs = re.findall(r"[A-Z]?[a-z]+|[A-Z]+|\d+", value)
    return bool(runs) and sum(map(len, runs)) / len(runs) >= 3.5


# ------------------------------------------------------------------------ random strings


def _random(text: str) -> Iterator[Finding]:
    for match in _RANDOM.finditer(text):
        value = match[2]
        if (
            any(char.isdigit() for char in value)
            and any(char.isupper() for char in value)
            and any(char.islower() for char in value)
            and _entropy(value) >= 4.5
            and not _is_wordy(value)
            and not _is_alphabet(value)
        ):
            yield Finding(match.start(2), match.end(2), "secret")


def _entropy(value: str) -> float:
    """Shannon entropy in bits a character."""
    total = len(value)
    return -sum(n / total * math.log2(n / total) for n in Counter(value).values())


def _is_alphabet(value: str) -> bool:
    """Whether neighbours mostly follow one another, as in the digits of base64."""
    steps = sum(ord(after) - ord(before) == 1 for before, after in pairwise(value))
    return steps > len(value) // 3


# ---------------------------------------------------------------- split over two literals


def _split(text: str, path: str) -> Iterator[Finding]:
    """Credentials that adjacent string literals make together."""
    pieces = [piece for line in _joined_lines(text) for piece in line]
    if not pieces:
        return
    joined = "".join(text[start:end] for start, end in pieces)
    low = _lower(joined)
    for finding in (*_formed(joined, low), *_named(joined, low, path)):
        yield from _placed(finding, pieces)


def _joined_lines(text: str) -> Iterator[list[tuple[int, int]]]:
    """Lines that a junction of literals joins, each as the ranges of text it is made of.

    The last range holds the line end; lines too short for a credential are left out.
    """
    pieces: list[tuple[int, int]] = []
    for match in _JUNCTION.finditer(text):
        if pieces and match.start() > text.find("\n", pieces[-1][1]) >= 0:
            yield from _closed(text, pieces)
            pieces = []
        start = pieces.pop()[0] if pieces else text.rfind("\n", 0, match.start()) + 1
        pieces += [(start, match.start()), (match.end(), match.end())]
    if pieces:
        yield from _closed(text, pieces)


def _closed(text: str, pieces: list[tuple[int, int]]) -> Iterator[list[tuple[int, int]]]:
    *before, (start, _) = pieces
    end = text.find("\n", start)
    end = len(text) if end < 0 else end
    if sum(stop - first for first, stop in [*before, (start, end)]) >= _SHORTEST:
        yield [*before, (start, min(end + 1, len(text)))]


def _placed(finding: Finding, pieces: list[tuple[int, int]]) -> Iterator[Finding]:
    """The ranges of the text that a finding in the joined lines stands for."""
    offset = 0
    for start, end in pieces:
        first = max(finding.start - offset, 0)
        last = min(finding.end - offset, end - start)
        if first < last:
            yield Finding(start + first, start + last, finding.kind)
        offset += end - start
