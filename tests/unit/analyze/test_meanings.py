"""Vectors by a provider: what is sent, what counts, what is said of the rest."""

import math
from dataclasses import replace
from typing import Any

import pytest

from sourcebook.analyze.meanings import BATCH, PROBES, Embedder, quantised
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
    probes: Step | None = good, **changed: Any,
) -> tuple[list[bytes | str], Embedder, Server]:  # fmt: skip
    """Rows of texts; the fixed texts, which are asked for first, are answered by ``probes``."""
    kept = {} if journal is None else journal
    with serving(*([probes] if probes else []), *script) as server:
        config = ModelConfig(
            provider="openai", base_url=server.url, embedder="text-embedding-3-small", timeout=5.0
        )
        embedder = Embedder(
            replace(config, **changed), {"OPENAI_API_KEY": KEY}, find=kept.get,
            keep=kept.__setitem__, note=nothing_noted,
        )  # fmt: skip
        return embedder.rows(texts), embedder, server


def asked(server: Server) -> list[list[str]]:
    """What was asked for after the fixed texts."""
    first, *others = [request["input"] for request in server.requests]
    assert first == list(PROBES)
    return others


def test_rows_belong_to_their_texts_and_point_where_the_numbers_do():
    def shuffled(request: dict[str, Any]) -> Reply:
        return listed(rows(request)[::-1])

    found, embedder, server = ask(shuffled)
    assert found == [quantised(vector(text)) for text in TEXTS]
    assert embedder.dimension == 8
    assert server.paths == ["/v1/embeddings"] * 2
    assert server.requests[0]["encoding_format"] == "float"
    assert (embedder.usage.calls, embedder.usage.prompt_tokens) == (2, 14)
    assert embedder.usage.cost == pytest.approx(14 * 0.02 / 1e6)


def test_texts_go_in_batches_and_equal_texts_once():
    texts = [f"text {number}" for number in range(2 * BATCH + 1)]
    found, _, server = ask(good, texts=[*texts, *texts])
    assert sorted(map(len, asked(server))) == [1, BATCH, BATCH]
    assert found[: len(texts)] == found[len(texts) :]


def test_what_is_known_is_not_asked_again():
    journal: dict[str, bytes] = {}
    first, _, _ = ask(good, journal=journal)
    again, _, server = ask(good, journal=journal, texts=[*TEXTS, "new"])
    assert again[:5] == first
    assert asked(server) == [["new"]]


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
    assert asked(server)[1:] == [["text 1"]] * 2
    assert len(journal) == 4 + 1  # and the row of the fixed texts
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
    assert asked(server)[1] == ["text 4"]


def test_a_busy_server_is_waited_for_and_a_dead_one_named():
    busy = Reply(status=429, headers=(("Retry-After", "0.1"),))
    found, _, _ = ask(busy, good)
    assert isinstance(found[0], bytes)
    found, _, _ = ask(Reply(status=500), probes=None, timeout=1.0)
    assert found == ["server busy"] * 5


def test_a_wrong_model_ends_the_run_and_names_the_setting():
    with pytest.raises(ProviderError, match=r"model\.embedder"):
        ask(Reply(status=404), probes=None)


def test_limits_hold_for_vectors_too():
    texts = [f"text {number}" for number in range(2 * BATCH)]
    found, embedder, server = ask(good, texts=texts, max_calls=2)
    assert len(server.requests) == 2
    assert found[-1] == "limit of calls reached"
    assert embedder.usage.calls == 2


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
    assert server.paths == ["/openai/deployments/my-vectors/embeddings?api-version=2024-10-21"] * 2
    assert server.headers[0]["api-key"] == KEY


def other(request: dict[str, Any]) -> Reply:
    """Another model of the same name and size."""
    return listed([row | {"embedding": row["embedding"][::-1]} for row in rows(request)])


def a_little_off(request: dict[str, Any]) -> Reply:
    """The same model on another machine of the provider."""
    data = rows(request)
    for row in data:
        row["embedding"] = [number + 0.003 for number in row["embedding"]]
    return listed(data)


def test_a_model_that_changed_under_its_name_is_asked_for_everything_again():
    journal: dict[str, bytes] = {}
    ask(good, journal=journal)
    found, embedder, server = ask(other, probes=other, journal=journal)
    assert asked(server) == [TEXTS]
    assert found == [quantised(vector(text)[::-1]) for text in TEXTS]
    (remark,) = embedder.remarks
    assert remark.startswith("text-embedding-3-small answers fixed texts otherwise than before")
    again, embedder, server = ask(other, probes=other, journal=journal)
    assert (again, asked(server), embedder.remarks) == (found, [], [])


def test_a_model_of_another_size_is_another_model():
    journal: dict[str, bytes] = {}
    ask(good, journal=journal)

    def longer(request: dict[str, Any]) -> Reply:
        return listed(rows(request, 12))

    found, embedder, _ = ask(longer, probes=longer, journal=journal)
    assert {len(row) for row in found} == {embedder.dimension} == {12}
    assert embedder.remarks


def test_small_differences_of_the_same_model_keep_the_rows():
    journal: dict[str, bytes] = {}
    first, one, _ = ask(good, journal=journal)
    again, two, server = ask(good, probes=a_little_off, journal=journal)
    assert (again, asked(server), two.remarks) == (first, [], [])
    assert one.probes == two.probes


def test_where_the_fixed_texts_get_no_rows_the_kept_ones_count_and_it_is_said():
    journal: dict[str, bytes] = {}
    first, _, _ = ask(good, journal=journal)
    again, embedder, _ = ask(Reply(status=500), probes=None, journal=journal, timeout=1.0)
    assert again == first
    assert embedder.remarks == [
        "it is not known whether text-embedding-3-small is the model that it was (server busy)"
    ]


def test_a_query_goes_with_the_fixed_texts_and_is_compared_only_with_rows_of_its_model():
    with serving(good) as server:
        config = ModelConfig(provider="openai", base_url=server.url, embedder="far")
        made = [
            Embedder(config, {}, find={}.get, keep={}.__setitem__, note=nothing_noted)
            for _ in range(5)
        ]
        made[0].rows(TEXTS)
        before = made[0].probes
        assert made[1].direction("where", before) == quantised(vector("where"))
        assert server.requests[-1]["input"] == [*PROBES, "where"]
        reason = made[2].direction("where", before[::-1])
        assert reason == "it is another model than that of the index: run sourcebook index"
        assert made[3].gave(before)
        assert not made[4].gave(before[::-1])
