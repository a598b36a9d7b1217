"""Whatever calls whatever, the condensed call graph has no cycle and the order respects it."""

import hashlib

from hypothesis import given, settings
from hypothesis import strategies as st

from sourcebook.analyze.decode import decode
from sourcebook.analyze.link import link
from sourcebook.analyze.parse import parse
from sourcebook.config import ChunkConfig
from sourcebook.model import CallGraph, FileClass, SourceFile

#: For each of up to eight functions, the functions that it calls.
GRAPHS = st.integers(1, 8).flatmap(
    lambda size: st.lists(
        st.sets(st.integers(0, size - 1), max_size=3), min_size=size, max_size=size
    )
)


def _linked(calls: list[set[int]]) -> CallGraph:
    """A module of functions that call one another so, parsed and linked."""
    source = "".join(
        f"def f{number}():\n" + "".join(f"    f{one}()\n" for one in sorted(called)) + "    pass\n"
        for number, called in enumerate(calls)
    ).encode()
    file = SourceFile(
        "m.py", hashlib.sha256(source).hexdigest(), len(source), "python", FileClass.SOURCE
    )
    return link([parse(file, decode("m.py", source), ChunkConfig())])


def _reach(calls: list[set[int]]) -> list[set[int]]:
    """For each function, all that it reaches by one call or more, found naively."""
    found = [set(called) for called in calls]
    for _ in calls:
        found = [reached | {two for one in reached for two in calls[one]} for reached in found]
    return found


@settings(deadline=None, max_examples=60)
@given(calls=GRAPHS)
def test_components_are_those_of_mutual_reach(calls: list[set[int]]):
    reach = _reach(calls)
    expected = {
        frozenset([f"m.py::f{one}"] + [f"m.py::f{two}" for two in reach[one] if one in reach[two]])
        for one in range(len(calls))
    }
    graph = _linked(calls)
    assert {frozenset(one) for one in graph.components} == {one for one in expected if len(one) > 1}


@settings(deadline=None, max_examples=60)
@given(calls=GRAPHS)
def test_callees_come_before_callers(calls: list[set[int]]):
    graph = _linked(calls)
    assert sorted(graph.order) == sorted(symbol.id for symbol in graph.symbols)
    place = {one: number for number, one in enumerate(graph.order)}
    component = {one: members for members in graph.components for one in members}
    for call in graph.calls:
        for target in call.targets:
            if target != call.caller and component.get(target) != component.get(call.caller, ()):
                assert place[target] < place[call.caller]
    for members in graph.components:
        places = sorted(place[one] for one in members)
        assert places == list(range(places[0], places[0] + len(places)))
