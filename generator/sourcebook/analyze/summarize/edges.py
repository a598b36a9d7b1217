"""Who calls whom, by the names that a sentence would use.

A sentence says "calls `close`", "calls `Invoice.close`" or "calls `invoice`": the names of
a symbol are its own, those that it stands in, and, for other files, the stem of its file. A call that leads
out of the repository, or nowhere that is known, has the names as they are written.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from sourcebook.model import CallGraph, CallSite, SymbolId

_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Around:
    """The names of what a unit calls, and of what calls it."""

    callees: frozenset[str] = frozenset()
    callers: frozenset[str] = frozenset()


#: A unit that calls nothing and that nothing calls.
ALONE = Around()


class Edges:
    """The calls of a repository, from both ends."""

    def __init__(self, graph: CallGraph) -> None:
        self._symbols = {symbol.id: symbol for symbol in graph.symbols}
        self._out: dict[SymbolId, list[CallSite]] = {}
        self._in: dict[SymbolId, list[SymbolId]] = {}
        self._inside: dict[SymbolId, list[SymbolId]] = {}
        self._named: dict[str, list[SymbolId]] = {}
        self._files: dict[str, list[SymbolId]] = {}
        for symbol in graph.symbols:
            self._named.setdefault(symbol.name, []).append(symbol.id)
            self._files.setdefault(symbol.path, []).append(symbol.id)
            if symbol.parent is not None:
                self._inside.setdefault(symbol.parent, []).append(symbol.id)
        for call in graph.calls:
            self._out.setdefault(call.caller, []).append(call)
            for target in call.targets:
                self._in.setdefault(target, []).append(call.caller)

    def of(self, symbol: SymbolId) -> Around:
        """Around a definition and all that stands in it."""
        return self._around(self._whole(symbol))

    def of_symbols(self, symbols: Iterable[SymbolId]) -> Around:
        """Around several definitions."""
        return self._around(one for symbol in symbols for one in self._whole(symbol))

    def of_files(self, paths: Iterable[str]) -> Around:
        """Around all definitions of some files."""
        return self._around(symbol for path in paths for symbol in self._files.get(path, ()))

    def of_name(self, name: str) -> Around | None:
        """Around all definitions of a name; None where there is none."""
        named = self._named.get(name)
        return self._around(one for each in named for one in self._whole(each)) if named else None

    def _whole(self, symbol: SymbolId) -> Iterator[SymbolId]:
        yield symbol
        for inner in self._inside.get(symbol, ()):
            yield from self._whole(inner)

    def _around(self, symbols: Iterable[SymbolId]) -> Around:
        callees: set[str] = set()
        callers: set[str] = set()
        for symbol in symbols:
            for call in self._out.get(symbol, ()):
                callees.update(_NAME.findall(call.text)[-1:], _NAME.findall(call.external))
                for target in call.targets:
                    callees.update(self._names(target, symbol))
            for caller in self._in.get(symbol, ()):
                callers.update(self._names(caller, symbol))
        return Around(frozenset(callees), frozenset(callers))

    def _names(self, symbol: SymbolId, seen_from: SymbolId) -> Iterator[str]:
        found, own = self._symbols.get(symbol), self._symbols.get(seen_from)
        if found is not None:
            yield from _NAME.findall(f"{found.name} {found.qualified}")
            if own is None or own.path != found.path:
                yield PurePosixPath(found.path).stem
