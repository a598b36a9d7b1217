"""Every value that crosses a stage.

All values are frozen, slotted dataclasses without behaviour beyond ``__str__``, so that
each can be compared, printed, hashed into a memo key and written to the book unchanged.
Collections are tuples in a defined order; text is Unicode; paths are relative to the
repository root and use ``/``.

Positions
    A :class:`Span` counts bytes of the decoded text in UTF-8 before redaction. Lines are
    1-based and inclusive and are those an editor shows for the original file (LF, CRLF
    and CR end a line; form feed and U+2028 do not).

Identity
    ``SymbolId`` is ``<path>::<qualified name>``; ``ChunkId`` is ``<path>::<qualified
    name or kind>``. Among ids of one file that are equal when compared without case and
    without underscores, the second and later ones get the suffix ``~2``, ``~3`` in source
    order. Counters over the whole repository and line numbers never enter an id.
    The id of a file's own module-level code is the bare path (see :data:`MODULE`).
"""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import NewType

SymbolId = NewType("SymbolId", str)
ChunkId = NewType("ChunkId", str)

#: Qualified name of the pseudo-symbol that stands for a file's module-level code.
MODULE = ""


class FileStatus(StrEnum):
    """What became of a file."""

    INDEXED = "indexed"
    PARTLY = "partly"
    SKIPPED = "skipped"


class FileClass(StrEnum):
    """What kind of file it is; decides how it is read and where it ranks."""

    SOURCE = "source"
    TEST = "test"
    EXAMPLE = "example"
    DOCUMENT = "document"
    DATA = "data"
    CONFIG = "config"
    VENDORED = "vendored"
    GENERATED = "generated"
    MINIFIED = "minified"
    LOCK = "lock"
    BINARY = "binary"
    HUGE = "huge"
    LINK = "link"
    SUBMODULE = "submodule"
    SECRET = "secret"  # noqa: S105 - a class of file, not a credential
    UNREADABLE = "unreadable"
    EXCLUDED = "excluded"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of the repository, as stage 1 (scan) found it.

    ``digest`` is the SHA-256 of the file's bytes in hexadecimal ("" for a file that is
    never read). ``reason`` says, for a skipped file, why it was skipped.
    """

    path: str
    digest: str
    size: int
    language: str  # a row name of the language table, or "" when unknown
    file_class: FileClass
    status: FileStatus = FileStatus.INDEXED
    reason: str = ""
    scope: str = ""  # monorepo scope (folder), "" for the root scope
    link_target: str = ""  # for links: the target as written
    link_kind: str = ""  # for links: inside | outside | broken | loop

    def __str__(self) -> str:
        note = f" ({self.reason})" if self.reason else ""
        return f"{self.path}: {self.file_class}, {self.status}{note}"


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit of the repository's history, newest first in :class:`Repository`.

    ``paths`` are the changed files under the names that they have today. ``time`` is the
    committer time in seconds since the epoch (UTC). ``subject`` is redacted.
    """

    id: str
    time: int
    subject: str
    paths: tuple[str, ...]
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Repository:
    """What stage 1 knows about the repository as a whole.

    ``state`` is ``commit`` (ordinary), ``dirty``, ``unborn`` (no commit yet) or ``none``
    (no git). ``commit`` and ``time`` are "" and 0 unless there is a commit.
    """

    name: str
    state: str
    commit: str = ""
    time: int = 0
    ref: str = ""  # tag or branch name, "" when detached
    remote: str = ""  # web address of the repository, "" when unknown
    shallow: bool = False
    files: tuple[SourceFile, ...] = ()
    history: tuple[Commit, ...] = ()
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FileReport:
    """One line of ``report.json``: what became of one file, and how it was read."""

    path: str
    status: FileStatus
    file_class: FileClass
    language: str
    size: int
    lines: int = 0
    encoding: str = ""
    guessed: bool = False  # the encoding is a guess
    replaced: int = 0  # undecodable or NUL characters replaced
    reason: str = ""
    error_line: int = 0  # first line that could not be parsed, 0 when none
    rung: str = ""  # syntax | pattern | text
    notes: tuple[str, ...] = ()  # work-arounds used, each in words
    redactions: tuple["Redaction", ...] = ()
    link_target: str = ""
    link_kind: str = ""


@dataclass(frozen=True, slots=True)
class Span:
    """A range of one file: byte offsets ``[start, end)`` and lines ``line..end_line``."""

    start: int
    end: int
    line: int
    end_line: int

    def __str__(self) -> str:
        return f"L{self.line}-L{self.end_line}"


@dataclass(frozen=True, slots=True)
class Redaction:
    """A secret that was replaced by a mark: where it stood and of what kind, never it."""

    line: int
    end_line: int
    kind: str


@dataclass(frozen=True, slots=True)
class SourceText:
    """The decoded text of one file: what is parsed, quoted and published.

    ``data`` is UTF-8: decoded, NUL replaced, lone CR turned into LF (CRLF kept), secrets
    replaced by marks that keep the number of lines. ``line_starts`` holds the byte offset
    in ``data`` of each line's first byte. ``shifts`` maps ``data`` back to the text before
    redaction: ``(offset in data, difference to add)`` in ascending order, empty when
    nothing was redacted.
    """

    path: str
    data: bytes
    encoding: str
    line_starts: tuple[int, ...]
    guessed: bool = False
    replaced: int = 0
    redactions: tuple[Redaction, ...] = ()
    shifts: tuple[tuple[int, int], ...] = ()


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


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a function, each part as written in the source."""

    name: str
    type: str = ""
    default: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Symbol:
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


@dataclass(frozen=True, slots=True)
class Import:
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


@dataclass(frozen=True, slots=True)
class CallSite:
    """One call. Parsing sets the first four fields, linking the rest.

    ``provenance`` is ``scope``, ``import``, ``self``, ``flow``, ``annotation``,
    ``lsp:<server>`` or ``scip``. ``candidates`` are same-name definitions, listed for the
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


@dataclass(frozen=True, slots=True)
class Note:
    """A remark that the source makes about itself: TODO, FIXME, deprecation, reference."""

    kind: str  # todo | fixme | deprecated | decision
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Rule:
    """A business rule: a condition that compares with a literal or raises."""

    symbol: SymbolId
    text: str  # the condition as written, whitespace folded
    outcome: str  # what follows: "raises ValueError", "returns None", ""
    span: Span


class ChunkKind(StrEnum):
    """What a chunk holds."""

    FUNCTION = "function"
    METHOD = "method"
    CLASS = "class"  # the head of a class, without its methods
    STATEMENTS = "statements"  # module-level code
    BLOCK = "block"  # part k of n of an oversized definition
    SECTION = "section"  # heading and text of a document
    WINDOW = "window"  # fixed window of a file without known syntax


@dataclass(frozen=True, slots=True)
class Chunk:
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


#: Facts for the resolver: plain tuples of strings and integers, first item the operation.
#: Written and read by ``analyze.resolve`` only.
Fact = tuple[str | int, ...]


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
    facts: tuple[Fact, ...] = ()
    redactions: tuple[Redaction, ...] = ()
    workarounds: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Metadata:
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
    provenance: tuple[tuple[str, str], ...] = ()


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
    kind: str  # files | network | process | database | crypto | auth | deserialise | env
    external: str
    line: int


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


class ClaimKind(StrEnum):
    """What a claim speaks of."""

    RESPONSIBILITY = "responsibility"
    INPUT = "input"
    OUTPUT = "output"
    SIDE_EFFECT = "side_effect"
    DEPENDENCY = "dependency"
    EXCEPTION = "exception"
    NOTE = "note"
    RULE = "rule"
    ASSUMPTION = "assumption"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A verbatim quote and its place. ``quote`` occurs in lines ``line..end_line``."""

    path: str
    line: int
    end_line: int
    quote: str


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement."""

    text: str
    kind: ClaimKind
    evidence: tuple[Evidence, ...] = ()
    confidence: float = 1.0
    origin: str = "extracted"  # or "model:<name>"


class Level(StrEnum):
    """Levels of summary, from the leaves to the root."""

    CHUNK = "chunk"
    FILE = "file"
    MODULE = "module"
    SUBSYSTEM = "subsystem"
    SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary of one unit.

    ``id`` is the chunk id, the file's path, the module's folder ("." for the root), the
    subsystem's name or ``system``. ``children`` are the units it was built from.
    """

    id: str
    level: Level
    title: str
    responsibility: Claim | None = None
    claims: tuple[Claim, ...] = ()
    children: tuple[str, ...] = ()
    origin: str = "extracted"
    fallback: str = ""  # why a model's answer was not used, "" when none was asked


class DecisionStatus(StrEnum):
    """Status of a decision record; ``unknown`` rather than a guess."""

    PROPOSED = "proposed"
    ACCEPTED = "accepted"
    PARTLY_SUPERSEDED = "partly superseded"
    SUPERSEDED = "superseded"
    DEPRECATED = "deprecated"
    REJECTED = "rejected"
    WITHDRAWN = "withdrawn"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between two records as one of them states it."""

    kind: str  # supersedes | superseded-by | amends | complements | overrides | relates
    target: str  # key of the other record, "" when it is not in this repository
    text: str  # as written
    line: int
    partial: bool = False


@dataclass(frozen=True, slots=True)
class CodeLink:
    """A link between a decision and the code it governs, with its evidence."""

    path: str
    symbol: SymbolId | None
    evidence: Evidence
    source: str  # scope | code | record


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision record."""

    key: str
    path: str
    title: str
    status: DecisionStatus
    status_text: str  # as written
    date: str = ""  # ISO 8601, "" when unknown
    date_source: str = ""  # record | git
    number: str = ""
    sections: tuple[tuple[str, str, int], ...] = ()  # canonical name, text, line
    relations: tuple[Relation, ...] = ()
    links: tuple[CodeLink, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Milestone:
    """One step of a refactoring order: what, why (with figures), after which others."""

    id: str
    title: str
    kind: str  # component | cycle | hotspot | foundation
    modules: tuple[str, ...]
    symbols: tuple[SymbolId, ...]
    after: tuple[str, ...]
    reasons: tuple[Claim, ...]
    size: int  # lines
    tests: tuple[str, ...] = ()  # paths of tests that reach it


@dataclass(frozen=True, slots=True)
class EvidencePack:
    """A small, complete set of evidence for one question."""

    question: str
    chunks: tuple[ChunkId, ...]
    claims: tuple[Claim, ...]
    decisions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Word, chunk and file vectors: rows of int8, scaled so that 127 is 1.0.

    ``words``, ``chunks`` and ``files`` name the rows; ``word_rows``, ``chunk_rows`` and
    ``file_rows`` hold the rows one after the other, ``dimension`` bytes each (two's
    complement).
    """

    name: str  # of the embedder, with its version
    dimension: int
    words: tuple[str, ...] = ()
    word_rows: bytes = b""
    chunks: tuple[str, ...] = ()
    chunk_rows: bytes = b""
    files: tuple[str, ...] = ()
    file_rows: bytes = b""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of ``chunks.jsonl``: a chunk with its metadata and its summary."""

    chunk: Chunk
    metadata: Metadata
    summary: Summary


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One line of ``files.jsonl``: what pages need to know of a file beside its chunks."""

    report: FileReport
    digest: str
    scope: str = ""
    doc: str = ""
    doc_line: int = 0
    doc_end_line: int = 0
    exports: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    rules: tuple[Rule, ...] = ()
    damaged: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Contents:
    """All that phase 1 found out, as it goes into the book and comes out of it.

    ``files`` covers every file of the repository once, in path order; ``entries`` follow
    the files' order and, within a file, the source; ``summaries`` hold the levels above
    the chunk, leaves first.
    """

    repository: Repository  # without files and history
    files: tuple[FileRecord, ...]
    entries: tuple[Entry, ...]
    graph: CallGraph
    summaries: tuple[Summary, ...]
    embeddings: Embeddings
    decisions: tuple[Decision, ...] = ()
    milestones: tuple[Milestone, ...] = ()
    history: tuple[Commit, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result: the chunk, its score in 0..1, and each signal's share of it.

    ``weak`` marks a hit that no word of the query supports.
    """

    chunk: ChunkId
    score: float
    signals: tuple[tuple[str, float], ...] = ()
    weak: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """A file of the docs folder: path relative to it, and its bytes."""

    path: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Manifest:
    """``manifest.json``: what shaped the book, and the SHA-256 of each of its files."""

    schema: int
    inputs: str  # digest of everything that phase 1 read
    fingerprint: tuple[tuple[str, str], ...]
    repository: Repository  # without files and history
    counts: tuple[tuple[str, int], ...]
    languages: tuple[tuple[str, int], ...]  # language, lines of source
    files: tuple[tuple[str, str], ...] = field(default=())
