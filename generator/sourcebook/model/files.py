"""Files of a repository, their text and what became of them (stages 1 and 2)."""

from dataclasses import dataclass
from enum import StrEnum

import msgspec


class FileStatus(StrEnum):
    """What became of a file."""

    INDEXED = "indexed"
    PARTLY = "partly"
    SKIPPED = "skipped"


class FileClass(StrEnum):
    """What kind of file it is; decides how it is read and where it ranks."""

    SOURCE = "source"
    TEST = "test"
    EXAMPLE = "example"
    DOCUMENT = "document"
    DATA = "data"
    CONFIG = "config"
    VENDORED = "vendored"
    GENERATED = "generated"
    MINIFIED = "minified"
    LOCK = "lock"
    BINARY = "binary"
    HUGE = "huge"
    LINK = "link"
    SUBMODULE = "submodule"
    SECRET = "secret"  # noqa: S105 - a class of file, not a credential
    UNREADABLE = "unreadable"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of the repository, as stage 1 (scan) found it.

    ``digest`` is the SHA-256 of the file's bytes in hexadecimal ("" for a file that is
    never read). ``reason`` says, for a skipped file, why it was skipped.
    """

    path: str
    digest: str
    size: int
    language: str  # a row name of the language table, or "" when unknown
    file_class: FileClass
    status: FileStatus = FileStatus.INDEXED
    reason: str = ""
    scope: str = ""  # monorepo scope (folder), "" for the root scope
    link_target: str = ""  # for links: the target as written
    link_kind: str = ""  # for links: inside | outside | broken | loop

    def __str__(self) -> str:
        note = f" ({self.reason})" if self.reason else ""
        return f"{self.path}: {self.file_class}, {self.status}{note}"


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit of the repository's history, newest first in :class:`Repository`.

    ``paths`` are the changed files under the names that they have today. ``time`` is the
    committer time in seconds since the epoch (UTC). ``subject`` is redacted.
    """

    id: str
    time: int
    subject: str
    paths: tuple[str, ...]
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Repository:
    """What stage 1 knows about the repository as a whole.

    ``former`` holds the names that files of today had before, newest first.
    ``state`` is ``commit`` (ordinary), ``dirty``, ``unborn`` (no commit yet) or ``none``
    (no git). ``commit`` and ``time`` are "" and 0 unless there is a commit.
    """

    name: str
    state: str
    commit: str = ""
    time: int = 0
    ref: str = ""  # tag or branch name, "" when detached
    remote: str = ""  # web address of the repository, "" when unknown
    shallow: bool = False
    files: tuple[SourceFile, ...] = ()
    history: tuple[Commit, ...] = ()
    scopes: tuple[str, ...] = ()
    former: tuple[tuple[str, tuple[str, ...]], ...] = ()
    prefix: str = ""  # of the folder that was read within its git repository: "sub/folder/"
    flaw: str = ""  # why older history could not be read, "" if all could


@dataclass(frozen=True, slots=True)
class Redaction:
    """A secret that was replaced by a mark: where it stood and of what kind, never it."""

    line: int
    end_line: int
    kind: str


@dataclass(frozen=True, slots=True)
class FileReport:
    """One line of ``report.json``: what became of one file, and how it was read."""

    path: str
    status: FileStatus
    file_class: FileClass
    language: str
    size: int
    lines: int = 0
    encoding: str = ""
    guessed: bool = False  # the encoding is a guess
    replaced: int = 0  # undecodable or NUL characters replaced
    reason: str = ""
    error_line: int = 0  # first line that could not be parsed, 0 when none
    rung: str = ""  # syntax | pattern | text
    notes: tuple[str, ...] = ()  # work-arounds used, each in words
    redactions: tuple["Redaction", ...] = ()
    link_target: str = ""
    link_kind: str = ""


@dataclass(frozen=True, slots=True)
class SourceText:
    """The decoded text of one file: what is parsed, quoted and published.

    ``data`` is UTF-8: decoded, NUL replaced, lone CR turned into LF (CRLF kept), secrets
    replaced by marks that keep the number of lines. ``line_starts`` holds the byte offset
    in ``data`` of each line's first byte. ``shifts`` maps ``data`` back to the text before
    redaction: ``(offset in data, difference to add)`` in ascending order, empty when
    nothing was redacted.
    """

    path: str
    data: bytes
    encoding: str
    line_starts: tuple[int, ...]
    guessed: bool = False
    replaced: int = 0
    redactions: tuple[Redaction, ...] = ()
    shifts: tuple[tuple[int, int], ...] = ()


class Span(msgspec.Struct, frozen=True, gc=False):
    """A range of one file: byte offsets ``[start, end)`` and lines ``line..end_line``."""

    start: int
    end: int
    line: int
    end_line: int

    def __str__(self) -> str:
        return f"L{self.line}-L{self.end_line}"
