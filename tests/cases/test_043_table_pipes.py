"""Pipes, line breaks and backslashes in table cells."""

import pytest

from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def _cells(built: Built, path: str) -> list[list[str]]:
    return [
        [cell.text().strip() for cell in row.css("th,td")]
        for row in built.page(path).article.css("table tr")
    ]


@pytest.mark.parametrize("path", ["tab.py", "u.ts"])
def test_1_rows_are_as_wide_as_the_head(built: Built, path: str):
    """Every parameter table has the same number of cells in each row as in its head."""
    tables = built.page(path).article.css("table")
    assert tables
    for table in tables:
        widths = {len(row.css("th,td")) for row in table.css("tr")}
        assert len(widths) == 1


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("tab.py", "np.ndarray | None"),
        ("u.ts", '"a" | "b" | "c"'),
        ("tab.py", "a || b"),
        ("tab.py", "\\d+|x"),
    ],
)
def test_2_cell_texts(built: Built, path: str, text: str):
    """Cell texts are exactly those of the source, without extra backslash."""
    cells = [cell for row in _cells(built, path) for cell in row]
    assert any(text in cell for cell in cells)
    assert not any("\\|" in cell or "\\\\d" in cell for cell in cells)


def test_3_a_multi_line_text_stays_in_its_cell(built: Built):
    """A multi-line parameter text stays in its cell."""
    (row,) = [row for row in _cells(built, "tab.py") if row[0] == "y"]
    assert any("values," in cell and "second line | with a pipe." in cell for cell in row)
