"""What a review says."""

from dataclasses import dataclass

from sourcebook.model import Evidence


@dataclass(frozen=True, slots=True)
class Row:
    """One decision that governs the change, with its proof."""

    key: str
    title: str
    status: str
    date: str
    sentence: str
    path: str  # of the changed file
    line: int  # of the change in it
    source: str  # scope | code | record
    reason: str
    evidence: Evidence
    url: str  # of the decision's page, "" where the site's address is not known
    proof: str = ""  # address of the evidence as the head of the change has it
    others: int = 0  # further changed files that it governs


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that the change does wrong to decisions."""

    kind: str  # superseded | dangling | number | status | edited
    key: str  # of the decision, "" for one that does not exist
    path: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Related:
    """A decision that shares words with the change, and nothing that proves more."""

    key: str
    title: str
    status: str
    url: str
    score: float


@dataclass(frozen=True, slots=True)
class Review:
    """All of it. Silent unless something is proven."""

    base: str
    head: str
    files: int
    note: str = ""
    rows: tuple[Row, ...] = ()
    faults: tuple[Fault, ...] = ()
    related: tuple[Related, ...] = ()
    dismissed: int = 0

    @property
    def speaks(self) -> bool:
        """Whether there is anything to say."""
        return bool(self.rows or self.faults)
