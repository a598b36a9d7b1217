"""Named ways to order what the signals of a query speak for.

A strategy is a function from a :class:`Question` to hits, best first, and one row of
:data:`STRATEGIES`, which says whether it uses vectors; ``search.strategy`` of the
configuration chooses it by its name.

``hybrid``
    The weighted sum of all signals. The vectors are read where the words lead: around the
    best hits of the sum without them. Hits that were read come first.
``lexical``
    The same sum without the vectors.
``rerank``
    The best lexical hits, in the order of their cosines. It measures worse than the sum,
    and is there for comparison, and for vectors that are better than our own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from sourcebook.config import SearchConfig
from sourcebook.errors import ConfigError
from sourcebook.store.score import WEIGHTS, Numbers, Scored, combine, in_front, in_order


@dataclass(frozen=True, slots=True)
class Question:
    """What a strategy knows of a query."""

    config: SearchConfig
    signals: Mapping[str, Numbers]  # of words
    candidates: Sequence[int]  # chunks that words speak for
    accepts: Callable[[int], bool]  # whether a chunk passes the filters
    file_of: Sequence[int]
    factor: Callable[[int], float]  # what a file counts
    cosines: Callable[[Sequence[int]], Numbers]  # of any chunks
    places: Callable[[Sequence[int]], list[int]]  # to read for these chunks, best first
    around: Callable[[Sequence[int]], Numbers]  # cosines of the chunks of these places


@dataclass(frozen=True, slots=True)
class Strategy:
    """One row of :data:`STRATEGIES`."""

    order: Callable[[Question], list[Scored]]
    vectors: bool = True  # whether it uses them


def hybrid(question: Question) -> list[Scored]:
    """The weighted sum of all signals."""
    weights = signal_weights(question.config)
    best = _summed(question, question.candidates, {}, weights)
    places = question.places([one.chunk for one in best])
    vectors = question.around(places)
    if not vectors:
        return best
    brought = vectors if question.config.dense == "full" else ()
    hits = _summed(question, sorted({*question.candidates, *brought}), vectors, weights)
    return in_front(hits, places) if places else hits


def lexical(question: Question) -> list[Scored]:
    """The weighted sum without the vectors."""
    return _summed(question, question.candidates, {}, lexical_weights())


def rerank(question: Question) -> list[Scored]:
    """The best lexical hits by their cosines; those that point nowhere come last, as they were.

    Where there are no vectors the hits stay as they are.
    """
    best = lexical(question)[: question.config.candidates]
    cosines = question.cosines([one.chunk for one in best])
    if not cosines:
        return best
    hits = [_by_cosine(one, cosines.get(one.chunk, 0.0)) for one in best]
    return sorted(hits, key=lambda one: -one.score)


STRATEGIES: Mapping[str, Strategy] = {
    "hybrid": Strategy(hybrid),
    "lexical": Strategy(lexical, vectors=False),
    "rerank": Strategy(rerank),
}


def strategy_of(config: SearchConfig) -> Strategy:
    """The strategy that a configuration names.

    Raises:
        ConfigError: There is none of this name.
    """
    found = STRATEGIES.get(config.strategy)
    if found is None:
        raise ConfigError(
            f"search.strategy: {config.strategy}: no such strategy; there are: "
            f"{', '.join(STRATEGIES)}"
        )
    return found


def uses_vectors(config: SearchConfig) -> bool:
    """Whether vectors take part under a configuration."""
    return config.dense != "off" and strategy_of(config).vectors


def _summed(
    question: Question, candidates: Iterable[int], vectors: Numbers, weights: Mapping[str, float]
) -> list[Scored]:
    file_of = question.file_of
    signals = {**question.signals, "vectors": vectors}
    scored = (
        combine(chunk, file_of[chunk], signals, weights, question.factor(file_of[chunk]))
        for chunk in filter(question.accepts, candidates)
    )
    return in_order((one for one in scored if one.score > 0), file_of)


def _by_cosine(one: Scored, cosine: float) -> Scored:
    return replace(one, score=cosine, signals=(("cosine", cosine),) if cosine > 0 else ())


def signal_weights(config: SearchConfig) -> dict[str, float]:
    """The weights of the sum under a configuration; they are published with the search."""
    return WEIGHTS | {"vectors": config.dense_weight} if uses_vectors(config) else lexical_weights()


def lexical_weights() -> dict[str, float]:
    """The weights of the lexical signals alone."""
    return WEIGHTS | {"vectors": 0.0}
