"""``sourcebook eval``: how well the search finds what a change was about, in this repository.

Past commits are questions with known answers: the subject tells what was done, the changed
files are what a search for it should find. For that the repository is indexed as it was
before the oldest of these commits, so that neither the code nor the history that is
searched holds an answer.

- :mod:`questions` picks the commits and cleans their subjects;
- :mod:`past` indexes the repository as it was at an older commit;
- :mod:`measures` counts: nDCG@10 and recall@10, with intervals;
- :mod:`report` prints an :class:`Evaluation`.

The same questions are asked with and without the vectors and, where a model gives vectors,
with those.
"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sourcebook.analyze.git import open_repository
from sourcebook.analyze.scan import scan
from sourcebook.errors import RepositoryError
from sourcebook.evaluation.measures import CUT, Estimate, estimate, ndcg, recall
from sourcebook.evaluation.past import Past, index_past
from sourcebook.evaluation.questions import Question, answerable, pick
from sourcebook.pipeline import Run, desk
from sourcebook.store.memo import Memo
from sourcebook.store.search import Searcher
from sourcebook.writing import directions

#: Hits that are asked for; several may be of one file.
MOST_HITS = 200

#: The ways to search that are compared; the first is the one that a gate looks at.
WAYS = ("with vectors", "without vectors")

#: The way beside them where a model gives vectors.
MODEL = "with a model's"


@dataclass(frozen=True, slots=True)
class Answer:
    """What one way of searching made of one question: the first files, and the two measures."""

    files: tuple[str, ...]
    ndcg: float
    recall: float


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All questions with the answers of each way."""

    anchor: str  # commit at which the repository was indexed
    questions: tuple[Question, ...]
    left_out: int  # questions whose files, or whose commit, do not fit the anchor
    answers: Mapping[str, tuple[Answer, ...]]  # by way

    def ndcg(self, way: str) -> Estimate:
        """nDCG@10 over all questions."""
        return estimate([answer.ndcg for answer in self.answers[way]])

    def recall(self, way: str) -> Estimate:
        """recall@10 over all questions."""
        return estimate([answer.recall for answer in self.answers[way]])

    def found_only(self, way: str, other: str) -> list[Question]:
        """Questions that ``way`` finds an answer to among the first ten, and ``other`` none."""
        rows = zip(self.questions, self.answers[way], self.answers[other], strict=True)
        return [question for question, one, two in rows if one.recall > 0 and two.recall == 0]


def evaluate(run: Run, wanted: int) -> Evaluation:
    """Makes up to ``wanted`` questions of the history and asks them.

    Raises:
        RepositoryError: There is no history, not all of it, or no commit that asks anything.
    """
    git = open_repository(run.repository)
    if git is None:
        raise RepositoryError(f"{run.repository}: no git history to make questions of.")
    if git.is_shallow():
        raise RepositoryError(
            f"{run.repository}: the checkout is shallow, its history is cut off. "
            "Fetch all of it (git fetch --unshallow; in CI, fetch-depth: 0)."
        )
    repository = scan(run.repository, run.config)
    picked = pick(repository, wanted)
    anchor = git.commit(f"{picked[-1].commit}^") if picked else ""
    if not anchor:
        raise RepositoryError(
            f"{run.repository}: no commit of its history makes a question: one is wanted that "
            "says in four words or more what it does to at most five source files."
        )
    with tempfile.TemporaryDirectory(prefix="sourcebook-") as folder:
        past = index_past(run, git, anchor, Path(folder))
        questions = answerable(picked, past.sources, dict(repository.former), past.history)
        if not questions:
            raise RepositoryError(
                f"{run.repository}: none of the {len(picked)} commits that make a question fits "
                f"the code before the oldest of them, {anchor[:12]}. Try fewer (--questions)."
            )
        config = run.config.search
        ways = {
            WAYS[0]: Searcher(past.book, config),
            WAYS[1]: Searcher(past.book, replace(config, dense="off")),
        }
        told = _directions(run, questions, past.dimension)
        if told:
            ways[MODEL] = Searcher(past.book, config, lambda query: told.get(query, ()))
        answers = {way: _asked(searcher, questions, past) for way, searcher in ways.items()}
    return Evaluation(anchor, tuple(questions), len(picked) - len(questions), answers)


def _directions(
    run: Run, questions: Sequence[Question], dimension: int
) -> dict[str, Sequence[int]]:
    """The directions of the questions among the vectors of a model, where the past has some."""
    if not dimension:
        return {}
    with Memo(run.output.memo) as memo:
        told = directions(desk(run, memo), [question.query for question in questions])
    return {query: row for query, row in told.items() if len(row) == dimension}


def _asked(searcher: Searcher, questions: Sequence[Question], past: Past) -> tuple[Answer, ...]:
    return tuple(_answer(searcher, question, past) for question in questions)


def _answer(searcher: Searcher, question: Question, past: Past) -> Answer:
    """Files count once, in the order of their first hits; only source files are answers."""
    paths = (hit.chunk.partition("::")[0] for hit in searcher.search(question.query, top=MOST_HITS))
    files = tuple(dict.fromkeys(path for path in paths if path in past.sources))[:CUT]
    right = [path in question.files for path in files]
    wanted = len(question.files)
    return Answer(files, ndcg(right, wanted), recall(right, wanted))
