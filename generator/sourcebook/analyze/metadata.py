"""Stage 3: the facts about each chunk, with the rung that gave each kind of fact."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Generic, TypeVar

from sourcebook.model import (
    Boundary,
    CallSite,
    ChunkId,
    Import,
    Metadata,
    ParsedFile,
    Span,
    Symbol,
    SymbolKind,
)

Spanned = TypeVar("Spanned", CallSite, Import, Symbol)


def metadata(
    parsed: ParsedFile,
    calls: Sequence[CallSite],
    boundaries: Sequence[Boundary],
    types: Mapping[str, tuple[str, str]] = MappingProxyType({}),
) -> dict[ChunkId, Metadata]:
    """The metadata of every chunk of a file.

    ``calls`` and ``boundaries`` are those of this file after linking; ``types`` tells what
    functions return that do not write it, and who found that out.
    """
    symbols = {symbol.id: symbol for symbol in parsed.symbols}
    owned = _Ordered(parsed.symbols[1:])
    called = _Ordered(calls)
    imported = _Ordered(parsed.imports)
    todos = [note for note in parsed.notes if note.kind in ("todo", "fixme")]
    result: dict[ChunkId, Metadata] = {}
    for chunk in parsed.chunks:
        span = chunk.span
        symbol = symbols.get(chunk.symbol) if chunk.symbol else None
        inside = owned.within(span)
        own = symbol is not None and symbol.kind is not SymbolKind.MODULE and chunk.part == 1
        if symbol is not None and own and symbol not in inside:
            inside.insert(0, symbol)
        returns, teller = types.get(chunk.symbol or "", ("", ""))
        result[chunk.id] = Metadata(
            imports=_once(each.module for each in imported.within(span)),
            exports=_once(each.qualified for each in inside if each.exported),
            callees=_once(each.text for each in called.within(span)),
            raises=_once(name for each in _about(symbol, inside) for name in each.raises),
            decorators=symbol.decorators if symbol else (),
            is_async=symbol.is_async if symbol else False,
            visibility=symbol.visibility if symbol else "public",
            deprecated=symbol.deprecated if symbol else False,
            todos=_once(note.text for note in todos if span.line <= note.line <= span.end_line),
            boundary=_once(
                each.kind for each in boundaries if span.line <= each.line <= span.end_line
            ),
            complexity=symbol.complexity if symbol else 1,
            lines=span.end_line - span.line + 1,
            returns=returns,
            provenance=(
                ("symbols", parsed.rung),
                *((("returns", teller),) if returns else ()),
            ),
        )
    return result


class _Ordered(Generic[Spanned]):
    """Items of a file in the order of the source."""

    def __init__(self, items: Iterable[Spanned]) -> None:
        self._items: list[Spanned] = sorted(
            items, key=lambda each: (each.span.start, each.span.end)
        )
        self._starts: list[int] = [each.span.start for each in self._items]

    def within(self, span: Span) -> list[Spanned]:
        """The items that lie in ``span``."""
        first, last = bisect_left(self._starts, span.start), bisect_right(self._starts, span.end)
        return [each for each in self._items[first:last] if each.span.end <= span.end]


def _about(symbol: Symbol | None, inside: Sequence[Symbol]) -> list[Symbol]:
    return [*([symbol] if symbol else []), *inside]


def _once(values: Iterable[str]) -> tuple[str, ...]:
    """The values without repetition, in their order."""
    return tuple(dict.fromkeys(values))
