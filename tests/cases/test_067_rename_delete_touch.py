"""Rename, delete, touch, swap, case change, move back: the memo is never wrong."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.harness.case import Case
from tests.harness.folders import contents, differences
from tests.harness.general import GeneralConditions
from tests.harness.making import git
from tests.harness.running import Finished, sourcebook


class TestGeneral(GeneralConditions):
    pass


def _touch(root: Path) -> None:
    for path in root.rglob("*.py"):
        os.utime(path)


def _rename(root: Path) -> None:
    (root / "old_name.py").rename(root / "new_name.py")


def _delete(root: Path) -> None:
    (root / "pkg" / "m07.py").unlink()


def _same_time(root: Path) -> None:
    path = root / "pkg" / "m03.py"
    state = path.stat()
    path.write_text(path.read_text().replace("Number 3", "Numbre 3"))
    os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def _swap(root: Path) -> None:
    one, two = root / "pkg" / "m01.py", root / "pkg" / "m02.py"
    text = one.read_text()
    one.write_text(two.read_text())
    two.write_text(text)


def _case(root: Path) -> None:
    (root / "pkg" / "m05.py").rename(root / "pkg" / "M05.py")


def _file_to_dir(root: Path) -> None:
    (root / "pkg" / "m06.py").unlink()
    (root / "pkg" / "m06.py").mkdir()
    (root / "pkg" / "m06.py" / "x.py").write_text("def inside(): pass\n")


def _back(root: Path) -> None:
    shutil.rmtree(root / "pkg" / "m06.py")
    git(root, "checkout", "-q", "--", ".")
    (root / "new_name.py").unlink()
    (root / "pkg" / "M05.py").unlink()


STEPS: dict[str, Callable[[Path], None]] = {
    "touch": _touch,
    "rename": _rename,
    "delete": _delete,
    "same_time": _same_time,
    "swap": _swap,
    "case": _case,
    "file_to_dir": _file_to_dir,
    "back": _back,
}


class Steps:
    """The repository after each step, as the memo's run and a clean run made it."""

    def __init__(self) -> None:
        self.kept: dict[str, dict[str, bytes]] = {}
        self.clean: dict[str, dict[str, bytes]] = {}
        self.runs: dict[str, Finished] = {}


@pytest.fixture(scope="module")
def steps(case: Case, tmp_path_factory: pytest.TempPathFactory) -> Steps:
    work = tmp_path_factory.mktemp("steps")
    root = work / "repo"
    shutil.copytree(case.root, root, symlinks=True)
    found = Steps()
    for name, step in {"start": lambda _: None, **STEPS}.items():
        step(root)
        for output, kept in ((work / "kept", found.kept), (work / name, found.clean)):
            run = sourcebook("build", root, "-o", output, "-v", home=work)
            assert run.code == 0, run.said
            kept[name] = contents(output)
            if kept is found.kept:
                found.runs[name] = run
    return found


@pytest.mark.parametrize("name", ["start", *STEPS])
def test_1_equal_to_a_clean_run(steps: Steps, name: str):
    """After each step book, site and search are byte-identical to those of a fresh run."""
    assert differences(steps.kept[name], steps.clean[name]) == []


def test_2_touch_computes_nothing(steps: Steps):
    """Step touch: 0 files are parsed again, 0 embeddings are computed."""
    assert differences(steps.kept["start"], steps.kept["touch"]) == []
    assert "up to date" in steps.runs["touch"].err


def test_3_rename_is_complete(steps: Steps):
    """Step rename: `old_name.py` is on no page and in no search entry."""
    for name, data in steps.kept["rename"].items():
        if name.startswith(("site/", "docs/")):
            assert b"old_name.py" not in data, name


def test_4_callers_of_a_deleted_function_do_not_link(steps: Steps):
    """Step delete of a callee: its callers' pages no longer link to it."""
    before = {name for name in steps.kept["rename"] if "m07" in name}
    assert before
    assert not {name for name in steps.kept["delete"] if "m07" in name}
    pages = [name for name in steps.kept["delete"] if name.endswith(".html")]
    assert not [name for name in pages if b"m07.html" in steps.kept["delete"][name]]


def test_5_an_edit_within_the_same_time_is_found(steps: Steps):
    """Step same-size-same-time edit: the change is found."""
    assert any(b"Numbre 3" in data for data in steps.kept["same_time"].values())
    assert not any(
        b"Number 3." in data
        for name, data in steps.kept["same_time"].items()
        if name.startswith("site/files")
    )


def test_6_swapped_contents(steps: Steps):
    """Step swap of two files' contents: both pages are right."""
    pages = {
        name: data for name, data in steps.kept["swap"].items() if name.startswith("site/files/")
    }
    (one,) = [data for name, data in pages.items() if "m01" in name]
    (two,) = [data for name, data in pages.items() if "m02" in name]
    assert b"Number 2." in one
    assert b"Number 1." in two
