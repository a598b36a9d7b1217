"""What is in a folder: for "unchanged" and "the same bytes"."""

import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

#: Files of an output folder that a run may write without a change of the input: the lock,
#: and the memo with its journal.
EXEMPT = ("lock", "memo.sqlite", "memo.sqlite-wal", "memo.sqlite-shm")

#: The one file of the output that names the build: its time, its commit, its version.
BUILD_INFO = "build.json"

TEXT = [
    ".html",
    ".htm",
    ".md",
    ".txt",
    ".json",
    ".jsonl",
    ".yml",
    ".yaml",
    ".js",
    ".mjs",
    ".css",
    ".svg",
    ".xml",
    ".toml",
    ".webmanifest",
]


def walk(folder: Path) -> Iterator[Path]:
    """Every file and link below ``folder``, links not followed, in a fixed order."""
    for parent, folders, files in os.walk(folder):
        folders.sort()
        links = [name for name in folders if Path(parent, name).is_symlink()]
        for name in sorted(files + links):
            yield Path(parent, name)


def relative(folder: Path) -> list[str]:
    return [path.relative_to(folder).as_posix() for path in walk(folder)]


def stamps(folder: Path) -> dict[str, tuple[object, ...]]:
    """What a change would show: type, size and time stamp of every file and folder."""
    found: dict[str, tuple[object, ...]] = {}
    for parent, folders, files in os.walk(folder):
        for name in folders + files:
            path = Path(parent, name)
            state = path.lstat()
            is_file = path.is_file() and not path.is_symlink()
            found[path.relative_to(folder).as_posix()] = (
                state.st_mode,
                state.st_ino if is_file else 0,
                state.st_size if is_file else 0,
                state.st_mtime_ns,
                hashlib.sha256(path.read_bytes()).hexdigest() if is_file else "",
            )
    return found


def written(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The names that differ, without those that may."""
    return sorted(
        name
        for name in before.keys() | after.keys()
        if name not in EXEMPT and before.get(name) != after.get(name)
    )


def contents(folder: Path) -> dict[str, bytes]:
    """The bytes of every file, without those that may differ between equal runs."""
    return {
        name: (folder / name).read_bytes()
        for name in relative(folder)
        if name not in EXEMPT and Path(name).name != BUILD_INFO
    }


def differences(one: dict[str, bytes], other: dict[str, bytes]) -> list[str]:
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def is_text(path: Path) -> bool:
    return path.suffix.lower() in TEXT


def strict_json(text: str) -> Any:
    """Parses JSON without NaN, Infinity and repeated keys."""

    def refuse(word: str) -> None:
        raise ValueError(f"{word} is no JSON")

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        table = dict(pairs)
        if len(table) != len(pairs):
            raise ValueError("a key stands twice in one object")
        return table

    return json.loads(text, parse_constant=refuse, object_pairs_hook=once)
