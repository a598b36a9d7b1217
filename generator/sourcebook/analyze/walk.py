"""The list of files where there is no git: a walk that keeps git's ignore rules.

``.gitignore`` files hold for their folder and everything below; a folder that is ignored
is not entered, as git does not enter it. A folder with a ``.git`` of its own is another
repository and is named with a ``/`` at its end.
"""

import os
from collections.abc import Iterator
from pathlib import Path

from pathspec import GitIgnoreSpec

from sourcebook.errors import RepositoryError

#: Rules that hold for a folder: its depth in the path, and the rules of its file.
_Rules = tuple[tuple[bytes, GitIgnoreSpec], ...]


def walk(root: Path) -> Iterator[bytes]:
    """Names of the files and links below ``root``, relative to it, with ``/``."""
    base = os.fsencode(root)
    folders: list[tuple[bytes, _Rules]] = [(b"", ())]
    while folders:
        folder, rules = folders.pop()
        try:
            entries = sorted(os.scandir(os.path.join(base, folder)), key=lambda entry: entry.name)
        except OSError as error:
            if not folder:
                why = (error.strerror or str(error)).lower()
                raise RepositoryError(f"{root}: cannot be listed: {why}.") from error
            yield folder  # accounted for, as something that cannot be read
            continue
        rules = _with_own(base, folder, rules, entries)
        names = {entry.name for entry in entries}
        if folder and b".git" in names:
            yield folder
            continue
        for entry in entries:
            name = folder + entry.name
            if entry.is_dir(follow_symlinks=False):
                if entry.name != b".git" and not _ignored(name + b"/", rules):
                    folders.append((name + b"/", rules))
            elif entry.name != b".git" and not _ignored(name, rules):
                yield name


def _with_own(
    base: bytes, folder: bytes, rules: _Rules, entries: list[os.DirEntry[bytes]]
) -> _Rules:
    """The rules that hold here: those above, and those of this folder's own file."""
    for entry in entries:
        if entry.name == b".gitignore" and entry.is_file(follow_symlinks=False):
            try:
                with open(os.path.join(base, folder, entry.name), "rb") as stream:
                    lines = stream.read(1 << 20).decode("utf-8", "surrogateescape").splitlines()
            except OSError:
                return rules
            return (*rules, (folder, _spec(lines)))
    return rules


def _spec(lines: list[str]) -> GitIgnoreSpec:
    """The rules of one file; a line that is no pattern is passed over, as git does."""
    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines(line for line in lines if _is_pattern(line))


def _is_pattern(line: str) -> bool:
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True


def _ignored(name: bytes, rules: _Rules) -> bool:
    """Whether git would ignore the name: the innermost rule that speaks of it decides."""
    for folder, spec in reversed(rules):
        relative = name[len(folder) :].decode("utf-8", "surrogateescape")
        said = spec.check_file(relative).include
        if said is not None:
            return said
    return False
