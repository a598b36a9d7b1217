"""Whether a sentence is of the language that was asked for.

Languages with letters of their own are told by them. Those of the Latin alphabet are told
by their small words, English also by the words that sentences about code have in common
and those of the code itself: a sentence of three words need hold no small one. What cannot
be judged passes, such as a language that the table does not know.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from sourcebook.analyze.summarize.sentences import words

_TONGUES: dict[str, Any] = tomllib.loads(
    files(__package__).joinpath("languages.toml").read_text(encoding="utf-8")
)
_NAMED = {name: tongue for tongue, row in _TONGUES.items() for name in row["names"]}
_SMALL = {tongue: frozenset(row.get("words", ())) for tongue, row in _TONGUES.items()}
_COMMON = frozenset(_TONGUES["english"]["common"].split())

_SCRIPTS = {
    "kana": "\u3040-\u30ff",
    "han": "\u3400-\u9fff",
    "hangul": "\uac00-\ud7af",
    "cyrillic": "\u0400-\u04ff",
    "greek": "\u0370-\u03ff",
    "arabic": "\u0600-\u06ff",
    "hebrew": "\u0590-\u05ff",
    "devanagari": "\u0900-\u097f",
    "thai": "\u0e00-\u0e7f",
}
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]")
_CODE = re.compile(r"`[^`]*`|\b\w+\(|\b\w*(?:_|[a-z][A-Z])\w*\b")
_FORMS = ("s", "es", "d", "ed", "ing")

#: Share of the letters that those of another script may be.
_STRAY = 0.3


def tongue_of(language: str) -> str:
    """The language that a configuration names: "en-GB", "English (UK)" are English."""
    name = language.casefold().strip()
    first = re.split(r"[\s_(,-]", name)[0]
    return _NAMED.get(name) or _NAMED.get(first, "")


def in_language(text: str, language: str, given: str = "") -> bool:
    """Whether a sentence may be of a language; ``given`` is the code that it speaks of."""
    tongue = tongue_of(language)
    plain = _CODE.sub(" ", text)
    if not tongue or not any(map(str.isalpha, plain)):
        return True
    script = _TONGUES[tongue]["script"]
    if script != "latin":
        return _in_script(plain, script)
    letters = [letter for letter in plain if letter.isalpha()]
    if sum(_LATIN.match(letter) is None for letter in letters) > _STRAY * len(letters):
        return False
    said = [word for word in words(plain) if not word.isdigit()]
    own = sum(word in _SMALL[tongue] for word in said)
    other = max(
        sum(word in small - _SMALL[tongue] for word in said)
        for name, small in _SMALL.items()
        if name != tongue
    )
    if own:
        return other < 2 or other <= own
    if tongue != "english":
        return other < 2 and not (said and _is_common(said[0]))
    known = sum(_is_common(word) for word in said)
    if 2 * known < len(said):
        code = frozenset(words(given))
        known += sum(not (_is_common(word) or code.isdisjoint(_bases(word))) for word in said)
    return other == 0 and 2 * known >= len(said)


def _in_script(text: str, script: str) -> bool:
    if script == "kana":
        return re.search(f"[{_SCRIPTS['kana']}]", text) is not None
    if script == "han" and re.search(f"[{_SCRIPTS['kana']}]", text):
        return False
    return re.search(f"[{_SCRIPTS[script]}]", text) is not None


@cache
def _is_common(word: str) -> bool:
    """Whether a word is, in some form, one that sentences about code share."""
    return any(base in _COMMON for base in _bases(word))


def _bases(word: str) -> set[str]:
    found = {word}
    for ending in _FORMS:
        if word.endswith(ending) and len(word) - len(ending) > 1:
            stem = word.removesuffix(ending)
            found |= {stem, f"{stem}e", stem[:-1] if stem[-1:] == stem[-2:-1] else stem}
    if word.endswith("ies"):
        found.add(f"{word[:-3]}y")
    return found
