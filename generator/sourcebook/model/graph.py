"""The linked repository (stage 4)."""

from dataclasses import dataclass
from enum import StrEnum

from sourcebook.model.code import Access, CallSite, StateKind, Symbol
from sourcebook.model.identity import SymbolId


class Role(StrEnum):
    """Role of a symbol, from syntax and resolved references, never from its name."""

    ENTRY = "entry"
    ASSEMBLY = "assembly"
    ORCHESTRATION = "orchestration"
    BOUNDARY = "boundary"
    ERROR = "error"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ImportEdge:
    """A resolved import between files, or an import of a package outside."""

    path: str
    line: int
    module: str  # as written
    target: str = ""  # path inside the repository, "" when external or unknown
    external: str = ""  # name of the package, "" when inside or unknown
    type_only: bool = False


@dataclass(frozen=True, slots=True)
class Boundary:
    """A call that leaves the program: what kind, through which external name, where."""

    symbol: SymbolId
    kind: str  # files | network | process | code | database | storage | crypto | …
    external: str
    line: int


@dataclass(frozen=True, slots=True)
class StateEdge:
    """That a symbol reads or writes what others share with it. Never a call.

    ``name`` is the qualified name of a variable, the path of a file as written, the name of
    a table; ``target`` is the symbol of the variable or table, or the path of the file, where
    the repository has it.
    """

    symbol: SymbolId
    kind: StateKind
    name: str
    access: Access  # READ or WRITE
    line: int
    target: str = ""


@dataclass(frozen=True, slots=True)
class ModuleFigures:
    """How a folder stands to others: files outside that need it or that it needs, its types."""

    folder: str
    needed_by: int
    needs: int
    types: int
    abstract: int


@dataclass(frozen=True, slots=True)
class Definition:
    """Where a language server or an index says that something is defined.

    Either a name at a line of a file of the repository, or a name outside it.
    """

    name: str  # as it stands at the place
    path: str = ""
    line: int = 0
    external: str = ""  # dotted name, where the place is outside the repository


#: The definitions for each place that was asked about in one file.
Definitions = tuple[tuple[Definition, ...], ...]


@dataclass(frozen=True, slots=True)
class CallGraph:
    """The linked repository.

    ``components`` are the strongly connected components of two or more symbols;
    ``order`` lists every symbol, callees before callers, a component's members together.
    """

    symbols: tuple[Symbol, ...]
    calls: tuple[CallSite, ...]
    imports: tuple[ImportEdge, ...]
    components: tuple[tuple[SymbolId, ...], ...] = ()
    order: tuple[SymbolId, ...] = ()
    roles: tuple[tuple[SymbolId, Role], ...] = ()
    boundaries: tuple[Boundary, ...] = ()
    state: tuple[StateEdge, ...] = ()
    modules: tuple[ModuleFigures, ...] = ()
