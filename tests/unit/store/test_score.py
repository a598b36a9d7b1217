"""What the parts of a score count."""

import pytest

from sourcebook.store.score import (
    CHUNK_HAS,
    FILE_HAS,
    FILE_SHARE,
    WEIGHTS,
    Column,
    coverage,
    covered_shares,
    name_share,
    wants_case,
)


@pytest.mark.parametrize(
    ("qualified", "query", "share"),
    [
        ("Request", "Request", 1.0),
        ("flask.Request", "Request", 1.0),
        ("Session.close", "Session close", 1.0),
        ("Request", "request", 0.9),
        ("Firing Before/After Request", "Request", 0.0),
        ("The Request Context", "the request context", 0.9),
        ("The Request Context", "The Request Context", 1.0),
        ("Session.close_all", "open close_all", 0.5),
    ],
)
def test_a_definition_is_named_by_its_end_and_a_title_by_the_whole(
    qualified: str, query: str, share: float
) -> None:
    words = query.split()
    assert name_share(qualified, words, words[-1]) == share


def test_a_name_in_another_case_stays_behind_the_one_that_is_typed():
    assert wants_case("Request", ["flask.request", "flask.Request"])
    assert not wants_case("request", ["flask.request", "flask.Request"])  # typed in haste
    assert not wants_case("REQUEST", ["flask.request", "flask.Request"])  # none is called so
    exact = name_share("Request", ["Request"], "Request", cased=True)
    other = name_share("request", ["Request"], "Request", cased=True)
    others = sum(weight for name, weight in WEIGHTS.items() if name != "name")
    assert (exact - other) * WEIGHTS["name"] > others


def test_a_chunk_has_the_part_of_a_query_whose_words_it_has_by_their_rarity():
    rare = Column(3, [0, 1, 2], [15, CHUNK_HAS - 1, CHUNK_HAS])  # chunk 1 only mentions it
    common = Column(1, [0, 1], [15, 15])
    part = coverage([(100, rare, None), (100, common, None)], [0, 1, 2])
    assert [part(chunk) for chunk in range(3)] == [1.0, 0.25, 0.75]


def test_a_word_that_only_the_file_has_counts_a_little():
    word, files = Column(1, [0], [15]), Column(1, [0, 1], [FILE_HAS, FILE_HAS - 1])
    part = coverage([(100, word, files)], [0, 0, 1])
    assert [part(chunk) for chunk in range(3)] == [1.0, FILE_SHARE / 100, 0.0]


def test_functions_count_less_where_none_has_the_whole_query():
    scores = {0: 8.0, 1: 4.0}
    whole = covered_shares(scores, lambda _: 1.0, lambda _: 1.0)
    half = covered_shares(scores, lambda _: 0.25, lambda _: 1.0)
    assert whole == {0: 1.0, 1: 0.5}
    assert half == {0: 0.5, 1: 0.25}
    assert covered_shares(scores, lambda _: 0.0, lambda _: 1.0) == {}
