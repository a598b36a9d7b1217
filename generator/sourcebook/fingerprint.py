"""Digests of code and folders: what a kept result must not outlive."""

import hashlib
from pathlib import Path

from sourcebook.render.builtin import templates_dir
from sourcebook.store.memo import digest
from sourcebook.version import __version__

_STAGES: dict[str, str] = {}


def stage_version(name: str) -> str:
    """The version of a stage: the digest of the code and tables that make it.

    So that no result outlives the code that computed it, not even while that code is
    being worked on.
    """
    if name not in _STAGES:
        package = Path(__file__).parent
        shared = ("tokenizer", "grammars", "model")
        parts = [tree_digest(package / each) for each in (name, *shared)]
        if name == "render":
            parts.append(tree_digest(templates_dir()))
        _STAGES[name] = digest(__version__, parts)
    return _STAGES[name]


def tree_digest(folder: Path, without: Path | None = None) -> str:
    """Digest of the names and bytes of all files below ``folder``."""
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if "__pycache__" in path.parts or not path.is_file():
            continue
        if without is not None and path.is_relative_to(without):
            continue
        total.update(path.relative_to(folder).as_posix().encode("utf-8", "surrogateescape"))
        total.update(file_digest(path).encode())
    return total.hexdigest()


def file_digest(path: Path) -> str:
    """SHA-256 of the bytes of a file."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
