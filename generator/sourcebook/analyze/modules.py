"""How modules (folders) stand to each other: who needs whom, and how abstract they are.

The measures are those of Martin (*Agile Software Development*, 2002), counted in files:
*instability* is the share of what a module needs in all that ties it to others, and
*abstractness* the share of abstract types among its types. Both follow from the four counts
of a :class:`ModuleFigures`.
"""

import re
from collections.abc import Iterable, Sequence
from posixpath import dirname

from sourcebook.model import CallSite, CallStatus, ImportEdge, ModuleFigures, Symbol, SymbolKind

TYPES = frozenset(
    {
        SymbolKind.CLASS,
        SymbolKind.INTERFACE,
        SymbolKind.STRUCT,
        SymbolKind.ENUM,
        SymbolKind.TRAIT,
    }
)
#: Kinds that are abstract by themselves.
ABSTRACT = frozenset({SymbolKind.INTERFACE, SymbolKind.TRAIT})
#: Bases that make a class of Python abstract.
_BASE = re.compile(r"(?:\w+\.)*(?:ABC|Protocol)\b|metaclass\s*=\s*(?:\w+\.)*ABCMeta\b")
_WORD = re.compile(r"\babstract\s+(?:\w+\s+)*class\b")
#: A method without a body that heirs must have: by its decorator, or in C++ by ``= 0``.
_MARK = re.compile(r"(?:\w+\.)*abstract(?:method|property|classmethod|staticmethod)\b")
_PURE = re.compile(r"=\s*0\s*;?$")


def module_figures(
    symbols: Sequence[Symbol], calls: Iterable[CallSite], imports: Iterable[ImportEdge]
) -> tuple[ModuleFigures, ...]:
    """The counts of every folder that holds files with symbols, in the order of the folders."""
    home = {symbol.id: symbol.path for symbol in symbols}
    pairs = {(edge.path, edge.target) for edge in imports if edge.target}
    for call in calls:
        if call.status is CallStatus.RESOLVED:
            pairs.update((home[call.caller], home[target]) for target in call.targets)
    needed: dict[str, set[str]] = {}
    needing: dict[str, set[str]] = {}
    for source, target in pairs:
        one, other = dirname(source), dirname(target)
        if one != other:
            needed.setdefault(one, set()).add(target)
            needing.setdefault(other, set()).add(source)
    abstract = abstract_types(symbols)
    types: dict[str, list[bool]] = {dirname(path): [] for path in sorted(set(home.values()))}
    for symbol in symbols:
        if symbol.kind in TYPES:
            types[dirname(symbol.path)].append(symbol.id in abstract)
    return tuple(
        ModuleFigures(
            folder=folder or ".",
            needed_by=len(needing.get(folder, ())),
            needs=len(needed.get(folder, ())),
            types=len(kinds),
            abstract=sum(kinds),
        )
        for folder, kinds in sorted(types.items())
    )


def abstract_types(symbols: Iterable[Symbol]) -> set[str]:
    """The types that cannot be made as they are, by what their definitions say."""
    found = set()
    for symbol in symbols:
        if symbol.kind in ABSTRACT:
            found.add(str(symbol.id))
        elif symbol.kind in TYPES:
            if any(map(_BASE.match, symbol.bases)) or _WORD.search(symbol.signature):
                found.add(symbol.id)
        elif symbol.parent is not None and (
            any(map(_MARK.match, (one.lstrip("@") for one in symbol.decorators)))
            or (symbol.kind is SymbolKind.METHOD and _PURE.search(symbol.signature))
        ):
            found.add(symbol.parent)
    return found
