"""Stage 1: which files there are, what each of them is, and what git knows about them.

Where there is git, the list is git's own: what is tracked, and what is neither tracked
nor ignored. Elsewhere the folder is walked with the same ignore rules. Every file is
accounted for once; one that is not read says why. Nothing is written, no link is followed,
and a repository within the repository (submodule, linked worktree, nested clone) is one
entry: it is documented by a run of its own.

A folder inside a larger repository is a repository by itself: paths, history and state are
those below it.
"""

import hashlib
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from pathspec import GitIgnoreSpec

from sourcebook.analyze.classify import HEAD, Classifier, Verdict
from sourcebook.analyze.git import Git, open_repository
from sourcebook.analyze.history import history
from sourcebook.analyze.languages import language_of
from sourcebook.analyze.links import link_entry
from sourcebook.analyze.names import raw, shown
from sourcebook.analyze.walk import walk
from sourcebook.config import Config
from sourcebook.errors import RepositoryError
from sourcebook.model import FileClass, FileStatus, Repository, SourceFile

#: Our own output folder; it is no part of what is documented.
OWN = b".sourcebook"

_NESTED = "a git repository of its own (submodule, worktree or clone); it has its own site"


@dataclass(frozen=True, slots=True)
class _Listed:
    """One name of the list: its bytes, and what the list says about it."""

    name: bytes
    verdict: Verdict | None = None


def scan(root: Path, config: Config) -> Repository:
    """Lists the files of ``root`` with their classes, and reads its state and history.

    Raises:
        RepositoryError: ``root`` is no folder, cannot be listed, or is a bare repository.
    """
    if not root.is_dir():
        what = "is a file" if root.exists() else "does not exist"
        raise RepositoryError(f"{root}: {what}. Name the folder of a repository.")
    git = open_repository(root)
    own = _own_folders(config)
    listed = [item for item in _listing(root, git) if not item.name.startswith(own)]
    files = _files(root, listed, config)
    if git is None:
        return Repository(name=_name(root, ""), state="none", files=files)
    commit, time = git.head()
    remote = git.remote()
    paths = {file.path for file in files}
    return Repository(
        name=_name(root, remote),
        state=_state(git, commit, own),
        commit=commit,
        time=time,
        ref=git.ref(),
        remote=remote,
        shallow=git.is_shallow(),
        files=files,
        history=history(git.log(), paths) if commit else (),
    )


def _own_folders(config: Config) -> tuple[bytes, ...]:
    """Beginnings of names that are our own output."""
    docs = PurePosixPath(config.docs.replace("\\", "/")).as_posix() if config.docs else ""
    folders = [OWN + b"/"]
    if docs and not docs.startswith(("/", "../")) and docs != ".":
        folders.append(os.fsencode(docs) + b"/")
    return tuple(folders)


def _state(git: Git, commit: str, own: tuple[bytes, ...]) -> str:
    if not commit:
        return "unborn"
    return "dirty" if any(not name.startswith(own) for name in git.changed()) else "commit"


def _name(root: Path, remote: str) -> str:
    return shown(os.fsencode(remote.rpartition("/")[2] or root.resolve().name))


def _listing(root: Path, git: Git | None) -> Iterator[_Listed]:
    """Every name once, in no defined order."""
    nested = Verdict(FileClass.SUBMODULE, FileStatus.SKIPPED, _NESTED)
    if git is None:
        for name in walk(root):
            yield _Listed(name.rstrip(b"/"), nested if name.endswith(b"/") else None)
        return
    sparse = Verdict(FileClass.EXCLUDED, FileStatus.SKIPPED, "left out by the sparse checkout")
    for entry in git.tracked():
        if entry.is_submodule:
            yield _Listed(entry.path, nested)
        else:
            yield _Listed(entry.path, sparse if entry.absent else None)
    for name in git.untracked():
        yield _Listed(name.rstrip(b"/"), nested if name.endswith(b"/") else None)


def _files(root: Path, listed: Sequence[_Listed], config: Config) -> tuple[SourceFile, ...]:
    excluded = GitIgnoreSpec.from_lines(config.exclude.read) if config.exclude.read else None
    by_path = {shown(item.name): item for item in listed}
    classifier = Classifier(config, by_path)
    base = os.fsencode(root)
    real = os.path.realpath(base)
    found: list[SourceFile] = []
    for path in sorted(by_path):
        item = by_path[path]
        if item.verdict is not None:
            found.append(_entry(path, item.verdict))
        elif excluded is not None and excluded.match_file(path):
            reason = "excluded by the configuration (exclude.read)"
            found.append(_entry(path, Verdict(FileClass.EXCLUDED, FileStatus.SKIPPED, reason)))
        else:
            file = _file(base, real, item.name, path, classifier)
            if file is not None:
                found.append(file)
    return tuple(found)


def _entry(path: str, verdict: Verdict, size: int = 0) -> SourceFile:
    return SourceFile(path, "", size, "", verdict.file_class, verdict.status, verdict.reason)


def _file(
    base: bytes, real: bytes, name: bytes, path: str, classifier: Classifier
) -> SourceFile | None:
    """The entry of one name; None for a tracked file that is not on disk."""
    full = os.path.join(base, name)
    try:
        status = os.lstat(full)
    except FileNotFoundError:
        return None
    except OSError as error:
        return _unreadable(path, 0, error.strerror or str(error))
    if stat.S_ISLNK(status.st_mode):
        return link_entry(real, name, path)
    if not stat.S_ISREG(status.st_mode):
        return _unreadable(path, 0, "neither a file nor a link")
    size = status.st_size
    secret = classifier.by_name(path)
    if secret is not None:
        return _entry(path, secret, size)
    limit = classifier.limit
    try:
        with open(full, "rb", buffering=0) as stream:
            content = stream.read(size + 1 if size <= limit else HEAD)
    except OSError as error:
        return _unreadable(path, size, error.strerror or str(error))
    digest = hashlib.sha256(content).hexdigest() if size <= limit else ""
    tongue = language_of(path, content[:HEAD])
    verdict = classifier.by_content(path, content, size, tongue)
    if verdict.file_class is FileClass.BINARY:
        tongue = ""
    return SourceFile(
        path, digest, size, tongue, verdict.file_class, verdict.status, verdict.reason
    )


def _unreadable(path: str, size: int, why: str) -> SourceFile:
    reason = f"cannot be read: {why.lower()}"
    return _entry(path, Verdict(FileClass.UNREADABLE, FileStatus.SKIPPED, reason), size)
