"""Measures the search on questions with known answers.

    python tests/bench/retrieval.py BOOK QUESTIONS.jsonl [--candidates FILE] [--top N]
        [--no-dense] [--slip] [--repository NAME]

BOOK is the ``book`` folder of an output. A question has ``query`` and either ``relevant``
(paths of files) or ``path``, ``line`` and ``end_line`` (a function). With ``--candidates``
(JSON list of paths) hits in other files are dropped before ranks are counted. Printed are
nDCG@10 and recall@10 with 95 % bootstrap intervals over the questions: of all, of the half
that the weights of the signals were chosen on, and of the half that was held out. With
``--slip`` one long word of each question has one letter dropped, changed, or swapped with
the next.
"""

import argparse
import hashlib
import json
import math
import random
import re
from pathlib import Path
from typing import Any

import numpy as np

from sourcebook.config import SearchConfig
from sourcebook.model import Hit
from sourcebook.store.book import open_book
from sourcebook.store.search import Searcher


def judged(question: dict[str, Any], hits: list[Hit], candidates: set[str]) -> list[bool]:
    """Which of the ranked answers are right; a file, or a function, counts once."""
    answers: list[bool] = []
    seen: set[str] = set()
    for hit in hits:
        path = hit.chunk.partition("::")[0]
        if candidates and path not in candidates:
            continue
        if "relevant" in question:
            if path not in seen:
                answers.append(path in question["relevant"])
            seen.add(path)
        else:
            inside = question["line"] <= hit.line <= question["end_line"]
            answers.append(path == question["path"] and inside and not any(answers))
    return answers


def measures(answers: list[bool], wanted: int) -> tuple[float, float]:
    """NDCG@10 and recall@10."""
    gain = sum(1 / math.log2(rank + 2) for rank, right in enumerate(answers[:10]) if right)
    best = sum(1 / math.log2(rank + 2) for rank in range(min(wanted, 10)))
    return gain / best, sum(answers[:10]) / wanted


def held_out(question: dict[str, Any]) -> bool:
    """Whether a question is of the half that no weight was chosen on."""
    return hashlib.sha256(question.get("id", question["query"]).encode()).digest()[-1] % 2 == 1


def slipped(query: str, seed: str) -> str:
    """The query with one slip in one of its words of six or more letters."""
    words = list(re.finditer(r"[A-Za-z]{6,}", query))
    if not words:
        return query
    choice = random.Random(seed)
    found = choice.choice(words)
    word, at = found[0], choice.randrange(1, len(found[0]) - 1)
    other = choice.choice([one for one in "abcdefghijklmnopqrstuvwxyz" if one != word[at].lower()])
    word = choice.choice(
        [
            word[:at] + word[at + 1 :],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + other + word[at + 1 :],
        ]
    )
    return query[: found.start()] + word + query[found.end() :]


def report(name: str, values: Any) -> None:
    """Prints both measures of some questions with their intervals."""
    if not len(values):
        return
    draws = np.random.default_rng(20260101).integers(0, len(values), (2000, len(values)))
    low, high = np.percentile(values[draws].mean(axis=1), [2.5, 97.5], axis=0)
    means = values.mean(axis=0)
    columns = (
        f"{measure} {means[at]:.3f} [{low[at]:.3f}, {high[at]:.3f}]"
        for at, measure in enumerate(("nDCG@10", "recall@10"))
    )
    print(f"{name:8} {len(values):4} questions", *columns, sep="  ")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", type=Path)
    parser.add_argument("questions", type=Path)
    parser.add_argument("--candidates", type=Path)
    parser.add_argument("--top", type=int, default=100)
    parser.add_argument("--no-dense", action="store_true")
    parser.add_argument("--repository", help="only questions of this repository")
    parser.add_argument("--slip", action="store_true")
    options = parser.parse_args()
    config = SearchConfig(dense="off" if options.no_dense else "full")
    searcher = Searcher(open_book(options.book), config)
    candidates = set(json.loads(options.candidates.read_text())) if options.candidates else set()
    rows, held = [], []
    for line in options.questions.read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        if options.repository not in (None, question.get("repository")):
            continue
        query = question["query"]
        if options.slip:
            query = slipped(query, query)
        hits = searcher.search(query, top=options.top)
        wanted = len(question.get("relevant", [1]))
        rows.append(measures(judged(question, hits, candidates), wanted))
        held.append(held_out(question))
    values, out = np.array(rows), np.array(held)
    report("all", values)
    report("chosen", values[~out])
    report("held out", values[out])


if __name__ == "__main__":
    main()
