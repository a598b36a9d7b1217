"""Small repositories for the tests of the first stages: files, and a git that nobody's settings reach."""

import os
import subprocess
from pathlib import Path


def put(root: Path, files: dict[str, str | bytes]) -> Path:
    """Writes the files below ``root`` and returns it."""
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return root


def git(root: Path, *arguments: str, day: int = 1, author: str = "A") -> str:
    """Runs git in ``root`` as on a day of January 2024; returns what it says."""
    when = f"2024-01-{day:02}T00:00:00Z"
    environment = {
        **os.environ,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": author,
        "GIT_AUTHOR_EMAIL": "a@example.org",
        "GIT_AUTHOR_DATE": when,
        "GIT_COMMITTER_NAME": author,
        "GIT_COMMITTER_EMAIL": "a@example.org",
        "GIT_COMMITTER_DATE": when,
    }
    settings = ("-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always")
    done = subprocess.run(
        ["git", *settings, *arguments], cwd=root, env=environment, check=True, capture_output=True
    )
    return done.stdout.decode()


def commit(root: Path, subject: str, *, day: int = 1, author: str = "A") -> str:
    """Commits everything, in a repository made when there is none; returns the id."""
    if not (root / ".git").exists():
        git(root, "init", "-q")
    git(root, "add", "-A", "-f", day=day)
    git(root, "commit", "-q", "--allow-empty", "-m", subject, day=day, author=author)
    return git(root, "rev-parse", "HEAD").strip()
