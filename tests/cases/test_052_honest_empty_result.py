"""No match means no result; typing errors still help."""

import math

import pytest

from tests.harness.case import Built
from tests.harness.folders import strict_json
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_nonsense_finds_nothing(built: Built):
    """Query `zzqxw` returns no lexical hit; weak ones are marked and at most 3."""
    hits = built.hits("zzqxw")
    assert len(hits) <= 3
    assert all(hit["weak"] for hit in hits)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("refnud", "refund"), ("thumbnial", "thumbnail"), ("paymnet", "payment_total")],
)
def test_2_typing_errors(built: Built, typed: str, meant: str):
    """Each misspelt query has what was meant among the first 3."""
    assert meant in built.found(typed)


def test_3_more_than_there_is(built: Built):
    """`k` larger than the number of documents does not throw."""
    assert 1 <= len(built.hits("picture", top=10000)) <= len(built.book.entries) + len(built.report)


def test_4_scores_are_numbers(built: Built):
    """Scores shown or stored are finite numbers, never NaN."""
    for query in ("picture", "refund", "zzqxw"):
        assert all(math.isfinite(float(str(hit["score"]))) for hit in built.hits(query))
    for path in (built.output / "site" / "search").rglob("*.json"):
        strict_json(path.read_text(encoding="utf-8"))
