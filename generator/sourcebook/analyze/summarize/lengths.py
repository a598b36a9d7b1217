"""How long a sentence of each level may be, in any language.

Lengths are given in characters of a script that is written without blanks, as Japanese is.
In other scripts words are counted, and each stands for six characters, which is what an
English word and its blank take: 160 characters of Japanese are 26 words of English. So a
sentence is not too long because its identifiers are; only a word of more than 30 letters
counts letter by letter.

A model is asked for the first length of its level. A sentence up to the second is taken as
it is, a longer one is asked for again and never cut.
"""

import re
from typing import NamedTuple

from sourcebook.model import Level


class Length(NamedTuple):
    """What is asked for, and what is still taken."""

    asked: int
    most: int


LENGTHS = {
    Level.CHUNK: Length(160, 200),
    Level.FILE: Length(200, 220),
    Level.MODULE: Length(200, 220),
    Level.SUBSYSTEM: Length(200, 220),
    Level.SYSTEM: Length(300, 330),
}

#: Characters that a word stands for, and letters from which on it counts as they are.
WORD, LONG = 6, 30

_WITHOUT_BLANKS = frozenset({"japanese", "chinese", "thai", "lao", "khmer", "burmese"})
_CLOSE = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]"
)


def measured(text: str) -> int:
    """The length of a sentence, in characters of a script without blanks."""
    parts = [word for word in _CLOSE.sub(" ", text).split() if any(map(str.isalnum, word))]
    return len(_CLOSE.findall(text)) + sum(WORD if len(one) <= LONG else len(one) for one in parts)


def too_long(text: str, level: Level) -> bool:
    """Whether a sentence passes what its level allows."""
    return measured(text) > LENGTHS[level].most


def asked(level: Level, language: str) -> str:
    """The length that is asked for, in words of a request."""
    characters = LENGTHS[level].asked
    if language.casefold() in _WITHOUT_BLANKS:
        return f"at most {characters} characters"
    return f"at most {characters // WORD} words"
