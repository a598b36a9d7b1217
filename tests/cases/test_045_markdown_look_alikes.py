"""Plain text that Markdown or its extensions would change."""

import pytest

from tests.harness.case import Built
from tests.harness.general import GeneralConditions

TEXTS = [
    "i++ + ++j",
    "++ctrl+c++",
    "a == b == c",
    "x^2^",
    "~a~",
    "{++add++}",
    "(c) --> 1/2",
    ":smile:",
    "std::vector::iterator",
    "$5 and $6",
    "$x^2$",
    "C:\\\\new\\\\table",
    "*args, **kwargs",
    "__init__",
    "_private_name_",
    "a*b*c",
    "1986\\\\.",
    "[TOC]",
    "[^1]: note",
    "[ref]: http://e.example",
    "*[HTML]: Hyper",
    "!!! note",
    '=== "tab"',
    "- [ ] todo",
    "#12 @user",
]


class TestGeneral(GeneralConditions):
    pass


def test_1_metadata_of_a_page_is_not_taken_from_text(built: Built):
    """`front.py`: its page's title is the file name; the first line is visible."""
    page = built.page("front.py")
    assert "front.py" in page.title
    assert "template: nope.html" in page.text
    assert "title: Injected" in page.text


@pytest.mark.parametrize("text", TEXTS)
def test_2_visible_letter_for_letter(built: Built, text: str):
    """Visible letter for letter, with the backslashes as the source or the string has them."""
    shown = built.page("look.py").text
    assert text in shown or text.replace("\\\\", "\\") in shown


def test_3_no_request_elsewhere(built: Built):
    """No request to a foreign host is caused by a page."""
    assert built.site.foreign() == []


@pytest.mark.parametrize("text", ["2. second", "+ plus"])
def test_4_a_summary_line_is_no_list(built: Built, text: str):
    """`2. second` stays 2 and `+ plus` is no bullet in a summary line."""
    assert text in built.page("look.py").text
