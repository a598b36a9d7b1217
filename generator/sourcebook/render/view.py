"""The book, arranged for pages: who calls whom, what a folder holds, what a file defines.

A :class:`View` is made once for a site. It looks things up and counts them; how they are
worded and where they stand is up to the pages.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import attrgetter
from sys import intern
from typing import NamedTuple, TypeVar

import msgspec

from sourcebook.config import Config
from sourcebook.model import (
    Boundary,
    CallStatus,
    Claim,
    Commit,
    Decision,
    Entry,
    FileClass,
    FileRecord,
    FileReport,
    FileStatus,
    ImportEdge,
    Level,
    ModuleFigures,
    Role,
    Rule,
    StateEdge,
    Summary,
    Symbol,
    SymbolId,
    SymbolKind,
)
from sourcebook.render.links import Links, folder_of
from sourcebook.render.parts import UNDEFINED, has_section
from sourcebook.render.reach import reaching_files, reaching_tests
from sourcebook.store.book import Book
from sourcebook.store.glance import Brief
from sourcebook.store.graph import WITHIN, Call

K = TypeVar("K")
V = TypeVar("V")

#: Rows of a list of all modules.
MODULES = 500

#: Files whose chunks are kept at hand.
READ = 16

_NAME = re.compile(r"[\w$]+[!?]?")
_GENERIC = re.compile(r"::<(?:[^<>]|->|<[^<>]*>)*>")  # the types that a call of Rust names
_ORDINAL = re.compile(r"~\d+$")  # of the second definition of one name
_DOTTED = re.compile(r"[\w$.:>!?-]+")


class Use(msgspec.Struct, frozen=True, gc=False):
    """That one symbol uses another: through which call sites, and how sure that is."""

    symbol: SymbolId
    lines: tuple[int, ...]  # where the callee's name stands, in the caller's file
    written: tuple[str, ...]  # by line: the name used there, "" for the symbol's own
    sure: bool  # False: one of several possible targets


class Outside(msgspec.Struct, frozen=True, gc=False):
    """A callee that is no symbol of the repository, or that could not be found out."""

    name: str
    lines: tuple[int, ...]
    written: tuple[str, ...]  # by line: the name used there, "" for the last of ``name``
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Dependency:
    """What one folder needs of another, and the first place where that is written."""

    source: str
    target: str
    imports: int
    calls: int
    path: str
    line: int
    written: str = ""  # the name of what is called there, "" for an import

    @property
    def weight(self) -> int:
        return self.imports + self.calls


class _Chunks(NamedTuple):
    """The chunks at a glance."""

    places: dict[str, list[slice]]  # by file
    lines: dict[SymbolId, str]  # what each symbol that has a chunk is for
    origins: dict[SymbolId, str]  # who says so, where it was not extracted
    by_model: tuple[str, ...]  # the files with a summary that a model wrote, or failed to


class _Read(NamedTuple):
    """The chunks of a file, and of those the one that stands for each symbol."""

    entries: list[Entry]
    main: dict[SymbolId, Entry]


class View:
    """Look-ups over one book."""

    def __init__(self, book: Book, config: Config, links: Links) -> None:
        self.book = book
        self.config = config
        self.links = links
        self._read: dict[str, _Read] = {}  # the files read last

    # ------------------------------------------------------------------------ files

    @cached_property
    def files(self) -> dict[str, FileRecord]:
        """The files that have a page."""
        paths = self.links.paths
        return {
            record.report.path: record
            for record in self.links.published
            if record.report.path in paths
        }

    @cached_property
    def in_folder(self) -> Mapping[str, list[str]]:
        """The files with a page that lie directly in a folder."""
        return _grouped((folder_of(path), path) for path in self.files)

    @cached_property
    def unread_in(self) -> Mapping[str, list[FileReport]]:
        """The files directly in a folder that were not read."""
        return _grouped(
            (folder_of(record.report.path), record.report)
            for record in self.links.published
            if record.report.status is FileStatus.SKIPPED
        )

    @cached_property
    def subfolders(self) -> Mapping[str, list[str]]:
        """The folders directly in a folder."""
        return _grouped(
            (folder_of(folder), folder) for folder in self.links.folders if folder != "."
        )

    @cached_property
    def upper_folders(self) -> frozenset[str]:
        """The folders of as many levels as lists of all modules have room for.

        The lists of a larger repository lead to the pages of these, and those to the others.
        """
        levels = _grouped((folder.count("/") + 1, folder) for folder in self.links.folders)
        found: list[str] = []
        for level in sorted(levels):
            if level > 1 and len(found) + len(levels[level]) > MODULES:
                break
            found += levels[level]
        return frozenset(found)

    @cached_property
    def packages(self) -> tuple[str, ...]:
        """The scopes that have a page: the packages of a repository of several."""
        return tuple(one for one in self.book.repository.scopes if one in self.links.folders)

    @cached_property
    def totals(self) -> Mapping[str, tuple[int, int]]:
        """Files and lines in a folder and below it."""
        files: Counter[str] = Counter()
        lines: Counter[str] = Counter()
        for path, record in self.files.items():
            for folder in ancestors(path):
                files[folder] += 1
                lines[folder] += record.report.lines
        return {folder: (files[folder], lines[folder]) for folder in files}

    def is_test(self, path: str) -> bool:
        record = self.files.get(path)
        return record is not None and record.report.file_class is FileClass.TEST

    # ---------------------------------------------------------------------- content

    def entries_of(self, path: str) -> list[Entry]:
        """The chunks of a file, in source order."""
        return self._read_at(path).entries

    def _read_at(self, path: str) -> "_Read":
        read = self._read.pop(path, None)
        if read is None:
            entries = self.book.entries_at(self._chunks.places.get(path, ()))
            main: dict[SymbolId, Entry] = {}
            for entry in entries:
                if entry.chunk.symbol is not None and entry.chunk.kind not in UNDEFINED:
                    main.setdefault(entry.chunk.symbol, entry)
            read = _Read(entries, main)
            if len(self._read) == READ:
                del self._read[next(iter(self._read))]
        self._read[path] = read
        return read

    @cached_property
    def _chunks(self) -> "_Chunks":
        places: dict[str, list[slice]] = {}
        lines: dict[SymbolId, str] = {}
        origins: dict[SymbolId, str] = {}
        by_model: dict[str, None] = {}
        for place, glance in self.book.glances():
            chunk = glance.chunk
            _extend(places.setdefault(chunk.path, []), place)
            if chunk.symbol is not None and chunk.kind not in UNDEFINED:
                symbol, said = SymbolId(intern(chunk.symbol)), glance.summary.responsibility
                if symbol not in lines and said is not None and said.origin != "extracted":
                    origins[symbol] = intern(said.origin)
                lines.setdefault(symbol, glance.line)
            if _told_by_model(glance.summary):
                by_model[chunk.path] = None
        return _Chunks(places, lines, origins, tuple(by_model))

    @cached_property
    def symbols(self) -> dict[SymbolId, Symbol]:
        return {symbol.id: symbol for symbol in self.book.outline.symbols}

    @cached_property
    def symbols_in(self) -> Mapping[str, list[Symbol]]:
        """The symbols of a file in source order, without the file's own pseudo-symbol."""
        return _grouped(
            (symbol.path, symbol)
            for symbol in self.book.outline.symbols
            if symbol.qualified and symbol.kind is not SymbolKind.LAMBDA
        )

    def main_entry(self, symbol: SymbolId) -> Entry | None:
        """The chunk that stands for a symbol: its own, or the first part of it."""
        return self._read_at(self.links.path_of(symbol)).main.get(symbol)

    @cached_property
    def defined_in(self) -> Mapping[str, list[Symbol]]:
        """The symbols of a file that get a section of their own on its page."""
        own = self._chunks.lines
        return {
            path: [s for s in symbols if has_section(s, own)]
            for path, symbols in self.symbols_in.items()
        }

    @cached_property
    def symbols_shown(self) -> int:
        """The number of symbols that pages show as such: all but the headings of documents."""
        return sum(
            symbol.kind is not SymbolKind.SECTION
            for path in self.files
            for symbol in self.symbols_in.get(path, ())
        )

    @cached_property
    def by_model(self) -> Mapping[str, list[Summary]]:
        """The summaries that a model wrote, or failed to write, by the file they are of."""
        told = [entry.summary for path in self._chunks.by_model for entry in self.entries_of(path)]
        told += [one for (level, _), one in self.summaries.items() if level is Level.FILE]
        return _grouped((one.id.split("::", 1)[0], one) for one in told if _told_by_model(one))

    @cached_property
    def summaries(self) -> dict[tuple[Level, str], Summary]:
        """The summaries above the chunk, by level and unit."""
        return {(summary.level, summary.id): summary for summary in self.book.summaries}

    def responsibility(self, level: Level, unit: str) -> Claim | None:
        """What a unit is for, in one line."""
        summary = self.summaries.get((level, unit))
        return summary.responsibility if summary is not None else None

    def symbol_line(self, symbol: SymbolId) -> str:
        """What a symbol is for, in one line."""
        return self._chunks.lines.get(symbol, "")

    def symbol_origin(self, symbol: SymbolId) -> str:
        """Who says what a symbol is for."""
        return self._chunks.origins.get(symbol, "extracted")

    def told(self, symbol: SymbolId) -> SymbolId | None:
        """The symbol or the innermost around it that a summary tells of."""
        at: SymbolId | None = symbol
        while at is not None and not self.symbol_line(at):
            at = self.symbols[at].parent if at in self.symbols else None
        return at

    # ------------------------------------------------------------------------ graph

    @cached_property
    def calls_of(self) -> Mapping[SymbolId, list[Call]]:
        """The call sites in a symbol."""
        return _grouped((call.caller, call) for call in self.book.calls)

    @cached_property
    def _calls_to(self) -> Mapping[SymbolId, list[Call]]:
        return _grouped((target, call) for call in self.book.calls for target in call.targets)

    @cached_property
    def _nameless(self) -> Mapping[SymbolId, list[SymbolId]]:
        """The anonymous functions in a definition, which have no section of their own."""
        pairs = []
        for symbol in self.symbols.values():
            around = symbol
            while around.kind is SymbolKind.LAMBDA and around.parent in self.symbols:
                around = self.symbols[around.parent]
            if around is not symbol:
                pairs.append((around.id, symbol.id))
        return _grouped(pairs)

    def _calls_in(self, symbol: SymbolId) -> list[Call]:
        """The call sites in a definition and in the anonymous functions in it, in source order."""
        found = self.calls_of.get(symbol, [])
        inner = self._nameless.get(symbol, ())
        if not inner:
            return found
        found = [*found, *(call for one in inner for call in self.calls_of.get(one, ()))]
        return sorted(found, key=attrgetter("line"))

    def callees(self, symbol: SymbolId) -> list[Use]:
        """The symbols that a symbol calls, in source order."""
        pairs = (
            (target, target, call)
            for call in self._calls_in(symbol)
            for target in call.targets
            if target in self.symbols
        )
        return self._uses(pairs)

    def callers(self, symbol: SymbolId) -> list[Use]:
        """The symbols that call a symbol."""
        return self._uses((call.caller, symbol, call) for call in self._calls_to.get(symbol, ()))

    def _uses(self, found: Iterable[tuple[SymbolId, SymbolId, Call]]) -> list[Use]:
        """Call sites by the symbol on the other side; triples of it, the callee, the call."""
        places: dict[tuple[SymbolId, bool], dict[int, str]] = {}
        for symbol, callee, call in found:
            sure = call.status is CallStatus.RESOLVED
            known = self.symbols.get(callee)
            written = name_in(call.text)
            own = known is None or written == known.name
            lines = places.setdefault((symbol, sure), {})
            lines.setdefault(call.line, "" if own else written)
        return [Use(symbol, *_by_line(lines), sure) for (symbol, sure), lines in places.items()]

    def times_called(self, symbol: SymbolId) -> int:
        """The number of call sites that reach a symbol."""
        return len(self._calls_to.get(symbol, ()))

    def outside(self, symbol: SymbolId, status: CallStatus) -> list[Outside]:
        """The callees of a symbol that are external or unknown."""
        places: dict[tuple[str, str], dict[int, str]] = {}
        for call in self._calls_in(symbol):
            if call.status is status:
                name = call.external if status is CallStatus.EXTERNAL else call.text
                written = name_in(call.text)
                own = _NAME.findall(name)[-1:] == [written]
                lines = places.setdefault((name, call.reason), {})
                lines.setdefault(call.line, "" if own else written)
        return [Outside(name, *_by_line(lines), reason) for (name, reason), lines in places.items()]

    @cached_property
    def imports_of(self) -> Mapping[str, list[ImportEdge]]:
        return _grouped((edge.path, edge) for edge in self.book.outline.imports)

    @cached_property
    def times_imported(self) -> Counter[str]:
        """How many import statements, those of tests apart, name each file."""
        return Counter(
            edge.target
            for edge in self.book.outline.imports
            if edge.target and not self.is_test(edge.path)
        )

    @cached_property
    def importers_of(self) -> Mapping[str, list[str]]:
        """The files that import a file."""
        pairs = {(edge.target, edge.path) for edge in self.book.outline.imports if edge.target}
        return _grouped(sorted(pairs))

    @cached_property
    def roles(self) -> dict[SymbolId, list[Role]]:
        return dict(_grouped(self.book.outline.roles))

    @cached_property
    def boundaries_of(self) -> Mapping[SymbolId, list[Boundary]]:
        return _grouped((boundary.symbol, boundary) for boundary in self.book.outline.boundaries)

    @cached_property
    def ends_in(self) -> Mapping[str, Counter[CallStatus]]:
        """How the call sites of each file ended."""
        found: dict[str, Counter[CallStatus]] = defaultdict(Counter)
        for call in self.book.calls:
            found[self.links.path_of(call.caller)][call.status] += 1
        return found

    @cached_property
    def state_of(self) -> Mapping[SymbolId, list[StateEdge]]:
        """What a symbol shares with others."""
        return _grouped((edge.symbol, edge) for edge in self.book.outline.state)

    @cached_property
    def users_of(self) -> Mapping[tuple[str, str], list[StateEdge]]:
        """The uses of each shared thing, by its kind and what names it in the repository."""
        return _grouped(
            ((edge.kind, edge.target or edge.name), edge)
            for edge in self.book.outline.state
            if self.links.path_of(edge.symbol) in self.files
        )

    @cached_property
    def figures_of(self) -> dict[str, ModuleFigures]:
        return {figures.folder: figures for figures in self.book.outline.modules}

    @cached_property
    def component_of(self) -> dict[SymbolId, int]:
        """The number of the cycle that a symbol is part of."""
        return {
            symbol: number
            for number, members in enumerate(self.book.outline.components)
            for symbol in members
        }

    @cached_property
    def tests_of(self) -> Mapping[str, list[str]]:
        """The test files that import a file or call into it."""
        found: dict[str, set[str]] = defaultdict(set)
        for edge in self.book.outline.imports:
            if edge.target and self.is_test(edge.path):
                found[edge.target].add(edge.path)
        for call in self.book.calls:
            caller = self.links.path_of(call.caller)
            if self.is_test(caller):
                for target in call.targets:
                    found[self.links.path_of(target)].add(caller)
        return {path: sorted(tests - {path}) for path, tests in found.items()}

    @cached_property
    def reached_by(self) -> dict[SymbolId, tuple[SymbolId, ...]]:
        """The tests from which calls lead to a symbol, the nearest first."""
        return reaching_tests(self.book.calls, self.is_test)

    @cached_property
    def tests_reaching(self) -> dict[SymbolId, int]:
        """How many files of tests lead to a symbol."""
        return reaching_files(self.book.calls, self.is_test)

    @cached_property
    def dependencies(self) -> dict[tuple[str, str], "Dependency"]:
        """What one folder needs of another: resolved imports and calls between them."""
        imports: Counter[tuple[str, str]] = Counter()
        calls: Counter[tuple[str, str]] = Counter()
        places: dict[tuple[str, str], tuple[str, int, str]] = {}
        folder = {path: folder_of(path) for path in self.files}
        for edge in self.book.outline.imports:
            if edge.path in folder and edge.target in folder:
                pair = (folder[edge.path], folder[edge.target])
                imports[pair] += 1
                places.setdefault(pair, (edge.path, edge.line, ""))
        path_of = self.links.path_of
        for call in self.book.calls:
            if call.status is CallStatus.RESOLVED:
                path = path_of(call.caller)
                for target in call.targets:
                    other = path_of(target)
                    if path in folder and other in folder:
                        pair = (folder[path], folder[other])
                        calls[pair] += 1
                        places.setdefault(pair, (path, call.line, name_in(call.text)))
        return {
            pair: Dependency(*pair, imports[pair], calls[pair], path, line, written)
            for pair, (path, line, written) in sorted(places.items())
            if pair[0] != pair[1]
        }

    # -------------------------------------------------------------------- the record

    @cached_property
    def rules(self) -> list[tuple[str, Rule]]:
        """The conditions of the code and then those of tests, each with its file."""
        paths = sorted(self.files, key=self.is_test)
        return [(path, rule) for path in paths for rule in self.files[path].rules]

    @cached_property
    def decisions_of(self) -> Mapping[str, list[Decision]]:
        """The decisions that a file is linked with."""
        pairs: dict[tuple[str, str], Decision] = {}
        for decision in self.book.decisions:
            for link in decision.links:
                pairs[link.path, decision.key] = decision
        return _grouped((path, decision) for (path, _), decision in sorted(pairs.items()))

    @cached_property
    def commits_of(self) -> Mapping[str, list[Commit]]:
        """The commits that changed a file, newest first."""
        return _grouped((path, commit) for commit in self.book.history for path in commit.paths)


def ancestors(path: str) -> Iterable[str]:
    """The folders that a path lies in, innermost first, down to the root "."."""
    folder = folder_of(path)
    while folder != ".":
        yield folder
        folder = folder_of(folder)
    yield "."


def _extend(places: list[slice], place: slice) -> None:
    """Adds a place to those of a file, which mostly follow each other."""
    if places and places[-1].stop == place.start:
        places[-1] = slice(places[-1].start, place.stop)
    else:
        places.append(place)


def _told_by_model(summary: Brief | Summary) -> bool:
    """Whether a model wrote a summary, or failed to."""
    return bool(summary.fallback) or summary.origin.startswith("model:")


def _grouped(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def _by_line(places: Mapping[int, str]) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """The lines in order, and the name at each."""
    lines = tuple(sorted(places))
    return lines, tuple(places[line] for line in lines)


@lru_cache(maxsize=65536)
def name_in(callee: str) -> str:
    """The last name in a callee as written: ``close`` of ``self.session.close``.

    Of a call that is called, the name of what it calls; of a function that is called where
    it is written, the first name in it, which mostly is the word that begins it.
    """
    if not callee.endswith(WITHIN):
        bare = _GENERIC.sub("", callee) if "::<" in callee else callee
        names = _NAME.findall(_ORDINAL.sub("", bare).partition("::<")[0])
        return str(names[-1]) if names else ""
    called = callee.partition("(")[0]
    names = _NAME.findall(called if _DOTTED.fullmatch(called) else callee)
    return str(names[-1 if _DOTTED.fullmatch(called) else 0]) if names else ""
