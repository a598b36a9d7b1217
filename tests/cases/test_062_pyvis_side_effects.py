"""The graph library writes into the working folder, loads from hosts, escapes too little."""

import json
from pathlib import Path

import pytest

from tests.harness.case import Built, Case
from tests.harness.folders import contents, differences
from tests.harness.general import GeneralConditions
from tests.harness.running import sourcebook


class TestGeneral(GeneralConditions):
    pass


def test_1_no_new_folder(built: Built, tmp_path: Path):
    """`lib/` of the repository is unchanged; nothing appears in the working folder."""
    work = tmp_path / "work"
    work.mkdir()
    run = sourcebook(
        "build", built.repository, "-o", tmp_path / "out", "-q", home=tmp_path, cwd=work
    )
    assert run.code == 0, run.said
    assert list(work.iterdir()) == []


def test_2_nothing_from_another_host(built: Built):
    """Pages load no file from another host; every local file they name exists."""
    assert built.site.foreign() == []
    assert built.site.dead() == []


@pytest.mark.parametrize(
    "changes",
    [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}],
    ids=["C", "cp1252"],
)
def test_3_the_locale_changes_nothing(built: Built, case: Case, changes: dict[str, str]):
    """With another default encoding the pages are still UTF-8 with the right names."""
    other = case.build(variant="-".join(changes.values()), changes=changes)
    other.done()
    assert "größe_表" in other.page("app.py").text
    assert differences(contents(built.output), contents(other.output)) == []


def test_4_labels_are_text(built: Built):
    """Node labels show `a & b`, not `a &amp; b`; no script from a heading or label runs."""
    for page in built.site.pages.values():
        assert not [node for node in page.tree.css("script") if "pwned" in node.text()]
        assert "&amp;amp;" not in page.raw
    labels = [
        str(node["label"])
        for path in (built.output / "site").rglob("*.json")
        if "graph" in path.as_posix()
        for node in json.loads(path.read_text(encoding="utf-8")).get("nodes", [])
    ]
    assert labels
    assert not [label for label in labels if "&amp;" in label or "<" in label]


def test_5_twice_the_same(built: Built, case: Case, tmp_path: Path):
    """Writing the graph twice gives the same bytes."""
    again = Case(case.folder, tmp_path).build()
    again.done()
    assert differences(contents(built.output), contents(again.output)) == []
