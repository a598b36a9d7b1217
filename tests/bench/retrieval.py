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
import random
import re
from pathlib import Path
from typing import Any

from sourcebook.config import SearchConfig
from sourcebook.evaluation.measures import estimate, ndcg, recall
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


def report(name: str, rows: list[tuple[float, float]]) -> None:
    """Prints both measures of some questions with their intervals."""
    if rows:
        gains, shares = (estimate(values) for values in zip(*rows, strict=True))
        print(
            f"{name:8} {len(rows):4} questions", f"nDCG@10 {gains}", f"recall@10 {shares}", sep="  "
        )


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
    halves: dict[bool, list[tuple[float, float]]] = {False: [], True: []}
    for line in options.questions.read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        if options.repository not in (None, question.get("repository")):
            continue
        query = question["query"]
        if options.slip:
            query = slipped(query, query)
        right = judged(question, searcher.search(query, top=options.top), candidates)
        wanted = len(question.get("relevant", [1]))
        halves[held_out(question)].append((ndcg(right, wanted), recall(right, wanted)))
    report("all", halves[False] + halves[True])
    report("chosen", halves[False])
    report("held out", halves[True])


if __name__ == "__main__":
    main()
