"""Facets of a query, and the rows that its answers are told in."""

import json
import re
from codecs import BOM_UTF8
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from msgspec import structs

from sourcebook.answers import Answers, facets_of, of_book, of_site
from sourcebook.config import Config
from sourcebook.errors import QueryError
from sourcebook.model import ChunkKind, Decision, DecisionStatus
from sourcebook.narrowing import Filters
from sourcebook.render.bundle import bundle
from sourcebook.render.links import Links
from sourcebook.store.book import Book, open_book, write_book
from sourcebook.store.catalog import DECISION
from sourcebook.store.query import others
from tests.unit.store.books import book, contents

FILES = {
    "pay/refund.py": (
        'def refund(payment, reason):\n    """Gives money back."""\n    return payment.undo()\n\n'
        'def undo_refund(payment):\n    """Takes the refund back."""\n    return payment\n'
    ),
    "shop/cart/total.py": 'def total(cart):\n    """Adds a refund up."""\n    return cart\n',
    "shop/label.py": 'def label(cart):\n    """Names a refund."""\n    return cart\n',
}


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book(tmp_path_factory.mktemp("book") / "book", FILES)


@pytest.fixture(scope="module", params=["book", "site"])
def answers(
    request: pytest.FixtureRequest, small: Book, tmp_path_factory: pytest.TempPathFactory
) -> Answers:
    if request.param == "book":
        return of_book(small, Config())
    return published(small, tmp_path_factory.mktemp("site"))


def published(one: Book, folder: Path) -> Answers:
    for page in bundle(one, Links(one, Config()).chunk_url):
        path = folder / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(page.data)
    return of_site(str(folder))


def symbols(answers: Answers, text: str, near: tuple[str, ...] = ()) -> list[str]:
    rows = answers.rows(text, Filters(top=10, near=near))
    return [row["symbol"] for row in rows if row["kind"] == "function"]


def test_facets_are_read_from_the_query():
    assert facets_of('open name:getUser purpose:"closes files" a:b x-name:y') == (
        "open getUser closes files a:b x-name:y",
        {"title": {"get", "user", "getus"}, "summary": {"close", "file"}},
    )
    assert facets_of("plain") == ("plain", {})


def test_a_facet_asks_one_field(answers: Answers):
    assert set(symbols(answers, "refund")) == {"refund", "undo_refund", "total", "label"}
    assert set(symbols(answers, "name:refund")) == {"refund", "undo_refund"}
    assert symbols(answers, "refund signature:reason") == ["refund"]
    assert symbols(answers, "refund name:cart") == []


def test_facets_look_where_the_best_hits_stand(
    answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sourcebook.answers.TOGETHER", 1)
    monkeypatch.setattr("sourcebook.answers.MOST_PLACES", 1)
    assert symbols(answers, "name:refund") == ["refund"]


def test_what_the_signals_add_is_the_score(answers: Answers):
    text = answers.as_text("refund", answers.hits("refund", Filters(top=4)), explain=True)
    told = [line for line in text.splitlines() if line.startswith("    score ")]
    assert len(told) == 4
    for line in told:
        score, *parts = map(float, re.findall(r"\d\.\d{3}", line))
        assert parts
        assert score == pytest.approx(sum(parts), abs=0.003)
    assert " + name " in told[0]


def test_explained_rows_have_the_signals_of_their_score(answers: Answers):
    rows = answers.rows("refund", Filters(top=4), explain=True)
    for row in rows:
        assert sum(row["signals"].values()) == pytest.approx(row["score"], abs=1e-5)
    assert "name" in rows[0]["signals"]
    stream = BytesIO(BOM_UTF8 + b'{"id": 1, "query": "refund"}\n\n')
    (line,) = answers.batch(stream, Filters(top=4), explain=True)
    assert json.loads(line) == {"id": 1, "results": rows}
    assert json.loads(answers.as_json(answers.hits("refund", Filters(top=4)), explain=True)) == rows


@pytest.mark.parametrize(
    "line", [b"refund", b'{"id": 2}', b'["id"]', b'{"id": 2, "query": "\xff"}']
)
def test_a_line_that_is_no_question_is_named(answers: Answers, tmp_path: Path, line: bytes):
    path = tmp_path / "questions.jsonl"
    path.write_bytes(b'{"id": 1, "query": "refund"}\n' + line)
    with path.open("rb") as stream, pytest.raises(QueryError, match=r"questions\.jsonl:2: not a"):
        list(answers.batch(stream, Filters(top=1)))


def test_a_word_that_is_read_as_another_is_told(answers: Answers):
    def remarks(text: str) -> list[str]:
        return list(answers.remarks(text, answers.hits(text, Filters(top=3))))

    assert remarks("refudn") == ["refudn: not known, read as refund"]
    assert remarks("paym") == ["paym: not known, read as payment"]
    assert remarks("refund") == remarks("zzqxw") == []
    assert remarks("cartt_zzqxw") == ["near terms: cart"]
    assert remarks("refnudd") == ["near terms: refund"], "two slips stand for nothing"
    assert remarks("cart_zzqxw") == ["near terms: cart"], "a part is known"


def test_added_words_find_more_and_count_less(answers: Answers):
    assert symbols(answers, "repay") == []
    wide = answers.widened(lambda query: ("refund",) if query == "repay" else ())
    assert "refund" in symbols(wide, "repay")
    assert wide.as_text("repay", wide.hits("repay", Filters(top=1)), explain=True).startswith(
        "with: refund\n"
    )


def test_the_built_in_table_adds_words_as_they_are_written():
    assert others("read the cfg") == ["conf", "config", "configuration", "settings"]
    assert others("zzqxw") == []


def test_what_is_far_from_a_named_file_counts_less(answers: Answers):
    def scores(*near: str) -> dict[str, float]:
        rows = answers.rows("adds names", Filters(top=10, near=near))
        return {row["symbol"]: row["score"] for row in rows}

    plain, near = scores(), scores("shop/cart/new.py")
    assert near["total"] == plain["total"]
    assert near["label"] < plain["label"]


def test_a_row_has_the_fixed_fields(answers: Answers):
    (row,) = answers.rows("undo_refund", Filters(top=1))
    assert list(row) == [
        "path", "line", "end_line", "symbol", "kind", "score", "title", "summary", "url", "origin",
        "confidence",
    ]  # fmt: skip
    assert (row["path"], row["line"], row["end_line"]) == ("pay/refund.py", 5, 8)


def test_rows_of_a_book_and_of_its_site_are_the_same_for_every_kind(tmp_path: Path):
    kinds = [*(str(kind) for kind in ChunkKind if kind is not ChunkKind.LAMBDA), DECISION]
    made = contents({f"{kind}.py": f"def {kind}(order):\n    return order\n" for kind in kinds})
    entries = tuple(
        replace(entry, chunk=structs.replace(entry.chunk, kind=ChunkKind(kind)))
        for entry in made.entries
        for kind in [entry.chunk.name.replace(DECISION, ChunkKind.SECTION)]
    )
    record = Decision("d", f"{DECISION}.py", "Order", DecisionStatus.ACCEPTED, "accepted")
    made = replace(made, entries=entries, decisions=(record,))
    write_book(tmp_path / "book", made, inputs="", fingerprint=(), languages=())
    one = open_book(tmp_path / "book")
    own = of_book(one, Config())
    rows = own.rows("order", Filters(top=20))
    assert sorted(row["kind"] for row in rows) == sorted(kinds)
    assert [row["symbol"] for row in rows if row["kind"] == DECISION] == [DECISION]
    assert f"decision.py:1  decision  [{DECISION}]" in own.as_text(
        "order", own.hits("order", Filters(top=20))
    )
    site = f"{tmp_path.as_uri()}/site/"
    for row in (elsewhere := published(one, tmp_path / "site").rows("order", Filters(top=20))):
        row["url"] = row["url"].removeprefix(site)
    assert elsewhere == rows
