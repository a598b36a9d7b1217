"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import commit_all, put

LINKS = {
    "src/self": "self",
    "src/up": "..",
    "a_to_b": "b_to_a",
    "b_to_a": "a_to_b",
    "gone.py": "missing.py",
    "out.py": "../outside/secret.py",
    "outdir": "../outside",
    "alias.py": "src/real.py",
}


def make(root: Path) -> None:
    put(root, "outside/secret.py", "def leak():\n    return 'CANARY-7731'\n")
    put(root, "repo/src/real.py", "def real_work():\n    return 1\n")
    for link, target in LINKS.items():
        (root / "repo" / link).symlink_to(target)
    commit_all(root / "repo")
