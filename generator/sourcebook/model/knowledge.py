"""What is said about code, each statement with its evidence (stages 5 and 8)."""

from dataclasses import dataclass
from enum import StrEnum

from sourcebook.model.identity import ChunkId, SymbolId


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


@dataclass(frozen=True, slots=True)
class PersonNote:
    """What a person wrote of a unit, in a file of the repository.

    ``of`` is the id as written, ``unit`` the one of today, "" when there is none any more.
    ``confirms`` are conditions of the unit that the person found to be right.
    """

    path: str
    of: str
    unit: str
    claims: tuple[Claim, ...] = ()
    confirms: tuple[str, ...] = ()


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
    """A link between a decision and the code it governs, with its evidence.

    ``line`` and ``end_line`` are the lines that are governed, 0 for the whole file.
    """

    path: str
    symbol: SymbolId | None
    evidence: Evidence
    source: str  # scope | code | record
    line: int = 0
    end_line: int = 0


@dataclass(frozen=True, slots=True)
class Decision:
    """One decision record.

    ``sentence`` is what was decided in one sentence of the record, at ``sentence_line``.
    ``translations`` are files that say the same in other languages.
    """

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
    sentence: str = ""
    sentence_line: int = 0
    translations: tuple[str, ...] = ()
    scopes: tuple[tuple[str, int], ...] = ()  # globs of files it declares to govern, each's line


@dataclass(frozen=True, slots=True)
class Holder:
    """One line of the ledger: the names that a decision has ever had, by its key for good.

    ``first`` is the commit that added the record. Each list is oldest first; the last path
    is the present one.
    """

    key: str
    first: str = ""
    paths: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DecisionName:
    """A name that decisions have or had beside their keys: a number, a slug, a title.

    One key: the name leads there. Several: a page tells them apart. A key of the ledger
    whose record is gone has a name of its own, without keys and with what is known of it.
    """

    name: str
    keys: tuple[str, ...] = ()
    title: str = ""
    path: str = ""


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
class Synonym:
    """Two definitions that seem to mean one thing under different names.

    What vectors, neighbours in the graph and documents say for it, each from 0 to 1.
    """

    first: SymbolId
    second: SymbolId
    vectors: float
    neighbours: float
    documents: float


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that the code does so generally that it looks like a decision.

    ``names`` are the chosen thing and what stands against it, ``counts`` the places of each.
    ``evidence`` are the first places of the chosen one, ``exceptions`` those of the others.
    """

    kind: str  # only | rivals | dependency | layer | knot | errors | mixed errors
    purpose: str
    names: tuple[str, ...]
    counts: tuple[int, ...]
    evidence: tuple[Evidence, ...] = ()
    exceptions: tuple[Evidence, ...] = ()
    oldest: str = ""  # day of the oldest file with it, "" where the history does not know
    decisions: tuple[str, ...] = ()  # keys of the records that name it
