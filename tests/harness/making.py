"""What the cases use to make repositories that cannot lie in the checkout as they are.

A case's ``make.py`` defines ``make(root)``, which fills the empty folder ``root`` with git
and the standard library alone.
"""

import os
import subprocess
from pathlib import Path

WHEN = "2024-01-01T00:00:00Z"

#: Git without the configuration of whoever runs the tests, and with a fixed author and time.
GIT_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_AUTHOR_DATE": WHEN,
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.org",
    "GIT_COMMITTER_DATE": WHEN,
}


def put(root: Path, path: str, data: str | bytes) -> None:
    """Writes a file below ``root``, text as UTF-8 with its line ends as they are."""
    target = root / path
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data if isinstance(data, bytes) else data.encode())


def git(folder: Path, *arguments: str, when: str = WHEN) -> None:
    """Runs git in ``folder``."""
    settings = ("-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always")
    subprocess.run(
        ["git", *settings, *arguments],
        cwd=folder,
        env={
            **os.environ,
            **GIT_ENVIRONMENT,
            "GIT_AUTHOR_DATE": when,
            "GIT_COMMITTER_DATE": when,
        },
        check=True,
        capture_output=True,
    )


def commit_all(folder: Path, subject: str = "x", *, when: str = WHEN) -> None:
    """Commits everything in ``folder``, ignored files too; makes it a repository if need be."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q")
    git(folder, "add", "-A", "-f")
    git(folder, "commit", "-qm", subject, when=when)
