"""Folder names that are YAML: written without quotes they stop the build or change type."""

import pytest

from tests.harness.case import CASES, Built, make_of
from tests.harness.general import GeneralConditions

NAMES = make_of(CASES / "014-yaml-nav-names").NAMES


class TestGeneral(GeneralConditions):
    """Condition 4 covers statement 1: `mkdocs build --strict` exits 0."""


def test_1_strict_passes(built: Built):
    """`mkdocs build --strict` exits 0; the build itself has run it."""
    assert built.run.code == 0


def test_2_the_names_are_shown(built: Built):
    """The navigation shows the 13 folder names exactly, as text."""
    reached = {
        node.text(strip=True).rstrip("/")
        for page in built.site.pages.values()
        for node in page.tree.css("a")
    }
    assert set(NAMES) <= reached


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_3_titles_are_names(built: Built, number: int):
    """Each page has a title equal to the module's name, none a word or number of YAML."""
    title = built.page(f"{NAMES[number]}/mod{number:02}.py").title
    assert f"mod{number:02}" in title
    head = built.page(f"{NAMES[number]}/mod{number:02}.py").tree.css_first("title")
    assert head is not None
    assert not head.text().startswith(("True", "None", "1.0 -"))
