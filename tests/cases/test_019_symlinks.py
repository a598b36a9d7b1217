"""Symbolic links: loops, links out of the repository, broken links."""

from tests.harness.case import Built
from tests.harness.folders import walk
from tests.harness.general import GeneralConditions

REPOSITORIES = ("repo",)
KINDS = {
    "src/self": "loop",
    "src/up": "inside",
    "a_to_b": "loop",
    "b_to_a": "loop",
    "gone.py": "broken",
    "out.py": "outside",
    "outdir": "outside",
    "alias.py": "inside",
}


class TestGeneral(GeneralConditions):
    pass


def test_1_ends_and_indexes_once(built: Built):
    """The run ends within 10 s; `real_work` is indexed exactly once."""
    assert built.symbol("real_work").path == "src/real.py"
    assert built.run.taken < 10


def test_2_nothing_from_outside(built: Built):
    """The word in the file outside occurs in no file of the output and no line of the log."""
    built.done()
    assert "CANARY-7731" not in built.run.said
    for path in walk(built.output):
        assert b"CANARY-7731" not in path.read_bytes(), path


def test_3_each_link_is_reported(built: Built):
    """Each link is in the report as a link with its target kind."""
    found = {path: report.link_kind for path, report in built.report.items() if report.link_kind}
    # A link to the parent leads to a folder inside, and a walk that followed it would loop.
    assert found.pop("src/up") in ("inside", "loop")
    assert found == {path: kind for path, kind in KINDS.items() if path != "src/up"}


def test_4_the_inside_link_leads_to_the_real_page(built: Built):
    """The inside link is shown as a link to the real page, not as a second copy."""
    real = built.page("src/real.py")
    assert "alias.py" not in built.file_pages or "real_work" not in built.page("alias.py").text
    assert any(
        "alias.py" in (node.parent.text() if node.parent is not None else "")
        and (built.site.resolve(page.path, node.attributes.get("href") or "") or ("",))[0]
        == real.path
        for page in built.site.pages.values()
        for node in page.article.css("a[href]")
    )
