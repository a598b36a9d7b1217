"""Vectors by a provider: what is sent, what counts, what is said of the rest."""

import math
from dataclasses import replace
from typing import Any

import pytest

from sourcebook.analyze.meanings import BATCH, Embedder, quantised
from sourcebook.analyze.written import nothing_noted
from sourcebook.config import ModelConfig
from sourcebook.errors import ProviderError
from tests.unit.analyze.stand_in import Reply, Server, Step, serving

KEY = "sk-canary-8a7f"
TEXTS = [f"text {number}" for number in range(5)]


def vector(text: str, size: int = 8) -> list[float]:
    return [math.sin(len(text) + at + ord(text[-1])) for at in range(size)]


def rows(request: dict[str, Any], size: int = 8) -> list[dict[str, Any]]:
    return [
        {"object": "embedding", "index": at, "embedding": vector(text, size)}
        for at, text in enumerate(request["input"])
    ]


def listed(data: list[dict[str, Any]]) -> Reply:
    usage = {"prompt_tokens": 7, "total_tokens": 7}
    return Reply(value={"object": "list", "model": "e", "data": data, "usage": usage})


def good(request: dict[str, Any]) -> Reply:
    return listed(rows(request))


def ask(
    *script: Step, texts: list[str] = TEXTS, journal: dict[str, bytes] | None = None,
    **changed: Any,
) -> tuple[list[bytes | str], Embedder, Server]:  # fmt: skip
    kept = {} if journal is None else journal
    with serving(*script) as server:
        config = ModelConfig(
            provider="openai", base_url=server.url, embedder="text-embedding-3-small", timeout=5.0
        )
        embedder = Embedder(
            replace(config, **changed), {"OPENAI_API_KEY": KEY}, find=kept.get,
            keep=kept.__setitem__, note=nothing_noted,
        )  # fmt: skip
        return embedder.rows(texts), embedder, server


def test_rows_belong_to_their_texts_and_point_where_the_numbers_do():
    def shuffled(request: dict[str, Any]) -> Reply:
        return listed(rows(request)[::-1])

    found, embedder, server = ask(shuffled)
    assert found == [quantised(vector(text)) for text in TEXTS]
    assert embedder.dimension == 8
    assert server.paths == ["/v1/embeddings"]
    assert server.requests[0]["encoding_format"] == "float"
    assert (embedder.usage.calls, embedder.usage.prompt_tokens) == (1, 7)
    assert embedder.usage.cost == pytest.approx(7 * 0.02 / 1e6)


def test_texts_go_in_batches_and_equal_texts_once():
    texts = [f"text {number}" for number in range(2 * BATCH + 1)]
    found, _, server = ask(good, texts=[*texts, *texts])
    assert sorted(len(request["input"]) for request in server.requests) == [1, BATCH, BATCH]
    assert found[: len(texts)] == found[len(texts) :]


def test_what_is_known_is_not_asked_again():
    journal: dict[str, bytes] = {}
    first, _, _ = ask(good, journal=journal)
    again, _, server = ask(good, journal=journal, texts=[*TEXTS, "new"])
    assert again[:5] == first
    assert [request["input"] for request in server.requests] == [["new"]]


def test_a_row_of_another_size_is_asked_again_and_then_named():
    def second(request: dict[str, Any]) -> Reply:
        data = rows(request)
        for row in data:
            if request["input"][row["index"]] == "text 1":
                row["embedding"] = vector("text 1", 5)
        return listed(data)

    journal: dict[str, bytes] = {}
    found, embedder, server = ask(second, journal=journal)
    assert found[1] == "5 numbers where the others have 8"
    assert [len(row) for row in found if isinstance(row, bytes)] == [8] * 4
    assert [request["input"] for request in server.requests[1:]] == [["text 1"]] * 2
    assert len(journal) == 4
    assert embedder.usage.failed == 3


@pytest.mark.parametrize(
    ("numbers", "reason"),
    [([None] * 8, "not numbers"), ([0.0] * 8, "all zero"), ("AAAA", "not numbers"),
     ([[1.0]], "not numbers"), ([], "not numbers"), ([float("nan")] * 8, "not numbers")],
)  # fmt: skip
def test_rows_that_are_no_direction_are_named(numbers, reason):
    def bad(request: dict[str, Any]) -> Reply:
        return listed([row | {"embedding": numbers} for row in rows(request)])

    found, _, _ = ask(bad)
    assert found == [reason] * 5


def test_too_few_and_doubled_rows_are_named():
    found, _, _ = ask(lambda request: listed(rows(request)[:-1]), texts=["a"])
    assert found == ["too few vectors"]
    found, _, _ = ask(lambda request: listed(rows(request) * 2), texts=["a"])
    assert found == ["two vectors for one text"]


def test_what_is_missing_may_come_later():
    found, _, server = ask(lambda request: listed(rows(request)[:-1]), good)
    assert [isinstance(row, bytes) for row in found] == [True] * 5
    assert server.requests[1]["input"] == ["text 4"]


def test_a_busy_server_is_waited_for_and_a_dead_one_named():
    busy = Reply(status=429, headers=(("Retry-After", "0.1"),))
    found, _, _ = ask(busy, good)
    assert isinstance(found[0], bytes)
    found, _, _ = ask(Reply(status=500), timeout=1.0)
    assert found == ["server busy"] * 5


def test_a_wrong_model_ends_the_run_and_names_the_setting():
    with pytest.raises(ProviderError, match=r"model\.embedder"):
        ask(Reply(status=404))


def test_limits_hold_for_vectors_too():
    texts = [f"text {number}" for number in range(2 * BATCH)]
    found, embedder, server = ask(good, texts=texts, max_calls=1)
    assert len(server.requests) == 1
    assert found[-1] == "limit of calls reached"
    assert embedder.usage.calls == 1


def test_azure_is_asked_at_the_deployment():
    with serving(good) as server:
        config = ModelConfig(
            provider="azure", base_url=server.url.removesuffix("/v1"), embedder="my-vectors"
        )
        embedder = Embedder(
            config, {"AZURE_OPENAI_API_KEY": KEY}, find={}.get, keep={}.__setitem__,
            note=nothing_noted,
        )  # fmt: skip
        embedder.rows(["a"])
    assert server.paths == ["/openai/deployments/my-vectors/embeddings?api-version=2024-10-21"]
    assert server.headers[0]["api-key"] == KEY
