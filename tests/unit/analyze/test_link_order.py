"""Order and components of the graph."""

import gc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sourcebook.analyze.link import arrange, link
from sourcebook.model import CallSite, CallStatus, Span, Symbol, SymbolId, SymbolKind

PLACE = Span(0, 1, 1, 1)


def symbol(number: int) -> Symbol:
    name = f"f{number}"
    return Symbol(SymbolId(f"a.py::{name}"), "a.py", name, name, SymbolKind.FUNCTION, PLACE, 1)


def call(caller: int, callee: int) -> CallSite:
    return CallSite(
        SymbolId(f"a.py::f{caller}"),
        f"f{callee}",
        PLACE,
        1,
        status=CallStatus.RESOLVED,
        targets=(SymbolId(f"a.py::f{callee}"),),
    )


def test_a_call_of_itself_is_no_component():
    components, order = arrange([symbol(0)], [call(0, 0)])
    assert components == ()
    assert order == ("a.py::f0",)


def test_a_ring_is_one_component():
    symbols = [symbol(n) for n in range(3000)]
    components, order = arrange(symbols, [call(n, (n + 1) % 3000) for n in range(3000)])
    assert [len(members) for members in components] == [3000]
    assert len(order) == 3000


@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 12)), max_size=40))
def test_callees_come_first_outside_components(pairs: list[tuple[int, int]]):
    symbols = [symbol(n) for n in range(13)]
    components, order = arrange(symbols, [call(a, b) for a, b in pairs])
    group = {member: number for number, members in enumerate(components) for member in members}
    at = {one: position for position, one in enumerate(order)}
    assert sorted(order) == sorted(one.id for one in symbols)
    for a, b in pairs:
        caller, callee = f"a.py::f{a}", f"a.py::f{b}"
        together = group.get(caller, -1) == group.get(callee, -2)
        assert a == b or together or at[callee] < at[caller]


def test_the_order_does_not_depend_on_the_order_of_calls():
    symbols = [symbol(n) for n in range(6)]
    calls = [call(0, 1), call(1, 2), call(2, 0), call(3, 4), call(5, 3)]
    assert arrange(symbols, calls) == arrange(symbols, calls[::-1])
    assert arrange(symbols, [replace(one) for one in calls]) == arrange(symbols, calls)


@pytest.mark.parametrize("running", [True, False])
def test_linking_leaves_the_collection_of_garbage_as_it_was(running: bool):
    (gc.enable if running else gc.disable)()
    try:
        link([])
        assert gc.isenabled() is running
    finally:
        gc.enable()
