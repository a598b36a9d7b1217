"""Where things go: the output folder, its parts and its lock."""

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import msgspec
from filelock import FileLock, Timeout

from sourcebook.errors import LockedError, StoreError
from sourcebook.store.generation import clear_leftovers

#: Name of the output folder inside a repository.
FOLDER = ".sourcebook"

#: Empty file that marks a folder as written by Sourcebook: a scan never reads it.
MARKER = ".sourcebook-output"


@dataclass(frozen=True, slots=True)
class Output:
    """The parts of one output folder.

    ``project`` holds the ``mkdocs.yml`` that builds ``docs``. With a docs folder named in
    the configuration that is the repository itself, whose ``mkdocs.yml`` is never touched
    (``own_project``).
    """

    root: Path
    docs: Path
    project: Path
    own_project: bool = False

    @property
    def book(self) -> Path:
        return self.root / "book"

    @property
    def memo(self) -> Path:
        return self.root / "memo.sqlite"

    @property
    def site(self) -> Path:
        return self.root / "site"


def output_of(repository: Path, docs: str, named: Path | None) -> Output:
    """Returns where the output for ``repository`` goes; creates nothing.

    ``docs`` is the configured docs folder ("" for none), ``named`` the folder given with
    ``--output``.
    """
    root = (named if named is not None else repository / FOLDER).absolute()
    if docs:
        return Output(root, (repository / docs).absolute(), repository.absolute(), own_project=True)
    return Output(root, root / "docs", root)


@contextlib.contextmanager
def writing(output: Output) -> Iterator[None]:
    """Creates the output folder and holds its lock; clears what a dead run left.

    Raises:
        StoreError: The folder cannot be made or written.
        LockedError: Another process is writing to it.
    """
    root = output.root
    lock = FileLock(root / "lock")
    try:
        root.mkdir(parents=True, exist_ok=True)
        if not (root / MARKER).exists():
            (root / MARKER).touch()
        if root.name == FOLDER and not (root / ".gitignore").exists():
            (root / ".gitignore").write_text("*\n", encoding="utf-8")
        lock.acquire(timeout=0)
    except Timeout as error:
        raise LockedError(
            f"{root}: another process is writing here. Wait for it, or name another folder "
            "with --output."
        ) from error
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(
            f"{root}: is a file, not a folder. Name another folder with --output."
        ) from error
    except OSError as error:
        raise StoreError(
            f"{root}: cannot be written: {error.strerror or error}. Name another folder with "
            "--output."
        ) from error
    try:
        clear_leftovers(root)
        if output.docs.parent != root:
            clear_leftovers(output.docs.parent)
        yield
    finally:
        lock.release()


class State(msgspec.Struct, frozen=True, kw_only=True):
    """``state.json``: the digest of what the docs folder and the site were made from."""

    docs: str = ""
    pages: int = 0
    site: str = ""


def read_state(output: Output) -> State:
    """Reads the state; an empty one when there is none or it is damaged."""
    try:
        return msgspec.json.decode((output.root / "state.json").read_bytes(), type=State)
    except (OSError, msgspec.DecodeError):
        return State()


def write_state(output: Output, state: State) -> None:
    """Replaces the state."""
    staging = output.root / ".state.json.new"
    staging.write_bytes(msgspec.json.encode(state))
    staging.replace(output.root / "state.json")


def remove(output: Output, *, everything: bool) -> list[Path]:
    """Removes what Sourcebook wrote below its output folder, and its docs folder.

    The memo stays unless ``everything``: it holds nothing but results of the past.
    """
    targets = [output.book, output.docs, output.site, output.root / "state.json"]
    if not output.own_project:
        targets.append(output.project / "mkdocs.yml")
    if everything:
        targets += [output.memo, *output.root.glob("memo.sqlite-*")]
    removed = [path for path in targets if path.exists()]
    for path in removed:
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()
    return removed
