"""Backtick fences inside the shown source."""

import pytest

from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


@pytest.mark.parametrize("path", ["gen.py", "doc.md", "tilde.txt"])
def test_1_code_equals_the_file(built: Built, path: str):
    """Each code block's text equals its lines of the file; nothing after it is swallowed."""
    lines = (built.repository / path).read_text(encoding="utf-8").split("\n")
    shown = built.page(path).article.css("pre[data-line]")
    assert shown
    for block in shown:
        first = int(block.attributes["data-line"] or 0)
        text = block.text().rstrip("\n").split("\n")
        assert text == lines[first - 1 : first - 1 + len(text)]


def test_2_headings_after_code_exist(built: Built):
    """The headings after the code block exist as headings with anchors."""
    page = built.page("gen.py")
    symbols = [node for node in page.article.css("h2,h3,h4") if "ticks" in node.text()]
    assert symbols
    assert page.tree.css_first("footer") is not None


def test_3_an_odd_number_of_backticks(built: Built):
    """The summary of `ticks` shows the backticks without swallowing the next section."""
    assert "Write a ` b and ``c, or ```d." in built.page("gen.py").text
