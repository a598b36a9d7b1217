"""JSX and angle casts need the right grammar."""

import pytest

from sourcebook.model import FileStatus
from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_no_file_is_partly_parsed(built: Built):
    """No file is reported as partly parsed."""
    assert {report.status for report in built.report.values()} == {FileStatus.INDEXED}


def test_2_symbols(built: Built):
    """Symbols: `Card`, `Row`, `toText`, `View`, `Plain`, `Shape`."""
    names = {symbol.name for symbol in built.symbols()}
    assert names >= {"Card", "Row", "toText", "View", "Plain", "Shape"}


@pytest.mark.parametrize(
    ("caller", "callee"),
    [
        ("Card.tsx::Row", "Card.tsx::Card"),
        ("View.jsx::View", "Card.tsx::Card"),
        ("Plain.js::Plain.render", "View.jsx::View"),
    ],
)
def test_3_elements_are_references(built: Built, caller: str, callee: str):
    """Use as a JSX element counts as a reference and is marked as such."""
    assert (caller, callee) in built.edges
    assert [call.reference for call in built.calls(caller, callee.split("::")[1])] == [True]
