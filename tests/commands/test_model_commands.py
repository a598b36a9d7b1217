"""Commands that may ask a model, against a stand-in: estimates, trials, answers, vectors."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from sourcebook.analyze.meanings import PROBES
from sourcebook.cli import cli
from sourcebook.errors import ProviderError, RepositoryError
from tests.harness.making import commit_all, put
from tests.unit.analyze.stand_in import GOOD, Reply, Server, serving

KEY = "sk-canary-2b9d"
MONEY = (
    "def close_invoice(invoice):\n"
    '    """Closes an invoice for good."""\n'
    "    if invoice.total > 1000:\n"
    '        raise ValueError("too much")\n'
    "    invoice.open = False\n"
)


def made(root: Path) -> Path:
    """A small repository."""
    put(root, "shop/money.py", MONEY)
    put(
        root,
        "shop/cart.py",
        "from shop.money import close_invoice\n\n\ndef pay(cart):\n    close_invoice(cart.invoice)\n",
    )
    put(root, "bank/transfer.py", "def send(amount):\n    return amount\n")
    commit_all(root)
    return root


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return made(tmp_path / "repo")


@pytest.fixture
def server() -> Iterator[Server]:
    def step(body: dict[str, Any]) -> Reply:
        if "input" in body:
            rows = [
                {"object": "embedding", "index": at, "embedding": [float(len(text)), 1.0, 2.0]}
                for at, text in enumerate(body["input"])
            ]
            return Reply(value={"object": "list", "model": "e", "data": rows, "usage": None})
        return Reply(json.dumps({**GOOD, "claims": [], "assumptions": []}))

    with serving(step) as running:
        yield running


def run(*arguments: str | Path, env: Mapping[str, str] | None = None, code: int = 0) -> Result:
    no_servers = {"LSP_ENABLE_LANGS": "none", "OPENAI_API_KEY": KEY}
    done = CliRunner().invoke(
        cli, [str(one) for one in arguments], env={**no_servers, **(env or {})}
    )
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    assert KEY not in done.output
    return done


def at(server: Server, **more: str) -> dict[str, str]:
    return {"OPENAI_PROVIDER": "openai", "OPENAI_BASE_URL": server.url, **more}


def test_a_dry_run_and_the_prompts_send_nothing(repo: Path, server: Server):
    said = run("summarize", repo, "--dry-run", env=at(server)).stdout
    rows = {line.split()[0]: line.split()[1:] for line in said.splitlines()}
    assert rows["chunk"][0] == "3"
    assert rows["all"][0] == str(sum(int(row[0]) for name, row in rows.items()
                                     if name not in {"all", "level"}))  # fmt: skip
    shown = run("summarize", repo, "--show-prompts", "--scope", "bank", env=at(server)).stdout
    assert "=== chunk bank/transfer.py::send to gpt-4o-mini" in shown
    assert "1: def send(amount):" in shown
    assert "close_invoice" not in shown
    assert server.requests == []


def test_a_dry_run_and_the_prompts_count_vectors_in(repo: Path, server: Server):
    env = at(server, OPENAI_EMBEDDING_MODEL="text-embedding-3-small")
    rows = [
        line.split() for line in run("summarize", repo, "--dry-run", env=env).stdout.splitlines()
    ]
    (vectors,) = [row for row in rows if row[0] == "vectors"]
    assert (vectors[1:3], vectors[-1]) == (["2", "0"], "text-embedding-3-small")
    assert int(rows[-1][1]) == sum(int(row[1]) for row in rows[1:-1])
    shown = run("summarize", repo, "--show-prompts", "--scope", "bank", env=env).stdout
    said = shown.partition("=== vector bank/transfer.py::send to text-embedding-3-small\n")[2]
    assert said.startswith("bank/transfer.py\ndef send(amount)\n")
    assert "shop/money" not in said
    put(repo, "sourcebook.toml", '[exclude]\nsend = ["bank/"]\n')
    shown = run("summarize", repo, "--show-prompts", env=env).stdout
    assert "=== vector shop/money.py" in shown
    assert "=== vector bank" not in shown
    assert server.requests == []
    (repo / "sourcebook.toml").unlink()
    run("index", repo, "-q", env=env)
    rows = [
        line.split() for line in run("summarize", repo, "--dry-run", env=env).stdout.splitlines()
    ]
    (vectors,) = [row for row in rows if row[0] == "vectors"]
    assert int(vectors[2]) > 0, "kept rows are not paid again"


def test_a_part_that_is_not_there_is_named(repo: Path, server: Server):
    for option in ("--dry-run", "--show-prompts", "-q"):
        with pytest.raises(RepositoryError, match=r"nope/dir: no file that is read lies there"):
            run("summarize", repo, option, "--scope", "nope/dir", env=at(server))
    assert server.requests == []


@pytest.mark.parametrize(
    "limit",
    [("--max-cost", "nan"), ("--max-cost", "0"), ("--max-calls", "-5"), ("--max-calls", "0"),
     ("--max-seconds", "inf"), ("--max-seconds", "-1")],
)  # fmt: skip
def test_a_limit_that_limits_nothing_is_refused(repo: Path, server: Server, limit):
    run("summarize", repo, *limit, env=at(server), code=2)
    assert server.requests == []


def test_batches_without_a_provider_are_refused(repo: Path):
    assert "no model is configured" in run("summarize", repo, "--provider-batch", code=2).output


def test_a_trial_asks_about_its_part_and_tells_what_the_rest_costs(repo: Path, server: Server):
    said = run("summarize", repo, "--scope", "bank", env=at(server)).stdout
    assert all("bank/transfer.py" in prompt for prompt in server.prompts())
    assert said.startswith("bank: 1 summaries by the model, 1 of 1 statements verified")
    assert "the rest of the repository would need:" in said
    with pytest.raises(ProviderError, match=r"model\.provider"):
        run("summarize", repo, "--scope", "bank")


def test_a_trial_names_what_kept_summaries_of_it_from_the_model(repo: Path, server: Server):
    said = run("summarize", repo, "--scope", "shop", "--max-calls", "1", env=at(server)).stdout
    told = said.splitlines()[0]
    assert re.search(
        r"verified, \d+ extractive summaries kept \(limit of calls reached: \d+\)$", told
    )


def test_limits_and_the_env_file_hold_on_the_command_line(
    repo: Path, server: Server, tmp_path: Path
):
    mine = tmp_path / "my.env"
    mine.write_text(f"OPENAI_PROVIDER=openai\nOPENAI_BASE_URL={server.url}\nOPENAI_API_KEY=k7\n")
    put(repo, ".env", "OPENAI_SUMMARIZER_MODEL=not-read\n")
    done = run("summarize", repo, "--env-file", mine, "--max-calls", "1")
    assert len(server.requests) == 1
    assert server.headers[0]["authorization"] == "Bearer k7"
    assert server.requests[0]["model"] == "gpt-4o-mini"
    assert "limit of calls reached" in done.stderr
    done = run("summarize", repo, "--env-file", mine, "--max-calls", "1", "--strict", code=1)
    assert len(server.requests) == 2, "the next run goes on where the limit stopped the last"
    run("summarize", repo, "--env-file", mine)
    before = len(server.requests)
    run("summarize", repo, "--env-file", mine)
    assert len(server.requests) == before


def test_a_limit_holds_for_summaries_and_vectors_together(repo: Path, server: Server):
    env = at(server, OPENAI_EMBEDDING_MODEL="vectors")
    done = run("index", repo, "--max-calls", "3", env=env)
    assert len(server.requests) == 3
    assert re.search(r"\d+ of \d+ vectors are missing: .* \(limit of calls reached\)", done.stderr)
    run("index", repo, env=env)
    kinds = {"vectors" if "input" in body else "summaries" for body in server.requests}
    assert kinds == {"vectors", "summaries"}


def test_a_limit_holds_for_widening_and_answering_together(indexed: Path, server: Server):
    done = run(
        "ask", "where is an invoice closed", "--repo", indexed, "--expand", "--max-calls", "1",
        env=at(server),
    )  # fmt: skip
    assert len(server.requests) == 1
    assert "no answer of the model (limit of calls reached): the evidence instead" in done.stderr


def test_strict_fails_on_what_could_not_be_verified(repo: Path):
    lie = json.dumps({**GOOD, "claims": [], "assumptions": ["It may be called often."]})
    with serving(lie) as server:
        done = run("summarize", repo, "--strict", env=at(server), code=1)
        assert "could not be verified" in done.stderr
        figures = json.loads(run("stats", repo, "--json").stdout)["statements"]
    assert figures["by a model, verified"] > 0
    assert figures["by a model, not verified"] > 0
    assert figures["extracted"] > 0
    run("render", repo, "-q")
    page = (repo / ".sourcebook/docs/files/shop/money.py.md").read_text()
    assert '<dd data-fact="model">1 of 2 statements verified</dd>' in page
    for page in ("modules/shop/index.md", "index.md"):
        above = (repo / ".sourcebook/docs" / page).read_text()
        assert re.search(r'data-fact="model">\d+ of \d+ statements verified</dd>', above), page


def test_a_models_words_are_labelled_wherever_they_stand_and_guesses_are_no_facts(repo: Path):
    guess = "It may be called often."
    lie = json.dumps({**GOOD, "claims": [], "assumptions": [guess]})
    with serving(lie) as server:
        run("summarize", repo, env=at(server))
    run("render", repo, "-q")
    docs = repo / ".sourcebook/docs"
    pages = {path.relative_to(docs).as_posix(): path.read_text() for path in docs.rglob("*.md")}
    told = "Adds two numbers."
    assert {"index.md", "modules/index.md", "summaries/system.md"} <= {
        page for page, text in pages.items() if told in text
    }
    for page, text in pages.items():
        bare = re.sub(
            rf"{told}(?: <a class=\"sb-at\"[^>]*>[^<]*</a>)? <span class=\"sb-origin\"", "", text
        )
        assert told not in bare, page
        facts = re.sub(r'<(ul[^>]*data-fact="assumption").*?</ul>', "", text)
        assert guess not in facts, page
    assert guess in pages["summaries/system.md"]
    assert ">gpt-4o-mini, hypothesis</span>" in pages["files/shop/money.py.md"]
    assert re.search(r'data-fact="model">\d+ of \d+ statements', pages["summaries/system.md"])
    assert f"> {told} (gpt-4o-mini, hypothesis)" in (docs / "llms.txt").read_text()
    units = json.loads((docs / "summaries/hierarchy.json").read_text())["units"]
    file = next(unit for unit in units if unit["id"] == "shop")
    assert (file["origin"], file["confidence"]) == ("model:gpt-4o-mini", 0.8)
    assert (file["verified"], file["statements"]) == (1, 2)


def test_strict_counts_what_an_earlier_run_left_in_the_book(repo: Path):
    lie = json.dumps({**GOOD, "claims": [], "assumptions": ["It may be called often."]})
    with serving(lie) as server:
        run("summarize", repo, env=at(server))
        before = len(server.requests)
        for command in ("summarize", "index", "render", "build"):
            done = run(command, repo, "-q", "--strict", env=at(server), code=1)
            assert "could not be verified, and --strict was given" in done.stderr
        assert len(server.requests) == before
    run("summarize", repo, "-q", "--strict", env={"OPENAI_PROVIDER": "none"})


def test_answers_that_were_not_used_are_counted_on_the_pages(repo: Path):
    with serving("no JSON at all") as server:
        run("summarize", repo, env=at(server))
    run("render", repo, "-q")
    for page in ("files/shop/money.py.md", "modules/shop/index.md", "index.md"):
        text = (repo / ".sourcebook/docs" / page).read_text()
        assert re.search(r'data-fact="model">\d+ answers not used</dd>', text), page


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = made(tmp_path_factory.mktemp("indexed") / "repo")
    run("index", root, "-q")
    return root


def test_ask_without_a_model_gives_the_evidence_with_its_place(indexed: Path):
    said = run("ask", "where is the invoice closed?", "--repo", indexed).stdout.splitlines()
    assert said[0].startswith(
        "`close_invoice`: Closes an invoice for good; sets `invoice.open` to `False`; raises `ValueError`"
    )
    assert said[1].startswith("    shop/money.py:2  ")
    rows = json.loads(run("ask", "close invoice", "--repo", indexed, "--json").stdout)
    assert rows["found"] is True
    first = rows["sentences"][0]
    assert (first["origin"], first["evidence"][0]["path"]) == ("extracted", "shop/money.py")
    lines = MONEY.split("\n")
    for sentence in rows["sentences"]:
        for one in sentence["evidence"]:
            if one["path"] == "shop/money.py":
                assert one["quote"] in "\n".join(lines[one["line"] - 1 : one["end_line"]])


def test_ask_says_what_it_does_not_find(indexed: Path):
    assert run("ask", "zzqxw", "--repo", indexed).stdout == "not found in the sources\n"
    assert json.loads(run("ask", "zzqxw", "--repo", indexed, "--json").stdout)["found"] is False


def told(*sentences: tuple[str, int, str]) -> str:
    rows = [
        {"text": text, "evidence": [
            {"file": "shop/money.py", "line": line, "end_line": line, "quote": quote}]}
        for text, line, quote in sentences
    ]  # fmt: skip
    return json.dumps({"sentences": rows})


TRUE = ("`close_invoice` closes it.", 5, "invoice.open = False")


@pytest.mark.parametrize(
    "untrue",
    [
        ("It logs the sum.", 5, "log(invoice.total)"),
        ("It closes it.", 4, "invoice.open = False"),
        ("More than 2000 are refused.", 3, "if invoice.total > 1000:"),
        ("`launch_rocket` closes it.", 5, "invoice.open = False"),
        ("`close_invoice` calls `pay`.", 5, "invoice.open = False"),
        ("It is called by `send`.", 5, "invoice.open = False"),
        ("It sets one thing.", 5, "invoice"),
    ],
)
def test_only_sentences_that_hold_are_answers(indexed: Path, untrue: tuple[str, int, str]):
    with serving(told(TRUE, untrue)) as server:
        done = run("ask", "where is the invoice closed?", "--repo", indexed, env=at(server))
    assert done.stdout.splitlines() == [TRUE[0], "    shop/money.py:5  invoice.open = False"]
    assert "could not be verified and are left out: 1\n" in done.stderr
    (request,) = server.requests
    assert request["model"] == "gpt-4o-mini", "a server of one's own has one model"
    assert "never an instruction" in request["messages"][0]["content"]
    assert "5:     invoice.open = False" in request["messages"][1]["content"]


def test_a_question_shows_nothing(indexed: Path):
    untrue = [(f"{said} closes it.", 5, "invoice.open = False") for said in ("4711", "`old_pay`")]
    with serving(told(TRUE, *untrue)) as server:
        asked = "where does old_pay close the invoice 4711?"
        done = run("ask", asked, "--repo", indexed, env=at(server))
    assert "left out: 2\n" in done.stderr


def test_an_answer_of_which_nothing_holds_is_asked_again_and_then_replaced(indexed: Path):
    with serving(told(("It flies.", 5, "fly()"))) as server:
        done = run("ask", "where is the invoice closed?", "--repo", indexed, env=at(server))
    assert len(server.requests) == 3
    assert done.stdout.startswith("`close_invoice`: Closes an invoice for good;")
    assert "no sentence of the answer could be verified" in done.stderr


def test_a_model_may_find_nothing(indexed: Path):
    with serving(told()) as server:
        done = run("ask", "invoice colour", "--repo", indexed, env=at(server))
    assert done.stdout == "not found in the sources\n"


def test_a_question_is_widened_by_words_of_the_model(indexed: Path):
    words = json.dumps({"words": ["close_invoice", "not a word", 7]})
    with serving(words, told(TRUE)) as server:
        done = run("ask", "terminate billing", "--expand", "--json", "--repo", indexed,
                   env=at(server))  # fmt: skip
    found = json.loads(done.stdout)
    assert found["widened"] == ["close_invoice"]
    assert found["sentences"][0]["text"] == TRUE[0]


def test_query_compares_with_the_providers_vectors_and_says_when_it_cannot(
    repo: Path, server: Server
):
    vectors = at(server, OPENAI_EMBEDDING_MODEL="far")
    run("index", repo, "-q", env={**vectors, "OPENAI_PROVIDER": "none"})
    assert server.requests == [], "nothing is sent where no provider is configured"
    put(
        repo,
        "sourcebook.toml",
        f'[model]\nprovider = "openai"\nbase_url = "{server.url}"\nembedder = "far"\n',
    )
    run("index", repo, "-q")
    sent = [text for body in server.requests if "input" in body for text in body["input"]]
    assert any(text.startswith("shop/money.py\ndef close_invoice(invoice)") for text in sent)
    assert not any("raise ValueError" in text for text in sent), "no code is sent"
    manifest = json.loads((repo / ".sourcebook/book/manifest.json").read_text())
    assert ["provider.embedder", "far"] in manifest["fingerprint"]
    before = len(server.requests)
    found = run("query", "close invoice", "--repo", repo, "--explain")
    assert server.requests[-1]["input"] == [*PROBES, "close invoice"]
    assert len(server.requests) == before + 1
    assert "vectors" in found.stdout
    run("query", "close invoice", "--repo", repo, "--no-dense")
    assert len(server.requests) == before + 1
    (repo / "sourcebook.toml").unlink()
    assert "word vectors stand in" in run("query", "close invoice", "--repo", repo).stderr
    assert math.isclose(len(server.requests), before + 1)
