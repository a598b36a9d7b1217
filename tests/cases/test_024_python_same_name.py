"""The same name several times in one Python file.

Overloads, a property with setter and deleter, if/else and try/except twins, names that
differ in case or underscores alone, two functions on adjoining lines, nested definitions.
"""

import json
from collections import Counter

from tests.harness.case import Built, Case
from tests.harness.general import GeneralConditions

KINDS = {"function", "method", "class", "constructor", "property"}


class TestGeneral(GeneralConditions):
    pass


def test_1_every_definition_is_a_symbol(built: Built, case: Case):
    """Every definition is its own symbol: 28 in all, each with the right first line."""
    expected = json.loads((case.folder / "expected.json").read_text())["definitions"]
    found = Counter(
        (symbol.qualified, symbol.name_line) for symbol in built.symbols() if symbol.kind in KINDS
    )
    assert found == Counter((name, line) for name, line in expected)


def test_2_ids_are_unique(built: Built):
    """Ids are unique, also without case and without underscores."""
    ids = [symbol.id.lower().replace("_", "") for symbol in built.symbols()]
    assert len(ids) == len(set(ids))


def test_3_overloads_and_accessors_stand_together(built: Built):
    """The overloads of `twice` have one heading with 3 signatures; `level` shows all three."""
    page = built.page("names.py")
    headings = [text for _, text in page.headings() if "twice" in text]
    assert len(headings) == 1
    for signature in ("x: int) -> int", "x: str) -> str", "def twice(x)"):
        assert signature in page.text
    assert len([text for _, text in page.headings() if "level" in text]) == 1
    for decorator in ("@property", "@level.setter", "@level.deleter"):
        assert decorator in page.text


def test_4_edges(built: Built):
    """`close` calls `_get` only, `use_get` `get` only; the nested `run` is `outer`'s."""
    assert built.callees("names.py::Session.close") == {"names.py::_get"}
    assert built.callees("names.py::use_get") == {"names.py::get"}
    assert "names.py::outer.run" in built.callees("names.py::outer")
    assert "names.py::outer.run" not in built.callees("names.py::Session.run")


def test_5_conditional_symbols_are_marked(built: Built):
    """Symbols under `if`/`else` and `try`/`except` carry a mark that they are conditional."""
    conditional = {symbol.qualified for symbol in built.symbols() if symbol.conditional}
    assert {"path_sep", "dump"} <= conditional
    assert not conditional & {"twice", "outer", "fetch", "Session.level"}
