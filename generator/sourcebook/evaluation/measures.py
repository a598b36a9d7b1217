"""The two measures of a ranked answer, and how sure their means are.

``nDCG@10`` rewards right files by their rank, ``recall@10`` is the share of the right files
among the first ten. The interval of a mean holds 95 % of the means of questions drawn anew,
with replacement, from the same questions.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

CUT = 10

_DRAWS = 2000
_SEED = 20260101


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with its 95 % interval."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3f} [{self.low:.3f}, {self.high:.3f}]"


def ndcg(right: Sequence[bool], wanted: int) -> float:
    """Discounted gain of the first ten answers over that of the best order."""
    gain = sum(1 / math.log2(rank + 2) for rank, one in enumerate(right[:CUT]) if one)
    return gain / sum(1 / math.log2(rank + 2) for rank in range(min(wanted, CUT)))


def recall(right: Sequence[bool], wanted: int) -> float:
    """Share of the ``wanted`` answers among the first ten."""
    return sum(right[:CUT]) / wanted


def estimate(values: Sequence[float]) -> Estimate:
    """The mean of the values; that of none is 0."""
    if not values:
        return Estimate(0.0, 0.0, 0.0)
    drawn = np.random.default_rng(_SEED).integers(0, len(values), (_DRAWS, len(values)))
    means = np.array(values)[drawn].mean(axis=1)
    low, high = np.percentile(means, [2.5, 97.5]).tolist()
    return Estimate(float(np.mean(values)), low, high)
