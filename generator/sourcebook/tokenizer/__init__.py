"""How text becomes search terms, the same in Python and in the browser.

The specification is ``site_src/reference/tokenizer.md``; ``templates/search/tokenize.js``
implements it a second time, and both are tested by the same vectors. In short:

1. NFKC, so that half-width, full-width and ligature forms are one.
2. Runs of word characters: ASCII letters, digits, ``_``, and everything from U+0080 that
   is no punctuation, blank or symbol. The ranges are listed here and not taken from a
   Unicode table, whose edition differs from one runtime to the next.
3. A run in a script without blanks between words gives every letter and every pair of
   neighbouring letters.
4. Any other run is an identifier: split at ``_``, at a change of case and between letters
   and digits. Each part is put in lower case and stemmed (Snowball's English algorithm,
   ASCII words only). An identifier of several parts also gives one term for the whole,
   without its underscores, so that ``setTimeout``, ``set_timeout`` and ``settimeout``
   meet. A name such as ``__init__`` also gives itself.

No word is dropped: stop words are names somewhere.
"""

import re
import unicodedata
from functools import cache, lru_cache
from itertools import chain

import Stemmer

#: Version of the rules; part of the book's fingerprint and of the search manifest.
VERSION = 2

#: Longest term; what follows is cut off.
LONGEST = 64

#: An identifier of more parts is a digest or encoded data, and stands as a whole.
MOST_PARTS = 16

# What separates words from U+0080 on: Latin-1 signs, spacing and general punctuation,
# arrows to dingbats and other signs, CJK punctuation, the katakana middle dot,
# presentation and small forms, full-width signs, private use, specials.
_SEPARATORS = (
    "\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7"
    "\u02c2-\u02df\u2000-\u206f\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f"
    "\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb"
    "\ud800-\uf8ff\ufe10-\ufe1f\ufe30-\ufe6f\uff00-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
    "\uffe0-\uffff\U0001f000-\U0001faff\U000e0000-\U0010ffff"
)

# Scripts without blanks between words: Thai to Myanmar and Khmer, CJK radicals,
# ideographs, kana, bopomofo, hangul.
_UNSPACED = (
    "\u0e00-\u0eff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007"
    "\u3021-\u302f\u3031-\u303c\u3040-\u309f\u30a1-\u30fa\u30fc-\u30ff\u3100-\u318f"
    "\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uac00-\ud7ff"
    "\uf900-\ufaff\uff66-\uffdf\U0001b000-\U0001b2ff\U00020000-\U0003ffff"
)

_RUN = re.compile(
    rf"[{_UNSPACED}]+|(?:[A-Za-z0-9_]|[^\x00-\x7f{_SEPARATORS}{_UNSPACED}])+",
)
_ASCII_RUN = re.compile(r"[A-Za-z0-9_]+")  # the same on ASCII, in a third of the time
_UNSPACED_RUN = re.compile(rf"[{_UNSPACED}]")

# Parts of an identifier, over its letters' classes: A upper case, a other letter, 0 digit.
# "URLs" is one part, "URLParser" two, "iOS" two.
_PART = re.compile(r"A{2,}s(?![Aas])|A+(?=A[as])|A?[as]+|A+|0+")
_GROUPED = re.compile(r"_*[0-9]+_+[0-9]")
_SEPARATED = re.compile(r"(?<=[0-9])_+(?=[0-9])")
_QUOTED = re.compile(r"'(?=[0-9])(?<=[0-9]')")
_STEMMED = re.compile(r"[a-z]{3,}")
_DUNDER = re.compile(r"__.*[^_].*__", re.DOTALL)
_ASCII_CLASS = str.maketrans(
    {
        **{chr(code): "A" for code in range(ord("A"), ord("Z") + 1)},
        **{chr(code): "a" for code in range(ord("a"), ord("z") + 1) if chr(code) != "s"},
        **{chr(code): "0" for code in range(ord("0"), ord("9") + 1)},
    }
)


def tokenize(text: str) -> list[str]:
    """Returns the terms of ``text``, in order, with repetitions."""
    return list(chain.from_iterable(map(terms_of, runs(text))))


def runs(text: str) -> list[str]:
    """Returns the runs of word characters: identifiers as written, and unspaced text."""
    plain = text.isascii()
    if not plain:
        text = unicodedata.normalize("NFKC", text)
    if "'" in text:
        text = _QUOTED.sub("_", text)
    return _ASCII_RUN.findall(text) if plain else _RUN.findall(text)


@lru_cache(maxsize=1 << 18)
def terms_of(run: str) -> tuple[str, ...]:
    """Returns the terms of one run: its parts, then the whole, then a dunder name itself."""
    if is_unspaced(run):
        return tuple(run) + tuple(run[at : at + 2] for at in range(len(run) - 1))
    parts = split(run)
    if len(parts) == 1 and not _DUNDER.fullmatch(run):
        return (term(parts[0]),)
    terms = [term(part) for part in parts] if len(parts) <= MOST_PARTS else []
    if len(parts) > 1:
        terms.append(whole(run))
    if _DUNDER.fullmatch(run):
        terms.append(lower(run)[:LONGEST])
    return tuple(terms)


def is_unspaced(run: str) -> bool:
    """Whether the run is in a script without blanks between words."""
    return _UNSPACED_RUN.match(run) is not None


def split(run: str) -> list[str]:
    """Splits an identifier into its parts; a number with ``_`` between digits is one part."""
    if _GROUPED.match(run):
        run = _SEPARATED.sub("", run)
    classes = run.translate(_ASCII_CLASS) if run.isascii() else "".join(map(_class_of, run))
    parts = [run[match.start() : match.end()] for match in _PART.finditer(classes)]
    return parts or [run]


def whole(run: str) -> str:
    """Returns the term of the whole identifier, the key under which its name is found."""
    return term(run.replace("_", "") or run)


def term(word: str) -> str:
    """Returns the term of a single word: lower case, cut, stemmed where it is ASCII."""
    word = lower(word)[:LONGEST]
    return stem(word) if _STEMMED.fullmatch(word) else word


def lower(word: str) -> str:
    """Lower case, letter by letter: independent of what stands beside a letter."""
    return word.lower() if word.isascii() else "".join(letter.lower() for letter in word)


@lru_cache(maxsize=1 << 18)
def stem(word: str) -> str:
    """Stems an English word in lower case."""
    stemmed: str = _stemmer().stemWord(word)
    return stemmed


@cache
def _stemmer() -> Stemmer.Stemmer:
    return Stemmer.Stemmer("english", 0)  # no cache of its own


def _class_of(letter: str) -> str:
    if letter in "_s":
        return letter
    if letter.isascii():
        return letter.translate(_ASCII_CLASS)
    return "A" if letter.lower() != letter else "a"
