"""The vocabulary of decision records, ready for look-ups."""

import re
import tomllib
from functools import cache
from importlib import resources
from typing import Any


@cache
def table() -> dict[str, Any]:
    """The tables of ``words.toml``."""
    source = resources.files(__package__).joinpath("words.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def section_of(heading: str) -> str:
    """The canonical section that a heading opens, "other" if none."""
    words = re.sub(r"^[\W\d_]+|[\W_]+$", "", heading.lower())
    best, longest = "other", 0
    for name, known in table()["sections"].items():
        for phrase in known:
            whole = words == phrase or (
                words.startswith(phrase) and not re.match(r"\w", words[len(phrase) :][:1] or " ")
            )
            if (whole or (not phrase.isascii() and words.startswith(phrase))) and len(
                phrase
            ) > longest:
                best, longest = name, len(phrase)
    return best


@cache
def _keys() -> dict[str, str]:
    return {word: name for name, words in table()["keys"].items() for word in words}


def key_of(written: str) -> str:
    """The canonical key for one as written, "" if it is none of ours."""
    return _keys().get(re.sub(r"\s+", " ", written.strip().strip("*_`").strip().lower()), "")


def phrases(words: list[str]) -> str:
    """A pattern that matches any of the words, the longest first, as whole words."""
    ordered = sorted(words, key=lambda word: (-len(word), word))
    return "|".join(_whole(word) for word in ordered)


def _whole(word: str) -> str:
    pattern = re.escape(word).replace(r"\ ", r"\s+")
    if re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", word):
        return pattern
    return rf"(?<!\w){pattern}(?!\w)"
