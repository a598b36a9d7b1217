"""HTML, generics and scripts in comments are text."""

import re

import pytest

from tests.harness.case import Built
from tests.harness.general import GeneralConditions
from tests.harness.site import Html

TEXTS = [
    ("angle.py", "<name>-0.exe"),
    ("angle.rs", "Vec<String>"),
    ("angle.rs", "List<Map<K, V>>"),
    ("angle.py", "<div>"),
    ("angle.py", "<!-- open"),
    ("angle.py", "a < b && c > d"),
    ("angle.py", "&nbsp;"),
]


class TestGeneral(GeneralConditions):
    pass


@pytest.mark.parametrize(("path", "text"), TEXTS)
def test_1_visible_letter_for_letter(built: Built, path: str, text: str):
    """Each text is visible letter for letter."""
    assert text in built.page(path).text


def test_2_nothing_of_the_input_is_live(built: Built):
    """No script, handler, javascript: address, frame, form or base comes from the input."""
    for path, page in built.site.pages.items():
        assert not [node for node in page.tree.css("script") if "pwned" in node.text()]
        assert not [
            (node.tag, name)
            for node in page.tree.css("*")
            for name, value in node.attributes.items()
            if name.startswith("on") or (name in ("href", "src") and _bad(value))
        ]
        assert page.article.css("iframe, form, base, meta") == []
        assert page.tree.css("iframe, meta[http-equiv=refresh]") == []
        bases = [node.attributes for node in page.tree.css("base")]
        # The page for missing addresses has one of its own: the root of the site.
        assert bases == ([{"href": "/"}] if path.endswith("404.html") else [])


def _bad(address: str | None) -> bool:
    return bool(re.match(r"\s*(javascript:|data:text/html)", address or "", re.IGNORECASE))


def test_3_the_frame_is_that_of_any_page(built: Built):
    """After the unclosed `<div>` and `<details>` the footer is still outside the article."""
    harmless, risky = built.site.pages["index.html"], built.page("angle.py")
    assert _footer(risky) == _footer(harmless) != []


def _footer(page: Html) -> list[str]:
    """The tags from the footer up to the root."""
    node = page.tree.css_first("footer")
    tags = []
    while node is not None:
        tags.append(str(node.tag))
        node = node.parent
    return tags


def test_4_results_are_text(built: Built):
    """The search result list shows the same texts: they are plain text in the answer."""
    hit = next(hit for hit in built.hits("name_it") if hit["symbol"] == "name_it")
    assert "<name>-0.exe" in str(hit["summary"])
    assert "&lt;" not in str(hit["summary"])
