"""Definitions that seem to mean one thing under two names.

In a large code base somebody writes ``formatUserId`` where ``normaliseAccountIdentifier``
was there. Names alone do not show it, and likeness alone shows too much: siblings such as
``set_width`` and ``set_height`` are as alike as can be. So three witnesses must agree, and
nothing may tell the two apart:

- *vectors*: the chunks lie close together among the word vectors of the repository;
- *neighbours*: those who call them, what they call, their parameters and results share
  words, the rarer the better;
- *documents*: the first sentences of their documentation share words likewise.

What tells two definitions apart: they stand in one file, or some file defines both names,
or somebody calls both names, so that the author knew the two; a document uses a word of its
own name that the other lacks, or another number; one name is the other with a word more, or
with another word in its middle (``load_user_file``, ``load_group_file``), or each says no more
than where it stands; one names a thing and the other several of them; names or documents use
opposite words (``opposites.toml``); one only stands for another in tests; a sentence spells
out an abbreviation of its name; one is a kind of the other. Where four pairs begin alike and
differ by the same words (``get_default_…``, ``get_user_…``), the two words name two kinds.
Each definition has one partner at most: the one that it fits best, and that it fits best itself.
"""

import math
import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import combinations, pairwise

import numpy as np
from numpy.typing import NDArray

from sourcebook.model import (
    CallGraph,
    CallStatus,
    Embeddings,
    Entry,
    FileClass,
    FileRecord,
    Symbol,
    SymbolId,
    SymbolKind,
    Synonym,
)
from sourcebook.tokenizer import runs, split, term, tokenize

#: The least that each witness must say, of 1.
VECTORS, NEIGHBOURS, DOCUMENTS = 0.6, 0.15, 0.53

#: Documents that are as good as the same, and what neighbours must say then.
THE_SAME, NEIGHBOURS_THEN = 0.8, 0.1

_CALLED = frozenset({SymbolKind.FUNCTION, SymbolKind.METHOD, SymbolKind.PROPERTY})
_TYPES = frozenset(
    {SymbolKind.CLASS, SymbolKind.INTERFACE, SymbolKind.STRUCT, SymbolKind.TRAIT, SymbolKind.ENUM}
)
_FEWEST_WORDS = 3  # of a sentence that says something
_MOST_ALIKE = 2  # names that may share a sentence; with more it is a formula
_COMMON = 40  # definitions that a word may lead to when pairs are looked for
_MOST = 500  # pairs
_CONVENTION = 4  # pairs that differ by the same words
_LAST_NAME = re.compile(r"[\w$]+$")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|(?<=。)|\n[ \t]*\n")
_NO_SENTENCE = re.compile(r"@\w|[Ss]ee\b|TODO|FIXME|XXX|HACK|Deprecated\b|\W*$")
_FIELDS = re.compile(
    r"\n\s*(?:[@:\\]\w|#+ |[A-Z][\w ]*:?[ \t]*\n\s*-{3,}|(?:Args|Arguments|Parameters|Returns|Raises|Examples?):)"
)
_NEGATIONS = ("un", "non", "de", "dis", "in", "a", "async")
_CUT = 4  # letters that tell a word where it is cut short
_ABBREVIATED = 5  # letters of an abbreviation
_SELF = frozenset({"self", "cls", "this"})

Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of one definition."""

    symbol: Symbol
    row: int  # of its vector
    language: str
    place: Words  # what its path and the names around it say
    name: tuple[str, ...]
    document: Words
    initials: str  # of the words of that sentence, in order
    neighbours: Words


def synonyms(
    files: Sequence[FileRecord], entries: Iterable[Entry], graph: CallGraph, embeddings: Embeddings
) -> tuple[Synonym, ...]:
    """The pairs that the three witnesses agree on, the surest first."""
    if not embeddings.dimension:
        return ()
    known = _known(files, entries, graph, embeddings)
    if len(known) < 2:
        return ()
    rows = np.frombuffer(embeddings.chunk_rows, np.int8).reshape(-1, embeddings.dimension)
    met = _Met(graph)
    of_documents = _rarity(one.document for one in known)
    of_neighbours = _rarity(one.neighbours for one in known)
    found: list[tuple[Synonym, _Known, _Known]] = []
    for first, second, vectors in _near(known, rows, _candidates(known)):
        documents = _shared(first.document, second.document, of_documents)
        if documents < DOCUMENTS or _told_apart(first, second) or met.both(first, second):
            continue
        neighbours = _shared(first.neighbours, second.neighbours, of_neighbours)
        if neighbours >= (NEIGHBOURS_THEN if documents >= THE_SAME else NEIGHBOURS):
            figures = (round(vectors, 3), round(neighbours, 3), round(documents, 3))
            pair = Synonym(first.symbol.id, second.symbol.id, *figures)
            found.append((pair, first, second))
    said = Counter(_difference(first, second) for _, first, second in found)
    pairs = [
        pair
        for pair, first, second in found
        if first.name[0] != second.name[0] or said[_difference(first, second)] < _CONVENTION
    ]
    return _partners(pairs)[:_MOST]


def _difference(first: _Known, second: _Known) -> frozenset[Words]:
    """The words that either name has and the other lacks."""
    one, other = frozenset(first.name), frozenset(second.name)
    return frozenset({one - other, other - one})


def _partners(pairs: list[Synonym]) -> tuple[Synonym, ...]:
    """Those whose two definitions fit each other best, the surest first."""
    pairs.sort(key=lambda one: (-_weight(one), one.first, one.second))
    best: dict[SymbolId, Synonym] = {}
    for pair in pairs:
        best.setdefault(pair.first, pair)
        best.setdefault(pair.second, pair)
    return tuple(pair for pair in pairs if best[pair.first] is best[pair.second] is pair)


def _weight(pair: Synonym) -> float:
    return pair.vectors * pair.neighbours * pair.documents


def _known(
    files: Sequence[FileRecord], entries: Iterable[Entry], graph: CallGraph, embeddings: Embeddings
) -> list[_Known]:
    """The definitions of the program that have a document and a vector."""
    own = {
        record.report.path: record.report.language
        for record in files
        if record.report.file_class is FileClass.SOURCE
    }
    documents = {
        symbol.id: _words(_sentence(symbol.doc), without=symbol.name)
        for symbol in graph.symbols
        if symbol.doc and symbol.kind in _CALLED | _TYPES and symbol.path in own
    }
    names = {
        symbol.id: _parts(symbol.name)
        for symbol in graph.symbols
        if symbol.id in documents and not symbol.name.startswith("__")
    }
    sayers = defaultdict(set)
    for one, name in names.items():
        sayers[documents[one]].add(name)
    row_of = {chunk: row for row, chunk in enumerate(embeddings.chunks)}
    rows: dict[SymbolId, int] = {}
    for entry in entries:
        chunk = entry.chunk
        if chunk.symbol in names and chunk.id in row_of:
            rows.setdefault(chunk.symbol, row_of[chunk.id])
    around = _neighbours(graph, rows)
    return [
        _Known(
            symbol,
            rows[symbol.id],
            own[symbol.path],
            _words(f"{symbol.path} {symbol.qualified.removesuffix(symbol.name)}"),
            names[symbol.id],
            documents[symbol.id],
            _initials(_sentence(symbol.doc)),
            around[symbol.id],
        )
        for symbol in graph.symbols
        if symbol.id in rows
        and len(documents[symbol.id]) >= _FEWEST_WORDS
        and len(sayers[documents[symbol.id]]) <= _MOST_ALIKE
    ]


def _neighbours(graph: CallGraph, wanted: Mapping[SymbolId, int]) -> dict[SymbolId, Words]:
    """The words of the names around a definition: callers, callees, parameters, result."""
    names = {symbol.id: _parts(symbol.name) for symbol in graph.symbols}
    found: dict[SymbolId, set[str]] = {one: set() for one in wanted}
    for call in graph.calls:
        for target in call.targets:
            if target in found:
                found[target].update(names.get(call.caller, ()))
        if call.caller in found:
            last = _LAST_NAME.search(call.text)
            found[call.caller].update(_parts(last[0]) if last else ())
    for symbol in graph.symbols:
        if symbol.id in found:
            for one in symbol.parameters:
                if one.name not in _SELF:
                    found[symbol.id] |= _words(f"{one.name} {one.type}")
            found[symbol.id] |= _words(symbol.returns)
    return {one: frozenset(words) for one, words in found.items()}


class _Met:
    """Which names somebody has met side by side."""

    def __init__(self, graph: CallGraph) -> None:
        self._at: dict[tuple[str, ...], set[str]] = defaultdict(set)
        for symbol in graph.symbols:
            self._at[_parts(symbol.name)].add(symbol.path)
        for call in graph.calls:
            last = _LAST_NAME.search(call.text)
            if last and call.status is not CallStatus.EXTERNAL:
                self._at[_parts(last[0])].add(call.caller)

    def both(self, first: _Known, second: _Known) -> bool:
        """Whether one file defines both names, or one function calls both."""
        return not self._at.get(first.name, set()).isdisjoint(self._at.get(second.name, ()))


def _told_apart(first: _Known, second: _Known) -> bool:
    """Whether names, documents or types say that the two are not the same."""
    one, other = first.symbol, second.symbol
    own, others = set(first.name) - set(second.name), set(second.name) - set(first.name)
    said, unsaid = first.document - second.document, second.document - first.document
    return (
        one.path == other.path
        or first.language != second.language
        or (one.kind in _TYPES) != (other.kind in _TYPES)
        or one.name in other.bases
        or other.name in one.bases
        or not (own and others)
        or "".join(first.name) == "".join(second.name)
        or _are_variants(first, second)
        or _is_one_of(one.name, other.name)
        or not _stand_ins().isdisjoint(own ^ others)
        or _are_opposite(own, others)
        or _are_opposite(said, unsaid)
        or (_is_placed(own, first.place) and _is_placed(others, second.place))
        or any(_negates(a, b) or _negates(b, a) for a in first.place for b in second.place)
        or _speaks(said, own)
        or _speaks(unsaid, others)
        or _speaks(_prose(one) - _prose(other), own)
        or _speaks(_prose(other) - _prose(one), others)
        or _spells(first, own, second)
        or _spells(second, others, first)
        or (any(map(str.isdigit, said)) and any(map(str.isdigit, unsaid)))
    )


def _speaks(document: Words, name: AbstractSet[str]) -> bool:
    """Whether a document uses a word of a name, be it cut short in one of them."""
    return any(
        word == part or (min(len(word), len(part)) >= _CUT and word[:_CUT] in part)
        for word in document
        for part in name
    )


def _is_placed(name: AbstractSet[str], place: Words) -> bool:
    """Whether a place says every word of a name: ``py`` for ``python``, or run together."""
    return all(
        any(
            (len(one) > 1 and word.startswith(one)) or (len(word) >= _CUT and word in one)
            for one in place
        )
        for word in name
    )


def _are_variants(first: _Known, second: _Known) -> bool:
    """Whether two names begin alike and name another thing before a word that both have.

    Unless either document names both things: ``console_title`` and ``window_title``.
    """
    shared = set(first.name) & set(second.name)
    own, others = set(first.name) - shared, set(second.name) - shared
    if first.name[0] != second.name[0] or (own <= second.document and others <= first.document):
        return False
    heads = [
        {after for word, after in pairwise(name) if word not in shared and after in shared}
        for name in (first.name, second.name)
    ]
    return not heads[0].isdisjoint(heads[1])


def _is_one_of(name: str, other: str) -> bool:
    """Whether one names a thing and the other several: ``find_reference``, ``get_references``."""
    spelt, others = ({term(part): part.lower() for part in split(each)} for each in (name, other))
    return any(
        spelt[word] != others[word]
        and {spelt[word], others[word]} & {f"{spelt[word]}s", f"{others[word]}s"}
        for word in spelt.keys() & others.keys()
    )


def _are_opposite(own: AbstractSet[str], others: AbstractSet[str]) -> bool:
    """Whether one has a word that says the opposite of a word of the other."""
    return any(_negates(a, b) or _negates(b, a) for a in own for b in others) or any(
        (mine & own and yours & others) or (yours & own and mine & others)
        for sides in _opposites()
        for mine, yours in combinations(sides, 2)
    )


def _spells(one: _Known, own: AbstractSet[str], other: _Known) -> bool:
    """Whether a sentence spells out an abbreviation of its own name: ``bfs``, breadth first search."""
    return any(
        1 < len(part) <= _ABBREVIATED and part in one.initials and part not in other.initials
        for part in own
    )


def _initials(sentence: str) -> str:
    return "".join(part[0].lower() for run in runs(sentence) for part in split(run))


def _negates(word: str, other: str) -> bool:
    return len(other) > 2 and word.endswith(other) and word.removesuffix(other) in _NEGATIONS


@cache
def _table() -> dict[str, list[list[str]]]:
    source = resources.files(__package__).joinpath("opposites.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


@cache
def _opposites() -> tuple[tuple[Words, ...], ...]:
    return tuple(tuple(_words(side) for side in sides) for sides in _table()["opposites"])


@cache
def _stand_ins() -> Words:
    return _words(_table()["stand-ins"][0][0])


def _candidates(known: Sequence[_Known]) -> NDArray[np.int64]:
    """Pairs whose documents share a word that is not common."""
    with_word: dict[str, list[int]] = defaultdict(list)
    for number, one in enumerate(known):
        for word in one.document:
            with_word[word].append(number)
    pairs = {
        pair
        for numbers in with_word.values()
        if len(numbers) <= _COMMON
        for pair in combinations(numbers, 2)
    }
    return np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2)


def _near(
    known: Sequence[_Known], rows: NDArray[np.int8], pairs: NDArray[np.int64]
) -> Iterator[tuple[_Known, _Known, float]]:
    """The pairs whose vectors are near enough, with their cosines."""
    chosen = rows[[one.row for one in known]].astype(np.float32)
    chosen /= np.maximum(np.linalg.norm(chosen, axis=1, keepdims=True), 1e-9)
    for start in range(0, len(pairs), 100_000):
        part = pairs[start : start + 100_000]
        cosines = np.einsum("ij,ij->i", chosen[part[:, 0]], chosen[part[:, 1]])
        for at in np.flatnonzero(cosines >= VECTORS):
            yield known[part[at, 0]], known[part[at, 1]], float(cosines[at])


def _rarity(bags: Iterable[AbstractSet[str]]) -> Callable[[str], float]:
    """How much a word says: the logarithm of how few of the bags hold it."""
    every = list(bags)
    count = Counter(word for bag in every for word in bag)
    return lambda word: math.log1p(len(every) / (count[word] or 1))


def _shared(one: Words, other: Words, rarity: Callable[[str], float]) -> float:
    """The share of the words that both have, weighted by their rarity."""
    whole = sum(map(rarity, sorted(one | other)))
    return sum(map(rarity, sorted(one & other))) / whole if whole else 0.0


def _sentence(documentation: str) -> str:
    """The first sentence, "" where it says nothing of its own: a tag, or a place to look at."""
    found = _SENTENCE_END.split(documentation.strip(), maxsplit=1)[0]
    return "" if _NO_SENTENCE.match(found) or "://" in found else found


def _prose(symbol: Symbol) -> Words:
    """The words of a documentation up to its parameters and other fields."""
    return _words(_FIELDS.split(symbol.doc.strip(), maxsplit=1)[0], without=symbol.name)


def _words(text: str, without: str = "") -> Words:
    """The terms of a text; a name that it begins with, as in Go, says nothing of its own."""
    return frozenset(tokenize(text.removeprefix(without)))


def _parts(name: str) -> tuple[str, ...]:
    return tuple(term(part) for part in split(name.strip("_$")))
