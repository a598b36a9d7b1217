"""What the parts of a score count."""

import pytest

from sourcebook.store.score import name_share


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
