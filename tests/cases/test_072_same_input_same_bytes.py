"""Two runs give the same bytes."""

import shutil
from pathlib import Path

import pytest

from tests.harness.case import Built, Case
from tests.harness.folders import contents, differences, walk
from tests.harness.general import GeneralConditions

CHANGES = {
    "hash seed": {"PYTHONHASHSEED": "1"},
    "other hash seed": {"PYTHONHASHSEED": "4242"},
    "time zone": {"TZ": "Asia/Tokyo"},
    "locale": {"LC_ALL": "C", "LANG": "C"},
}


class TestGeneral(GeneralConditions):
    """Condition 6 covers statement 2: no path, user, host or time of the machine."""


@pytest.mark.parametrize("change", CHANGES)
def test_1_equal_in_any_surroundings(built: Built, case: Case, change: str, tmp_path: Path):
    """Another folder, `PYTHONHASHSEED`, time zone, locale: byte-identical output."""
    other = Case(case.folder, tmp_path).build(changes=CHANGES[change])
    other.done()
    assert differences(contents(built.output), contents(other.output)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_1_equal_with_any_number_of_workers(built: Built, case: Case, workers: int):
    """1 and 2 workers give byte-identical output."""
    other = case.build(variant=f"workers{workers}", config=f"workers = {workers}\n")
    other.done()
    assert differences(contents(built.output), contents(other.output)) == []


def test_3_the_order_of_the_listing_does_not_matter(built: Built, case: Case, tmp_path: Path):
    """File order of the directory listing does not matter: the input copied in reverse."""
    other = Case(case.folder, tmp_path)
    source, target = other.root, other.root.with_name("kept")
    source.rename(target)
    for path in reversed(list(walk(target))):
        copy = source / path.relative_to(target)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    other.build().done()
    assert differences(contents(built.output), contents(other.build().output)) == []


def test_4_the_vectors_too(built: Built, case: Case, tmp_path: Path):
    """The vector file is identical too."""
    other = Case(case.folder, tmp_path).build()
    other.done()
    name = Path("book", "vectors.usearch")
    assert (built.output / name).read_bytes() == (other.output / name).read_bytes()
