"""The arithmetic of a query, mirrored line by line in ``templates/search/score.js``.

Signals of a chunk, summed with fixed weights. Those of words are divided by their maximum
over what the query reaches, where tests and the like count as little as they do in the end
(that of functions so that it stays below 1 where none has all of the query); a cosine is
taken as it is, so that vectors say less where nothing is near to the query, and counts the
more, the more words the query has:

============== ================================================================
functions      BM25F of the chunk's own fields, times the part of the query that it has
files          BM25F of its file: path and whole text
history        BM25 of the subjects of past commits of its file
vectors        cosine of the query's words and the chunk, where its vector is read
name           a word of the query is the name of what the chunk defines
============== ================================================================

The sum without the name counts half in tests, examples and the like, unless the query
asks for them; where the query mentions a language, it counts by how far the file belongs
to it. The second hit of a file counts a little less, the third still less, so that other
files come into view.

Lexical scores and dot products are sums of integers. Divisions, roots and the final sum
are done in one written order on 64-bit floats. So Python and JavaScript get the same
numbers, and ties end the same way: the lower number first.
"""

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sourcebook.config import SearchConfig
from sourcebook.store.query import SENTENCE
from sourcebook.tokenizer import lower, runs, terms_of, tokenize

#: Weights of the signals, in the order of the sum. The name outweighs all others.
WEIGHTS = {
    "functions": 1.5,
    "files": 1.0,
    "history": 1.1,
    "vectors": SearchConfig().dense_weight,
    "name": 8.0,
}
BY_FILE = frozenset({"files", "history"})

#: Steps of a score from which on a chunk, or a file, has a word of the query. Those below
#: are of a mere mention: in a remark, or once in a long text.
CHUNK_HAS = 4
FILE_HAS = 8

#: Hundredths that a word counts which the chunk has not, but its file.
FILE_SHARE = 20

#: What a name counts that the query gives in full but in another case, and where the case
#: is meant; what it counts if the query gives its last part alone, and that in another case.
OTHER_CASE = 0.9
WRONG_CASE = 0.25
LAST_PART = 0.5
LAST_PART_OTHER_CASE = 0.4

#: What each further hit of a file counts.
AGAIN = 0.98

#: Hits that are put in order.
MOST_ORDERED = 400

#: Neighbours whose vectors, and what a result shows of them, are read together.
TOGETHER = 128

#: How often a query reads so many: where the best hits stand that words find. A word is
#: a file too, and so many of both are read at most, unless that leaves too few of these.
READINGS = 5
FEWEST_READINGS = 3
FILES = 12

#: Hits that come first and are all of what was read, so that showing them reads no more.
FRONT = 10

#: What tests, examples and the like count.
ASIDE_SHARE = 0.5

#: What the cosine of a chunk that surrounds functions counts, unless the query asks for one.
AROUND_SHARE = 0.4

#: Words from which on a query's direction is as sure as it gets, and what it counts without.
SURE = 12
UNSURE = 9

Numbers = Mapping[int, float]


@dataclass(frozen=True, slots=True)
class Scored:
    """A chunk with its score in 0..1 and each signal's part of the sum, in some unit."""

    chunk: int
    score: float
    signals: tuple[tuple[str, float], ...]
    weak: bool


@dataclass(frozen=True, slots=True)
class Column:
    """Where a term stands: documents and their scores, which count ``scale`` times as much."""

    scale: int
    documents: Sequence[int]
    scores: Sequence[int]

    def having(self, steps: int) -> set[int]:
        """The documents that have the term."""
        return {
            one for one, score in zip(self.documents, self.scores, strict=True) if score >= steps
        }


def lexical(columns: Iterable[tuple[int, Column]]) -> dict[int, int]:
    """Adds up columns by their weights."""
    total: dict[int, int] = {}
    for weight, column in columns:
        factor = weight * column.scale
        for document, score in zip(column.documents, column.scores, strict=True):
            total[document] = total.get(document, 0) + score * factor
    return total


def coverage(
    columns: Iterable[tuple[int, Column, Column | None]], file_of: Sequence[int]
) -> Callable[[int], float]:
    """What part of a query a chunk has, by the weights of the words and their rarity.

    ``columns`` are a word's weight, its column of chunks, and that of files.
    """
    own: dict[int, int] = {}
    through: dict[int, int] = {}
    whole = 0
    for weight, chunks, files in columns:
        rare = weight * chunks.scale
        whole += 100 * rare
        having = files.having(FILE_HAS) if files else set()
        for file in having:
            through[file] = through.get(file, 0) + FILE_SHARE * rare
        for chunk in chunks.having(CHUNK_HAS):
            more = 100 - FILE_SHARE if file_of[chunk] in having else 100
            own[chunk] = own.get(chunk, 0) + more * rare
    return lambda chunk: (own.get(chunk, 0) + through.get(file_of[chunk], 0)) / whole


def readings(ordered: Iterable[int], files: int) -> list[int]:
    """Where to read vectors: the first neighbourhoods that the chunks, best first, stand in.

    Fewer for a query whose words are in many files.
    """
    most = min(READINGS, max(FEWEST_READINGS, FILES - files))
    return list(dict.fromkeys(chunk // TOGETHER for chunk in ordered))[:most]


def in_front(scored: Sequence[Scored], places: Collection[int]) -> list[Scored]:
    """The first hits that stand in one of the neighbourhoods, then all others."""
    read = [one for one in scored if one.chunk // TOGETHER in places][:FRONT]
    first = {one.chunk for one in read}
    return [*read, *(one for one in scored if one.chunk not in first)]


def cosine(query: Sequence[int], row: Sequence[int]) -> float:
    """Cosine of two rows of integers; a negative one, or one of no direction, is 0."""
    product = dot(query, row)
    if product <= 0:
        return 0.0
    return product / (math.sqrt(dot(query, query)) * math.sqrt(dot(row, row)))


def sureness(words: int) -> float:
    """What cosines count to a query of so many words: few may point anywhere."""
    return (UNSURE + min(words, SURE)) / (UNSURE + SURE)


def dot(one: Sequence[int], other: Sequence[int]) -> int:
    """The dot product."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def shares(scores: Numbers, counts: Callable[[int], float]) -> dict[int, float]:
    """Divides by the maximum of the scores, each times what its document counts."""
    top = highest(scores, counts)
    return {key: value / top for key, value in scores.items()} if top > 0 else {}


def covered_shares(
    scores: Numbers, part: Callable[[int], float], counts: Callable[[int], float]
) -> dict[int, float]:
    """Scores times the part of the query that a chunk has, divided so that 1 means all of it.

    The divisor lies between the maximum of the scores and that of the products.
    """
    covered = {key: value * part(key) for key, value in scores.items()}
    top = math.sqrt(highest(scores, counts) * highest(covered, counts))
    return {key: value / top for key, value in covered.items()} if top > 0 else {}


def highest(scores: Numbers, counts: Callable[[int], float]) -> float:
    """The maximum of the scores, each times what its document counts."""
    return max((value * counts(key) for key, value in scores.items()), default=0.0)


def wants_case(word: str, names: Iterable[str]) -> bool:
    """Whether a word is meant as it is typed: with a capital, and something is called so."""
    return word != lower(word) and any(runs(name)[-1:] == [word] for name in names)


def name_share(qualified: str, words: Sequence[str], word: str, *, cased: bool = False) -> float:
    """How far ``word``, one of the query's words, names ``qualified``.

    The title of a document is named by the whole of it alone, a definition by the end of
    its qualified name. Where the word is ``cased``, a name in another case counts so little
    that no other signal puts it before the exact one.
    """
    parts = runs(qualified)
    if not parts or lower(parts[-1]) != lower(word):
        return 0.0
    exact = parts[-1] == word
    title = " " in qualified
    end = parts if title else parts[-len(words) :]
    if [lower(one) for one in end] == [lower(one) for one in words]:
        return 1.0 if exact else WRONG_CASE if cased else OTHER_CASE
    if title or len(terms_of(word)) == 1 or len(words) >= SENTENCE:
        return 0.0
    return LAST_PART if exact else LAST_PART_OTHER_CASE


def meant(definitions: Sequence[tuple[str, int]], words: set[str]) -> tuple[str, int] | None:
    """The first of the definitions whose name has the most of the query's terms."""
    most, found = 0, None
    for name, line in definitions:
        count = len(words & set(tokenize(name)))
        if count > most:
            most, found = count, (name, line)
    return found


def combine(
    chunk: int,
    file: int,
    signals: Mapping[str, Numbers],
    weights: Mapping[str, float],
    factor: float,
) -> Scored:
    """Sums the signals of one chunk; ``factor`` is what its file counts."""
    total = 0.0
    highest = 0.0
    named = 0.0
    parts: list[tuple[str, float]] = []
    for name, weight in weights.items():
        highest += weight
        share = weight * signals[name].get(file if name in BY_FILE else chunk, 0.0)
        if name == "name":
            named = share
        else:
            total += share
        if share > 0:
            parts.append((name, share if name == "name" else share * factor))
    score = (total * factor + named) / highest if highest > 0 else 0.0
    weak = all(name == "vectors" for name, _ in parts)
    return Scored(chunk, score, tuple(parts), weak)


def in_order(scored: Iterable[Scored], file_of: Sequence[int]) -> list[Scored]:
    """Best first; each further hit of a file counts less."""
    best = sorted(scored, key=lambda one: (-one.score, one.chunk))[:MOST_ORDERED]
    factors: dict[int, float] = {}
    spread = []
    for one in best:
        factor = factors.get(file_of[one.chunk], 1.0)
        factors[file_of[one.chunk]] = factor * AGAIN
        spread.append(replace(one, score=one.score * factor))
    return sorted(spread, key=lambda one: (-one.score, one.chunk))
