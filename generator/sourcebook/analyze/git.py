"""The only place that runs git, and it only ever reads.

Git is asked with a fixed configuration: neither the user's settings nor variables of a
surrounding git call change what it says, optional locks are off, the network is shut, and
programs that the repository's own configuration names (file system monitor, filters,
hooks) are switched off, for what is read is never run.

Without git on the PATH, and where a folder is no repository, :func:`open_repository`
returns None and the caller lists files by itself.
"""

import os
import re
import shutil
import subprocess
import tarfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryFile
from typing import TypeVar
from urllib.parse import urlsplit

from sourcebook.errors import RepositoryError

_SETTINGS = (
    "core.quotePath=false",
    "core.fsmonitor=false",
    "core.untrackedCache=false",
    f"core.excludesFile={os.devnull}",
    f"core.hooksPath={os.devnull}",
    "protocol.allow=never",
    "safe.directory=*",
    "log.showSignature=false",
    "log.mailmap=false",
    "diff.renames=true",
    "color.ui=false",
    "i18n.logOutputEncoding=UTF-8",
)

_SCP = re.compile(r"(?:[^@/:\s]+@)?([^@/:\s]+):(?!/{0,2}\d+/)(?!//)(.+)")


_T = TypeVar("_T")

_CLOSED = re.compile(rb"^warning: could not open directory '(.+)': ", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Tracked:
    """One entry of git's index: a file, a symbolic link or a submodule."""

    path: bytes
    mode: str
    absent: bool  # left out of a sparse checkout

    @property
    def is_submodule(self) -> bool:
        """Whether the entry is a commit of another repository."""
        return self.mode == "160000"


@dataclass(frozen=True, slots=True)
class RawCommit:
    """One commit as git tells it: changed paths as pairs (name before, name after)."""

    id: str
    time: int
    author: str
    subject: str
    changes: tuple[tuple[bytes, bytes], ...]


class Git:
    """Read-only questions to the repository that holds the folder ``root``."""

    def __init__(self, root: Path, program: str) -> None:
        self._root = root
        self._program = program
        self.prefix = b""  # of root within its repository, with a / at its end

    def place(self) -> Path | None:
        """The top of the repository's work tree, None outside one; sets the prefix."""
        try:
            answer = self._ask(
                "rev-parse", "--is-inside-work-tree", "--show-toplevel", "--show-prefix"
            )
        except RepositoryError:
            return None
        inside, top, self.prefix = answer.removesuffix(b"\n").split(b"\n", 2)
        return Path(os.fsdecode(top)) if inside == b"true" else None

    def tracked(self) -> Iterator[Tracked]:
        """Entries of the index below root, each path once."""
        seen: set[bytes] = set()
        for entry in _records(self._ask("ls-files", "-z", "-t", "--stage")):
            head, _, path = entry.partition(b"\t")
            tag, mode, *_ = head.decode("ascii").split()
            if path not in seen:  # an unmerged path has up to three entries
                seen.add(path)
                yield Tracked(path, mode, absent=tag == "S")

    def untracked(self) -> Iterator[bytes]:
        """Files that are neither tracked nor ignored; a repository within ends in ``/``.

        A folder that cannot be opened is named, too: git only warns of it.
        """
        done = self._run("ls-files", "-z", "--others", "--exclude-standard")
        yield from _records(done.stdout)
        yield from (match[1].rstrip(b"/") for match in _CLOSED.finditer(done.stderr))

    def changed(self) -> Iterator[bytes]:
        """Paths below root that differ from the commit, untracked ones among them."""
        status = self._ask(
            "status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=all",
            "--ignore-submodules=all", "--", ".", settings=self._unfiltered(),
        )  # fmt: skip
        strip = len(self.prefix)
        return (entry[3 + strip :] for entry in _records(status))

    def head(self) -> tuple[str, int]:
        """Id and time of the commit that is checked out; ("", 0) before the first."""
        answer = self._try("log", "-1", "--format=%H %ct").split()
        return (answer[0], int(answer[1])) if len(answer) == 2 else ("", 0)

    def ref(self) -> str:
        """The branch, or the tag of a detached head, "" if there is neither."""
        branch = self._try("symbolic-ref", "-q", "--short", "HEAD")
        if branch:
            return branch
        tags = self._try(
            "for-each-ref", "--points-at=HEAD", "--sort=-version:refname",
            "--format=%(refname:lstrip=2)", "refs/tags",
        )  # fmt: skip
        return tags.split("\n")[0]

    def remote(self) -> str:
        """Web address of the remote repository, "" if none is known."""
        names = self._try("remote").split()
        name = "origin" if "origin" in names else min(names, default="")
        return web_address(self._try("config", "--get", f"remote.{name}.url")) if name else ""

    def is_shallow(self) -> bool:
        """Whether history is cut off."""
        return self._try("rev-parse", "--is-shallow-repository") == "true"

    def log(self, last: str = "HEAD") -> Iterator[RawCommit]:
        """Commits up to ``last`` that touched files below root, newest first, without merges.

        Raises:
            RepositoryError: The history cannot be read further back.
        """
        return _recovered(lambda similarity: self._log(similarity, last))

    def _log(self, similarity: str, last: str) -> Iterator[RawCommit]:
        tokens = self._stream(
            "log", "-z", "--no-merges", "--no-ext-diff", "--no-textconv", "--name-status",
            "--relative", similarity, "--format=%x01%H%x00%ct%x00%an <%ae>%x00%s", last,
            "--", ".",
        )  # fmt: skip
        commit: list[str] = []
        changes: list[tuple[bytes, bytes]] = []
        for token in tokens:
            status = token.lstrip(b"\n")
            if status.startswith(b"\x01"):
                if commit:
                    yield _raw_commit(commit, changes)
                fields = (status[1:], next(tokens), next(tokens), next(tokens))
                commit = [field.decode("utf-8", "replace") for field in fields]
                changes = []
            elif status:
                before = next(tokens)
                changes.append((before, next(tokens) if status[:1] in b"RC" else before))
        if commit:
            yield _raw_commit(commit, changes)

    def patches(self, paths: Sequence[str]) -> Iterator[str]:
        """The lines of the patches that made the files, oldest first, without context."""
        if paths:
            listed = [f":(top,literal){self.prefix.decode()}{path}" for path in paths]
            yield from self._text(
                "log", "-p", "-U0", "--reverse", "--no-renames", "--no-merges", "--no-ext-diff",
                "--no-textconv", "--relative", "--format=", "--", *listed,
            ).split("\n")  # fmt: skip

    def removals(self) -> Iterator[tuple[str, str, str, str, str]]:
        """Files that went, newest first: commit, day, subject, name before and after.

        Raises:
            RepositoryError: The history cannot be read further back.
        """
        return (removed for commit in _recovered(self._removals) for removed in commit)

    def _removals(self, similarity: str) -> Iterator[list[tuple[str, str, str, str, str]]]:
        tokens = self._stream(
            "log", "-z", "--no-merges", "--no-ext-diff", "--no-textconv", "--name-status",
            "--relative", similarity, "--diff-filter=DR", "--format=%x01%H%x00%cs%x00%s", "--", ".",
        )  # fmt: skip
        commit: tuple[str, str, str] = ("", "", "")
        found: list[tuple[str, str, str, str, str]] = []
        for token in tokens:
            status = token.lstrip(b"\n")
            if status.startswith(b"\x01"):
                yield found
                parts = (status[1:], next(tokens), next(tokens))
                identity, day, subject = (part.decode("utf-8", "replace") for part in parts)
                commit, found = (identity, day, subject), []
            elif status:
                before = os.fsdecode(next(tokens))
                after = os.fsdecode(next(tokens)) if status[:1] == b"R" else ""
                found.append((*commit, before, after))
        yield found

    def grep(
        self, commit: str, names: Sequence[str], without: Sequence[str]
    ) -> dict[str, list[str]]:
        """The files that held each name as a whole word at a commit, some endings left out.

        Raises:
            RepositoryError: The commit cannot be searched.
        """
        patterns = [part for name in names for part in ("-e", name)]
        done = self._run(
            "grep", "-z", "-o", "-w", "-F", "-I", "--no-color", *patterns, commit, "--", ".",
            *(f":(exclude,glob)**/*.{ending}" for ending in without), good=(0, 1),
        )  # fmt: skip
        found: dict[str, dict[str, None]] = {}
        for line in done.stdout.decode("utf-8", "replace").split("\n"):
            place, _, name = line.partition("\0")
            if name:
                found.setdefault(name, {})[place.partition(":")[2]] = None
        return {name: list(paths) for name, paths in found.items()}

    def last_change(self, name: str, since: str, path: str) -> tuple[str, str, str, str] | None:
        """The last commit after ``since`` that took a name from a file: id, day, subject, patch."""
        told = self._try(
            "log", "-1", "-p", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv", f"-S{name}",
            "--format=%H%x00%cs%x00%s%x00", f"{since}..HEAD", "--", path,
        )  # fmt: skip
        commit, day, subject, patch = [*told.split("\0", 3), "", "", ""][:4]
        return (commit, day, subject, patch) if commit else None

    def commit(self, named: str) -> str:
        """The full id of a commit, "" for one that is not here."""
        return self._try(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{named}^{{commit}}"
        )

    def merge_base(self, one: str, other: str) -> str:
        """Where two lines of history part, "" if that is not here."""
        return self._try("merge-base", "--end-of-options", one, other)

    def diff(self, base: str, head: str = "") -> str:
        """The patch from one commit to another, or to the working tree, without context."""
        return self._text(
            "diff", "-U0", "-M60%", "--no-ext-diff", "--no-textconv", "--relative",
            "--src-prefix=a/", "--dst-prefix=b/", *filter(None, (base, head)), "--", ".",
        )  # fmt: skip

    def ignores(self, path: str) -> bool:
        """Whether a file of that name would be ignored."""
        return bool(self._try("check-ignore", "--no-index", "--", path))

    def content(self, commit: str, path: str) -> bytes | None:
        """What a file held at a commit, None if it was not there."""
        try:
            return self._ask("cat-file", "blob", f"{commit}:{self.prefix.decode()}{path}")
        except RepositoryError:
            return None

    def contents(self, commit: str, paths: Sequence[str], most: int) -> dict[str, bytes]:
        """What files of at most so many bytes held at a commit; those that were not there lack."""
        wanted = [path for path in paths if "\n" not in path]
        names = [f"{commit}:{self.prefix.decode()}{path}" for path in wanted]
        heads = self._batch("--batch-check=%(objecttype) %(objectsize) %(objectname)", names)
        blobs = [
            (path, int(head[1]), head[2].decode())
            for path, line in zip(wanted, heads.split(b"\n"), strict=False)
            if (head := line.split())[0] == b"blob" and int(head[1]) <= most
        ]  # of what is missing, a line begins with the name that was asked for
        told = self._batch("--batch", [name for _, _, name in blobs])
        found, at = {}, 0
        for path, size, _ in blobs:
            at = told.index(b"\n", at) + 1
            found[path] = told[at : at + size]
            at += size + 1
        return found

    def _batch(self, how: str, names: Sequence[str]) -> bytes:
        """What ``cat-file`` tells of many objects at once."""
        asked = "".join(f"{name}\n" for name in names)
        return self._run("cat-file", how, said=asked.encode("utf-8", "surrogateescape")).stdout

    def unpack(self, commit: str, folder: Path) -> None:
        """Writes the files below root, as they were at a commit, into a new folder.

        Links that lead out of the folder are left out.
        """
        command = self._command(["archive", "--format=tar", commit], self._unfiltered())
        folder.mkdir(parents=True)
        with subprocess.Popen(
            command,
            cwd=self._root,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            try:
                with tarfile.open(fileobj=process.stdout, mode="r|") as archive:
                    archive.extractall(folder, filter=_within)  # noqa: S202 - filtered
            except tarfile.TarError as error:
                raise RepositoryError(_failed("archive", process.stderr.read())) from error

    def _unfiltered(self) -> list[str]:
        """Settings under which no program of the repository's configuration reads its files."""
        return [
            f"{name.removesuffix(end)}{setting}"
            for name in self._try(
                "config", "-z", "--name-only", "--get-regexp", r"^filter\."
            ).split("\0")
            for end in (".clean", ".process", ".required", ".smudge")
            if name.endswith(end)
            for setting in (".clean=", ".smudge=", ".process=", ".required=false")
        ]

    def _text(self, *arguments: str) -> str:
        return self._ask(*arguments).decode("utf-8", "replace")

    def _command(self, arguments: Sequence[str], settings: Sequence[str]) -> list[str]:
        pairs = [part for setting in (*_SETTINGS, *settings) for part in ("-c", setting)]
        return [self._program, "--no-pager", *pairs, *arguments]

    def _run(
        self,
        *arguments: str,
        settings: Sequence[str] = (),
        good: Sequence[int] = (0,),
        said: bytes = b"",
    ) -> CompletedProcess[bytes]:
        done = subprocess.run(
            self._command(arguments, settings),
            cwd=self._root,
            env=_environment(),
            input=said,
            capture_output=True,
            check=False,
        )
        if done.returncode not in good:
            raise RepositoryError(_failed(arguments[0], done.stderr))
        return done

    def _ask(self, *arguments: str, settings: Sequence[str] = ()) -> bytes:
        return self._run(*arguments, settings=settings).stdout

    def _try(self, *arguments: str) -> str:
        """The answer without its line end, "" if git has none."""
        try:
            return self._ask(*arguments).decode("utf-8", "replace").strip("\n")
        except RepositoryError:
            return ""

    def _stream(self, *arguments: str) -> Iterator[bytes]:
        """The NUL-separated tokens of an answer of any length.

        Raises:
            RepositoryError: git failed, perhaps after a part of the answer.
        """
        with (
            TemporaryFile() as said,
            subprocess.Popen(
                self._command(arguments, ()),
                cwd=self._root,
                env=_environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=said,
            ) as process,
        ):
            assert process.stdout is not None
            rest = b""
            while block := process.stdout.read(1 << 16):
                *tokens, rest = (rest + block).split(b"\0")
                yield from tokens
            if process.wait():
                said.seek(0)
                raise RepositoryError(_failed(arguments[0], said.read()))
            if rest:
                yield rest


def open_repository(root: Path) -> Git | None:
    """The git repository that ``root`` lies in, None if there is none or no git.

    Raises:
        RepositoryError: ``root`` is a bare repository or lies within a ``.git`` folder.
    """
    if _looks_bare(root):
        raise RepositoryError(
            f"{root.name}: a bare repository holds no files. "
            "Make a checkout of it (git clone) and name that."
        )
    program = shutil.which("git")
    if program is None:
        return None
    git = Git(root, program)
    top = git.place()
    if top is None or not root.resolve().is_relative_to(top.resolve()):
        return None
    if git.prefix and not any(True for _ in git.tracked()):
        return None  # a folder that the repository around it does not know
    return git


def _looks_bare(root: Path) -> bool:
    return (root / "HEAD").is_file() and (root / "objects").is_dir() and (root / "refs").is_dir()


def web_address(url: str) -> str:
    """Turns the URL of a git remote into the address of its page; "" if it has none.

    User names, passwords and ports of other protocols are dropped, and so are addresses
    that mean nothing elsewhere: files, local names, loopback.
    """
    match = _SCP.fullmatch(url)
    if match and "://" not in url:
        scheme, host, path = "ssh", match[1], match[2]
        port = None
    else:
        try:
            parts = urlsplit(url)
            scheme, host, path, port = parts.scheme, parts.hostname or "", parts.path, parts.port
        except ValueError:
            return ""
    if scheme not in {"http", "https", "ssh", "git", "git+ssh"} or not _is_public(host):
        return ""
    path = path.strip("/").removesuffix(".git").rstrip("/")
    if host == "ssh.dev.azure.com" and path.count("/") == 3:
        _, organization, project, name = path.split("/")
        host, path = "dev.azure.com", f"{organization}/{project}/_git/{name}"
    if scheme in {"http", "https"} and port:
        host = f"{host}:{port}"
    return f"{'http' if scheme == 'http' else 'https'}://{host}/{path}" if path else ""


def _is_public(host: str) -> bool:
    return (
        "." in host and re.fullmatch(r"[\d.]+|.*\.(?:local|localhost|internal|lan)", host) is None
    )


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "LC_ALL": "C",
    }


def _within(member: tarfile.TarInfo, folder: str) -> tarfile.TarInfo | None:
    """The member, unless it would lie, or lead, outside of the folder."""
    try:
        return tarfile.data_filter(member, folder)
    except tarfile.FilterError:
        return None


def _recovered(read: Callable[[str], Iterator[_T]]) -> Iterator[_T]:
    """Commits with renames by similar content; from where content is missing, by equal content."""
    told = 0
    try:
        for commit in read("-M60%"):
            yield commit
            told += 1
    except RepositoryError:
        yield from islice(read("-M100%"), told, None)


def _records(answer: bytes) -> Iterator[bytes]:
    return (record for record in answer.split(b"\0") if record)


def _raw_commit(fields: list[str], changes: list[tuple[bytes, bytes]]) -> RawCommit:
    commit, time, author, subject = fields
    return RawCommit(commit, int(time), author, subject, tuple(changes))


def _failed(question: str, answer: bytes) -> str:
    said = answer.decode("utf-8", "replace").strip().split("\n")[0]
    return f"git {question} failed: {said or 'no reason given'}. Check the repository with git."
