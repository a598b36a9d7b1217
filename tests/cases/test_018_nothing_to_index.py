"""Repositories with nothing in them.

`r1` no file; `r2` empty files; `r3` comments; `r4` one assignment; `r5` a binary and a
licence. An empty corpus makes careless indexes divide by zero.
"""

import pytest

from tests.harness.case import Built, Case
from tests.harness.general import GeneralConditions

REPOSITORIES = ("r1", "r2", "r3", "r4", "r5")


class TestGeneral(GeneralConditions):
    pass


def test_1_the_overview_says_what_was_found(built: Built):
    """Each run exits 0 and builds a site whose overview says what was found, in words."""
    text = built.site.pages["index.html"].text.lower()
    if built.repository.name != "r4":
        assert "no symbol" in text or "no definition" in text


@pytest.mark.parametrize("query", ["x", "the", "", "permission granted", "zzqxw", "表"])
def test_2_search_never_throws(built: Built, query: str):
    """Search answers any query with an empty list or true hits; it never throws."""
    (result,) = built.site.search(query).results
    assert "error" not in result, result
    paths = set(built.report)
    assert {hit["path"] for hit in result["hits"]} - {""} <= paths


def test_3_empty_files_have_no_lines(case: Case):
    """`r2`: every empty file is in the report with 0 lines."""
    report = case.build("r2").report
    assert {path: one.lines for path, one in report.items()} == {
        "a.py": 0,
        "b.js": 0,
        "c.go": 0,
        "pkg/__init__.py": 0,
    }


def test_4_a_later_run_finds_what_is_new(case: Case, tmp_path):
    """A later run after adding one function to `r1` finds that function."""
    later = Case(case.folder, tmp_path)
    later.build("r1").done()
    (later.root / "r1" / "new.py").write_text("def brand_new():\n    return 1\n")
    later.built.clear()
    output = tmp_path / "r1+"
    assert output.exists()
    assert "brand_new" in later.build("r1").found("brand_new")
