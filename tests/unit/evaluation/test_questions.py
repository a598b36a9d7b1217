"""Which commits become questions, and what is left of their subjects."""

from dataclasses import replace

import pytest

from sourcebook.evaluation.measures import estimate, ndcg, recall
from sourcebook.evaluation.questions import Question, answerable, cleaned, pick
from sourcebook.model import Commit, FileClass, Repository, SourceFile

SOURCES = ("pay/refund.py", "pay/till.py", "a.py", "b.py", "c.py", "d.py", "e.py", "f.py")
FILES = (
    *(SourceFile(path, "", 1, "python", FileClass.SOURCE) for path in SOURCES),
    SourceFile("tests/test_till.py", "", 1, "python", FileClass.TEST),
    SourceFile("README.md", "", 1, "markdown", FileClass.DOCUMENT),
)
SUBJECT = "Give money back to a customer"


def commit(number: int, subject: str = SUBJECT, *paths: str, bot: bool = False) -> Commit:
    return Commit(str(number), -number, subject, paths or ("pay/till.py",), bot)


def asked(*commits: Commit, wanted: int = 100) -> list[Question]:
    """What is picked of the commits, after which there is as much history again."""
    rest = tuple(commit(1000 + n, "x") for n in range(len(commits)))
    return pick(Repository("r", "commit", files=FILES, history=(*commits, *rest)), wanted)


@pytest.mark.parametrize(
    ("subject", "query"),
    [
        ("fix(core): give money back to a customer (#123)", "give money back to a customer"),
        ("THRIFT-1234: Give money back.", "Give money back."[:-1]),
        ("[pay] Give money back", "Give money back"),
        ("Give money back, fixes #12", "Give money back,"),
        ("client: give   money back", "give money back"),
        ("feat!: 利用者に返金する", "利用者に返金する"),
        ("Give C++: money back", "Give C++: money back"),
    ],
)
def test_a_subject_loses_what_only_its_project_understands(subject: str, query: str):
    assert cleaned(subject) == query


def test_a_commit_asks_for_the_source_files_that_it_changed():
    paths = ("pay/till.py", "tests/test_till.py", "README.md")
    assert asked(commit(1, SUBJECT, *paths)) == [Question("1", SUBJECT, ("pay/till.py",))]


@pytest.mark.parametrize(
    "left_out",
    [
        commit(1, "Give money"),
        commit(1, "Merge the branch of the customers"),
        commit(1, "Bump the money from 1 to 2"),
        commit(1, "docs: say how money is given back"),
        commit(1, "Correct a typo in what customers read"),
        commit(1, SUBJECT, "tests/test_till.py"),
        commit(1, SUBJECT, "a.py", "b.py", "c.py", "d.py", "e.py", "f.py"),
        commit(1, SUBJECT, bot=True),
        commit(1, "Open the till before the shop opens"),
        commit(1, "Speed up refunds of a customer", "pay/refund.py"),
    ],
)
def test_a_commit_that_asks_nothing_is_left_out(left_out: Commit):
    assert asked(left_out, replace(left_out, id="2")) == []


def test_the_newest_are_taken_and_each_question_once():
    commits = [commit(n, f"Give money back to customer {n // 2}") for n in range(8)]
    assert [one.commit for one in asked(*commits, wanted=3)] == ["0", "2", "4"]


def test_half_of_the_history_is_left_to_the_search():
    history = tuple(commit(n, f"Give money back to customer {n}") for n in range(9))
    assert len(pick(Repository("r", "commit", files=FILES, history=history), 100)) == 5


def test_files_are_asked_for_under_the_names_that_they_had():
    question = Question("9", SUBJECT, ("pay/till.py", "a.py"))
    former = {"pay/till.py": ("pay/box.py", "box.py")}
    assert answerable([question], {"box.py", "b.py"}, former, ()) == [
        Question("9", SUBJECT, ("box.py",))
    ]


def test_what_the_past_knew_or_did_not_have_is_no_question():
    question = Question("9", SUBJECT, ("a.py", "b.py", "c.py"))
    assert answerable([question], {"a.py"}, {}, ()) == []
    assert answerable([question], set(SOURCES), {}, (commit(9, "x"),)) == []
    assert answerable([question], set(SOURCES), {}, (commit(1, f"fix: {SUBJECT}"),)) == []
    assert answerable([question], set(SOURCES), {}, (commit(1, "x"),)) == [question]


def test_measures():
    assert ndcg([True], 1) == 1
    assert ndcg([False, True, True], 2) == pytest.approx(0.6934, abs=1e-4)
    assert ndcg([False] * 10 + [True], 1) == 0
    assert recall([True, False], 2) == 0.5
    sure = estimate([0.5] * 9)
    assert (sure.mean, sure.low, sure.high) == (0.5, 0.5, 0.5)
    wide = estimate([0.0, 1.0] * 20)
    assert wide.low < wide.mean == 0.5 < wide.high
    assert estimate([]).mean == 0
