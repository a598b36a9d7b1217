"""File names with #, %, ?, blanks, brackets, quotes and a leading hyphen."""

import pytest

from tests.harness.case import CASES, Built, make_of
from tests.harness.general import GeneralConditions

NAMES = make_of(CASES / "008-url-special-names").NAMES


class TestGeneral(GeneralConditions):
    pass


@pytest.mark.parametrize("number", range(len(NAMES)))
def test_1_the_function_is_found_and_linked(built: Built, number: int):
    """Each of the 13 functions has a page and is found; its link opens the right page."""
    name = f"special_{number:02}"
    hit = built.hits(name)[0]
    assert hit["symbol"] == name
    target = built.site.resolve("index.html", str(hit["url"]))
    assert target is not None
    page = built.site.pages[target[0]]
    assert page is built.page(f"src/{NAMES[number]}")
    assert name in page.text
    assert target[1] in page.ids


def test_2_every_address_resolves(built: Built):
    """Every href in the site resolves to a written file, percent-decoded once."""
    assert built.site.dead() == []


def test_3_names_that_every_host_takes(built: Built):
    """No output path has a character that some host refuses, or a dot or blank at an end."""
    for name in built.site.files:
        assert not set(name) & set('":<>|*?\\')
        assert not any(part.endswith((".", " ")) for part in name.split("/"))


@pytest.mark.parametrize("name", NAMES)
def test_4_titles_show_the_true_names(built: Built, name: str):
    """The visible titles show the true file names, escaped as text."""
    assert name in built.page(f"src/{name}").title
