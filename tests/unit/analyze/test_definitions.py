"""How definitions close the call sites that the resolver left open."""

from pathlib import Path

import pytest

from sourcebook.analyze.definitions import Joiner, name_offset, open_sites, unanswered
from sourcebook.model import (
    CallSite,
    CallStatus,
    Definition,
    Span,
    Symbol,
    SymbolId,
    SymbolKind,
)
from tests.unit.analyze.making import put

AMBIGUOUS, EXTERNAL = CallStatus.AMBIGUOUS, CallStatus.EXTERNAL
RESOLVED, UNKNOWN = CallStatus.RESOLVED, CallStatus.UNKNOWN


def symbol(
    identity: str, line: int, kind: SymbolKind = SymbolKind.FUNCTION, parent: str = ""
) -> Symbol:
    path, _, qualified = identity.partition("::")
    qualified = qualified.partition("~")[0]
    name = qualified.rpartition(".")[2]
    place = Span(0, 1, line, line)
    owner = SymbolId(parent) if parent else None
    return Symbol(SymbolId(identity), path, name, qualified, kind, place, line, owner)


JOINER = Joiner(
    [
        symbol("a.py::f", 1),
        symbol("a.py::g", 4),
        symbol("a.py::Shop", 7, SymbolKind.CLASS),
        symbol("a.py::Shop.__init__", 8, SymbolKind.CONSTRUCTOR, "a.py::Shop"),
        symbol("a.py::Shop.sell", 9, SymbolKind.METHOD, "a.py::Shop"),
        symbol("b.ts::Seller", 1, SymbolKind.INTERFACE),
        symbol("b.ts::Seller.sell", 2, SymbolKind.METHOD, "b.ts::Seller"),
        symbol("b.ts::over", 4),
        symbol("b.ts::over~2", 5),
        symbol("a.py::LIMIT", 20, SymbolKind.CONSTANT),
    ]
)
F, G = Definition("f", "a.py", 1), Definition("g", "a.py", 4)


def call(
    status: CallStatus = UNKNOWN, *targets: str, external: str = "", text: str = "x.f"
) -> CallSite:
    return CallSite(
        caller=SymbolId("c.py"),
        text=text,
        span=Span(0, len(text), 1, 1),
        column=1,
        status=status,
        targets=tuple(map(SymbolId, targets)),
        external=external,
        reason="not known" if status is UNKNOWN else "",
        provenance="flow",
    )


def closed(site: CallSite, *definitions: Definition) -> tuple[CallStatus, tuple[str, ...], str]:
    result = JOINER.closed(site, definitions, "lsp:x")
    if result is not site:
        assert (result.provenance, result.reason, result.candidates) == ("lsp:x", "", ())
    return result.status, result.targets, result.external


def test_an_unknown_call_gets_what_is_named():
    assert closed(call(), F) == (RESOLVED, ("a.py::f",), "")
    assert closed(call(), F, G) == (AMBIGUOUS, ("a.py::f", "a.py::g"), "")
    assert closed(call(), Definition("", external="json")) == (EXTERNAL, (), "json.f")
    both = closed(call(), F, Definition("", external="json"))
    assert both == (AMBIGUOUS, ("a.py::f",), "json.f")


@pytest.mark.parametrize(
    "named",
    [
        pytest.param((), id="nothing"),
        pytest.param((Definition("f", "a.py", 2),), id="another line"),
        pytest.param((Definition("h", "a.py", 1),), id="another name"),
        pytest.param((Definition("LIMIT", "a.py", 20),), id="nothing that is called"),
    ],
)
def test_it_stays_unknown_without_a_symbol_at_the_place(named: tuple[Definition, ...]):
    assert closed(call(), *named) == (UNKNOWN, (), "")


def test_a_class_stands_for_its_constructor():
    assert closed(call(), Definition("Shop", "a.py", 7))[1] == ("a.py::Shop.__init__",)


def test_an_overload_stands_for_the_one_with_the_body():
    assert closed(call(), Definition("over", "b.ts", 4))[1] == ("b.ts::over~2",)


def test_a_declared_target_does_not_rule_out_others():
    two = call(AMBIGUOUS, "a.py::f", "a.py::g")
    assert closed(two, F) == (AMBIGUOUS, ("a.py::f", "a.py::g"), "")


def test_the_only_target_is_confirmed():
    full = call(AMBIGUOUS, "a.py::f")
    assert closed(full, F) == (RESOLVED, ("a.py::f",), "")
    decorated = call(AMBIGUOUS, "a.py::f", external="functools.lru_cache()()")
    assert closed(decorated, F) == (RESOLVED, ("a.py::f",), "")
    either = call(AMBIGUOUS, "a.py::f", external="json.f")
    assert closed(either, F) == (AMBIGUOUS, ("a.py::f",), "json.f")


def test_what_the_flow_did_not_find_is_added():
    one = call(AMBIGUOUS, "a.py::g")
    assert closed(one, F) == (AMBIGUOUS, ("a.py::f", "a.py::g"), "")


def test_the_empty_method_of_an_interface_is_not():
    one = call(AMBIGUOUS, "a.py::Shop.sell")
    stated = Definition("sell", "b.ts", 2)
    assert closed(one, stated) == (AMBIGUOUS, ("a.py::Shop.sell",), "")
    assert closed(call(), stated) == (RESOLVED, ("b.ts::Seller.sell",), "")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("add", "add"),
        ("self.shop.add", "add"),
        ("shop\n  .add", "add"),
        ("make<T>", "make"),
        ("collect::<Vec<_>>", "collect"),
        ("empty?", "empty?"),
        ("$this->add", "add"),
        ("größe", "größe"),
    ],
)
def test_the_name_in_a_callee(written: str, name: str):
    data = f"é = {written}()".encode()
    site = call(text=written)
    place = Span(5, 5 + len(written.encode()), 1, 1)
    site = CallSite(site.caller, written, place, 5)
    start = name_offset(data, site)
    assert data[start:].startswith(name.encode() + written.encode().partition(name.encode())[2])


@pytest.mark.parametrize("written", ["f()", "table[0]", "(a or b)"])
def test_a_callee_that_is_no_name(written: str):
    site = CallSite(SymbolId("c.py"), written, Span(0, len(written), 1, 1), 1)
    assert name_offset(written.encode() + b"()", site) == -1


def test_only_open_sites_are_asked(tmp_path: Path):
    put(tmp_path, {"c.py": "x.f()\nf()()\n"})
    calls = [
        call(),
        call(AMBIGUOUS, "a.py::f"),
        call(RESOLVED, "a.py::f"),
        call(EXTERNAL, external="json.f"),
        CallSite(SymbolId("c.py"), "f()", Span(6, 9, 2, 2), 1),
    ]
    (sites,) = open_sites(tmp_path, calls, ["c.py"])
    assert (sites.path, sites.offsets, sites.calls) == ("c.py", (2, 2), (0, 1))
    assert open_sites(tmp_path, calls, ["d.py"]) == []


def test_without_the_resolver_every_call_is_open():
    calls = unanswered([call(RESOLVED, "a.py::f"), call(EXTERNAL, external="json.f")])
    assert {(each.status, each.targets, each.external) for each in calls} == {(UNKNOWN, (), "")}
