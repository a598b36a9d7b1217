"""Stage 3: the facts about each chunk, with the rung that gave each kind of fact."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from sourcebook.model import (
    Boundary,
    CallSite,
    ChunkId,
    Metadata,
    ParsedFile,
    Span,
    Symbol,
)


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
    calls = sorted(calls, key=lambda each: (each.span.start, each.span.end))
    result: dict[ChunkId, Metadata] = {}
    for chunk in parsed.chunks:
        span = chunk.span
        symbol = symbols.get(chunk.symbol) if chunk.symbol else None
        inside = [
            each
            for each in parsed.symbols[1:]
            if _within(each.span, span) or (each is symbol and chunk.part == 1)
        ]
        returns, teller = types.get(chunk.symbol or "", ("", ""))
        result[chunk.id] = Metadata(
            imports=_once(each.module for each in parsed.imports if _within(each.span, span)),
            exports=_once(each.qualified for each in inside if each.exported),
            callees=_once(each.text for each in calls if _within(each.span, span)),
            raises=_once(name for each in _about(symbol, inside) for name in each.raises),
            decorators=symbol.decorators if symbol else (),
            is_async=symbol.is_async if symbol else False,
            visibility=symbol.visibility if symbol else "public",
            deprecated=symbol.deprecated if symbol else False,
            todos=_once(
                note.text
                for note in parsed.notes
                if note.kind in ("todo", "fixme") and span.line <= note.line <= span.end_line
            ),
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


def _about(symbol: Symbol | None, inside: Sequence[Symbol]) -> list[Symbol]:
    return [*([symbol] if symbol else []), *inside]


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end


def _once(values: Iterable[str]) -> tuple[str, ...]:
    """The values without repetition, in their order."""
    return tuple(dict.fromkeys(values))
