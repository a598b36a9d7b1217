"""Rust: impl blocks, cfg twins, inline modules, macros."""

from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_symbols(built: Built):
    """Methods belong to their impl; both `os` are kept with their cfg; `make` is a macro."""
    names = [symbol.qualified for symbol in built.symbols()]
    for one in ("A::new", "B::new", "inner::dispatch", "dispatch", "make"):
        assert names.count(one) == 1, (one, names)
    assert {name for name in names if name.endswith("::fmt")} == {
        "<A as Display>::fmt",
        "<A as Debug>::fmt",
    }
    twins = built.named("os")
    assert len(twins) == 2
    assert all(twin.conditional for twin in twins)
    assert {"cfg(unix)", "cfg(not(unix))"} <= {
        word for twin in twins for mark in twin.decorators for word in [mark.strip("#[]")]
    }
    assert built.symbol("make").kind == "macro"


def test_2_an_inline_module_is_no_self_loop(built: Built):
    """Edge `dispatch` → `inner::dispatch` and no self-loop."""
    assert built.callees("lib.rs::dispatch") == {"lib.rs::inner::dispatch"}


def test_3_macro_text_is_told(built: Built):
    """What stands in `wrap!` is symbols or reported as macro text; `alpha` is found."""
    if "hidden" not in {symbol.name for symbol in built.symbols()}:
        assert any("macro" in note and "5" in note for note in built.report["lib.rs"].notes)
    assert any("alpha" in str(hit["title"]) + _text(built, hit) for hit in built.hits("alpha"))


def test_4_constructors(built: Built):
    """Edges: `build` → `A::new`, `build` → `B::new`."""
    assert {"lib.rs::A::new", "lib.rs::B::new"} <= built.callees("lib.rs::build")


def _text(built: Built, hit: dict[str, object]) -> str:
    return "".join(one.chunk.text for one in built.book.entries if one.chunk.id == hit["id"])
