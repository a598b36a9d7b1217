"""The provider's batch interface: what goes up, what comes down, and after a stop."""

import json
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from sourcebook.analyze import batches
from sourcebook.analyze.link import link
from sourcebook.analyze.provider import Usage, prices
from sourcebook.analyze.summarize import summarize_chunks, summarize_levels
from sourcebook.analyze.work import Work
from sourcebook.config import ModelConfig
from sourcebook.errors import ProviderError
from sourcebook.model import ChunkId, Level, Summary
from sourcebook.progress import Quiet
from sourcebook.store.memo import Memo
from sourcebook.writing import LEDGER, Desk, write
from tests.unit.analyze.batch_server import Answer, Provider, providing
from tests.unit.analyze.hand import REPOSITORY
from tests.unit.analyze.reading import parsed
from tests.unit.analyze.stand_in import GOOD

FILES = [
    parsed("shop/sums.py", "def one(a):\n    return a\n\n\ndef two(a):\n    return one(a)\n"),
    parsed("shop/more.py", "def three(a):\n    return a\n"),
]
RIGHT = json.dumps({**GOOD, "claims": [], "assumptions": []})


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(batches, "SOON", 0.02)


def right(body: dict[str, Any]) -> str:
    del body
    return RIGHT


def go(
    url: str, folder: Path, **changed: object
) -> tuple[dict[ChunkId, Summary], tuple[Summary, ...], Usage]:
    graph = link(FILES)
    chunks = summarize_chunks(FILES, graph, {})
    levels = summarize_levels(FILES, graph, chunks, REPOSITORY)
    base = ModelConfig(provider="openai", base_url=url, doc_model="gpt-4o", batch=True, timeout=5.0)
    config = replace(base, **changed)  # type: ignore[arg-type]
    said = Said()
    with Memo(folder / "memo.sqlite") as memo:
        desk = Desk(config, {"OPENAI_API_KEY": "k"}, memo, folder, said)
        return (*write(desk, Work(FILES, graph, chunks), levels), said)  # type: ignore[return-value]


class Said(Quiet):
    """What a run told."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def finish(self, note: str = "") -> None:
        self.lines.append(note)

    def warn(self, message: str) -> None:
        self.lines.append(message)


def named(chunks: dict[ChunkId, Summary], name: str) -> Summary:
    return next(one for one in chunks.values() if one.title == name)


def text(summary: Summary) -> str:
    assert summary.responsibility is not None
    return summary.responsibility.text


def test_a_wave_is_one_batch_for_each_model(tmp_path):
    with providing(Provider(right)) as provider:
        chunks, levels, said = go(provider.url, tmp_path)
    assert text(named(chunks, "one")) == "Adds two numbers."
    modules = [one for one in levels if (one.level, one.id) == (Level.MODULE, "shop")]
    assert [one.origin for one in modules] == ["model:gpt-4o"]
    waves = [
        [json.loads(line) for line in provider.files[batch["input_file_id"]].splitlines()]
        for batch in provider.batches.values()
    ]
    assert [len(wave) for wave in waves[:2]] == [2, 1], "the leaves at once, then what calls them"
    assert all(len({row["body"]["model"] for row in wave}) == 1 for wave in waves)
    row = waves[0][0]
    assert (row["method"], row["url"]) == ("POST", "/v1/chat/completions")
    assert row["body"]["response_format"]["type"] == "json_schema"
    assert {batch["completion_window"] for batch in provider.batches.values()} == {"24h"}
    assert not (tmp_path / "batches.json").exists(), "nothing is under way any more"
    assert any("batch batch-0: 2 requests, waiting" in line for line in said.lines)


def test_a_batch_costs_half(tmp_path):
    with providing(Provider(right)) as provider:
        go(provider.url, tmp_path, doc_model="gpt-4o-mini")
    rows = [json.loads(line) for line in (tmp_path / LEDGER).read_bytes().splitlines()]
    full = prices(ModelConfig())["gpt-4o-mini"].of(10, 0, 5)
    assert len(rows) == len(provider.asked())
    assert [row["cost"] for row in rows] == [pytest.approx(full / 2)] * len(rows)


def test_a_bad_answer_goes_into_the_next_batch(tmp_path):
    answers = iter(["no JSON at all"])
    with providing(Provider(lambda body: next(answers, RIGHT))) as provider:  # noqa: ARG005
        chunks, _, _ = go(provider.url, tmp_path)
    assert {text(one) for one in chunks.values() if one.responsibility} >= {"Adds two numbers."}
    sizes = [
        len(provider.files[one["input_file_id"]].splitlines()) for one in provider.batches.values()
    ]
    assert sizes[:3] == [2, 1, 1]


def _refusing(status: int) -> Answer:
    def answer(body: dict[str, Any]) -> str | int:
        return status if "Definition: three" in body["messages"][-1]["content"] else RIGHT

    return answer


def test_an_error_line_concerns_its_own_request(tmp_path):
    with providing(Provider(_refusing(400))) as provider:
        chunks, _, _ = go(provider.url, tmp_path)
    assert named(chunks, "three").fallback == "refused with status 400"
    assert text(named(chunks, "one")) == "Adds two numbers."


@pytest.mark.parametrize("ends", ["failed", "expired", "cancelled"])
def test_what_a_batch_did_not_answer_keeps_its_extractive_summary(tmp_path, ends):
    with providing(Provider(right, ends=ends, most=1)) as provider:
        chunks, _, _ = go(provider.url, tmp_path)
    assert text(named(chunks, "one")) == "Adds two numbers."
    assert named(chunks, "three").fallback == f"batch {ends}"
    with providing(Provider(right)) as provider:
        chunks, _, _ = go(provider.url, tmp_path)
    assert text(named(chunks, "three")) == "Adds two numbers."
    assert "Definition: one\n" not in "".join(provider.prompts())


def test_limits_hold_for_what_is_in_a_batch(tmp_path):
    with providing(Provider(right)) as provider:
        chunks, _, _ = go(provider.url, tmp_path, max_calls=1)
    assert len(provider.asked()) == 1
    assert named(chunks, "three").fallback == "limit of calls reached"


def test_a_run_that_must_stop_leaves_the_batch_and_the_next_collects_it(tmp_path):
    with providing(Provider(right, looks=10**9)) as provider:
        chunks, _, said = go(provider.url, tmp_path, max_seconds=1.0)
        assert named(chunks, "one").fallback == "batch under way"
        assert any("run again to collect it" in line for line in said.lines)
        assert [one["id"] for one in json.loads((tmp_path / "batches.json").read_bytes())] == [
            "batch-0"
        ]
        provider.looks = 1
        chunks, _, _ = go(provider.url, tmp_path)
    assert text(named(chunks, "one")) == "Adds two numbers."
    asked = provider.prompts()
    assert len(asked) == len(set(asked)), "nothing was asked for twice"
    rows = (tmp_path / LEDGER).read_bytes().splitlines()
    assert len(rows) == len(asked)


def test_a_batch_that_the_provider_forgot_is_begun_anew(tmp_path):
    begun = [{"file": "file-77", "id": "batch-77", "booked": False}, {"file": "file-78"}]
    (tmp_path / "batches.json").write_text(json.dumps(begun))
    with providing(Provider(right)) as provider:
        chunks, _, _ = go(provider.url, tmp_path)
    assert text(named(chunks, "one")) == "Adds two numbers."
    assert not (tmp_path / "batches.json").exists()


def test_a_server_without_batches_is_named(tmp_path):
    absent = providing(Provider(right, absent=True))
    with absent as provider, pytest.raises(ProviderError, match="knows no batch"):
        go(provider.url, tmp_path)
    assert len(provider.paths) == 1


def test_a_limit_of_one_batch_makes_several(tmp_path, monkeypatch):
    monkeypatch.setattr(batches, "REQUESTS", 1)
    with providing(Provider(right)) as provider:
        go(provider.url, tmp_path)
    sizes = [
        len(provider.files[one["input_file_id"]].splitlines()) for one in provider.batches.values()
    ]
    assert set(sizes) == {1}


def test_killed_while_a_batch_is_under_way_it_is_collected_and_not_paid_twice(tmp_path):
    """SIGKILL after a look at each of the first batches; no request goes up twice."""
    with providing(Provider(right, looks=3)) as provider:
        for kills in range(3):
            child = subprocess.Popen(
                [sys.executable, "-m", "tests.unit.analyze.test_batches", provider.url, str(tmp_path)],
                stderr=subprocess.DEVNULL,
            )  # fmt: skip
            while len(provider.batches) <= kills and child.poll() is None:
                time.sleep(0.01)
            child.kill()
            child.wait()
        chunks, _, _ = go(provider.url, tmp_path)
    asked = provider.prompts()
    assert len(asked) == len(set(asked))
    assert {text(named(chunks, name)) for name in ("one", "two", "three")} == {"Adds two numbers."}


if __name__ == "__main__":
    go(sys.argv[1], Path(sys.argv[2]))
