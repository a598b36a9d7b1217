"""The audit: every fact of a built site, held against the repository."""

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from sourcebook_audit import evidence, relations
from sourcebook_audit.built import Built, read_site
from sourcebook_audit.coverage import Coverage, coverage
from sourcebook_audit.history import History
from sourcebook_audit.numbers import Numbers
from sourcebook_audit.pages import Fact
from sourcebook_audit.source import Source
from sourcebook_audit.words import Words

_WORD = re.compile(r"\w+")

#: The part of the public definitions that must have a place on a page.
COVERED = 0.99


@dataclass(frozen=True, slots=True)
class Untrue:
    """One statement that the repository does not bear out."""

    page: str
    line: int
    fact: str
    reason: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}: {self.fact}: {self.reason}"


@dataclass(frozen=True, slots=True)
class Report:
    """What an audit found."""

    checked: tuple[tuple[str, int], ...]  # facts by kind
    untrue: tuple[Untrue, ...]
    coverage: Coverage

    @property
    def facts(self) -> int:
        return sum(count for _, count in self.checked)

    def __str__(self) -> str:
        looked_for = sum(count for _, count in self.coverage.looked_for)
        return (
            f"{self.facts:,} facts of {len(self.checked)} kinds, {len(self.untrue)} not true; "
            f"{looked_for - len(self.coverage.missing):,} of {looked_for:,} public definitions shown"
        )


def audit(site: Path, repository: Path) -> Report:
    """Audits the site built at ``site`` from the repository."""
    return audit_built(site, read_site(site), Source(repository))


def audit_built(site: Path, built: Built, source: Source) -> Report:
    """Audits pages that are read already."""
    checked: Counter[str] = Counter()
    untrue = []
    numbers, words = Numbers(site, source, built), Words(site, source, built)
    history = History(source, built)
    for page, fact in built.facts():
        reason = evidence.fault(fact, source)
        if reason is None:
            reason = relations.fault(fact, source, built)
        if reason is None:
            reason = numbers.fault(page, fact)
        if reason is None:
            reason = words.fault(page, fact)
        if reason is None:
            reason = history.fault(fact)
        if reason is None and fact.kind == "symbol":
            reason = _symbol(fact, source)
        if reason is None:
            continue
        checked[fact.kind] += 1
        if reason:
            untrue.append(Untrue(page, fact.line, _named(fact), reason))
    untrue += [
        Untrue(file, line, "raises", what) for file, line, what in relations.left_out(source, built)
    ]
    covered = coverage(source, built)
    if covered.share < COVERED:
        untrue += [
            Untrue(one.path, one.line, "symbol", f"{one.name} has no place on its page")
            for one in covered.missing
        ]
    return Report(tuple(sorted(checked.items())), tuple(untrue), covered)


def _symbol(fact: Fact, source: Source) -> str:
    """A definition's own name stands within its lines."""
    name = fact.get("name")
    start, stop = int(fact.get("start") or 0), int(fact.get("stop") or 0)
    text = source.text(fact.get("file"), start, stop)
    last = name.rpartition(".")[2].rpartition("::")[2]
    if " " in name:  # a name of several lines, such as the selectors of a style sheet
        text = source.text(fact.get("file"), start, max(stop, start + len(name)))
    known = not last.isidentifier() or last in text or last in "".join(_WORD.findall(text))
    return "" if known else f"{name} is not defined there"


def _named(fact: Fact) -> str:
    """A fact in short, for a finding."""
    place = f"{fact.get('path') or fact.get('file')}:{fact.get('line') or fact.get('start')}"
    if fact.kind in {"quote", "code", "signature", "citation", "condition", "within"}:
        return f"{fact.kind} {place}"
    shown = " ".join(fact.text.split())[:60] if fact.kind != "symbol" else fact.get("name")
    return f"{fact.kind} {shown} ({fact.get('file') or fact.get('of')} {fact.get('block')})"
