"""`sourcebook eval` on a repository whose history is written for it."""

from pathlib import Path
from typing import Any

import pytest

from tests.harness.folders import strict_json
from tests.harness.making import commit_all, git, put
from tests.harness.running import sourcebook
from tests.unit.analyze.stand_in import Reply, serving
from tests.unit.analyze.test_local_embedder import model_folder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("eval")
    root = home / "shop"
    put(root, "pay/box.py", 'def refund(order):\n    """Give money back to a customer."""\n')
    put(root, "pay/rates.py", 'def convert(sum):\n    """Change one currency for another."""\n')
    put(root, "image/small.py", 'def shrink(image):\n    """Make a picture small."""\n')
    commit_all(root, "Open the shop")
    for day in ("Monday", "Tuesday"):
        put(root, "README.md", f"Open on {day}.\n")
        commit_all(root, f"Say that it is open on {day}")
    put(root, "image/small.py", 'def shrink(image):\n    """Make a picture small."""\n    pass\n')
    commit_all(root, "Let a picture shrink without delay (#12)")
    git(root, "mv", "pay/box.py", "pay/till.py")
    commit_all(root, "Move it")
    put(
        root, "pay/till.py", 'def refund(order):\n    """Give money back to a customer."""\n    x\n'
    )
    commit_all(root, "fix: money that a customer never got back")
    return home


def test_it_finds_the_answers_of_an_easy_history(home: Path):
    done = sourcebook("eval", home / "shop", "--json", home=home)
    assert done.code == 0, done.said
    told = strict_json(done.out)
    assert {(row["query"], *row["files"]) for row in told["questions"]} == {
        ("money that a customer never got back", "pay/box.py"),
        ("Let a picture shrink without delay", "image/small.py"),
    }
    for figures in told["figures"].values():
        assert figures["recall@10"] == {"mean": 1.0, "low": 1.0, "high": 1.0}
    assert sorted(path.name for path in (home / "shop").iterdir()) == [
        ".git", ".sourcebook", "README.md", "image", "pay",
    ]  # fmt: skip


def test_the_report_and_the_gate(home: Path):
    done = sourcebook("eval", home / "shop", "--questions", "1", "--min-ndcg", "0.5", home=home)
    assert done.code == 0, done.said
    assert done.out.splitlines()[0].startswith("1 questions from commits after ")
    assert "with vectors      1.000 [1.000, 1.000]" in done.out
    assert "found without vectors, not with vectors: 0" in done.out


def test_a_model_in_a_folder_is_measured_beside_them(home: Path, tmp_path: Path):
    model_folder(tmp_path / "words")
    put(tmp_path, "own.toml", f'[model]\nlocal_embedder = "{tmp_path / "words"}"\n')
    arguments = ("eval", home / "shop", "--config", tmp_path / "own.toml")
    done = sourcebook(*arguments, "--json", home=home)
    assert done.code == 0, done.said
    told = strict_json(done.out)
    assert list(told["figures"]) == ["with vectors", "without vectors", "with a model's"]
    assert all(len(row["found"]) == 3 for row in told["questions"])
    done = sourcebook(*arguments, home=home)
    assert "vectors of 3 by words@" in done.err
    assert "2 queries embedded by words@" in done.err
    assert "with a model's    1.000" in done.out
    assert "found with a model's, not with vectors: 0" in done.out


def test_a_provider_is_asked_within_the_limits(home: Path):
    def step(body: dict[str, Any]) -> Reply:
        rows = [
            {"object": "embedding", "index": at, "embedding": [float(len(text)), 1.0]}
            for at, text in enumerate(body["input"])
        ]
        return Reply(value={"object": "list", "model": "e", "data": rows, "usage": None})

    with serving(step) as server:
        changes = {
            "OPENAI_PROVIDER": "openai", "OPENAI_BASE_URL": server.url, "OPENAI_API_KEY": "k",
            "OPENAI_EMBEDDING_MODEL": "far",
        }  # fmt: skip
        arguments = ("eval", home / "shop", "--json", "--max-calls", "3")
        done = sourcebook(*arguments, home=home, changes=changes)
        assert len(strict_json(done.out)["figures"]) == 2
        assert len(server.requests) == 3
        assert "far gave 2 of 2 queries no vector (limit of calls reached)" in done.err
        done = sourcebook(*arguments, home=home, changes=changes)
        assert len(strict_json(done.out)["figures"]) == 3, "what was paid for was kept"
        assert all("messages" not in body for body in server.requests), "nobody writes"


def test_the_gate_is_a_share(home: Path):
    done = sourcebook("eval", home / "shop", "--min-ndcg", "59", home=home)
    assert done.code == 2
    assert "59.0 is not in the range 0<=x<=1" in done.err


def test_the_gate_closes_when_a_subject_tells_of_something_else(home: Path, tmp_path: Path):
    root = tmp_path / "shop"
    git(tmp_path, "clone", "-q", home / "shop", root)
    put(root, "image/small.py", 'def shrink(image):\n    """Make a picture small."""\n    y\n')
    commit_all(root, "Change one currency for another")
    done = sourcebook("eval", root, "--questions", "1", "--min-ndcg", "1", home=tmp_path)
    assert done.code == 1, done.said
    assert "below --min-ndcg 1.0" in done.err


@pytest.mark.parametrize("shape", ["no git", "shallow", "one commit"])
def test_a_repository_without_questions_is_told_so(home: Path, tmp_path: Path, shape: str):
    root = tmp_path / "shop"
    if shape == "shallow":
        git(tmp_path, "clone", "-q", "--depth=1", f"file://{home / 'shop'}", root)
    else:
        put(root, "a.py", "x = 1\n")
        if shape == "one commit":
            commit_all(root, "Give money back to a customer")
    done = sourcebook("eval", root, home=tmp_path)
    assert done.code == 2
    assert "Traceback" not in done.err
    expected = {"no git": "no git history", "shallow": "--unshallow", "one commit": "no commit"}
    assert expected[shape] in done.err
