"""The change under review: from git, from the working tree, or a patch on the input stream."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path

from sourcebook.analyze.git import Git, open_repository
from sourcebook.analyze.names import on_disk
from sourcebook.errors import QueryError, RepositoryError

_HUNK = re.compile(r"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPE = re.compile(rb"\\([0-7]{3}|.)")
_ESCAPES = {b"n": b"\n", b"t": b"\t", b"r": b"\r", b'"': b'"', b"\\": b"\\"}

Lines = tuple[tuple[int, str], ...]

#: Of a changed file that is read.
MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class FileChange:
    """One changed file: its names ("" before or after when there is none) and lines."""

    path: str
    before: str
    added: Lines = ()
    removed: Lines = ()
    removed_at: tuple[int, ...] = ()  # the line of after where each went

    @property
    def touched(self) -> tuple[int, ...]:
        """The lines of after that are new or where one went."""
        return tuple(sorted({*(number for number, _ in self.added), *self.removed_at}))

    @property
    def name(self) -> str:
        """The name to show: that of today, or the last one."""
        return self.path or self.before


@dataclass(frozen=True, slots=True)
class Changes:
    """All changed files, and how to read what they held before and hold after."""

    base: str
    head: str  # "" for the working tree
    files: tuple[FileChange, ...]
    read: Callable[[str], bytes | None] = field(repr=False)
    read_before: Callable[[str], bytes | None] = field(repr=False)
    commits: tuple[str, ...] = ()  # full ids of both ends
    #: The files that held each name before, None where that cannot be told.
    holders: Callable[[Sequence[str]], Mapping[str, Sequence[str]] | None] = field(
        default=lambda _: None, repr=False
    )


def changes_of(root: Path, named: str, patch: Callable[[], str] | None) -> Changes:
    """The change that is named, or the patch that ``patch`` reads.

    Raises:
        QueryError: There is no git to ask, it does not know the commits, or the patch is none.
    """
    git = open_repository(root)
    if patch is not None:
        return read_patch(git, root, patch())
    if git is None:
        raise QueryError(
            f"{root}: no git repository, so there is no {named}. Give a patch: --diff -"
        )
    return read_changes(git, root, named)


def read_changes(git: Git, root: Path, named: str) -> Changes:
    """Reads the change named ``BASE..HEAD``, ``BASE...HEAD`` or ``BASE`` (working tree).

    Raises:
        QueryError: git does not know the commits.
    """
    base, dots, head = named.partition("...") if "..." in named else named.partition("..")
    if dots and not head:
        head = "HEAD"
    base = base or "HEAD"
    if dots == "...":
        base = git.merge_base(base, head)
    ends = [git.commit(each) for each in (base, head) if each]
    if not all(ends):
        raise QueryError(
            f"{named}: git does not know these commits. Name a range BASE..HEAD of commits that "
            "are here; in CI, fetch the history (fetch-depth: 0)."
        )
    old, new = ends[0], ends[1] if head else ""
    files = tuple(parse_patch(git.diff(old, new)))
    before = _at(git, old, [change.before for change in files])
    after = _at(git, new, [change.path for change in files]) if new else partial(_on_disk, root)
    return Changes(base, head, files, after, before, tuple(ends), partial(_holders, git, old))


def _holders(git: Git, commit: str, names: Sequence[str]) -> Mapping[str, Sequence[str]] | None:
    try:
        return git.grep(commit, names, ())
    except RepositoryError:  # a clone may lack a part
        return None


def _at(git: Git, commit: str, paths: Sequence[str]) -> Callable[[str], bytes | None]:
    """Reads files as they were at a commit: git is asked once, for all of them."""

    @cache
    def held() -> dict[str, bytes]:
        return git.contents(commit, sorted({*paths} - {""}), MOST_BYTES)

    return lambda path: held().get(path)


def read_patch(git: Git | None, root: Path, text: str) -> Changes:
    """A patch in the unified form, against the commit that is checked out."""
    files = tuple(parse_patch(text))
    if text.strip() and not files:
        raise QueryError("the input is no patch in the unified form. Make one with: git diff")
    head = git.head()[0] if git is not None else ""
    by_path = {change.path: change for change in files}

    if git is not None and head:
        before = _at(git, head, [change.before for change in files])
    else:
        before = partial(_on_disk, root)

    def after(path: str) -> bytes | None:
        change = by_path.get(path)
        if change is None:
            return None
        old = before(change.before) if change.before else b""
        return _patched(old, change) if old is not None else None

    if git is None or not head:
        return Changes("", "", files, after, before)
    return Changes(head, "", files, after, before, (head,), partial(_holders, git, head))


def _patched(old: bytes, change: FileChange) -> bytes:
    """The text of a file once the change is made."""
    removed = {number for number, _ in change.removed}
    kept = [
        line
        for number, line in enumerate(old.decode("utf-8", "replace").split("\n"), 1)
        if number not in removed
    ]
    for number, line in change.added:
        kept.insert(number - 1, line)
    return "\n".join(kept).encode()


def _on_disk(root: Path, path: str) -> bytes | None:
    try:
        return on_disk(root, path).read_bytes()
    except OSError:
        return None


@dataclass(slots=True)
class _Reading:
    """A file of a patch while it is read."""

    before: str = ""
    after: str = ""
    added: list[tuple[int, str]] = field(default_factory=list)
    removed: list[tuple[int, str]] = field(default_factory=list)
    removed_at: list[int] = field(default_factory=list)
    old: int = 0  # next line of each side, and the lines that the hunk still has
    new: int = 0
    left_old: int = 0
    left_new: int = 0

    def hunk(self, match: re.Match[str]) -> None:
        self.old, self.new = int(match[1]), int(match[3])
        self.left_old, self.left_new = int(match[2] or 1), int(match[4] or 1)

    def line(self, line: str) -> None:
        if line.startswith("+"):
            self.added.append((self.new, line[1:]))
        elif line.startswith("-"):
            self.removed.append((self.old, line[1:]))
            self.removed_at.append(max(self.new, 1))
        if not line.startswith(("+", "\\")):
            self.old, self.left_old = self.old + 1, self.left_old - 1
        if not line.startswith(("-", "\\")):
            self.new, self.left_new = self.new + 1, self.left_new - 1

    def finished(self) -> Iterator[FileChange]:
        if self.before or self.after:
            yield FileChange(
                self.after,
                self.before,
                tuple(self.added),
                tuple(self.removed),
                tuple(self.removed_at),
            )


def parse_patch(text: str) -> Iterator[FileChange]:
    """Yields the files of a patch in the unified form, with or without context."""
    file = _Reading()
    for line in text.split("\n"):
        if file.left_old > 0 or file.left_new > 0:
            file.line(line)
        elif hunk := _HUNK.match(line):
            file.hunk(hunk)
        elif line.startswith("diff --git ") or (line.startswith("--- ") and file.after):
            if line.startswith("--- ") and not (file.added or file.removed):
                file.before = _name(line[4:])
                continue
            yield from file.finished()
            file = _Reading()
            if line.startswith("--- "):
                file.before = _name(line[4:])
        else:
            _head_line(file, line)
    yield from file.finished()


def _head_line(file: _Reading, line: str) -> None:
    """Reads a line that names one of the two files."""
    for start, side in (
        ("--- ", "before"),
        ("+++ ", "after"),
        ("rename from ", "before"),
        ("rename to ", "after"),
    ):
        if line.startswith(start):
            setattr(file, side, _name(line[len(start) :]))


def _name(written: str) -> str:
    """A path of a patch, without its prefix; "" for none."""
    written = written.rstrip("\t\r")
    if written.startswith('"') and written.endswith('"'):
        raw = _ESCAPE.sub(_unescaped, written[1:-1].encode())
        written = raw.decode("utf-8", "surrogateescape")
    if written == "/dev/null":
        return ""
    return written[2:] if written[:2] in {"a/", "b/"} else written


def _unescaped(match: re.Match[bytes]) -> bytes:
    code = match[1]
    return bytes([int(code, 8)]) if len(code) == 3 else _ESCAPES.get(code, code)
