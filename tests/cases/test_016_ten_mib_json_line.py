"""A JSON file of 10 MiB in a single line, and a log of 3 MiB in one."""

import pytest

from sourcebook.model import FileClass
from tests.harness.case import Built, Case
from tests.harness.folders import walk
from tests.harness.general import GeneralConditions

pytestmark = pytest.mark.slow
BIG = ("data/rows.json", "data/log.txt")


class TestGeneral(GeneralConditions):
    pass


def test_1_time_and_memory(built: Built):
    """The run ends within 30 s and under 1 GiB of memory on two cores."""
    built.done()
    assert built.run.taken < 30
    assert built.run.peak < 2**30


@pytest.mark.parametrize("path", BIG)
def test_2_listed_with_size(built: Built, path: str):
    """Listed as data or too large, with size; at most 2 chunks and no symbols."""
    report = built.report[path]
    assert report.file_class in (FileClass.DATA, FileClass.HUGE)
    assert report.size == (built.repository / path).stat().st_size
    assert sum(one.chunk.path == path for one in built.book.entries) <= 2
    assert built.symbols(path) == []


def test_3_the_site_hardly_grows(built: Built, case: Case, tmp_path):
    """The site grows by less than 200 KiB because of them."""
    small = Case(case.folder, tmp_path)
    for path in BIG:
        (small.root / path).unlink()
    assert _size(built) - _size(small.build()) < 200 * 1024


def test_4_the_small_ones_are_found(built: Built):
    """`small_one` and `small_two` are found by search."""
    for name in ("small_one", "small_two"):
        assert name in built.found(name)


def _size(built: Built) -> int:
    built.done()
    return sum(path.stat().st_size for path in walk(built.output / "site"))
