"""The book, its index and the pages made of it (stages 6, 7, 9 and 10)."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from sourcebook.model.code import Chunk, Metadata, Note, Rule
from sourcebook.model.files import Commit, FileReport, Repository, Span
from sourcebook.model.graph import CallGraph
from sourcebook.model.identity import ChunkId
from sourcebook.model.knowledge import (
    Choice,
    Decision,
    DecisionName,
    Holder,
    Milestone,
    PersonNote,
    Summary,
    Synonym,
)


@dataclass(frozen=True, slots=True)
class Embeddings:
    """Word and chunk vectors: rows of int8, scaled so that 127 is 1.0.

    ``words`` and ``chunks`` name the rows; ``word_rows`` and ``chunk_rows`` hold the rows
    one after the other, ``dimension`` bytes each (two's complement).
    """

    name: str  # of the embedder, with its version
    dimension: int
    words: tuple[str, ...] = ()
    word_rows: bytes = b""
    chunks: tuple[str, ...] = ()
    chunk_rows: bytes = b""


@dataclass(frozen=True, slots=True)
class Meanings:
    """Chunk vectors of a provider's embedding model: rows of int8, one scale a row.

    ``chunks`` names the rows; a chunk for which the provider gave none that fits has none.
    """

    name: str = ""  # of the model
    dimension: int = 0
    chunks: tuple[str, ...] = ()
    rows: bytes = b""
    probes: bytes = b""  # rows of fixed texts, which tell the model from others of its name


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
class Fields:
    """The search terms of one chunk, by field, and the names that it defines."""

    path: tuple[str, ...]
    name: tuple[str, ...]
    signature: tuple[str, ...]
    code: tuple[str, ...]  # the text without what ``doc`` says
    doc: tuple[str, ...]  # docstring or doc comment
    sentence: tuple[str, ...]  # the first sentence of ``doc``
    names: tuple[tuple[str, int], ...]  # qualified name and line of each definition
    line: int  # of the chunk's own definition, or its first
    responsibility: tuple[str, ...] = ()  # what a model or a person wrote of it, in their words
    statements: tuple[str, ...] = ()  # their other claims: inputs, outputs, notes


@dataclass(frozen=True, slots=True)
class WrittenWeights:
    """What words count in the lexical index that are not those of the source."""

    responsibility: float = 1.5
    statements: float = 1.0


@dataclass(frozen=True, slots=True)
class Contents:
    """All that phase 1 found out, as it goes into the book and comes out of it.

    ``files`` covers every file of the repository once, in path order; ``entries`` follow
    the files' order and, within a file, the source; ``summaries`` hold the levels above
    the chunk, leaves first.
    """

    repository: Repository  # without files and history
    files: tuple[FileRecord, ...]
    entries: Sequence[Entry]
    fields: Sequence[Fields]  # of the entries
    graph: CallGraph
    summaries: tuple[Summary, ...]
    embeddings: Embeddings
    decisions: tuple[Decision, ...] = ()
    names: tuple[DecisionName, ...] = ()
    weights: WrittenWeights = WrittenWeights()
    ledger: tuple[Holder, ...] = ()
    milestones: tuple[Milestone, ...] = ()
    choices: tuple[Choice, ...] = ()
    synonyms: tuple[Synonym, ...] = ()
    history: tuple[Commit, ...] = ()
    owed: bool = False  # a server or a provider failed; another run may do better
    meanings: Meanings = Meanings()
    notes: tuple[PersonNote, ...] = ()


@dataclass(frozen=True, slots=True)
class Hit:
    """One search result: the chunk, its score in 0..1, and each signal's share of it.

    ``weak`` marks a hit that no word of the query supports. ``name`` is the qualified name
    that the query names, "" when it names none; ``line`` is where the definition stands,
    ``number`` the place of the chunk in the book.
    """

    chunk: ChunkId
    score: float
    signals: tuple[tuple[str, float], ...] = ()
    weak: bool = False
    name: str = ""
    line: int = 0
    number: int = 0


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
