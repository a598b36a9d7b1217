"""Minified, generated, vendored and lock files must not drown the project."""

from sourcebook.model import FileClass, FileStatus
from tests.harness.case import Built
from tests.harness.general import GeneralConditions

CLASSES = {
    "static/app.min.js": FileClass.MINIFIED,
    "api/api_pb2.py": FileClass.GENERATED,
    "vendor/lib/left.go": FileClass.VENDORED,
    "package-lock.json": FileClass.LOCK,
}


class TestGeneral(GeneralConditions):
    pass


def test_1_hand_written_code_comes_first(built: Built):
    """`parse order` gives `parse_order` first; no minified function is in the first 10."""
    hits = built.hits("parse order")
    assert hits[0]["symbol"] == "parse_order"
    assert "static/app.min.js" not in [hit["path"] for hit in hits[:10]]


def test_2_the_picture_is_of_the_project(built: Built):
    """No picture, on the overview or elsewhere, has a node from such a file."""
    built.done()
    drawn = [
        label
        for page in built.site.pages.values()
        for node in page.tree.css("[data-node]")
        for label in [node.attributes["data-node"] or ""]
    ]
    assert [one for one in drawn if one.startswith(("static", "vendor", "api"))] == []


def test_3_classes_and_short_pages(built: Built):
    """They are reported with a class, have at most one short page each, none a function."""
    for path, kind in CLASSES.items():
        assert built.report[path].file_class is kind
        assert built.symbols(path) == []
        page = built.file_pages.get(path)
        assert page is None or len(page.text) < 2000


def test_4_bytecode_is_binary(built: Built):
    """`x.pyc` is skipped as binary."""
    report = built.report["shop/__pycache__/x.pyc"]
    assert (report.status, report.file_class) == (FileStatus.SKIPPED, FileClass.BINARY)


def test_5_quick(built: Built):
    """The run takes under 20 s on two cores."""
    built.done()
    assert built.run.taken < 20
