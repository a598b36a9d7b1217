"""Java: overloads, inner, anonymous and record classes."""

from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_owners(built: Built):
    """Two `Outer.run`, two constructors, `Outer.Inner.run`; the anonymous ones elsewhere."""
    kinds = [(symbol.qualified, symbol.kind) for symbol in built.symbols()]
    assert kinds.count(("Outer.run", "method")) == 2
    constructors = [
        symbol
        for symbol in built.symbols()
        if symbol.kind == "constructor" and symbol.parent == built.symbol("Outer").id
    ]
    assert len(constructors) == 2
    assert len(built.named("Outer.Inner.run")) == 1
    anonymous = [symbol for symbol in built.symbols() if symbol.name_line in (8, 9)]
    assert {symbol.name for symbol in anonymous} == {"run", "help"}
    assert built.symbol("Outer").id not in {symbol.parent for symbol in anonymous}


def test_2_edges(built: Built):
    """`go` → `run()`; the anonymous `run` → its own `help`; no edge `go` → anonymous `run`."""
    lines = {
        (caller.name_line, callee.name_line)
        for call in built.book.graph.calls
        for target in call.targets
        for caller in built.symbols()
        for callee in built.symbols()
        if caller.id == call.caller and callee.id == target
    }
    assert {target for source, target in lines if source == 4} == {5}
    assert {target for source, target in lines if source == 8} == {9}


def test_3_records_and_sealed_types(built: Built):
    """`P` is a record with a compact constructor; `S`, `T` exist."""
    (record,) = [
        symbol for symbol in built.symbols() if symbol.name == "P" and symbol.kind != "constructor"
    ]
    assert record.kind in ("class", "struct")
    assert any(s.kind == "constructor" and s.parent == record.id for s in built.symbols())
    assert {"S", "T"} <= {symbol.name for symbol in built.symbols()}


def test_4_text_is_no_code(built: Built):
    """The class text inside the text block (`Fake`) is not a symbol."""
    assert not {"Fake", "nope"} & {symbol.name for symbol in built.symbols()}
