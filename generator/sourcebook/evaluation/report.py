"""An evaluation in words, and as values for programs."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from sourcebook.evaluation import Evaluation
from sourcebook.evaluation.questions import Question

#: Questions that are listed where only one way finds an answer.
MOST_LISTED = 10


def lines(evaluation: Evaluation) -> Iterator[str]:
    """The report for a reader."""
    yield (
        f"{len(evaluation.questions)} questions from commits after {evaluation.anchor[:12]}"
        f" ({evaluation.left_out} more do not fit the code of then)"
    )
    yield f"{'':16}  {'nDCG@10':21}  recall@10"
    for way in evaluation.answers:
        yield f"{way:16}  {evaluation.ndcg(way)}  {evaluation.recall(way)}"
    first, *rest = evaluation.answers
    for way, other in [pair for one in rest for pair in ((first, one), (one, first))]:
        found = evaluation.found_only(way, other)
        yield f"found {way}, not {other}: {len(found)}"
        yield from (f"    {_told(question)}" for question in found[:MOST_LISTED])


def _told(question: Question) -> str:
    return f"{question.query}  ->  {', '.join(question.files)}"


def values(evaluation: Evaluation) -> dict[str, Any]:
    """The report for programs: figures, and every question with its answers."""
    return {
        "anchor": evaluation.anchor,
        "left_out": evaluation.left_out,
        "figures": {
            way: {
                "ndcg@10": asdict(evaluation.ndcg(way)),
                "recall@10": asdict(evaluation.recall(way)),
            }
            for way in evaluation.answers
        },
        "questions": [
            asdict(question)
            | {"found": {way: list(rows[at].files) for way, rows in evaluation.answers.items()}}
            for at, question in enumerate(evaluation.questions)
        ],
    }
