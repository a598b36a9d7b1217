"""Supersedes is not superseded by.

Six records in two forms: links in both directions, a chain of three, a one-sided claim,
and a proposed record that claims to replace an accepted one.
"""

import pytest

from sourcebook.model import Decision
from tests.harness.case import Built
from tests.harness.general import GeneralConditions
from tests.harness.site import Html


class TestGeneral(GeneralConditions):
    pass


def _record(built: Built, number: str) -> Decision:
    (found,) = [one for one in built.book.decisions if f"/{number}-" in one.path]
    return found


def _page(built: Built, number: str) -> Html:
    return built.site.pages[f"decisions/{_record(built, number).key}/index.html"]


@pytest.mark.parametrize(
    ("number", "status", "warned"),
    [
        ("0001", "superseded", False),
        ("0002", "superseded", False),
        ("0003", "accepted", False),
        ("0004", "accepted", True),
        ("0005", "proposed", False),
        ("0006", "superseded", True),
    ],
)
def test_1_status(built: Built, number: str, status: str, warned: bool):
    """Each record has the status it states, with a warning where another one disagrees."""
    record = _record(built, number)
    assert record.status == status
    assert bool(record.warnings) == warned


@pytest.mark.parametrize(("one", "other"), [("0001", "0002"), ("0002", "0003")])
def test_2_pages_link_both_ways(built: Built, one: str, other: str):
    """Pages link both ways: 0001 ↔ 0002 ↔ 0003."""
    for source, target in ((one, other), (other, one)):
        page = _page(built, source)
        reached = [
            built.site.resolve(page.path, node.attributes.get("href") or "")
            for node in page.article.css("a[href]")
        ]
        assert _page(built, target).path in {found[0] for found in reached if found}


def test_3_the_list_of_current_decisions(built: Built):
    """The list of current decisions holds 0003 and 0004 only (0005 as proposed)."""
    current = {
        one.path.split("/")[-1][:4] for one in built.book.decisions if one.status == "accepted"
    }
    assert current == {"0003", "0004"}
    rows = [row.text() for row in built.site.pages["decisions/index.html"].article.css("tr")]
    shown = {row for row in rows if "accepted" in row}
    assert len(shown) == 2
    for title in ("Use an index file", "Logging to stderr"):
        assert [row for row in shown if title in row]


def test_4_a_comment_in_code_links_to_the_record(built: Built):
    """A code comment `see ADR-0003` links to the page of 0003."""
    links = _record(built, "0003").links
    assert "src/index.py" in {link.path for link in links}
    page = built.page("src/index.py")
    reached = [
        built.site.resolve(page.path, node.attributes.get("href") or "")
        for node in page.article.css("a[href]")
    ]
    assert _page(built, "0003").path in {found[0] for found in reached if found}
