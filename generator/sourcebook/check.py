"""``sourcebook check``: what is no longer right, or never was.

:data:`CHECKS` names every check with the function that makes it. A check reads what is
on disk and yields findings; it changes nothing. The checks of the built site are those of
the auditor, a package that shares no code with the generator: see :mod:`sourcebook_audit`.
"""

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from types import MappingProxyType

from sourcebook.analyze.drift import MANIFEST, TARGETS, Present, drift
from sourcebook.analyze.drift.mentions import Document, speaks_of_the_past
from sourcebook.analyze.drift.past import Past
from sourcebook.analyze.drift.rules import breaches, rules
from sourcebook.analyze.git import open_repository
from sourcebook.analyze.names import on_disk, shown
from sourcebook.errors import RenderError, RepositoryError
from sourcebook.model import Decision, DecisionStatus, FileClass
from sourcebook.pipeline import Run
from sourcebook.store.book import Book, open_book
from sourcebook_audit.audit import audit
from sourcebook_audit.links import check_site

#: Findings that are accepted as they are, one a line: what is new speaks.
ACCEPTED = "sourcebook.accepted.txt"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong: which check found it, where, and what it is."""

    check: str
    path: str  # of the repository, or of the site for checks of the site
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.text}"


#: What stands behind the condition of a rule that a note confirms.
_SIGN = re.compile(r" @[0-9a-f]+$")

_IN_FORCE = frozenset(
    {DecisionStatus.ACCEPTED, DecisionStatus.PARTLY_SUPERSEDED, DecisionStatus.UNKNOWN}
)


def findings(run: Run, names: Collection[str]) -> Iterator[Finding]:
    """Yields what the named checks find, in the order of :data:`CHECKS`."""
    for name, check in CHECKS.items():
        if name in names:
            yield from check(run)


def unaccepted(root: Path, found: Collection[Finding]) -> list[Finding]:
    """The findings that the file of accepted ones does not list."""
    try:
        known = set((root / ACCEPTED).read_text(encoding="utf-8").splitlines())
    except FileNotFoundError:
        return list(found)
    return [finding for finding in found if _ratchet(finding) not in known]


def accept(root: Path, found: Collection[Finding]) -> None:
    """Writes the file of accepted findings: these, and no others."""
    lines = sorted({_ratchet(finding) for finding in found})
    text = "".join(f"{line}\n" for line in lines)
    (root / ACCEPTED).write_text(text, encoding="utf-8", newline="\n")


def _ratchet(finding: Finding) -> str:
    """A finding without its line, which moves when nothing is new."""
    text = re.sub(r"\s+", " ", finding.text)
    return f"{finding.check} {finding.path}: {text}"


def rows(found: Collection[Finding]) -> list[dict[str, object]]:
    """The findings for ``--json``."""
    return [asdict(finding) for finding in found]


def _links(run: Run) -> Iterator[Finding]:
    """Links and anchors of the built site that lead nowhere."""
    for broken in check_site(_site(run)):
        yield Finding("links", broken.page, broken.line, f"{broken.url}: {broken.reason}")


def _audit(run: Run) -> Iterator[Finding]:
    """Statements of the built site that the source does not bear out."""
    for untrue in audit(_site(run), run.repository).untrue:
        yield Finding("audit", untrue.page, untrue.line, f"{untrue.fact}: {untrue.reason}")


def _drift(run: Run) -> Iterator[Finding]:
    """What documents name that is gone."""
    git = open_repository(run.repository)
    if git is None or git.is_shallow():
        why = "there is no git repository" if git is None else "the checkout is shallow"
        yield Finding("drift", ".", 0, f"not checked: {why}, so what was there is not known")
        return
    book = open_book(run.output.book, verify=False)
    names = [shown(entry.path) for entry in git.tracked()] + [shown(one) for one in git.untracked()]
    present = Present(run.repository, frozenset(names))
    written: dict[str, list[str]] = {}
    for commit in book.history:
        for path in commit.paths:
            written.setdefault(path, []).append(commit.id)
    ends = {path: (found[0], found[-1]) for path, found in written.items()}
    past = Past(git, ends, MANIFEST, TARGETS, present.words)
    numbers = {decision.path: decision.number for decision in book.decisions if decision.number}
    try:
        for gone in drift(documents(book, present.text), present, past):
            if not _carries_out(gone.loss.subject, numbers.get(gone.mention.document, "")):
                yield Finding("drift", gone.mention.document, gone.mention.line, str(gone))
    except RepositoryError as error:
        yield Finding("drift", ".", 0, f"not checked to the end: {error}")
    if book.repository.flaw:
        yield Finding("drift", ".", 0, f"not checked far back: {book.repository.flaw}")


def _carries_out(subject: str, number: str) -> bool:
    """Whether a commit says that it does what the decision of that number wants."""
    told = re.findall(r"\bADR[-_ #]{0,2}0*(\d+)\b", subject, re.IGNORECASE)
    return number.lstrip("0") in told if number else False


def _rules(run: Run) -> Iterator[Finding]:
    """Imports that a document forbids."""
    book = open_book(run.output.book, verify=False)
    root = run.repository

    def text(path: str) -> str:
        try:
            return on_disk(root, path).read_bytes().decode("utf-8", "replace")
        except OSError:
            return ""

    stated = list(rules(documents(book, text)))
    files = [record.report.path for record in book.files]
    for rule, edge in breaches(stated, book.graph.imports if stated else (), files):
        what = edge.target or edge.external
        place = f"{rule.document}:{rule.line}"
        yield Finding("rules", edge.path, edge.line, f"imports {what}; {place} says: {rule.text}")


def _notes(run: Run) -> Iterator[Finding]:
    """Notes of what is gone, and confirmations of conditions that were changed."""
    book = open_book(run.output.book, verify=False)
    written: dict[tuple[str, str], list[str]] = {}
    for record in book.files:
        for rule in record.rules:
            written.setdefault((rule.symbol, rule.text), []).append(rule.signed)
    for note in book.notes:
        if not note.unit:
            what = (
                f"is of {note.of}, which is not there" if note.of else "does not say of what it is"
            )
            yield Finding("notes", note.path, 1, f"{what}: mend the line of: …, or remove the note")
            continue
        for text in note.confirms:
            condition = _SIGN.sub("", text)
            today = written.get((note.unit, condition), [])
            if not today:
                lapsed = f"confirms `{condition}`, which {note.unit} does not hold as written"
                yield Finding("notes", note.path, 1, f"{lapsed}: look at the rule again")
            elif text not in today:
                what = "another line, outcome or value now" if text != condition else "no sign yet"
                lapsed = f"confirms `{condition}`, which has {what}"
                mend = f"look at the rule again, then write: confirms: {' or '.join(today)}"
                yield Finding("notes", note.path, 1, f"{lapsed}: {mend}")


def documents(book: Book, text: Callable[[str], str]) -> Iterator[Document]:
    """Decisions in force, with the lines that speak of the present, and other documents."""
    records = {decision.path: decision for decision in book.decisions}
    told = {path for decision in book.decisions for path in decision.translations}
    for record in book.files:
        path = record.report.path
        if path in records:
            if records[path].status in _IN_FORCE:
                yield Document(path, text(path), _present(records[path]))
        elif (
            record.report.file_class is FileClass.DOCUMENT
            and path not in told
            and not speaks_of_the_past(path)
        ):
            yield Document(path, text(path))


def _present(decision: Decision) -> frozenset[int]:
    """The lines of the decision and its consequences."""
    return frozenset(
        number
        for name, text, line in decision.sections
        if name in {"decision", "consequences"}
        for number in range(line, line + text.count("\n") + 1)
    )


def _site(run: Run) -> Path:
    site = run.output.site
    if not (site / "index.html").is_file():
        raise RenderError(f"{site}: no site here. Make it with: sourcebook build")
    return site


#: Every check by its name.
CHECKS: MappingProxyType[str, Callable[[Run], Iterator[Finding]]] = MappingProxyType(
    {"links": _links, "audit": _audit, "drift": _drift, "rules": _rules, "notes": _notes}
)

#: The checks that are made when none is named.
ALWAYS = ("links", "drift", "rules", "notes")
