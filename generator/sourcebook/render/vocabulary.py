"""The words that a code base is made of: those of its names, and what defines each.

A word counts once for each definition of source code in whose plain name it stands, in the
singular where the singular is a word too. What defines a word is a definition of that very
name, or else a type whose name ends in it: ``AppContext`` is a kind of context. A word that
nothing defines is no word of the code base's own, but one that it uses; nor is one that
stands in a single name, unless that is the name of a type.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sourcebook.model import FileClass, Symbol, SymbolKind
from sourcebook.render.view import View
from sourcebook.tokenizer import lower, split

#: Names in which a word stands at least, letters of it, and words of a glossary.
LEAST, LETTERS, WORDS = 2, 3, 200

#: What can define a word by the end of its name.
TYPES = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
        SymbolKind.TABLE,
    }
)

_PARTS = re.compile(r"\.|::")
_PLAIN = re.compile(r"[^\W\d]\w*[!?]?")


@dataclass(frozen=True, slots=True)
class Word:
    """A word, the number of names that it stands in, and what defines it, the best first."""

    text: str
    names: int
    places: tuple[Symbol, ...]


def vocabulary(view: View) -> list[Word]:
    """The most frequent words that something defines, in alphabetical order."""
    named = [(symbol, words_of(symbol.qualified)) for symbol in _symbols(view)]
    written = Counter(word for _, words in named for word in set(words))
    count: Counter[str] = Counter()
    exact: dict[str, list[Symbol]] = {}
    kinds: dict[str, list[Symbol]] = {}
    for symbol, words in named:
        singular = [_singular(word, written) for word in words]
        count.update(set(singular))
        magic = symbol.name.startswith("__")
        if len(words) == 1 and not magic and (symbol.kind in TYPES or symbol.parent is None):
            exact.setdefault(singular[0], []).append(symbol)
        elif words and symbol.kind in TYPES:
            kinds.setdefault(singular[-1], []).append(symbol)
    own = [
        Word(
            word, names, tuple(_best(view, exact.get(word, [])) + _best(view, kinds.get(word, [])))
        )
        for word, names in count.items()
        if len(word) >= LETTERS and (names >= LEAST or _of_a_type(word, exact, kinds))
    ]
    own = [word for word in own if word.places]
    most = sorted(own, key=lambda word: (-word.names, word.text))[:WORDS]
    return sorted(most, key=lambda word: word.text)


def _of_a_type(
    word: str, exact: Mapping[str, Sequence[Symbol]], kinds: Mapping[str, Sequence[Symbol]]
) -> bool:
    return word in kinds or any(one.kind in TYPES for one in exact.get(word, ()))


def words_of(qualified: str) -> tuple[str, ...]:
    """The words of the last part of a qualified name, if all its parts are plain names."""
    parts = _PARTS.split(qualified)
    if not all(_PLAIN.fullmatch(part) for part in parts):
        return ()
    words = (lower(word) for run in parts[-1].split("_") if run for word in split(run.rstrip("!?")))
    return tuple(word for word in words if word.isalpha())


def _symbols(view: View) -> Iterator[Symbol]:
    """The symbols of source files that pages show."""
    for path, record in view.files.items():
        if record.report.file_class is FileClass.SOURCE:
            yield from (
                s for s in view.symbols_in.get(path, ()) if s.kind is not SymbolKind.SECTION
            )


def _singular(word: str, written: Counter[str]) -> str:
    single = word[:-1]
    return single if word.endswith("s") and not word.endswith("ss") and single in written else word


def _best(view: View, symbols: list[Symbol]) -> list[Symbol]:
    """Types before others, what is documented and much called before what is not."""
    return sorted(
        symbols,
        key=lambda one: (
            one.kind not in TYPES,
            not one.doc,
            -view.times_called(one.id),
            len(one.qualified),
            one.id,
        ),
    )
