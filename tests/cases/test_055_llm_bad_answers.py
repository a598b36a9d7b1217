"""Answers of a model that are not the JSON asked for.

Each mode of the stand-in server gives one kind of bad answer; none may stop the run, be
published or be kept as good.
"""

import json
import math

import pytest

from sourcebook.model import Level
from sourcebook.store.book import embeddings_of
from sourcebook.store.meanings import read_meanings
from tests.harness.case import Built, Case
from tests.harness.general import GeneralConditions
from tests.harness.model_server import Server, model_server

GOOD = ("ok", "fence", "think", "prose")
BAD = ("truncated", "empty", "null", "refusal", "notjson", "extra", "big")
FUNCTIONS = {"add", "double", "total"}


class TestGeneral(GeneralConditions):
    pass


def _config(server: Server, *, embeddings: bool = False) -> str:
    text = f'[model]\nprovider = "openai"\nbase_url = "{server.url}"\nsummarizer = "fake"\n'
    return text + ('embedder = "fake"\n' if embeddings else "")


def _build(case: Case, mode: str, folder, *, embeddings: bool = False) -> tuple[Built, int]:
    """The build against a server in this mode, and the number of chat requests it made."""
    with model_server(mode, folder) as server:
        built = case.build(
            variant=mode + "-model",
            config=_config(server, embeddings=embeddings),
            changes={"OPENAI_API_KEY": "test-key-of-nobody"},
        )
        return built, len(server.requests("chat/completions"))


def _said(built: Built) -> dict[str, str]:
    """What is said of each function."""
    return {
        entry.chunk.qualified: entry.summary.responsibility.text
        if entry.summary.responsibility
        else ""
        for entry in built.book.entries
        if entry.chunk.qualified in FUNCTIONS
    }


@pytest.mark.parametrize("mode", [*GOOD, *BAD, "html"])
def test_1_all_functions_are_documented(case: Case, mode: str, tmp_path):
    """In every mode: exit 0, all 3 functions documented."""
    built, _ = _build(case, mode, tmp_path)
    built.done()
    assert _said(built).keys() == FUNCTIONS
    shown = built.page("calc.py").text + built.page("shop/cart.py").text
    assert all(name in shown for name in FUNCTIONS)


@pytest.mark.parametrize("mode", GOOD)
def test_2_the_answer_is_found_in_its_wrapping(case: Case, mode: str, tmp_path):
    """The summary is `Adds two numbers.` and the page holds none of the wrapping."""
    built, _ = _build(case, mode, tmp_path)
    assert "Adds two numbers." in _said(built).values()
    for page in built.site.pages.values():
        for stray in ("<think>", "WRONG", "Here is the JSON"):
            assert stray not in page.raw


@pytest.mark.parametrize("mode", BAD)
def test_3_the_extracted_summary_stands_in(case: Case, mode: str, tmp_path):
    """The extracted summary is shown, marked as such; the fallbacks are counted by reason."""
    built, _ = _build(case, mode, tmp_path)
    for entry in built.book.entries:
        if entry.chunk.qualified in FUNCTIONS:
            assert entry.summary.origin == "extracted"
            assert entry.summary.fallback
    assert _said(built) == _said(case.build())
    assert "extracted" in built.page("calc.py").text.lower()


def test_4_markup_is_text(case: Case, tmp_path):
    """The text is shown escaped on one line; no script, no heading, no `49`."""
    built, _ = _build(case, "html", tmp_path)
    page = built.page("calc.py")
    assert not [node for node in page.tree.css("script") if "pwned" in node.text()]
    assert "Heading" not in [text for _, text in page.headings()]
    assert "49" not in page.text


@pytest.mark.parametrize("mode", ["truncated", "empty"])
def test_5_a_bad_answer_is_not_kept(case: Case, mode: str, tmp_path):
    """A bad answer is not kept as good: a later run in mode ok replaces it."""
    fresh = Case(case.folder, tmp_path / "case")
    with model_server(mode, tmp_path / "server") as server:
        for _ in range(2):
            built = fresh.build(
                config=_config(server), changes={"OPENAI_API_KEY": "test-key-of-nobody"}
            )
            built.done()
            server.become("ok")
            fresh.built.clear()
    assert "Adds two numbers." in _said(built).values()


@pytest.mark.parametrize("mode", ["embdim", "embnan", "embshort"])
def test_6_bad_vectors_are_named(case: Case, mode: str, tmp_path):
    """No NaN and no mixed sizes in the index; the run says which vectors are missing."""
    built, _ = _build(case, mode, tmp_path, embeddings=True)
    vectors = embeddings_of(built.book)
    assert len(vectors.chunk_rows) == len(vectors.chunks) * vectors.dimension
    assert all(math.isfinite(value) for value in vectors.chunk_rows)
    meanings = read_meanings(built.book.folder)
    assert len(meanings.rows) == len(meanings.chunks) * meanings.dimension
    built.done()
    if mode != "embdim":  # there the texts of the wrong size are asked for again, and come
        assert "vectors are missing" in built.run.said
        missing = {entry.chunk.id for entry in built.book.entries} - {*meanings.chunks}
        assert missing
        assert any(one in built.run.said for one in missing)


@pytest.mark.parametrize("mode", [*GOOD, *BAD, "html"])
def test_7_few_requests(case: Case, mode: str, tmp_path):
    """At most 3 requests per chunk in any mode."""
    built, requests = _build(case, mode, tmp_path)
    summaries = [one for one in built.book.summaries if one.level is not Level.CHUNK]
    assert requests <= 3 * (len(built.book.entries) + len(summaries))
    assert json.dumps(requests)
