"""Timer.ts and timer.ts, Model and model: names that differ in case alone."""

from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_paths_are_distinct_in_lower_case(built: Built):
    """All output paths are distinct when compared in lower case."""
    assert len({name.lower() for name in built.site.files}) == len(built.site.files)


def test_2_two_pages_with_their_own_text(built: Built):
    """`Timer` (class) and `timer` (constant) lead to different pages with their own text."""
    upper, lower = built.page("src/Timer.ts"), built.page("src/timer.ts")
    assert upper.path != lower.path
    assert "Counts down." in upper.text
    assert "The shared instance." in lower.text
    assert "Counts down." not in lower.text


def test_3_anchors_differ_without_case(built: Built):
    """`Model` and `model` have different anchors, distinct also without case."""
    ids = [one.lower() for one in built.page("src/model.py").ids]
    assert len(ids) == len(set(ids))
    urls = {str(hit["url"]) for hit in built.hits("model") if hit["symbol"] in ("Model", "model")}
    assert len({url.lower() for url in urls}) == 2


def test_4_search_lists_both(built: Built):
    """Searching `timer` lists both."""
    assert {"Timer", "timer"} <= set(built.found("timer", top=10))
