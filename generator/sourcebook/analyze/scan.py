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
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from pathspec import GitIgnoreSpec

from sourcebook.analyze.classify import HEAD, Classifier, Verdict
from sourcebook.analyze.git import Git, RawCommit, open_repository
from sourcebook.analyze.history import history
from sourcebook.analyze.links import link_entry
from sourcebook.analyze.names import on_disk, shown
from sourcebook.analyze.project import project_name
from sourcebook.analyze.scopes import find_scopes, scope_of
from sourcebook.analyze.walk import walk
from sourcebook.config import Config
from sourcebook.errors import RepositoryError
from sourcebook.model import FileClass, FileStatus, Repository, SourceFile

#: Our own output is no part of what is documented: the default folder, and every folder
#: that holds a file of this name.
_OUTPUT = b".sourcebook/"
_MARKER = b".sourcebook-output"

_NESTED = Verdict(
    FileClass.SUBMODULE,
    FileStatus.SKIPPED,
    "a git repository of its own (submodule, worktree or clone): build a site of its own",
)
_SPARSE = Verdict(FileClass.EXCLUDED, FileStatus.SKIPPED, "left out by the sparse checkout")
_EXCLUDED = Verdict(FileClass.EXCLUDED, FileStatus.SKIPPED, "left out by exclude.read")


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
    _check(root)
    git = open_repository(root)
    listed = list(_listing(root, git))
    own = _own_folders(config, (item.name for item in listed))
    listed = [item for item in listed if not item.name.startswith(own)]
    files = _files(root, listed, config)
    scopes = find_scopes(root, (file.path for file in files), config.scopes)
    if scopes:
        files = tuple(replace(file, scope=scope_of(file.path, scopes)) for file in files)
    if git is None:
        return Repository(name=_name(root), state="none", files=files, scopes=scopes)
    commit, time = git.head()
    remote = git.remote()
    flaws: list[str] = []
    told = _readable(git.log(), flaws) if commit else ()
    commits, former = history(told, {file.path for file in files})
    return Repository(
        name=_name(root, remote),
        prefix=shown(git.prefix),
        state=_state(git, commit, own),
        commit=commit,
        time=time,
        ref=git.ref(),
        remote=remote,
        shallow=git.is_shallow(),
        files=files,
        scopes=scopes,
        history=commits,
        former=former,
        flaw="; ".join(flaws),
    )


def _readable(commits: Iterator[RawCommit], flaws: list[str]) -> Iterator[RawCommit]:
    """The commits as far as git can read them; says in ``flaws`` if that is not all."""
    try:
        yield from commits
    except RepositoryError as error:
        flaws.append(str(error))


def _check(root: Path) -> None:
    """Raises a RepositoryError unless ``root`` is a folder that can be listed."""
    try:
        with os.scandir(root):
            return
    except NotADirectoryError:
        what = "is a file"
    except FileNotFoundError:
        what = "does not exist"
    except OSError as error:
        what = f"cannot be listed ({error.strerror or error})"
    raise RepositoryError(f"{root}: {what}. Name a folder that you may read.")


def _own_folders(config: Config, names: Iterable[bytes]) -> tuple[bytes, ...]:
    """Beginnings of names that are our own output."""
    folders = {_OUTPUT}
    docs = PurePosixPath(config.docs.replace("\\", "/"))
    if docs.parts and docs.parts[0] not in {"/", ".."}:
        folders.add(os.fsencode(docs.as_posix()) + b"/")
    folders.update(name[: -len(_MARKER)] for name in names if name.endswith(b"/" + _MARKER))
    return tuple(sorted(folders))


def _state(git: Git, commit: str, own: tuple[bytes, ...]) -> str:
    if not commit:
        return "unborn"
    return "dirty" if any(not name.startswith(own) for name in git.changed()) else "commit"


def _name(root: Path, remote: str = "") -> str:
    return shown(os.fsencode(project_name(root, remote)))


def _listing(root: Path, git: Git | None) -> Iterator[_Listed]:
    """Every name once, in no defined order."""
    if git is not None:
        for entry in git.tracked():
            verdict = _NESTED if entry.is_submodule else _SPARSE if entry.absent else None
            yield _Listed(entry.path, verdict)
    for name in walk(root) if git is None else git.untracked():
        yield _Listed(name.rstrip(b"/"), _NESTED if name.endswith(b"/") else None)


def _files(root: Path, listed: Iterable[_Listed], config: Config) -> tuple[SourceFile, ...]:
    by_path = {shown(item.name): item.verdict for item in listed}
    excluded = GitIgnoreSpec.from_lines(config.exclude.read) if config.exclude.read else None
    reader = _Reader(Path(os.path.realpath(root)), Classifier(config, by_path), excluded)
    entries = (reader.entry(path, by_path[path]) for path in sorted(by_path))
    return tuple(entry for entry in entries if entry is not None)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Makes the entry of each file; reads a file once, and only if it may."""

    root: Path  # without links
    classifier: Classifier
    excluded: GitIgnoreSpec | None

    def entry(self, path: str, verdict: Verdict | None) -> SourceFile | None:
        """The entry of one name; None for a tracked file that is not on disk."""
        if verdict is None and self.excluded is not None and self.excluded.match_file(path):
            verdict = _EXCLUDED
        if verdict is not None:
            return _entry(path, verdict)
        try:
            return self._found(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            return _unreadable(path, error.strerror or str(error))

    def _found(self, path: str) -> SourceFile:
        file = on_disk(self.root, path)
        status = file.lstat()
        if stat.S_ISLNK(status.st_mode):
            return link_entry(self.root, path)
        if stat.S_ISREG(status.st_mode):
            return self._read(file, path, status.st_size)
        folder = stat.S_ISDIR(status.st_mode)
        return _unreadable(path, "no permission" if folder else "neither a file nor a link")

    def _read(self, file: Path, path: str, size: int) -> SourceFile:
        verdict = self.classifier.by_name(path)
        if verdict is not None:
            return _entry(path, verdict, size)
        whole = size <= self.classifier.limit
        with file.open("rb", buffering=0) as stream:
            content = stream.read(-1 if whole else HEAD)
        verdict = self.classifier.by_content(path, content, size)
        return SourceFile(
            path=path,
            digest=hashlib.sha256(content).hexdigest() if whole else "",
            size=size,
            language=verdict.language,
            file_class=verdict.file_class,
            status=verdict.status,
            reason=verdict.reason,
        )


def _entry(path: str, verdict: Verdict, size: int = 0) -> SourceFile:
    return SourceFile(path, "", size, "", verdict.file_class, verdict.status, verdict.reason)


def _unreadable(path: str, why: str) -> SourceFile:
    reason = f"cannot be read: {why.lower()}"
    return _entry(path, Verdict(FileClass.UNREADABLE, FileStatus.SKIPPED, reason))
