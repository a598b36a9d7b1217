"""The only maker of URLs and anchors.

Everything else asks :class:`Links`. A *page* is a path of a Markdown file relative to the
docs folder; a *URL* is the path of the built file relative to the folder that Sourcebook's
pages have in the site, percent-encoded; a link on a page is made relative to that page, so
that it holds under any address, in any sub-path and from a disk.

Page paths come from source paths by one function, :func:`slug`, which maps different
paths to different names, also on file systems that ignore case, and avoids every name
that a builder, an archive or a file system treats in its own way:

- lower-case letters, digits, ``.``, ``-``, ``_`` and letters of scripts without case stay;
- upper-case letters stay, and a suffix ``~`` with their positions as a number to the base
  32 tells ``Timer.ts`` (``Timer.ts~1``) from ``timer.ts``;
- any other byte becomes ``=`` and two hexadecimal digits, and so do leading and trailing
  dots, the first letter of names that are reserved (``index``, ``con``), and the dot of
  a folder whose name ends like a page;
- what is too long is cut and gets a digest after ``~~``.

Symbols have one permanent anchor each, made of their qualified name: ``Session.close``;
underscores become hyphens, since Markdown would read them as emphasis.
"""

import hashlib
import posixpath
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from urllib.parse import quote, unquote, urlsplit

from pathspec import GitIgnoreSpec

from sourcebook.config import Config
from sourcebook.model import (
    Chunk,
    ChunkId,
    ChunkKind,
    FileRecord,
    FileStatus,
    Symbol,
    SymbolId,
    SymbolKind,
)
from sourcebook.render.fold import Plan, plan
from sourcebook.render.parts import TEXTUAL, Parts, parts
from sourcebook.store.book import Book

#: Anchors of the sections of a page; a symbol of such a name gets another one.
SECTIONS = frozenset(
    [
        "top",
        "imports",
        "importers",
        "symbols",
        "values",
        "calls",
        "callers",
        "source",
        "tests",
        "history",
        "related",
        "module-level",
        "api",
        "files",
        "folders",
        "depends",
        "used-by",
        "picture",
        "call-graph",
        "decisions",
        "rules",
        "status",
        "context",
        "decision",
        "consequences",
        "options",
        "relations",
        "code",
        "timeline",
    ]
)

#: Lines on one page of source.
SOURCE_LINES = 3000

_BASE32 = "0123456789abcdefghijklmnopqrstuv"
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-")
_RESERVED = re.compile(
    r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)|(?:index|readme)$", re.IGNORECASE
)
_ORDINAL = re.compile(r"^[^~]*~[0-9]+$")  # the suffix that tells equal names apart
_PLAIN_NAME = re.compile(r"(?!line\.[0-9])[A-Za-z0-9_][A-Za-z0-9._]{0,99}")
_SHOWN_BYTE = re.compile(r"%5Cx([0-9A-F]{2})")
_LONGEST_NAME = 190  # bytes, so that ".html" and a suffix fit into 200
_LONGEST_PATH = 180  # characters, so that folders around it fit into 240


@dataclass(frozen=True, slots=True)
class Frame:
    """How Sourcebook's pages stand in a site that is not theirs alone.

    ``docs`` is the path, in the repository, of the folder of pages written by hand, ""
    when there is none; ``folder`` is the place of Sourcebook's pages in it.
    """

    directory_urls: bool = False
    docs: str = ""
    folder: str = ""


@lru_cache(maxsize=65536)
def slug(path: str) -> str:
    """Returns the name of a source path among page paths; different for different paths."""
    *folders, name = path.split("/")
    parts = [_component(part, folder=True) for part in folders]
    full = "/".join([*parts, _component(name, folder=False)])
    if len(full) <= _LONGEST_PATH:
        return full
    return f"~~/{_digest(path)}-{_component(name, folder=False)[-60:].lstrip('=.~')}"


def _folder_slug(path: str) -> str:
    return slug(f"{path}/").rstrip("/")


def _component(name: str, *, folder: bool) -> str:
    whole = unicodedata.normalize("NFC", name) == name
    shown = "".join(c if _stays(c, whole=whole) else _escaped(c) for c in name)
    upper = sum(1 << place for place, c in enumerate(name) if c.isascii() and c.isupper())
    if shown.startswith(".") or _RESERVED.match(shown):
        shown = _escaped(shown[0]) + shown[1:]
    if shown.endswith("."):
        shown = shown[:-1] + _escaped(".")
    if folder and shown.lower().endswith((".md", ".html")):
        dot = shown.rindex(".")
        shown = shown[:dot] + _escaped(".") + shown[dot + 1 :]
    if upper:
        shown += "~" + _base32(upper)
    if len(shown.encode()) <= _LONGEST_NAME:
        return shown
    head = shown.encode()[:120].decode(errors="ignore").rstrip("=.")
    return f"{head}~~{_digest(name)}"


def _stays(character: str, *, whole: bool) -> bool:
    """Whether a character may stand in a page path as it is."""
    if character.isascii():
        return character in _PLAIN
    return (
        whole
        and character.isalnum()
        and character.lower() == character.upper()
        and unicodedata.normalize("NFKC", character) == character
    )


def _escaped(character: str) -> str:
    return "".join(f"={byte:02x}" for byte in character.encode("utf-8", "surrogateescape"))


def _base32(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, 32)
        digits = _BASE32[digit] + digits
    return digits


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()[:20]


class Links:
    """All URLs and anchors of one book's site."""

    def __init__(self, book: Book, config: Config, frame: Frame = Frame()) -> None:
        self._book = book
        self._config = config
        self.frame = frame
        self._repo = (config.repo_url or book.repository.remote).rstrip("/")
        self._at_forge: dict[tuple[str, str], str] = {}

    # ------------------------------------------------------------------ which pages

    @cached_property
    def hidden(self) -> frozenset[str]:
        """The files that the configuration keeps out of the site."""
        paths = (record.report.path for record in self._book.files)
        return frozenset(self._unpublished.match_files(paths))

    @cached_property
    def _unpublished(self) -> GitIgnoreSpec:
        return GitIgnoreSpec.from_lines(self._config.exclude.publish)

    def is_hidden(self, path: str) -> bool:
        """Whether a path, also one that is gone, is kept out of the site."""
        return self._unpublished.match_file(path)

    @cached_property
    def published(self) -> tuple[FileRecord, ...]:
        """The files that may be shown, in path order."""
        return tuple(r for r in self._book.files if r.report.path not in self.hidden)

    @cached_property
    def paths(self) -> frozenset[str]:
        """The files that have a page."""
        return frozenset(
            record.report.path
            for record in self.published
            if record.report.status is not FileStatus.SKIPPED
        )

    @cached_property
    def folders(self) -> tuple[str, ...]:
        """The folders that have a page: all that hold a file with a page, below or in it."""
        found = {"."}
        for path in self.paths:
            folder = folder_of(path)
            while folder not in found:
                found.add(folder)
                folder = folder_of(folder)
        return tuple(sorted(found, key=lambda folder: "" if folder == "." else folder))

    # ------------------------------------------------------------------- page paths

    def leaf(self, path: str) -> str:
        """The page of a name: ``coverage`` to ``coverage.md`` or ``coverage/index.md``."""
        return f"{path}/index.md" if self.frame.directory_urls else f"{path}.md"

    def subsystem(self, name: str) -> str:
        """The anchor of a subsystem on the page of the system."""
        return f"subsystem.{_anchor(name)}"

    def file(self, path: str, part: int = 1) -> str:
        """The page of a part of a source file; on a folded site that of its folder."""
        folded = self.plan.part.get(path)
        if folded is not None:
            folder = folder_of(path)
            return self.leaf(f"files/{'~' if folder == '.' else _folder_slug(folder)}/~{folded}")
        return self.leaf(f"files/{slug(path)}{f'~~{part}' if part > 1 else ''}")

    def module(self, folder: str) -> str:
        """The page of a folder."""
        return f"modules/{'~' if folder == '.' else _folder_slug(folder)}/index.md"

    def decision(self, key: str) -> str:
        """The page of a decision record."""
        return f"decisions/{_folder_slug(key)}/index.md"

    def source(self, path: str, line: int = 1) -> str:
        """The page that carries ``line`` of a source file."""
        part = (max(line, 1) - 1) // SOURCE_LINES + 1
        suffix = f"~~{part}" if part > 1 else ""
        return self.leaf(f"source/{slug(path)}{suffix}")

    # ------------------------------------------------------------------------- URLs

    def url(self, page: str, anchor: str = "") -> str:
        """The URL of a page."""
        built = page[:-3] + ".html" if page.endswith(".md") else page
        return _quoted(built) + (f"#{anchor}" if anchor else "")

    def file_url(self, path: str) -> str:
        """The URL of a source file."""
        return self.url(self.file(path), self.mark(path))

    def symbol_url(self, symbol: SymbolId) -> str:
        """The URL of a symbol: its file's page and its anchor; "" when it has no page."""
        path = self.path_of(symbol)
        if path not in self.paths:
            return ""
        part = self.parts.of(path, symbol)
        return self.url(self.file(path, part), self.anchor(symbol) or self.mark(path))

    def chunk_url(self, chunk: Chunk) -> str:
        """The URL of a chunk, where a reader finds it best; "" when it has no page.

        A document that is a page written by hand leads to that page.
        """
        if chunk.path not in self.paths:
            return ""
        by_hand = self.by_hand(chunk.path)
        if by_hand:
            heading = self._headings.get(chunk.id, "")
            return f"{by_hand}#{heading}" if heading else by_hand
        return self.page_url(chunk)

    def page_url(self, chunk: Chunk) -> str:
        """The URL of a chunk on the page of its file."""
        anchor = self.anchor(chunk.symbol) if chunk.symbol is not None else ""
        if anchor and chunk.symbol is not None:
            part = self.parts.of(chunk.path, chunk.symbol)
        else:
            part = self.parts.at(chunk.path, chunk.span.line)
        page = self.file(chunk.path, part)
        return self.url(page, anchor or self.line_anchor(chunk.path, chunk.span.line))

    def by_hand(self, path: str) -> str:
        """The URL of a page written by hand that the site makes of ``path``, or ""."""
        frame = self.frame
        if not frame.docs or not path.startswith(f"{frame.docs}/") or not path.endswith(".md"):
            return ""
        inner = path[len(frame.docs) + 1 : -3]
        if any(part.startswith(".") for part in inner.split("/")):
            return ""
        *folders, name = inner.split("/")
        if name in {"index", "README"}:
            inner = "/".join([*folders, "index"])
        elif frame.directory_urls:
            inner += "/index"
        return "../" * (frame.folder.count("/") + 1) + _quoted(f"{inner}.html")

    @cached_property
    def _headings(self) -> dict[ChunkId, str]:
        """The anchors that builders give to the headings of pages written by hand."""
        found: dict[ChunkId, str] = {}
        taken: dict[str, set[str]] = {}
        for chunk in self._book.iter_chunks() if self.frame.docs else ():
            if chunk.kind is ChunkKind.SECTION and chunk.part == 1 and self.by_hand(chunk.path):
                title = chunk.heading[-1] if chunk.heading else ""
                if title:
                    found[chunk.id] = heading_anchor(title, taken.setdefault(chunk.path, set()))
        return found

    # ---------------------------------------------------------------------- anchors

    def mark(self, path: str) -> str:
        """The anchor of a file on the page of its folder; "" where it has its own page."""
        return self._marks.get(path, "")

    @cached_property
    def _marks(self) -> dict[str, str]:
        taken: dict[str, set[str]] = {}
        found: dict[str, str] = {}
        for path in self.plan.part:
            seen = taken.setdefault(self.file(path), set())
            wanted = base = f"in.{_anchor(path.rpartition('/')[2])}"
            while wanted.lower() in seen:
                wanted = f"{base}.{len(seen)}"
            seen.add(wanted.lower())
            found[path] = wanted
        return found

    def line_anchor(self, path: str, line: int) -> str:
        """The anchor of code that belongs to no symbol: the line where it begins."""
        return self.within(path, f"line.{line}")

    def within(self, path: str, anchor: str) -> str:
        """An anchor of a file's page, told apart from those of other files on it."""
        mark = self.mark(path)
        return f"{mark}.{anchor}" if mark and anchor else anchor

    def path_of(self, symbol: SymbolId) -> str:
        """The file of a symbol."""
        return self._elsewhere.get(symbol) or symbol.partition("::")[0]

    def anchor(self, symbol: SymbolId) -> str:
        """The permanent anchor of a symbol on its page; "" for a file's own code."""
        found = self._anchors.get(symbol, "")
        return self.within(self.path_of(symbol), found) if self.plan.part else found

    @cached_property
    def _elsewhere(self) -> dict[SymbolId, str]:
        """The files of the symbols whose ids do not tell: of such with colons in their paths."""
        return {
            symbol.id: symbol.path
            for symbol in self._book.outline.symbols
            if symbol.id.partition("::")[0] != symbol.path
        }

    @cached_property
    def _anchors(self) -> dict[SymbolId, str]:
        by_path: dict[str, list[Symbol]] = {}
        for symbol in self._book.outline.symbols:
            by_path.setdefault(symbol.path, []).append(symbol)
        found: dict[SymbolId, str] = {}
        for path, symbols in by_path.items():
            named = [symbol for symbol in symbols if symbol.kind is not SymbolKind.LAMBDA]
            found |= anchors(path, (symbol.id for symbol in named))
            for symbol in symbols:
                # An anonymous function has no section: it is read where it stands.
                if symbol.kind is SymbolKind.LAMBDA and symbol.parent is not None:
                    found[symbol.id] = found.get(symbol.parent, "")
        return found

    # ----------------------------------------------------------------------- source

    @cached_property
    def plan(self) -> Plan:
        """How much gets pages of its own."""
        choice = self._config.site.source_pages
        source = choice == "always" or (choice == "auto" and not self._repo)
        return plan(self._book, self._config.site, self.paths, source=source)

    @cached_property
    def parts(self) -> Parts:
        """The parts of the pages of long files; documents and data have one, cut where it is full."""
        code = (r.report.path for r in self.published if r.report.file_class not in TEXTUAL)
        long = self.plan.long.intersection(code)
        return parts(self._book, long, self._config.site.code_lines)

    @property
    def own_source(self) -> bool:
        """Whether pages of the site carry the source, because nothing else does."""
        return self.plan.source

    def lines(self, path: str, line: int, end_line: int = 0) -> str:
        """The address of lines of a file: at the forge, or a URL of the site, or ""."""
        if self._repo:
            mark = f"#{self._forge_lines(line, end_line)}" if line else ""
            return f"{self._forge(path)}{mark}"
        if self.own_source and path in self.paths:
            return self.url(self.source(path, line), f"L{line}")
        return ""

    def line_of(self, commit: str, path: str, line: int) -> str:
        """The address of a line at the forge as a commit has it, or ""."""
        if not self._repo or not commit:
            return ""
        return f"{self._forge(path, commit)}#{self._forge_lines(line, line)}"

    def whole(self, path: str) -> str:
        """The address of a whole file."""
        if self._repo:
            return self._forge(path)
        return self.url(self.source(path)) if self.own_source and path in self.paths else ""

    def commit(self, commit: str) -> str:
        """The address of a commit at the forge, or ""."""
        if not self._repo or not commit:
            return ""
        word = {"gitlab": "-/commit", "bitbucket": "commits"}.get(self._forge_kind, "commit")
        return f"{self._repo}/{word}/{commit}"

    def revision(self, path: str) -> str:
        """The commit that a file's links name: the last that changed it.

        A shallow history does not know it, and a tree with changes has no commit of its
        own: then it is the book's commit.
        """
        repository = self._book.repository
        if repository.state == "commit" and not repository.shallow:
            return self._changed.get(path, repository.commit)
        return repository.commit or "HEAD"

    @cached_property
    def _changed(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for commit in self._book.history:
            for path in commit.paths:
                found.setdefault(path, commit.id)
        return found

    @cached_property
    def _forge_kind(self) -> str:
        host = (urlsplit(self._repo).hostname or "").lower()
        for kind, words in (
            ("gitlab", ("gitlab", "salsa.debian")),
            ("bitbucket", ("bitbucket",)),
            ("gitea", ("gitea", "codeberg", "forgejo")),
        ):
            if any(word in host for word in words):
                return kind
        return "github"

    def _forge(self, path: str, commit: str = "") -> str:
        """The address of a file at the forge, by default as the commit of its links has it."""
        known = self._at_forge.get((path, commit))
        if known is not None:
            return known
        name, ref = _raw(self._book.repository.prefix + path), commit or self.revision(path)
        match self._forge_kind:
            case "gitlab":
                base = f"-/blob/{ref}"
            case "bitbucket":
                base = f"src/{ref}"
            case "gitea":
                base = f"src/{'branch' if ref == 'HEAD' else 'commit'}/{ref}"
            case _:
                base = f"blob/{ref}"
        self._at_forge[path, commit] = f"{self._repo}/{base}/{name}"
        return self._at_forge[path, commit]

    def _forge_lines(self, line: int, end_line: int) -> str:
        """The part of an address at the forge that names lines."""
        several = end_line > line
        match self._forge_kind:
            case "gitlab":
                return f"L{line}-{end_line}" if several else f"L{line}"
            case "bitbucket":
                return f"lines-{line}:{end_line}" if several else f"lines-{line}"
            case _:
                return f"L{line}-L{end_line}" if several else f"L{line}"


def folder_of(path: str) -> str:
    """The folder of a path, "." for the root."""
    return path.rpartition("/")[0] or "."


def heading_anchor(title: str, taken: set[str]) -> str:
    """The anchor of a heading as Python-Markdown makes it, unless one is written with it."""
    written = re.search(r"\{[^}]*#([\w.:-]+)[^}]*\}\s*$", title)
    if written:
        taken.add(written[1])
        return written[1]
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    base = re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())
    anchor, count = base, 0
    while anchor in taken or not anchor:
        count += 1
        anchor = f"{base}_{count}"
    taken.add(anchor)
    return anchor


def anchors(path: str, symbols: Iterable[SymbolId]) -> dict[SymbolId, str]:
    """The anchors of one file's symbols, distinct also without case."""
    found: dict[SymbolId, str] = {}
    taken = set(SECTIONS)
    for symbol in symbols:
        name = symbol[len(path) + 2 :]
        if not name:
            continue
        wanted = base = _anchor(name)
        count = 1
        while wanted.lower() in taken:
            count += 1
            wanted = f"{base}.{count}"
        taken.add(wanted.lower())
        found[symbol] = wanted
    return found


def _anchor(name: str) -> str:
    """The anchor of a qualified name: readable where it can be, with a digest elsewhere."""
    name, _, ordinal = name.partition("~") if _ORDINAL.search(name) else (name, "", "")
    shown = name.replace("_", "-")
    if not _PLAIN_NAME.fullmatch(name):
        readable = re.sub(r"[^A-Za-z0-9.-]", "", shown)[:60].strip(".")
        shown = f"{readable}.{_digest(name)[:10]}".lstrip(".")
    return f"{shown}.{ordinal}" if ordinal else shown


def relative(page: str, url: str) -> str:
    """Returns ``url`` as seen from the page ``page``; other addresses stay as they are."""
    if "://" in url or url.startswith("#"):
        return url
    here = _quoted(page).split("/")[:-1]
    there, hash_sign, anchor = url.partition("#")
    parts = there.split("/")
    common = 0
    for mine, theirs in zip(here, parts[:-1], strict=False):
        if mine != theirs or mine == "..":
            break
        common += 1
    steps = ["..", *[".."] * (len(here) - common - 1)] if len(here) > common else []
    return "/".join([*steps, *parts[common:]]) + hash_sign + anchor


def resolved(page: str, url: str) -> str:
    """The inverse of :func:`relative`: the path that a link of ``page`` names."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(url)))


def _raw(path: str) -> str:
    """The quoted bytes of a path; a byte that a scan shows by its number is that byte."""
    return _SHOWN_BYTE.sub(r"%\1", _quoted(path))


@lru_cache(maxsize=65536)
def _quoted(path: str) -> str:
    return quote(path.encode("utf-8", "surrogateescape"), safe="/~=!$'()*+,:@;-._")
