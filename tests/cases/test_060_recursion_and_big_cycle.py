"""Self calls, mutual calls, a cycle of 3,000 functions, a chain of 20,000."""

import re

import pytest

from tests.harness.case import Built
from tests.harness.general import GeneralConditions

pytestmark = pytest.mark.slow
SECONDS = 120


class TestGeneral(GeneralConditions):
    pass


def test_1_time_and_memory(built: Built):
    """Exit 0 within 120 s and 2 GiB."""
    built.done()
    assert built.run.taken < 120
    assert built.run.peak < 2 * 2**30


def test_2_a_self_call_is_no_cycle_of_two(built: Built):
    """Self edge `fact` → `fact` is kept and shown as recursive."""
    assert ("r/basic.py::fact", "r/basic.py::fact") in built.edges
    fact = built.symbol("fact")
    assert all(fact.id not in component for component in built.book.graph.components)
    assert "recursive" in built.page("r/basic.py").text.lower()


def test_3_components(built: Built):
    """The ring is one component of exactly 3,000; the joined rings are two."""
    sizes = sorted(len(component) for component in built.book.graph.components)
    assert sizes == [2, 2, 2, 3000]


def test_4_callees_come_first(built: Built):
    """Each function comes after its callees, except inside a component."""
    graph = built.book.graph
    place = {one: number for number, one in enumerate(graph.order)}
    component = {one: number for number, members in enumerate(graph.components) for one in members}
    assert len(place) == len(graph.symbols)
    for call in graph.calls:
        for target in call.targets:
            if component.get(call.caller, call.caller) != component.get(target, target):
                assert place[target] < place[call.caller]


def test_5_no_component_is_summarised_at_once(built: Built):
    """No summary is built from all members of the ring at once."""
    built.done()
    assert max(len(summary.children) for summary in built.book.summaries) < 3000


def test_6_no_page_holds_all_members(built: Built):
    """No page holds a picture or list of all 3,000; it says how many more there are."""
    for page in built.site.pages.values():
        assert page.raw.count("ring") < 3000, page.path
    plans = [page.text for name, page in built.site.pages.items() if "plans/" in name]
    assert any(re.search(r"ring_\d+\.py and \d+ more", text) for text in plans)
