"""Every value that crosses a stage.

All values are frozen and without behaviour beyond ``__str__``, so that each can be
compared, printed, hashed into a memo key and written to the book unchanged: structs where
they come in thousands, which are made ten times faster, dataclasses elsewhere.
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

from sourcebook.model.book import (
    Contents,
    Embeddings,
    Entry,
    Fields,
    FileRecord,
    Hit,
    Manifest,
    Meanings,
    Page,
    WrittenWeights,
)
from sourcebook.model.code import (
    Access,
    CallSite,
    CallStatus,
    Chunk,
    ChunkKind,
    Condition,
    Constant,
    Import,
    Metadata,
    Note,
    Parameter,
    ParsedFile,
    Rule,
    StateKind,
    StateUse,
    Symbol,
    SymbolKind,
)
from sourcebook.model.files import (
    Commit,
    FileClass,
    FileReport,
    FileStatus,
    Redaction,
    Repository,
    SourceFile,
    SourceText,
    Span,
)
from sourcebook.model.graph import (
    Boundary,
    CallGraph,
    Definition,
    Definitions,
    ImportEdge,
    ModuleFigures,
    Role,
    StateEdge,
)
from sourcebook.model.identity import MODULE, ChunkId, SymbolId
from sourcebook.model.knowledge import (
    Choice,
    Claim,
    ClaimKind,
    CodeLink,
    Decision,
    DecisionName,
    DecisionStatus,
    Evidence,
    EvidencePack,
    Holder,
    Level,
    Milestone,
    PersonNote,
    Relation,
    Summary,
    Synonym,
)

__all__ = [
    "MODULE",
    "Access",
    "Boundary",
    "CallGraph",
    "CallSite",
    "CallStatus",
    "Choice",
    "Chunk",
    "ChunkId",
    "ChunkKind",
    "Claim",
    "ClaimKind",
    "CodeLink",
    "Commit",
    "Condition",
    "Constant",
    "Contents",
    "Decision",
    "DecisionName",
    "DecisionStatus",
    "Definition",
    "Definitions",
    "Embeddings",
    "Entry",
    "Evidence",
    "EvidencePack",
    "Fields",
    "FileClass",
    "FileRecord",
    "FileReport",
    "FileStatus",
    "Hit",
    "Holder",
    "Import",
    "ImportEdge",
    "Level",
    "Manifest",
    "Meanings",
    "Metadata",
    "Milestone",
    "ModuleFigures",
    "Note",
    "Page",
    "Parameter",
    "ParsedFile",
    "PersonNote",
    "Redaction",
    "Relation",
    "Repository",
    "Role",
    "Rule",
    "SourceFile",
    "SourceText",
    "Span",
    "StateEdge",
    "StateKind",
    "StateUse",
    "Summary",
    "Symbol",
    "SymbolId",
    "SymbolKind",
    "Synonym",
    "WrittenWeights",
]
