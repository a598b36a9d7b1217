"""Barrels, renames, default re-exports, `.js` specifiers, path aliases.

Calls through barrels and aliases that stay unresolved make live code look dead.
"""

from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_callers_through_barrels(built: Built):
    """Callers of `formatDate`: `page`, `report`, `viaAlias`."""
    assert built.callers("src/lib/date.ts::formatDate") == {
        "src/page.ts::page",
        "src/report.ts::report",
        "src/alias.ts::V.viaAlias",
    }


def test_2_callers_of_a_default_export(built: Built):
    """Callers of the default export of src/lib/money.ts: `page`."""
    callers = {
        caller
        for caller, callee in built.edges
        if callee.startswith("src/lib/money.ts::") and caller != callee
    }
    assert callers == {"src/page.ts::page"}


def test_3_overloads_are_one_function(built: Built):
    """Callers of `parse`: `report`; one function with 2 signatures and an implementation."""
    assert built.callers("src/lib/parse.ts::parse") == {"src/report.ts::report"}
    page = built.page("src/lib/parse.ts")
    # The title of the page, at level 1, is the file's name.
    assert [text for level, text in page.headings() if level > 1 and "parse" in text] == ["parse"]
    for signature in ("a: string): string", "a: number): number", "a: any): any"):
        assert signature in page.text


def test_4_no_edge_to_a_barrel(built: Built):
    """The barrel cycle ends; no edge leads to a barrel file itself as a function."""
    callees = {callee for _, callee in built.edges}
    assert not [one for one in callees if one.startswith(("src/lib/index.ts", "src/lib/loop.ts"))]


def test_5_type_only_imports_make_no_edge(built: Built):
    """Type-only imports make no call edge."""
    assert not [edge for edge in built.edges if edge[1].endswith("::Money")]
