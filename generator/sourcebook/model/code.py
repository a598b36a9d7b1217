"""What is read out of one file: symbols, imports, call sites, chunks (stages 2 and 3)."""

from dataclasses import dataclass
from enum import StrEnum

import msgspec

from sourcebook.model.files import Redaction, Span
from sourcebook.model.identity import ChunkId, SymbolId


class SymbolKind(StrEnum):
    """Kinds of definition, over all languages."""

    MODULE = "module"
    NAMESPACE = "namespace"
    CLASS = "class"
    INTERFACE = "interface"
    STRUCT = "struct"
    ENUM = "enum"
    TRAIT = "trait"
    FUNCTION = "function"
    LAMBDA = "lambda"  # an anonymous function that is called; in the graph only
    METHOD = "method"
    CONSTRUCTOR = "constructor"
    PROPERTY = "property"
    CONSTANT = "constant"
    VARIABLE = "variable"
    FIELD = "field"
    TYPE = "type"
    MACRO = "macro"
    TABLE = "table"
    SECTION = "section"  # a heading of a document
    KEY = "key"  # a top-level key of a data file, a target, a stage


class Parameter(msgspec.Struct, frozen=True, gc=False):
    """One parameter of a function, each part as written in the source."""

    name: str
    type: str = ""
    default: str = ""
    doc: str = ""


class Symbol(msgspec.Struct, frozen=True, gc=False):
    """One definition."""

    id: SymbolId
    path: str
    name: str
    qualified: str  # within the file: "Session.close"; MODULE for the file itself
    kind: SymbolKind
    span: Span  # with decorators and leading comment
    name_line: int  # line of the name itself
    parent: SymbolId | None = None
    signature: str = ""  # one line of source, whitespace folded
    doc: str = ""  # docstring or doc comment, markers removed, whole
    doc_line: int = 0  # first line of that documentation, 0 when there is none
    doc_end_line: int = 0
    parameters: tuple[Parameter, ...] = ()
    returns: str = ""
    decorators: tuple[str, ...] = ()
    bases: tuple[str, ...] = ()
    raises: tuple[str, ...] = ()
    visibility: str = "public"  # public | protected | private
    exported: bool = False
    is_async: bool = False
    deprecated: bool = False
    conditional: bool = False  # defined under if/else, try/except, #if, cfg
    complexity: int = 1  # decisions + 1 (McCabe 1976)
    rung: str = "syntax"  # syntax | pattern

    def __str__(self) -> str:
        return f"{self.path}:{self.name_line} {self.kind} {self.qualified}"


class Import(msgspec.Struct, frozen=True, gc=False):
    """One import as written: ``names`` are ``(name, local name)``; ``*`` for all."""

    module: str
    names: tuple[tuple[str, str], ...]
    span: Span
    alias: str = ""  # local name of the module itself
    level: int = 0  # leading dots of a relative import
    type_only: bool = False
    exported: bool = False  # export … from …, pub use


class CallStatus(StrEnum):
    """How a call site ended."""

    RESOLVED = "resolved"
    AMBIGUOUS = "ambiguous"
    EXTERNAL = "external"
    UNKNOWN = "unknown"


class CallSite(msgspec.Struct, frozen=True, gc=False):
    """One call. Parsing sets the first four fields, linking the rest.

    ``provenance`` is ``scope``, ``import``, ``self``, ``flow``, ``annotation``,
    ``lsp:<server>`` or ``scip``. ``candidates`` are same-name definitions or further overrides, listed for the
    reader and never an edge.
    """

    caller: SymbolId
    text: str  # callee as written: "self.session.close"
    span: Span  # of the callee expression
    column: int  # 1-based, in characters of the original line
    status: CallStatus = CallStatus.UNKNOWN
    targets: tuple[SymbolId, ...] = ()
    external: str = ""  # dotted name of an external callee
    reason: str = ""  # why unknown
    provenance: str = ""
    candidates: tuple[SymbolId, ...] = ()
    reference: bool = False  # a use that is no call expression (JSX element, decorator)

    def __str__(self) -> str:
        ends = ", ".join(self.targets) or self.external or self.reason
        return f"{self.caller}:{self.span.line} {self.text} -> {self.status} {ends}"


class Note(msgspec.Struct, frozen=True, gc=False):
    """A remark that the source makes about itself: TODO, FIXME, deprecation, reference."""

    kind: str  # todo | fixme | deprecated | decision
    text: str
    line: int


class Constant(msgspec.Struct, frozen=True, gc=False):
    """A name of a condition, and the one literal that the repository gives it."""

    name: str  # as the condition writes it: "LIMIT", "self.LIMIT", "limits.MOST"
    value: str
    path: str
    line: int


class Condition(msgspec.Struct, frozen=True, gc=False):
    """A condition as written, whitespace folded, and where it stands."""

    text: str
    span: Span


class Rule(msgspec.Struct, frozen=True, gc=False):
    """A business rule: a condition that compares with a literal or raises."""

    symbol: SymbolId
    text: str  # the condition as written, whitespace folded
    outcome: str  # what follows: "raises ValueError", "returns None", ""
    span: Span
    digest: str = ""  # of its lines, of what follows and of the values of its constants
    constants: tuple[Constant, ...] = ()
    within: tuple[Condition, ...] = ()  # those that must hold too, the outermost first
    negated: bool = False  # what follows does so where the condition does not hold

    @property
    def signed(self) -> str:
        """The condition and the digest: what a person writes to confirm the rule as it is."""
        return f"{self.text} @{self.digest}"


class ChunkKind(StrEnum):
    """What a chunk holds."""

    FUNCTION = "function"
    LAMBDA = "lambda"  # an anonymous function that is called; in the graph only
    METHOD = "method"
    CLASS = "class"  # the head of a class, without its methods
    STATEMENTS = "statements"  # module-level code
    BLOCK = "block"  # part k of n of an oversized definition
    SECTION = "section"  # heading and text of a document
    WINDOW = "window"  # fixed window of a file without known syntax


class StateKind(StrEnum):
    """What functions share without calling each other."""

    VARIABLE = "variable"  # of a module, or one for all instances of a class
    FILE = "file"
    TABLE = "table"  # of a database


class Access(StrEnum):
    """What is done to shared state."""

    READ = "read"
    WRITE = "write"
    CHANGE = "change"  # parsing only: writes, if what it is called on is a container


class StateUse(msgspec.Struct, frozen=True, gc=False):
    """That a function uses a variable or a table, as far as its own file tells.

    ``variable`` is one that the file defines; ``name`` is the table, or the variable as an
    import names it (``config.CACHE``).
    """

    symbol: SymbolId
    kind: StateKind
    access: Access
    line: int
    variable: SymbolId | None = None
    name: str = ""


class Chunk(msgspec.Struct, frozen=True, gc=False):
    """A span of one file. The chunks of a file tile it.

    ``text`` is the redacted source of the span with line ends as LF.
    """

    id: ChunkId
    path: str
    language: str
    kind: ChunkKind
    span: Span
    text: str
    name: str = ""
    qualified: str = ""
    symbol: SymbolId | None = None
    scope: SymbolId | None = None  # enclosing symbol
    signature: str = ""
    part: int = 1
    parts: int = 1
    heading: tuple[str, ...] = ()  # headings from the document's top down to this one

    def __str__(self) -> str:
        return f"{self.path}:{self.span.line} {self.kind} {self.qualified}"


@dataclass(frozen=True, slots=True)
class ParsedFile:
    """Everything stage 2 reads out of one file."""

    path: str
    language: str
    rung: str  # syntax | pattern | text
    encoding: str
    guessed: bool
    replaced: int
    lines: int
    doc: str = ""  # module docstring, leading comment or first paragraph
    doc_line: int = 0
    doc_end_line: int = 0
    symbols: tuple[Symbol, ...] = ()
    imports: tuple[Import, ...] = ()
    calls: tuple[CallSite, ...] = ()
    chunks: tuple[Chunk, ...] = ()
    damaged: tuple[Span, ...] = ()
    notes: tuple[Note, ...] = ()
    rules: tuple[Rule, ...] = ()
    exports: tuple[str, ...] = ()
    facts: bytes = b""  # for the resolver, which alone writes and reads them
    state: tuple[StateUse, ...] = ()
    redactions: tuple[Redaction, ...] = ()
    workarounds: tuple[str, ...] = ()


class Metadata(msgspec.Struct, frozen=True, gc=False):
    """Facts about one chunk, each kind with the rung that gave it in ``provenance``."""

    imports: tuple[str, ...] = ()
    exports: tuple[str, ...] = ()
    callees: tuple[str, ...] = ()  # as written
    raises: tuple[str, ...] = ()
    decorators: tuple[str, ...] = ()
    is_async: bool = False
    visibility: str = "public"
    deprecated: bool = False
    todos: tuple[str, ...] = ()
    boundary: tuple[str, ...] = ()  # kinds of boundary crossed: network, files, process …
    complexity: int = 1
    lines: int = 0
    returns: str = ""  # type of the result that the source does not write
    provenance: tuple[tuple[str, str], ...] = ()
