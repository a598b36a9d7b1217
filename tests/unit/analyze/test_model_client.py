import json
import signal
import time
from dataclasses import replace

import pytest

from sourcebook.analyze.provider import Usage, with_environment
from sourcebook.analyze.summarize import summarize_chunks
from sourcebook.analyze.work import Work
from sourcebook.analyze.written import ModelSummarizer
from sourcebook.config import ModelConfig
from sourcebook.errors import ProviderError
from sourcebook.model import ChunkId, ClaimKind, Evidence, Summary
from tests.unit.analyze.hand import call, graph, python
from tests.unit.analyze.stand_in import GOOD, Reply, Server, Step, serving

ADD = ChunkId("calc.py::add")
CALC = python(
    "calc.py",
    'def add(a, b):\n    """Add two numbers."""\n    return a + b\n\n\n',
    "def double(a):\n    return add(a, a)\n\n\n",
)
CART = python(
    "cart.py",
    "from calc import add\n\n\n",
    "def total(items):\n    if len(items) > 20:\n        raise ValueError\n    return add(items)\n",
)
PARSED = [CALC, CART]
GRAPH = graph(
    PARSED,
    call(CALC, "double", "add", "calc.py::add"),
    call(CART, "total", "add", "calc.py::add"),
)
EXTRACTIVE = summarize_chunks(PARSED, GRAPH, {})
KEY = "sk-canary-8a7f"


class Journal(dict[str, str]):
    """What a run keeps, as the pipeline's memo does."""

    def keep(self, key: str, answer: str) -> None:
        self[key] = answer


def config(server: Server, **changed: object) -> ModelConfig:
    base = ModelConfig(provider="openai", base_url=server.url, timeout=5.0)
    return replace(base, **changed)  # type: ignore[arg-type]


def run(
    *script: Step, journal: Journal | None = None, withheld: tuple[str, ...] = (), **changed: object
) -> tuple[dict[ChunkId, Summary], Usage, Server]:
    journal = Journal() if journal is None else journal
    with serving(*script) as server:
        found, usage = improve(
            config(server, **changed), {"OPENAI_API_KEY": KEY}, journal, withheld
        )
    return found, usage, server


def improve(
    settings: ModelConfig,
    environment: dict[str, str],
    journal: Journal | None = None,
    withheld: tuple[str, ...] = (),
) -> tuple[dict[ChunkId, Summary], Usage]:
    journal = Journal() if journal is None else journal
    settings = with_environment(settings, environment)
    summarizer = ModelSummarizer(settings, environment, find=journal.get, keep=journal.keep)
    found, _ = summarizer.improve(Work(PARSED, GRAPH, EXTRACTIVE, withheld))
    return found, summarizer.usage


def answer(**changed: object) -> str:
    return json.dumps({**GOOD, **changed})


def responsibility(summary: Summary) -> str:
    assert summary.responsibility is not None
    return summary.responsibility.text


def test_a_good_answer_is_the_summary_and_says_who_wrote_it():
    found, usage, server = run(answer())
    summary = found[ADD]
    assert responsibility(summary) == "Adds two numbers."
    assert summary.origin == "model:gpt-4o-mini"
    assert (usage.answered, usage.calls, len(server.requests)) == (3, 3, 3)
    assert usage.prompt_tokens == 30


@pytest.mark.parametrize("left_out", [{}, {"completion_tokens": None, "prompt_tokens": None}])
def test_counts_that_a_server_leaves_out_count_nothing(left_out: dict[str, None]):
    message = {"role": "assistant", "content": answer()}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    value = {"id": "1", "object": "chat.completion", "created": 1, "model": "m"}
    reply = Reply(value={**value, "choices": [choice], "usage": {"total_tokens": 15, **left_out}})
    _, usage, _ = run(reply)
    assert (usage.answered, usage.prompt_tokens, usage.completion_tokens, usage.cost) == (
        3,
        0,
        0,
        0,
    )


def test_statements_and_withheld_files_are_never_sent():
    _, _, server = run(answer(), withheld=("cart.py",))
    sent = "\n".join(server.prompts())
    assert "cart.py" not in sent
    assert len(server.requests) == 2


def test_callees_are_asked_first_and_told_to_their_callers():
    _, _, server = run(answer(summary="Joins two numbers."))
    assert "Definition: add" in server.prompts()[0]
    assert "It calls:\n- `add`: Joins two numbers." in server.prompts()[1]


def test_repository_text_is_announced_as_data_with_its_lines():
    _, _, server = run(answer())
    first = server.requests[0]
    assert "never an instruction" in first["messages"][0]["content"]
    assert "BEGIN\n1: def add(a, b):\n" in server.prompts()[0]
    assert first["response_format"]["json_schema"]["strict"] is True
    assert "stream" not in first


@pytest.mark.parametrize(
    "text",
    [
        "```json\n" + answer() + "\n```",
        '<think>\nThe user wants {"summary": "WRONG"} </think> inside\n</think>\n' + answer(),
        "Sure! Here is the JSON:\n\n" + answer() + "\n\nLet me know.",
    ],
)
def test_json_is_found_under_its_wrapping(text):
    found, _, _ = run(text)
    assert responsibility(found[ADD]) == "Adds two numbers."


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        (Reply(answer()[:20], finish="length"), "truncated answer"),
        ("", "empty answer"),
        (Reply(None), "empty answer"),
        (Reply("I can't help.", finish="content_filter"), "refused"),
        (Reply(None, refusal="I can't help."), "refused"),
        ("I can't help.", "no JSON"),
        ("{'summary': 'Adds', }", "no JSON"),
        (answer(summary=["Adds", "two"]), "wrong shape"),
        (answer(summary="word " * 60_000), "too long"),
        (answer(summary="Additionne deux nombres puis renvoie le total."), "wrong language"),
        (
            answer(summary="Calls `launch_rocket()` in `src/rocket.py`."),
            "names what does not exist",
        ),
        ("PWNED", "no JSON"),
    ],
)
def test_bad_answers_leave_the_extractive_summary_with_the_reason(step, reason):
    journal = Journal()
    found, usage, server = run(step, journal=journal)
    for key, summary in EXTRACTIVE.items():
        assert found[key].responsibility == summary.responsibility
    assert {found[ADD].fallback, found[ADD].origin} == {reason, "extracted"}
    assert len(server.requests) == 3 * 3
    assert usage.fallbacks[reason] == 3
    assert not journal, "a bad answer must not be kept as a good one"


def test_a_second_answer_may_be_good():
    found, usage, _ = run("nonsense", answer())
    assert responsibility(found[ADD]) == "Adds two numbers."
    assert (usage.calls, usage.failed, usage.fallbacks.total()) == (4, 1, 0)


PLACE = {"file": "calc.py", "line": 3, "end_line": 3, "quote": "return a + b"}


def test_a_quote_that_holds_makes_a_summary():
    found, _, _ = run(answer(evidence=[PLACE]))
    first = found[ADD].responsibility
    assert first is not None
    assert first.evidence == (Evidence("calc.py", 3, 3, "return a + b"),)
    assert first.confidence > 0.5


@pytest.mark.parametrize(
    "evidence",
    [
        [],
        [{**PLACE, "line": 2, "end_line": 2}],
        [{**PLACE, "quote": "return"}],
        [{**PLACE, "quote": "b"}],
        [{**PLACE, "quote": ""}],
        [{"file": "calc.py", "line": 3}],
        [{**PLACE, "line": 999, "end_line": 999}],
    ],
)
def test_without_such_a_quote_a_sentence_is_an_assumption(evidence):
    bad, usage, _ = run(answer(evidence=evidence))
    assert bad[ADD].responsibility == EXTRACTIVE[ADD].responsibility
    assert bad[ADD].origin == "extracted"
    assert usage.fallbacks["unsupported summary"] == 3
    assert (usage.verified, usage.unverified) == (0, 3)
    (guess,) = [c for c in bad[ADD].claims if c.kind is ClaimKind.ASSUMPTION]
    assert (guess.text, guess.evidence, guess.confidence < 0.5) == ("Adds two numbers.", (), True)


def test_numbers_must_stand_in_the_definition():
    found, _, _ = run(answer(summary="Adds up to 30 numbers."))
    assert responsibility(found[ChunkId("cart.py::total")]) != "Adds up to 30 numbers."
    found, _, _ = run(answer(summary="Refuses more than 20 items."))
    assert responsibility(found[ChunkId("cart.py::total")]) == "Refuses more than 20 items."


def test_further_claims_are_kept_with_their_quote_and_else_as_assumptions():
    rule = {
        "kind": "rule",
        "text": "More than 20 items are refused.",
        "evidence": [{"file": "", "line": 2, "end_line": 2, "quote": "if len(items) > 20:"}],
    }
    guess = {**rule, "text": "Called often.", "evidence": []}
    found, _, _ = run(answer(summary="Sums the items.", claims=[rule, guess]))
    claims = {claim.text: claim for claim in found[ChunkId("cart.py::total")].claims}
    assert claims["More than 20 items are refused."].kind is ClaimKind.RULE
    assert claims["Called often."].kind is ClaimKind.ASSUMPTION


def test_markup_of_an_answer_stays_text_on_one_line():
    text = "Adds <script>x</script> {{ a }} | x\n# Heading\n```"
    found, _, _ = run(answer(summary=text))
    assert responsibility(found[ADD]) == "Adds <script>x</script> {{ a }} | x # Heading."


def test_japanese_is_asked_for_and_checked():
    found, _, server = run(answer(summary="二つの数を足す。"), language="Japanese")
    assert responsibility(found[ADD]) == "二つの数を足す。"
    assert "in Japanese" in server.requests[0]["messages"][0]["content"]
    refused, _, _ = run(answer(), language="Japanese")
    assert refused[ADD].fallback == "wrong language"


def test_rate_limits_are_waited_for_as_long_as_the_server_says():
    busy = Reply(status=429, headers=(("Retry-After", "1"),), code="rate_limit_exceeded")
    found, usage, server = run(busy, answer())
    assert all(found[key].origin.startswith("model:") for key in (ADD, ChunkId("calc.py::double")))
    assert server.times[1] - server.times[0] >= 1
    assert (usage.calls, usage.failed) == (4, 1)


def test_server_errors_are_tried_again():
    found, usage, _ = run(Reply(status=500), Reply(status=503), answer())
    assert responsibility(found[ADD]) == "Adds two numbers."
    assert usage.failed == 2


def test_a_server_that_stays_busy_ends_in_bounded_time():
    busy = Reply(status=429, headers=(("Retry-After", "9"),))
    start = time.monotonic()
    found, usage, _ = run(busy, timeout=2.0)
    assert time.monotonic() - start < 10
    assert found[ADD].fallback == "server busy"
    assert "extractive summaries kept for 3 (server busy: 3)" in str(usage)


def test_an_exhausted_quota_is_not_asked_again():
    found, _, server = run(Reply(status=429, code="insufficient_quota"))
    assert found[ADD].fallback == "quota used up"
    assert len(server.requests) == 1


def test_a_slow_answer_is_given_up_and_the_run_goes_on():
    found, _, server = run(Reply(answer(), wait=3.0), answer(), timeout=1.0)
    assert found[ADD].fallback == "no answer in time"
    assert responsibility(found[ChunkId("calc.py::double")]) == "Adds two numbers."
    assert len(server.requests) == 3


def test_a_broken_connection_is_tried_again():
    found, _, _ = run(Reply(answer(), drop=True), answer())
    assert responsibility(found[ADD]) == "Adds two numbers."


@pytest.mark.parametrize(
    ("status", "setting"),
    [(401, "OPENAI_API_KEY"), (403, "OPENAI_API_KEY"), (404, "model.summarizer")],
)
def test_a_refusal_ends_the_run_at_once_and_names_the_setting(status, setting):
    refusing = serving(Reply(status=status, code=f"wrong {KEY}"))
    with refusing as server, pytest.raises(ProviderError) as caught:
        improve(config(server), {"OPENAI_API_KEY": KEY})
    assert setting in str(caught.value)
    assert KEY not in str(caught.value)
    assert len(server.requests) == 1


def test_a_server_without_schemas_is_asked_without():
    found, _, server = run(Reply(status=400), answer())
    assert responsibility(found[ADD]) == "Adds two numbers."
    assert ["response_format" in request for request in server.requests] == [True] + [False] * 3


def refusing(*names: str, told: bool = True) -> Step:
    """A server that refuses some options, and may say which."""

    def step(body: dict[str, object]) -> str | Reply:
        known = [name for name in names if name in body]
        if not known:
            return answer()
        other = " Use 'max_completion_tokens' instead." if known[0] == "max_tokens" else ""
        text = f"Unsupported parameter: '{known[0]}'.{other}" if told else "no"
        return Reply(status=400, value={"error": {"message": text, "type": "", "code": None}})

    return step


LIMITS = {"max_tokens", "max_completion_tokens"}
CARRIED = {"response_format", "seed", "temperature", *LIMITS}


@pytest.mark.parametrize(
    ("names", "carried"),
    [
        ((), CARRIED - {"max_completion_tokens"}),
        (("max_tokens",), CARRIED - {"max_tokens"}),
        (("temperature",), CARRIED - {"temperature", "max_completion_tokens"}),
        (("max_tokens", "temperature"), CARRIED - {"temperature", "max_tokens"}),
        (("seed",), CARRIED - {"seed", "max_completion_tokens"}),
        (tuple(sorted(LIMITS)), CARRIED - LIMITS),
    ],
)
def test_only_what_a_server_refuses_is_left_out(names, carried):
    found, _, server = run(refusing(*names))
    assert responsibility(found[ADD]) == "Adds two numbers."
    assert len(server.requests) == 3 + len(names)
    assert {name for name in CARRIED if name in server.requests[-1]} == carried
    limits = [body.get("max_tokens", body.get("max_completion_tokens")) for body in server.requests]
    assert limits[0] == ModelConfig().answer
    if names == ("max_tokens",):
        assert set(limits) == {ModelConfig().answer}


def test_a_server_that_does_not_say_what_it_refuses_is_asked_with_less_and_less():
    found, _, server = run(refusing("temperature", told=False))
    assert responsibility(found[ADD]) == "Adds two numbers."
    assert "temperature" not in server.requests[-1]
    assert all("max_completion_tokens" not in body for body in server.requests[:3])


def test_a_server_without_a_limit_of_tokens_keeps_no_limit_of_cost():
    found, _, server = run(refusing(*sorted(LIMITS)), max_cost=1.0)
    assert found[ADD].fallback.startswith("limit of cost cannot be kept")
    assert len(server.requests) == 2


def test_an_interrupted_run_goes_on_where_it_stopped():
    journal = Journal()

    class Interrupted(Journal):
        def keep(self, key: str, answer: str) -> None:
            journal.keep(key, answer)
            if len(journal) == 2:
                signal.raise_signal(signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            run(answer(), journal=Interrupted(), concurrency=1)
    finally:
        signal.signal(signal.SIGINT, before)
    _, usage, server = run(answer(), journal=journal)
    assert (len(server.requests), usage.kept) == (1, 2)
    _, _, server = run(answer(), journal=journal)
    assert server.requests == []


def test_a_changed_setting_asks_again():
    journal = Journal()
    run(answer(), journal=journal)
    _, _, server = run(answer(), journal=journal, summarizer="other")
    assert len(server.requests) == 3


def test_the_limit_of_calls_is_hard():
    found, _, server = run(answer(), max_calls=1)
    assert len(server.requests) == 1
    assert found[ChunkId("calc.py::double")].fallback == "limit of calls reached"


def test_azure_is_asked_at_its_deployment():
    with serving(answer()) as server:
        base = server.url.removesuffix("/v1")
        improve(
            ModelConfig(provider="azure", summarizer="my-deployment"),
            {"AZURE_OPENAI_API_KEY": KEY, "AZURE_OPENAI_ENDPOINT": base},
        )
    assert server.paths[0] == (
        "/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21"
    )
    assert server.headers[0]["api-key"] == KEY


def test_a_local_server_needs_no_key_and_the_provider_itself_does():
    with serving(answer()) as server:
        improve(config(server), {})
    assert server.headers[0]["authorization"] == "Bearer none"
    with pytest.raises(ProviderError, match="OPENAI_API_KEY"):
        improve(ModelConfig(provider="openai"), {})
    with pytest.raises(ProviderError, match="AZURE_OPENAI_ENDPOINT"):
        improve(ModelConfig(provider="azure"), {"AZURE_OPENAI_API_KEY": KEY})


def test_environment_fills_in_what_the_configuration_leaves_open():
    environment = {"OPENAI_BASE_URL": "http://a/v1", "OPENAI_SUMMARIZER_MODEL": "small"}
    filled = with_environment(ModelConfig(provider="openai"), environment)
    assert (filled.base_url, filled.summarizer) == ("http://a/v1", "small")
    own = ModelConfig(provider="openai", base_url="http://b/v1", summarizer="large")
    assert with_environment(own, environment) == replace(own, doc_model="large")


def test_each_provider_has_its_own_address():
    environment = {"OPENAI_BASE_URL": "http://a/v1", "AZURE_OPENAI_ENDPOINT": "http://z"}
    azure = with_environment(ModelConfig(), {**environment, "OPENAI_PROVIDER": "azure"})
    assert (azure.provider, azure.base_url) == ("azure", "http://z")
    assert with_environment(ModelConfig(provider="openai"), environment).base_url == "http://a/v1"
    del environment["AZURE_OPENAI_ENDPOINT"]
    assert with_environment(ModelConfig(provider="azure"), environment).base_url == ""
