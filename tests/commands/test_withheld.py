"""What ``exclude.send`` keeps back is in no request at all, whoever quotes it."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.commands.test_model_commands import at, run
from tests.harness.making import commit_all, put
from tests.unit.analyze.stand_in import GOOD, Reply, Server, serving

HIDDEN = '''\
"""Zebradoc of invoices, the words of a module."""
import os

LIMIT = 5


class Invoice:
    """A zebraclass of invoices."""

    def close(self, amount):
        """Zebramethod that closes it."""
        if amount > 1000:
            raise ValueError("zebraerror")
        return amount


def issue(amount):
    """Zebrafunction that issues an invoice."""
    os.system("zebracommand")
    return Invoice()
'''
FILES = {
    "shop/money/invoice.py": HIDDEN,
    "shop/money/README.md": "# Zebrahead\n\nZebratext of the folder.\n",
    "shop/money/tax.py": "from shop.money.invoice import issue\n\n\ndef taxed(amount):\n    return issue(amount)\n",
    "shop/cart.py": (
        "from shop.money.invoice import Invoice, issue\n\n\n"
        "class Bill(Invoice):\n    def close(self, amount):\n        return issue(amount)\n\n\n"
        "def pay(amount):\n    return issue(amount)\n"
    ),
    "shop/desk.py": "from shop.cart import pay\n\n\ndef serve(amount):\n    return pay(amount)\n",
    "bank/send.py": "def send(amount):\n    return amount\n",
    "sourcebook.toml": '[exclude]\nsend = ["shop/money/invoice.py", "shop/money/README.md"]\n',
}


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    for path, text in FILES.items():
        put(tmp_path / "repo", path, text)
    commit_all(tmp_path / "repo")
    return tmp_path / "repo"


@pytest.fixture
def server() -> Iterator[Server]:
    def step(body: dict[str, Any]) -> str | Reply:
        if "input" in body:
            rows = [
                {"object": "embedding", "index": at, "embedding": [float(len(text)), 1.0, 2.0]}
                for at, text in enumerate(body["input"])
            ]
            return Reply(value={"object": "list", "model": "e", "data": rows, "usage": None})
        if "sentences" in json.dumps(body):
            return json.dumps({"sentences": []})
        return json.dumps({**GOOD, "claims": [], "assumptions": []})

    with serving(step) as running:
        yield running


def sent(server: Server) -> str:
    return json.dumps(server.requests).lower()


def test_no_request_holds_a_word_of_a_withheld_file(repo: Path, server: Server):
    env = at(server, OPENAI_EMBEDDING_MODEL="far")
    run("index", repo, "-q", env={"OPENAI_PROVIDER": "none"})
    told = "".join(path.read_text() for path in (repo / ".sourcebook/book").glob("*.jsonl"))
    assert "zebrafunction" in told.lower(), "the book itself tells of it"
    run("summarize", repo, env=env)
    run("build", repo, "-q", env=env)
    for question in ("who issues an invoice", "how is an amount served and paid", "close invoice"):
        run("ask", question, "--repo", repo, env=env)
    run("query", "issue an invoice", "--repo", repo, env=env)
    kinds = {"vectors" if "input" in body else "words" for body in server.requests}
    assert kinds == {"vectors", "words"}
    assert "zebra" not in sent(server)
    assert "issue" in sent(server), "names that open code calls stay"


def test_failed_answers_send_no_extractive_words_of_a_withheld_file(repo: Path):
    with serving("no JSON at all") as server:
        run("summarize", repo, env=at(server))
    assert "zebra" not in sent(server)


def test_where_every_hit_is_withheld_the_evidence_stands_in(repo: Path, server: Server):
    run("index", repo, "-q")
    done = run("ask", "zebraclass", "--repo", repo, env=at(server))
    assert server.requests == []
    assert "A zebraclass of invoices" in done.stdout
    assert "are not sent to the model (exclude.send): the evidence stands" in done.stderr
