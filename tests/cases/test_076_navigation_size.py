"""3,000 files: pages must not grow with the number of pages."""

from pathlib import Path

import pytest

from tests.harness.case import Built, Case
from tests.harness.general import GeneralConditions

pytestmark = pytest.mark.slow


class TestGeneral(GeneralConditions):
    """On 300 files."""


@pytest.fixture(scope="module")
def large(case: Case, tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The build of 3,000 files."""
    big = Case(case.folder, tmp_path_factory.mktemp("large"), (3000,))
    return big.build(seconds=900)


def _mean(built: Built) -> float:
    sizes = [len(page.raw) for page in built.file_pages.values()]
    return sum(sizes) / len(sizes)


def test_1_pages_do_not_grow(built: Built, large: Built):
    """The mean size of a file page for 3,000 is at most 1.2 times that for 300."""
    assert len(large.file_pages) == 3000
    assert _mean(large) <= 1.2 * _mean(built)


def test_2_time_is_linear(built: Built, large: Built):
    """Total build time (both phases) for 3,000 is at most 12 times that for 300."""
    large.done()
    assert large.run.cpu <= 12 * built.run.cpu


def test_3_memory(large: Built):
    """Peak memory for 3,000 is below 1.5 GiB."""
    large.done()
    assert large.run.peak < 1.5 * 2**30


def test_4_the_way_up(large: Built):
    """From each file page one can go to its folder, its module and the overview."""
    modules = {
        node.attributes["data-module"]: name
        for name, page in large.site.pages.items()
        if (node := page.tree.css_first("[data-module]")) is not None
    }
    for path, page in list(large.file_pages.items())[::100]:
        reached = {
            found[0]
            for node in page.tree.css("a[href]")
            if (found := large.site.resolve(page.path, node.attributes.get("href") or ""))
        }
        assert modules[Path(path).parent.as_posix()] in reached
        assert "index.html" in reached


def test_5_little_is_fetched_for_the_first_answer(large: Built):
    """The first search answer in the browser needs less than 1 MiB of downloads."""
    answers = large.site.search("part of the machine")
    assert answers.results[0]["hits"]
    assert sum(answers.fetched.values()) < 2**20
