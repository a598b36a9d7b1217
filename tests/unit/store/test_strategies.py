"""Strategies, and which vectors take part: our own, a provider's, or none because they are lost."""

import shutil
from pathlib import Path

import pytest

from sourcebook.config import SearchConfig
from sourcebook.errors import ConfigError, NoBookError
from sourcebook.model import Meanings
from sourcebook.store.book import Book, open_book
from sourcebook.store.meanings import read_meanings
from sourcebook.store.score import Scored
from sourcebook.store.search import Searcher
from sourcebook.store.site import Site
from sourcebook.store.strategies import STRATEGIES, Question, Strategy, signal_weights
from tests.harness.searching import write_search
from tests.unit.store.books import book
from tests.unit.store.shop import FILES, HISTORY, QUESTIONS, names


def test_without_vectors_the_search_goes_on(small: Book) -> None:
    lexical = Searcher(small, SearchConfig(dense="off"))
    for query in QUESTIONS:
        for hit in lexical.search(query):
            assert not hit.weak
            assert not any("vector" in name for name, _ in hit.signals)
    assert names(lexical, "refund")[0] == "refund"


def test_a_strategy_is_a_row_and_a_function(small: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    def last_first(question: Question) -> list[Scored]:
        return STRATEGIES["lexical"].order(question)[::-1]

    rows = {**STRATEGIES, "last first": Strategy(last_first, vectors=False)}
    monkeypatch.setattr("sourcebook.store.strategies.STRATEGIES", rows)
    config = SearchConfig(strategy="last first")
    assert signal_weights(config)["vectors"] == 0
    lexical = Searcher(small, SearchConfig(strategy="lexical"))
    found = Searcher(small, config).search("refund a payment")
    assert found == lexical.search("refund a payment")[::-1]


def test_a_strategy_that_does_not_exist_is_told_with_those_that_do(small: Book) -> None:
    with pytest.raises(ConfigError, match="magic: no such strategy; there are: hybrid, lexical"):
        Searcher(small, SearchConfig(strategy="magic"))


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("words.npy", None),
        ("words.npy", b""),
        ("words.npy", b"no rows"),
        ("chunks.npy", "words.npy"),
        ("vectors.json", None),
        ("vectors.json", b"{}"),
    ],
)
def test_where_vectors_are_lost_words_go_on_searching_and_it_is_said(
    small: Book, tmp_path: Path, name: str, data: bytes | str | None
) -> None:
    folder = shutil.copytree(small.folder, tmp_path / "book")
    place = folder / "lexical" / name
    if isinstance(data, str):
        shutil.copy(place.with_name(data), place)
    elif data is not None:
        place.write_bytes(data)
    else:
        place.unlink()
    damaged = Searcher(open_book(folder, verify=False))
    without = SearchConfig(dense="off")
    words = Searcher(small, without)
    for query in QUESTIONS:
        found, own = damaged.search(query), words.search(query)
        assert [hit.chunk for hit in found] == [hit.chunk for hit in own]
    (said,) = damaged.lacking
    assert "Run: sourcebook index. Until then the search goes on without these vectors" in said
    for config in (without, SearchConfig(strategy="lexical")):
        assert Searcher(open_book(folder, verify=False), config).lacking == []


def test_a_book_without_vectors_says_so_and_its_site_does(tmp_path: Path) -> None:
    one = book(tmp_path / "book", {"a.py": "def add(a):\n    return a\n"})
    write_search(tmp_path / "site", one)
    for source in (one, Site(str(tmp_path / "site"))):
        searcher = Searcher(source)
        assert [hit.chunk for hit in searcher.search("add")] == ["a.py::add"]
        (said,) = searcher.lacking
        assert said.startswith("there are no word vectors")


def test_lexical_is_the_sum_without_the_vectors(small: Book) -> None:
    lexical = Searcher(small, SearchConfig(strategy="lexical"))
    without = Searcher(small, SearchConfig(dense="off"))
    for query in QUESTIONS:
        assert lexical.search(query) == without.search(query)


def test_rerank_puts_the_best_lexical_hits_in_the_order_of_their_cosines(small: Book) -> None:
    lexical = Searcher(small, SearchConfig(strategy="lexical"))
    reranked = Searcher(small, SearchConfig(strategy="rerank", candidates=3))
    orders = set()
    for query in QUESTIONS:
        hits = reranked.search(query)
        best = [hit.chunk for hit in lexical.search(query, top=3)]
        assert {hit.chunk for hit in hits} == set(best)
        assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
        orders.add([hit.chunk for hit in hits] == best)
    assert orders == {True, False}, "sometimes another order, where the vectors see it otherwise"


def test_rerank_without_vectors_is_lexical(small: Book) -> None:
    lexical = Searcher(small, SearchConfig(strategy="lexical"))
    reranked = Searcher(small, SearchConfig(strategy="rerank", dense="off"))
    for query in QUESTIONS:
        assert reranked.search(query) == lexical.search(query)


@pytest.fixture(scope="module")
def told(small: Book, tmp_path_factory: pytest.TempPathFactory) -> Book:
    """The same book with vectors of a provider: each chunk points along an axis of its own."""
    chunks = tuple(entry.chunk.id for entry in small.entries)
    rows = b"".join(
        bytes(127 if at == number else 0 for at in range(len(chunks)))
        for number in range(len(chunks))
    )
    meanings = Meanings("far", len(chunks), chunks, rows)
    return book(tmp_path_factory.mktemp("told") / "book", FILES, HISTORY, meanings)


def test_vectors_of_a_provider_speak_where_the_direction_is_told(told: Book, searcher: Searcher):
    at = [entry.chunk.name for entry in told.entries].index("crop")
    asked: list[str] = []

    def direction(query: str) -> list[int]:
        asked.append(query)
        return [int(number == at) for number in range(len(told.entries))]

    found = Searcher(told, direction=direction).search("shrink a picture")
    assert asked == ["shrink a picture"]
    assert found[0].chunk == "image/thumbnail.py::crop"
    assert "vectors" in dict(found[0].signals)
    assert "vectors" not in {name for hit in found[1:] for name, _ in hit.signals}
    reranked = Searcher(told, SearchConfig(strategy="rerank"), direction).search("image")
    assert reranked[0].chunk == "image/thumbnail.py::crop"
    without = Searcher(told, SearchConfig(dense="off"), direction).search("image")
    assert "vectors" not in {name for hit in without for name, _ in hit.signals}
    assert len(asked) == 2


def test_where_the_provider_does_not_answer_the_words_speak(told: Book, searcher: Searcher):
    silent = Searcher(told, direction=lambda query: [])  # noqa: ARG005
    assert silent.search("turn small images") == searcher.search("turn small images")
    assert Searcher(told).search("refund") == searcher.search("refund")


@pytest.mark.parametrize("data", [None, b"", b"no rows"])
def test_where_vectors_of_a_provider_are_lost_word_vectors_speak_and_nobody_is_asked(
    told: Book, searcher: Searcher, tmp_path: Path, data: bytes | None
):
    folder = shutil.copytree(told.folder, tmp_path / "book")
    place = folder / "lexical" / "provider.npy"
    place.unlink() if data is None else place.write_bytes(data)

    def direction(query: str) -> list[int]:
        raise AssertionError(query)

    damaged = Searcher(open_book(folder, verify=False), direction=direction)
    assert damaged.search("turn small images") == searcher.search("turn small images")
    (said,) = damaged.lacking
    assert "provider.json: cannot be read" in said
    (folder / "lexical" / "provider.json").unlink()
    (said,) = Searcher(open_book(folder, verify=False), direction=direction).lacking
    assert "no vectors of a model" in said


def test_vectors_of_a_provider_are_kept_as_they_were(told: Book, small: Book, tmp_path: Path):
    assert read_meanings(told.folder).chunks == tuple(entry.chunk.id for entry in told.entries)
    assert read_meanings(small.folder) == Meanings()
    damaged = shutil.copytree(told.folder, tmp_path / "book")
    (damaged / "lexical" / "provider.npy").write_bytes(b"no array")
    with pytest.raises(NoBookError, match=r"provider\.json"):
        read_meanings(damaged)
