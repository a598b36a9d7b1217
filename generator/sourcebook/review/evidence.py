"""Decisions that govern a change, each with the line that proves it.

What the book says of unchanged files holds; changed files and records are read fresh. A
link to a symbol counts where a changed line lies in that symbol, one to a file where the
file is changed. A record may also have given names that the change brings or takes
(:mod:`coined`). Records that are over govern nothing.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from sys import maxsize

from sourcebook.analyze.decisions import read_record
from sourcebook.analyze.decisions.governs import Code, code_links, is_telling, may_cite, names_in
from sourcebook.analyze.decisions.places import Place, place_named, places
from sourcebook.analyze.decode import decode
from sourcebook.analyze.ignore import matching
from sourcebook.analyze.parse import parse
from sourcebook.config import Config
from sourcebook.grammars.languages import language, language_of
from sourcebook.model import (
    CallGraph,
    CodeLink,
    Decision,
    DecisionStatus,
    Evidence,
    FileClass,
    ParsedFile,
    SourceFile,
    Span,
)
from sourcebook.review.changes import MOST_BYTES, Changes, FileChange
from sourcebook.review.coined import Coined, coined, is_code
from sourcebook.review.moved import Moved, moved
from sourcebook.review.telling import Telling, telling
from sourcebook.review.values import Row
from sourcebook.store.book import Book

OVER = frozenset(
    {
        DecisionStatus.SUPERSEDED,
        DecisionStatus.DEPRECATED,
        DecisionStatus.REJECTED,
        DecisionStatus.WITHDRAWN,
    }
)
_SOURCES = ("scope", "code", "record")
_REASONS = {
    "scope": "the record declares that it governs this file",
    "code": "the changed code names the record",
    "record": "the record names what is changed",
}
_NAME = re.compile(r"[A-Za-z_]\w+")
_MANY = 25  # lines: a reference that speaks of so many needs witnesses
_CLOSE = 2  # lines below a reference
_WITNESSES = 2  # names of its decision in the changed lines
_FURTHER = 3  # names of a decision in changed lines, beside that of the changed thing
_MOST_RECORDS = 2  # that may mention a name that proves something


class Overlay:
    """The book with the change laid over it."""

    def __init__(self, book: Book, config: Config, changes: Changes) -> None:
        self.changes = changes
        self.book = book
        self._config = config
        self._telling: dict[FileChange, Telling] = {}

    @cached_property
    def _folders(self) -> list[str]:
        return sorted({decision.path.rpartition("/")[0] for decision in self.book.decisions})

    def parsed(self, path: str, raw: bytes | None) -> ParsedFile | None:
        """A changed file, read as a run would read it."""
        if raw is None or len(raw) > MOST_BYTES or b"\0" in raw[:8000]:
            return None
        file = SourceFile(path, "", len(raw), language_of(path, raw), FileClass.SOURCE)
        return parse(file, decode(path, raw), self._config.chunk, calls=False)

    def _record(self, path: str, read: Callable[[str], bytes | None]) -> Decision | None:
        if not path or not places([path], self._config.decisions, self._folders):
            return None
        file = self.parsed(path, read(path))
        return read_record(file, self._config, self._folders) if file is not None else None

    @cached_property
    def records(self) -> Mapping[FileChange, tuple[Decision | None, Decision | None]]:
        """The changed records: as they were and as they will be."""
        found = {}
        for change in self.changes.files:
            before = self._record(change.before, self.changes.read_before)
            after = self._record(change.path, self.changes.read)
            if before is not None or after is not None:
                found[change] = (before, after)
        return found

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """All decisions as the change leaves them."""
        known = {decision.path: decision for decision in self.book.decisions}
        today = {decision.key: decision.path for decision in self.book.decisions}
        former = {path: today.get(each.key) for each in self.book.ledger for path in each.paths}
        for change, (_, after) in self.records.items():
            named = (change.before, change.path, former.get(change.path))
            old = next((known.pop(path) for path in named if path in known), None)
            if after is not None:
                known[after.path] = merged(old, after) if old is not None else after
        return tuple(sorted(known.values(), key=lambda decision: decision.key))

    @cached_property
    def _moved(self) -> Mapping[FileChange, Moved]:
        return moved(self.changes.files)

    def telling(self, change: FileChange) -> Telling:
        """The lines of a change that say something else than before."""
        if change not in self._telling:
            before = self.changes.read_before(change.before) if change.removed else None
            after = self.changes.read(change.path) if change.added else None
            self._telling[change] = telling(change, before, after, self._moved[change])
        return self._telling[change]

    @cached_property
    def fresh(self) -> Sequence[ParsedFile]:
        """The changed files with ties to records, as they will be; no others need be parsed."""
        tied = {link.path for decision in self.decisions for link in decision.links}
        names = {change.path for change in self.changes.files if change not in self.records}
        read = ((path, self.changes.read(path)) for path in sorted(names - {""}))
        files = (self.parsed(path, raw) for path, raw in read if path in tied or may_cite(raw))
        return [file for file in files if file is not None]

    @cached_property
    def spans(self) -> Mapping[str, Span]:
        """Where the symbols of the changed files will be."""
        return {symbol.id: symbol.span for file in self.fresh for symbol in file.symbols}

    @cached_property
    def _names(self) -> Mapping[str, Sequence[str]]:
        """The names of code in what each record decided that few others mention, by its key."""
        said = {each.key: set(names_in("\n".join(_present(each)))) for each in self.decisions}
        count = Counter(name for names in said.values() for name in names)
        return {
            key: sorted(name for name in names if count[name] <= _MOST_RECORDS)
            for key, names in said.items()
        }

    def is_about(self, decision: Decision, link: CodeLink, change: FileChange) -> bool:
        """Whether a change is about what a link ties: what it names, or what names it."""
        if link.source == "code":
            return self._is_meant(decision, link, change)
        return self._is_named(decision, link, change)

    def _is_meant(self, decision: Decision, link: CodeLink, change: FileChange) -> bool:
        """Whether a reference means what is changed, and not merely stands in the same class.

        It does if it is new. One that speaks of many lines needs witnesses: names of the
        decision in those that are changed. One that speaks of a few does if several of them
        change, or one right below it; a single line further down is a detail.
        """
        last = link.end_line or maxsize
        told = self.telling(change).lines
        if link.evidence.line in told:
            return True
        if last - link.line >= _MANY:
            where = range(link.line, last + 1)
            return self._names_changed(decision, change, where) >= _WITNESSES
        near = [line - link.evidence.line for line in told if link.line <= line <= last]
        return len(near) > 1 or (len(near) == 1 and near[0] <= _CLOSE)

    def _names_changed(
        self, decision: Decision, change: FileChange, where: range, but: Sequence[str] = ()
    ) -> int:
        """How many names of a decision come or go with the telling lines of a change."""
        told = self.telling(change)
        new = [text for at, text in change.added if at in told.lines and at in where]
        old = [
            text
            for (number, text), at in zip(change.removed, change.removed_at, strict=True)
            if number in told.removed and at in where
        ]
        came, went = (Counter(_NAME.findall("\n".join(lines))) for lines in (new, old))
        names = (name for name in self._names[decision.key] if name not in but)
        return sum(came[name] != went[name] for name in names)

    def _is_named(self, decision: Decision, link: CodeLink, change: FileChange) -> bool:
        """Whether a change is about what a record says of the code that it names.

        Records also name code as an example. It is if the title names what is changed; or if
        the decision itself names it, and several further names of it come or go.
        """
        own = change.name.rpartition("/")[2].partition(".")[0]
        name = (link.symbol or "").rpartition("::")[2].rpartition(".")[2] or own
        # A name such as "kernel" may be a mere word there.
        if is_telling(name) and re.search(rf"(?<!\w){re.escape(name)}(?!\w|\.\w)", decision.title):
            return True
        if link.evidence.quote not in "\n".join(_present(decision)):
            return False
        return self._names_changed(decision, change, range(maxsize), (own, name)) >= _FURTHER

    @cached_property
    def places(self) -> tuple[Mapping[int, Sequence[Place]], Mapping[str, Sequence[Place]]]:
        """The records by number and by file name."""
        numbered: dict[int, list[Place]] = defaultdict(list)
        by_name: dict[str, list[Place]] = defaultdict(list)
        for decision in self.decisions:
            place = place_named(decision.path, decision.number)
            digits = decision.number.rstrip("abcdefghijklmnopqrstuvwxyz")
            if digits.isdigit():
                numbered[int(digits)].append(place)
            by_name[decision.path.rpartition("/")[2].lower()].append(place)
        return numbered, by_name

    @cached_property
    def cited(self) -> Mapping[str, Sequence[CodeLink]]:
        """References to records in the changed code, by the record's path.

        Documents that list records, or tell of them, are not code that they govern.
        """
        files = [file for file in self.fresh if language(file.language).kind != "document"]
        code = Code(files, CallGraph((), (), ()), (), ())
        return code_links(code, *self.places)

    @cached_property
    def coined(self) -> Mapping[str, Coined]:
        """What the change brings or takes of names that records in force gave."""
        code = [each for each in self.changes.files if each not in self.records]
        live = [each for each in self.decisions if each.status not in OVER]
        return coined(live, self.changes, [c for c in code if is_code(c.name)], self.telling)


def _present(decision: Decision) -> list[str]:
    """The parts of a record that speak of what is, not of what was or might be."""
    return [text for name, text, _ in decision.sections if name in {"decision", "consequences"}]


def merged(old: Decision, new: Decision) -> Decision:
    """A record read fresh, with the key and the ties that the book knows."""
    dated = new if new.date else old  # by the history, where the record tells none
    return replace(
        new, key=old.key, links=old.links, relations=old.relations,
        date=dated.date, date_source=dated.date_source,
    )  # fmt: skip


def touched(link: CodeLink, changed: Telling, spans: Mapping[str, Span]) -> int:
    """The first changed line of what a link means, 0 if nothing of it is changed.

    A fresh link knows its lines; one of the book means its symbol where that is now.
    """
    first, last = link.line or 1, link.end_line or maxsize
    lines: Iterable[int] = changed.lines
    span = spans.get(link.symbol or "") if link.source == "record" else None
    if span is not None:
        first, last = span.line, span.end_line
    elif link.source == "record" and link.line:
        lines = changed.removed
    return min((number for number in lines if first <= number <= last), default=0)


def governing(overlay: Overlay, url: Callable[[str], str]) -> list[Row]:
    """One row a decision, the strongest proof first; those that prove the same, by key."""
    rows: list[Row] = []
    for decision in overlay.decisions:
        if decision.status in OVER:
            continue
        proofs = list(_proofs(decision, overlay))
        if proofs:
            change, link, line = min(proofs, key=lambda proof: _SOURCES.index(proof[1].source))
            rows.append(
                Row(
                    key=decision.key,
                    title=decision.title,
                    status=str(decision.status),
                    date=decision.date,
                    sentence=decision.sentence,
                    path=change.name,
                    line=line,
                    source=link.source,
                    reason=_REASONS[link.source],
                    evidence=link.evidence,
                    url=url(decision.key),
                    others=len({proof[0].name for proof in proofs}) - 1,
                )
            )
    return sorted(rows, key=lambda row: (_SOURCES.index(row.source), row.key))


def _proofs(decision: Decision, overlay: Overlay) -> Iterator[tuple[FileChange, CodeLink, int]]:
    code = [change for change in overlay.changes.files if change not in overlay.records]
    by_name = {name: change for change in code for name in (change.before, change.path) if name}
    for glob, line in decision.scopes:
        evidence = Evidence(decision.path, line, line, glob)
        for path in sorted(matching(by_name, [glob])):
            link = CodeLink(path, None, evidence, "scope")
            yield by_name[path], link, min(by_name[path].touched, default=1)
    # What code says is read fresh, and what a scope covers was matched above.
    naming = [link for link in decision.links if link.source == "record"]
    for link in (*overlay.cited.get(decision.path, ()), *naming):
        change = by_name.get(link.path)
        line = touched(link, overlay.telling(change), overlay.spans) if change is not None else 0
        if change is not None and line and overlay.is_about(decision, link, change):
            yield change, link, line
    named = overlay.coined.get(decision.key)
    if named is not None:
        link = CodeLink(named.change.name, None, named.evidence, "record")
        yield named.change, link, named.line
