"""Records that share words with a change, the rarer the words the better (BM25).

A ranking always has a first, so this proves nothing: it orders a short list that is
folded away, and never makes a review speak.
"""

import math
from collections import Counter
from collections.abc import Sequence

from sourcebook.model import Decision, DecisionStatus
from sourcebook.review.changes import Changes
from sourcebook.tokenizer import tokenize

_SATURATION, _LENGTH = 1.2, 0.75  # the usual k1 and b of BM25
_MOST_LINES = 2000  # of a change that are read

_OVER = {DecisionStatus.REJECTED, DecisionStatus.WITHDRAWN, DecisionStatus.SUPERSEDED}


def alike(
    decisions: Sequence[Decision], changes: Changes, most: int
) -> list[tuple[Decision, float]]:
    """The decisions most like the change, best first, with their scores."""
    live = [decision for decision in decisions if decision.status not in _OVER]
    bags = [Counter(tokenize(_text(decision))) for decision in live]
    if not bags:
        return []
    wanted = Counter(tokenize(_words(changes)))
    spread = Counter(term for bag in bags for term in bag if term in wanted)
    mean = sum(bag.total() for bag in bags) / len(bags)
    scored = []
    for decision, bag in zip(live, bags, strict=True):
        length = _SATURATION * (1 - _LENGTH + _LENGTH * bag.total() / mean)
        score = sum(
            math.log1p((len(bags) - spread[term] + 0.5) / (spread[term] + 0.5))
            * (bag[term] * (_SATURATION + 1) / (bag[term] + length))
            * (1 + math.log(wanted[term]))
            for term in spread
            if term in bag
        )
        if score > 0:
            scored.append((decision, round(score, 4)))
    return sorted(scored, key=lambda pair: (-pair[1], pair[0].key))[:most]


def _text(decision: Decision) -> str:
    return "\n".join([decision.title, decision.path, *(text for _, text, _ in decision.sections)])


def _words(changes: Changes) -> str:
    parts = [change.name for change in changes.files]
    lines = [text for change in changes.files for _, text in (*change.added, *change.removed)]
    return "\n".join([*parts, *lines[:_MOST_LINES]])
