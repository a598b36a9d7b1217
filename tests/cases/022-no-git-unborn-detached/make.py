"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import commit_all, git, put


def make(root: Path) -> None:
    for name in ("plain", "unborn", "detached"):
        put(root, f"{name}/work.py", "def work():\n    return 1\n")
    git(root / "unborn", "init", "-q")
    detached = root / "detached"
    commit_all(detached, "one")
    git(detached, "tag", "v1")
    put(detached, "more.py", "def more():\n    return 2\n")
    commit_all(detached, "two")
    git(detached, "checkout", "-q", "v1")
    git(root, "clone", "-q", "--bare", str(detached), "bare.git")
