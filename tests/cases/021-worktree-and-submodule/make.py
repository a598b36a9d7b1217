"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import commit_all, git, put


def make(root: Path) -> None:
    for name, function in (("dep", "dep_fn"), ("main", "core_fn")):
        put(root, f"{name}/{function}.py", f"def {function}():\n    return 1\n")
        commit_all(root / name)
    main = root / "main"
    git(main, "submodule", "add", "-q", "../dep", "libs/dep")
    put(main, ".gitignore", "wt/\n")
    git(main, "add", "-A")
    git(main, "commit", "-qm", "sub")
    git(main, "worktree", "add", "-q", "-b", "feature", "wt/feature")
    git(main, "worktree", "add", "-q", "-b", "side", str(root / "linked"))
