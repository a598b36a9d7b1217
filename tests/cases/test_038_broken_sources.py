"""Merge marks, unclosed strings, half files: six broken files and a sound one."""

import pytest

from sourcebook.model import FileStatus
from tests.harness.case import Built
from tests.harness.general import GeneralConditions


class TestGeneral(GeneralConditions):
    pass


def test_1_the_sound_file_is_whole(built: Built):
    """Exit code 0; `sound` is indexed and calls `helper` in `merge.py`."""
    assert ("sound.py::sound", "merge.py::helper") in built.edges
    assert built.report["sound.py"].status is FileStatus.INDEXED


@pytest.mark.parametrize(
    ("path", "name", "line"),
    [("merge.py", "helper", 8), ("quote.py", "later", 5), ("cut.go", "whole", 3)],
)
def test_2_what_is_found_in_broken_files(built: Built, path: str, name: str, line: int):
    """From the broken files at least these are found."""
    assert built.symbol(name, path).name_line == line


@pytest.mark.parametrize("path", ["merge.py", "quote.py", "cut.go"])
def test_3_each_is_reported_with_its_line(built: Built, path: str):
    """Partly parsed with the line of its first error; the page shows the full source."""
    report = built.report[path]
    assert report.status is FileStatus.PARTLY
    assert report.error_line > 0
    text = built.page(path).text
    for line in (built.repository / path).read_text(encoding="utf-8").splitlines():
        assert line.strip() in text


@pytest.mark.parametrize(("query", "path"), [("resource web", "main.tf"), ("makeVue", "App.vue")])
def test_4_the_rest_is_text(built: Built, query: str, path: str):
    """The Jinja, Vue and Terraform files are shown as text and found."""
    assert path in [hit["path"] for hit in built.hits(query)[:3]]
    for one in ("main.tf", "App.vue", "page.html.j2"):
        first = (built.repository / one).read_text(encoding="utf-8").splitlines()[0]
        assert first in built.page(one).text
