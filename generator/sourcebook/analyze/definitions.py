"""Call sites and the definitions that a language server or an index names for them.

The resolver leaves some sites open: ambiguous or unknown. A definition from elsewhere closes
such a site by these rules:

* a definition counts only where a symbol that can be called has exactly this name on exactly
  this line; a class stands for its constructor, an overload for the one with the body;
* an unknown site gets what is named, inside the repository or outside it;
* an ambiguous site keeps every target that flows there, since a declared method does not rule
  out its overrides. The only target is confirmed; one that the flow did not find is added,
  unless it is the empty method of an interface.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from sourcebook.analyze.decode import unredacted
from sourcebook.analyze.names import on_disk
from sourcebook.analyze.resolve.names import CALLABLE
from sourcebook.model import (
    CallSite,
    CallStatus,
    Definition,
    Definitions,
    Symbol,
    SymbolId,
    SymbolKind,
)

OPEN = frozenset({CallStatus.AMBIGUOUS, CallStatus.UNKNOWN})
#: Files whose functions are stated several times before the one with the body.
OVERLOADING = (".ts", ".tsx", ".mts", ".cts")
#: Why a call is unknown when servers alone are asked.
UNASKED = "no language server says where it is defined"

_LAST_NAME = re.compile(r"[^\W\d][\w$]*[?!]?$")


@dataclass(frozen=True, slots=True)
class OpenSites:
    """The open sites of one file: where the name stands, and the number of the call."""

    path: str
    offsets: tuple[int, ...]
    calls: tuple[int, ...]


def unanswered(calls: Iterable[CallSite]) -> tuple[CallSite, ...]:
    """The calls as written, without anything that the resolver found out."""
    return tuple(
        replace(
            call,
            status=CallStatus.UNKNOWN,
            targets=(),
            external="",
            reason=UNASKED,
            provenance="",
            candidates=(),
        )
        for call in calls
        if not call.reference
    )


def open_sites(root: Path, calls: Sequence[CallSite], paths: Iterable[str]) -> list[OpenSites]:
    """The sites of ``paths`` whose callee is written as a name and not yet known."""
    wanted = set(paths)
    by_path: dict[str, list[int]] = {}
    for number, call in enumerate(calls):
        path = call.caller.partition("::")[0]
        if call.status in OPEN and not call.reference and path in wanted:
            by_path.setdefault(path, []).append(number)
    found = []
    for path, numbers in sorted(by_path.items()):
        try:
            data = unredacted(on_disk(root, path).read_bytes())
        except OSError:
            continue
        places = [(name_offset(data, calls[number]), number) for number in numbers]
        kept = [(offset, number) for offset, number in places if offset >= 0]
        if kept:
            found.append(OpenSites(path, *zip(*kept, strict=True)))
    return found


def name_offset(data: bytes, call: CallSite) -> int:
    """Where the called name begins in ``data``; -1 where the callee is no name."""
    written = data[call.span.start : call.span.end].decode("utf-8", "replace")
    written = without_arguments_of_type(written).rstrip()
    match = _LAST_NAME.search(written)
    if match is None:
        return -1
    return call.span.start + len(written[: match.start()].encode())


def without_arguments_of_type(written: str) -> str:
    """A callee without the ``<…>`` at its end."""
    if not written.endswith(">") or written.endswith("->"):
        return written
    depth = 0
    for index in range(len(written) - 1, -1, -1):
        depth += (written[index] == ">") - (written[index] == "<")
        if not depth:
            return written[:index].removesuffix("::")
    return written


class Joiner:
    """Joins definitions to the symbols of the repository."""

    def __init__(self, symbols: Iterable[Symbol]) -> None:
        self._symbols: dict[SymbolId, Symbol] = {}
        self._places: dict[tuple[str, int], list[Symbol]] = {}
        self._last: dict[tuple[str, str], SymbolId] = {}  # of those with equal names
        self._constructors: dict[SymbolId, list[SymbolId]] = {}
        for symbol in symbols:
            self._symbols[symbol.id] = symbol
            if symbol.kind in CALLABLE:
                self._last[symbol.path, symbol.qualified] = symbol.id
                self._places.setdefault((symbol.path, symbol.name_line), []).append(symbol)
            if symbol.kind is SymbolKind.CONSTRUCTOR and symbol.parent is not None:
                self._constructors.setdefault(symbol.parent, []).append(symbol.id)

    def join(
        self,
        calls: Sequence[CallSite],
        sites: Iterable[OpenSites],
        answers: Mapping[str, Definitions],
        provenance: str,
    ) -> tuple[CallSite, ...]:
        """The calls, with the sites closed that the answers close."""
        result = list(calls)
        for file in sites:
            for number, found in zip(file.calls, answers.get(file.path, ()), strict=False):
                result[number] = self.closed(calls[number], found, provenance)
        return tuple(result)

    def closed(
        self, call: CallSite, definitions: Sequence[Definition], provenance: str
    ) -> CallSite:
        """One site in the light of its definitions."""
        targets = self._targets(definitions)
        outside = next((each.external for each in definitions if each.external), "")
        if outside:
            name = _LAST_NAME.search(without_arguments_of_type(call.text))
            outside = f"{outside}.{name[0]}" if name else outside
        if call.status is CallStatus.AMBIGUOUS:
            if not targets:
                return call
            if targets == call.targets:
                outside = self._beside(call)
            else:
                new = {each for each in targets if not self._empty(self._symbols[each])}
                if new <= set(call.targets):
                    return call
                targets, outside = tuple(sorted({*call.targets, *new})), call.external
        if not targets and not outside:
            return call
        status = CallStatus.AMBIGUOUS
        if not targets:
            status = CallStatus.EXTERNAL
        elif len(targets) == 1 and not outside:
            status = CallStatus.RESOLVED
        if (status, targets, outside) == (call.status, call.targets, call.external):
            return call
        return replace(
            call,
            status=status,
            targets=targets,
            external=outside,
            reason="",
            candidates=(),
            provenance=provenance,
        )

    def _beside(self, call: CallSite) -> str:
        """What an ambiguous call with a confirmed target may mean outside: what is so named."""
        name = call.external.rpartition(".")[2].removesuffix("()")
        return call.external if self._symbols[call.targets[0]].name == name else ""

    def _empty(self, symbol: Symbol) -> bool:
        """Whether a symbol is a method that an interface states."""
        parent = self._symbols.get(symbol.parent) if symbol.parent else None
        return parent is not None and parent.kind in (SymbolKind.INTERFACE, SymbolKind.TRAIT)

    def _targets(self, definitions: Iterable[Definition]) -> tuple[SymbolId, ...]:
        found: dict[SymbolId, None] = {}
        for each in definitions:
            for symbol in self._places.get((each.path, each.line), ()):
                if symbol.name == each.name:
                    found[self._called(symbol)] = None
                    break
        return tuple(sorted(found))

    def _called(self, symbol: Symbol) -> SymbolId:
        """What runs when a definition is called."""
        if symbol.path.endswith(OVERLOADING) or "overload" in symbol.decorators:
            return self._last[symbol.path, symbol.qualified]
        constructors = self._constructors.get(symbol.id, ())
        return constructors[0] if len(constructors) == 1 else symbol.id
