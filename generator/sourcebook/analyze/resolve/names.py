"""Plain names: those that a file imports, and calls of a language without a front end."""

from collections.abc import Iterator

from msgspec.structs import replace

from sourcebook.model import CallSite, CallStatus, ParsedFile, SymbolId, SymbolKind

#: Definitions that a call could mean.
CALLABLE = frozenset(
    {
        SymbolKind.FUNCTION,
        SymbolKind.METHOD,
        SymbolKind.CONSTRUCTOR,
        SymbolKind.CLASS,
        SymbolKind.STRUCT,
        SymbolKind.MACRO,
    }
)


def by_plain_names(file: ParsedFile) -> Iterator[CallSite]:
    """Calls of a language without a front end: plain names that the file itself defines."""
    own: dict[str, list[SymbolId]] = {}
    for symbol in file.symbols:
        if symbol.kind in CALLABLE and symbol.qualified == symbol.name:
            own.setdefault(symbol.name, []).append(symbol.id)
    for call in file.calls:
        targets = tuple(own.get(call.text, ()))
        if targets:
            status = CallStatus.RESOLVED if len(targets) == 1 else CallStatus.AMBIGUOUS
            yield replace(call, status=status, targets=targets, provenance="scope")
        elif not call.reference:
            yield replace(call, reason=f"`{call.text}` is not defined in this file")


def names_of_imports(file: ParsedFile) -> frozenset[str]:
    """Names that the imports of a file bind."""
    names = set()
    for item in file.imports:
        if item.alias:
            names.add(item.alias)
        elif not item.names:
            names.add(item.module.partition(".")[0])
        names.update(local or name for name, local in item.names)
    return frozenset(names)
