"""Long files: at which lines the parts of their pages begin.

A page of a megabyte takes a browser seconds, so a file whose page would pass :data:`LONG`
bytes has several, of some :data:`PART` bytes each. A part begins with a definition, or with
what stands between two. The first has the address of the file, and an entry with the anchor
of every symbol of the others, so that an address that was right before the file grew still
leads there.

Links are made before pages, so what a definition takes is estimated from the book.
"""

from bisect import bisect_right
from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass

from sourcebook.model import (
    ChunkKind,
    Entry,
    FileClass,
    Symbol,
    SymbolId,
    SymbolKind,
)
from sourcebook.store.book import Book
from sourcebook.store.graph import Call

#: Estimated bytes of the page of a file, above which it has parts, and of one of them.
LONG, PART = 450_000, 300_000

#: Bytes of a section, of a row of a table, of an item of a list, of a claim; of a letter.
SECTION, VALUE, USE, CLAIM, LETTER = 900, 400, 110, 300, 1.5

#: Items of lists that a section shows.
USES = 96

#: Kinds of file that are read as text or settings, not symbol by symbol.
TEXTUAL = frozenset({FileClass.DOCUMENT, FileClass.DATA, FileClass.CONFIG})

#: Kinds of symbols that get a section of their own on a file's page.
DEFINITIONS = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
        SymbolKind.FUNCTION,
        SymbolKind.METHOD,
        SymbolKind.CONSTRUCTOR,
        SymbolKind.TABLE,
        SymbolKind.MACRO,
    }
)

#: Kinds of chunks that no definition owns.
UNDEFINED = frozenset({ChunkKind.STATEMENTS, ChunkKind.SECTION, ChunkKind.WINDOW})


def has_section(symbol: Symbol, owned: Container[SymbolId]) -> bool:
    """Whether a symbol has a section of its own on the page of its file, and is not one row.

    ``owned`` are the symbols with a chunk of their own. A namespace that nobody documented
    says nothing beyond its name, and many files have three.
    """
    if symbol.kind is SymbolKind.NAMESPACE and not symbol.doc:
        return False
    return symbol.kind in DEFINITIONS or symbol.id in owned


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of long files, numbered from 1."""

    starts: Mapping[str, tuple[int, ...]]  # the lines at which parts after the first begin
    lines: Mapping[SymbolId, int]  # of the symbols of long files, the line they are shown at

    def count(self, path: str) -> int:
        return len(self.starts.get(path, ())) + 1

    def at(self, path: str, line: int) -> int:
        """The part that shows what begins at a line."""
        starts = self.starts.get(path)
        return 1 if starts is None else bisect_right(starts, line) + 1

    def of(self, path: str, symbol: SymbolId) -> int:
        """The part that shows a symbol."""
        return self.at(path, self.lines.get(symbol, 1)) if path in self.starts else 1


def parts(book: Book, paths: frozenset[str], code_lines: int) -> Parts:
    """Divides the pages of those of ``paths`` that are long."""
    if not paths:
        return Parts({}, {})
    entries = [entry for entry in book.iter_entries() if entry.chunk.path in paths]
    symbols = {one.id: one for one in book.outline.symbols if one.path in paths and one.qualified}
    owned = {
        SymbolId(e.chunk.symbol)
        for e in entries
        if e.chunk.symbol and e.chunk.kind not in UNDEFINED
    }
    shown = {
        one.id: _shown_at(one, symbols, owned)
        for one in symbols.values()
        if one.kind is not SymbolKind.LAMBDA
    }
    sizes: dict[str, Counter[int]] = {path: Counter() for path in paths}
    uses = _uses(book.calls, symbols)
    for name, line in shown.items():
        one = symbols[name]
        section = line == one.span.line and has_section(one, owned)
        bytes_ = SECTION + USE * min(uses[name], USES) if section else VALUE
        sizes[one.path][line] += bytes_ + int(LETTER * (len(one.doc) + len(one.signature)))
    for entry in entries:
        sizes[entry.chunk.path][_line(entry, shown)] += _of_chunk(entry, code_lines)
    starts = {path: tuple(_starts(lines)) for path, lines in sorted(sizes.items())}
    long = {path: found for path, found in starts.items() if found}
    return Parts(long, {name: line for name, line in shown.items() if symbols[name].path in long})


def _shown_at(
    symbol: Symbol, symbols: Mapping[SymbolId, Symbol], owned: Container[SymbolId]
) -> int:
    """The line of the section that shows a symbol; 1, the first part, for a file's own values."""
    one: Symbol | None = symbol
    while one is not None and not has_section(one, owned):
        one = symbols.get(one.parent) if one.parent is not None else None
    return one.span.line if one is not None else 1


def _uses(calls: Iterable[Call], symbols: Mapping[SymbolId, Symbol]) -> Counter[SymbolId]:
    """How many calls of a symbol and to it there are."""
    found: Counter[SymbolId] = Counter()
    for call in calls:
        found.update(one for one in (call.caller, *call.targets) if one in symbols)
    return found


def _line(entry: Entry, shown: Mapping[SymbolId, int]) -> int:
    symbol = entry.chunk.symbol
    if symbol is None or entry.chunk.kind in UNDEFINED:
        return entry.chunk.span.line
    return shown.get(symbol, entry.chunk.span.line)


def _of_chunk(entry: Entry, code_lines: int) -> int:
    """Bytes of the code and of the statements of a chunk; code beyond its first part is not shown."""
    claims = CLAIM * len(entry.summary.claims)
    if entry.chunk.part > 1:
        return claims
    return claims + int(
        LETTER * sum(map(len, entry.chunk.text.split("\n", code_lines)[:code_lines]))
    )


def _starts(sizes: Mapping[int, int]) -> Iterator[int]:
    """The lines at which parts after the first begin; none for a file that is not long."""
    if sum(sizes.values()) <= LONG:
        return
    filled = 0
    for line in sorted(sizes):
        if filled and filled + sizes[line] > PART:
            yield line
            filled = 0
        filled += sizes[line]
