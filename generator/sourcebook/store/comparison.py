"""What changed from one book to another.

Files are matched by path, and by digest where a path is gone: then the file has moved.
Symbols, those of source code, are matched by their ids, which hold no line, so that code that only shifted has not
changed. A changed symbol is one of another signature, or of the same one and another text.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from sourcebook.model import Decision, FileClass, Repository, Symbol, SymbolId, SymbolKind
from sourcebook.store.book import Book


class Kind(StrEnum):
    """What became of a file, a definition, a dependency or a decision."""

    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    SIGNATURE = "signature"
    CHANGED = "changed"


@dataclass(frozen=True, slots=True)
class FileChange:
    """A file that is not as it was; ``before`` is the path that it had."""

    kind: Kind
    path: str
    before: str = ""
    lines: int = 0  # of the newer state, of a removed file those it had
    lines_before: int = 0


@dataclass(frozen=True, slots=True)
class SymbolChange:
    """A definition that is not as it was, as it was and as it is."""

    kind: Kind
    before: Symbol | None
    after: Symbol | None

    @property
    def shown(self) -> Symbol:
        """The definition as it is or, if it is gone, as it was."""
        symbol = self.after or self.before
        assert symbol is not None
        return symbol


@dataclass(frozen=True, slots=True)
class NeedChange:
    """That one folder began or ceased to import another."""

    kind: Kind
    source: str
    target: str


@dataclass(frozen=True, slots=True)
class DecisionChange:
    """A decision that is new, gone, or of another status."""

    kind: Kind
    key: str
    title: str
    status: str
    before: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """All that differs between an older and a newer book."""

    older: Repository
    newer: Repository
    files: tuple[FileChange, ...]
    symbols: tuple[SymbolChange, ...]
    needs: tuple[NeedChange, ...]
    decisions: tuple[DecisionChange, ...]


def compare(older: Book, newer: Book) -> Comparison:
    """Compares two books of one repository."""
    files = tuple(_files(older, newer))
    moved = {file.before: file.path for file in files if file.kind is Kind.MOVED}
    return Comparison(
        older.repository,
        newer.repository,
        files,
        tuple(_symbols(older, newer, moved)),
        tuple(_needs(older, newer, moved)),
        tuple(_decisions(older.decisions, newer.decisions)),
    )


def _files(older: Book, newer: Book) -> Iterator[FileChange]:
    was = {record.report.path: record for record in older.files}
    now = {record.report.path: record for record in newer.files}
    gone: dict[str, list[str]] = defaultdict(list)
    for path in sorted(was.keys() - now.keys(), reverse=True):
        gone[was[path].digest].append(path)
    for path, record in sorted(now.items()):
        lines = record.report.lines
        if path in was:
            if was[path].digest != record.digest:
                yield FileChange(Kind.CHANGED, path, path, lines, was[path].report.lines)
        elif record.digest and record.report.size and gone.get(record.digest):
            before = gone[record.digest].pop()
            yield FileChange(Kind.MOVED, path, before, lines, was[before].report.lines)
        else:
            yield FileChange(Kind.ADDED, path, "", lines)
    for path in sorted(path for paths in gone.values() for path in paths):
        yield FileChange(Kind.REMOVED, path, path, was[path].report.lines)


def _symbols(older: Book, newer: Book, moved: Mapping[str, str]) -> Iterator[SymbolChange]:
    was = {_id(one.id, one.path, moved): one for one in _defined(older)}
    now = {one.id: one for one in _defined(newer)}
    texts = _texts(newer, {}), _texts(older, moved)
    for key, after in now.items():
        before = was.get(key)
        if before is None:
            yield SymbolChange(Kind.ADDED, None, after)
        elif before.signature != after.signature:
            yield SymbolChange(Kind.SIGNATURE, before, after)
        elif texts[0].get(key) != texts[1].get(key):
            yield SymbolChange(Kind.CHANGED, before, after)
    for key, before in was.items():
        if key not in now:
            yield SymbolChange(Kind.REMOVED, before, None)


def _defined(book: Book) -> Iterator[Symbol]:
    """The symbols of source code that have a name of their own; tests are none of them."""
    without = {SymbolKind.SECTION, SymbolKind.LAMBDA}
    code = {
        record.report.path for record in book.files if record.report.file_class is FileClass.SOURCE
    }
    return (
        one
        for one in book.outline.symbols
        if one.qualified and one.path in code and one.kind not in without
    )


def _id(symbol: SymbolId, path: str, moved: Mapping[str, str]) -> SymbolId:
    """The id that a symbol of a file has where the file went."""
    return SymbolId(moved.get(path, path) + symbol[len(path) :])


def _texts(book: Book, moved: Mapping[str, str]) -> dict[SymbolId, str]:
    """The text of each symbol that has chunks of its own."""
    found: dict[SymbolId, list[str]] = defaultdict(list)
    for entry in book.iter_entries():
        chunk = entry.chunk
        if chunk.symbol is not None:
            found[_id(chunk.symbol, chunk.path, moved)].append(chunk.text.strip())
    return {symbol: "\n".join(texts) for symbol, texts in found.items()}


def _needs(older: Book, newer: Book, moved: Mapping[str, str]) -> Iterator[NeedChange]:
    was, now = _imports(older, moved), _imports(newer, {})
    yield from (NeedChange(Kind.ADDED, *pair) for pair in sorted(now - was))
    yield from (NeedChange(Kind.REMOVED, *pair) for pair in sorted(was - now))


def _imports(book: Book, moved: Mapping[str, str]) -> set[tuple[str, str]]:
    """Which folder imports which."""
    pairs = (
        tuple(moved.get(path, path).rpartition("/")[0] or "." for path in (edge.path, edge.target))
        for edge in book.outline.imports
        if edge.target
    )
    return {(source, target) for source, target in pairs if source != target}


def _decisions(was: Iterable[Decision], now: Iterable[Decision]) -> Iterator[DecisionChange]:
    before = {decision.key: decision for decision in was}
    after = {decision.key: decision for decision in now}
    for key, one in after.items():
        old = before.get(key)
        if old is None:
            yield DecisionChange(Kind.ADDED, key, one.title, one.status)
        elif old.status != one.status:
            yield DecisionChange(Kind.CHANGED, key, one.title, one.status, old.status)
    for key, one in before.items():
        if key not in after:
            yield DecisionChange(Kind.REMOVED, key, one.title, "", one.status)
