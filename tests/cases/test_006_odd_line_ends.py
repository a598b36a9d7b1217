"""Line numbers agree with editors for CR, form feed, U+2028 and mixed ends."""

import re

import pytest

from tests.harness.case import Built
from tests.harness.general import GeneralConditions

LINES = [
    ("oldmac.py", "one", 1),
    ("oldmac.py", "two", 4),
    ("mixed.py", "alpha", 1),
    ("mixed.py", "beta", 4),
    ("feed.py", "page1", 1),
    ("feed.py", "page2", 5),
    ("sep.js", "tail", 2),
    ("last.py", "end", 1),
]


class TestGeneral(GeneralConditions):
    pass


@pytest.mark.parametrize(("path", "name", "line"), LINES)
def test_1_first_lines(built: Built, path: str, name: str, line: int):
    """The line of each definition is the one that an editor shows."""
    assert built.symbol(name, path).name_line == line


@pytest.mark.parametrize(("path", "name", "line"), LINES)
def test_2_links_use_those_numbers(built: Built, path: str, name: str, line: int):
    """The source link of each symbol (`#L…`) uses those numbers."""
    page = built.page(path)
    linked = [
        int(found.group(1))
        for _, address in page.addresses()
        if (found := re.search(r"#L(\d+)", address))
    ]
    assert line in linked


def test_3_no_stray_carriage_return(built: Built):
    """No page shows a stray carriage return."""
    assert [page.path for page in built.site.pages.values() if "\r" in page.raw] == []
