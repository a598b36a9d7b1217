"""Where `.git` is a file: worktrees and submodules.

`main/` has a submodule `libs/dep` and a linked worktree `main/wt/feature`; `linked/` is
another worktree of it beside `main/`.
"""

import subprocess
from pathlib import Path

from tests.harness.case import Built, Case
from tests.harness.general import GeneralConditions
from tests.harness.making import git

REPOSITORIES = ("main", "linked", "main/libs/dep")


class TestGeneral(GeneralConditions):
    pass


def test_1_nothing_is_counted_twice(case: Case):
    """On `main/`: `core_fn` once, `dep_fn` at most once, nothing under `wt/feature`."""
    built = case.build("main")
    names = [symbol.qualified for symbol in built.symbols()]
    assert names.count("core_fn") == 1
    assert names.count("dep_fn") <= 1
    assert built.report["libs/dep"].file_class == "submodule" or names.count("dep_fn") == 1
    assert not any(path.startswith("wt/") for path in built.report)


def test_2_a_linked_worktree_has_its_own_commit(case: Case, tmp_path: Path):
    """On `linked/`: commit id and source links are those of its branch `side`."""
    fresh = Case(case.folder, tmp_path)
    linked = fresh.root / "linked"
    (linked / "side.py").write_text("def side_fn():\n    return 1\n")
    git(linked, "add", "-A")
    git(linked, "commit", "-qm", "side")
    git(linked, "remote", "add", "origin", "https://git.example/group/main.git")
    head = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=linked, capture_output=True, text=True, check=True
    ).stdout.strip()
    built = fresh.build("linked")
    assert built.book.repository.commit == head
    assert any(head in address for _, address in built.page("side.py").addresses())


def test_3_a_submodule_is_a_repository(case: Case):
    """On `main/libs/dep`: works as a repository of its own."""
    built = case.build("main/libs/dep")
    assert built.names() == {"dep_fn"}
    assert built.book.repository.commit


def test_4_no_run_writes_into_git(built: Built):
    """No run writes into `.git`."""
    assert {name: state for name, state in built.before.items() if ".git" in name} == {
        name: state for name, state in built.after.items() if ".git" in name
    }
