"""The list of files where there is no git: a walk that keeps git's ignore rules.

``.gitignore`` files hold for their folder and everything below; a folder that is ignored
is not entered, as git does not enter it. A folder with a ``.git`` of its own is another
repository and is named with a ``/`` at its end.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from pathspec import GitIgnoreSpec

#: The ``.gitignore`` files that hold for a folder: where each stands, and its rules.
_Rules = tuple[tuple[bytes, GitIgnoreSpec], ...]


def walk(root: Path) -> Iterator[bytes]:
    """Names of the files and links below ``root``, relative to it, with ``/``."""
    folders: list[tuple[bytes, _Rules]] = [(b"", ())]
    while folders:
        folder, rules = folders.pop()
        try:
            entries = _entries(root, folder)
        except OSError:
            yield folder.rstrip(b"/")  # accounted for, as something that cannot be read
            continue
        if folder and b".git" in entries:
            yield folder
            continue
        if entries.get(b".gitignore") is False:
            rules = (*rules, (folder, _rules(root, folder)))
        for name, is_folder in sorted(entries.items()):
            full = folder + name + (b"/" if is_folder else b"")
            if name == b".git" or _ignored(full, rules):
                continue
            if is_folder:
                folders.append((full, rules))
            else:
                yield full


def _entries(root: Path, folder: bytes) -> dict[bytes, bool]:
    """Names in a folder, each with whether it is a folder itself (a link is none)."""
    with os.scandir(root / os.fsdecode(folder)) as entries:
        return {os.fsencode(entry.name): entry.is_dir(follow_symlinks=False) for entry in entries}


def _rules(root: Path, folder: bytes) -> GitIgnoreSpec:
    """The rules in the folder's ``.gitignore``; what is no pattern is passed over, as git does."""
    try:
        text = (root / os.fsdecode(folder) / ".gitignore").read_text("utf-8", "surrogateescape")
    except OSError:
        text = ""
    lines = text.removeprefix("\ufeff").split("\n")
    return GitIgnoreSpec.from_lines(line for line in lines if _is_pattern(line))


def _is_pattern(line: str) -> bool:
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _ignored(name: bytes, rules: _Rules) -> bool:
    """Whether git would ignore the name: the innermost file that speaks of it decides."""
    for folder, spec in reversed(rules):
        said = spec.check_file(name[len(folder) :].decode("utf-8", "surrogateescape")).include
        if said is not None:
            return said
    return False
