"""What a change does wrong to decisions, each with its line."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from sourcebook.analyze.decisions.governs import unknown
from sourcebook.analyze.decisions.places import place_named
from sourcebook.model import CodeLink, Decision, DecisionStatus
from sourcebook.review.changes import FileChange
from sourcebook.review.evidence import OVER, Overlay, touched
from sourcebook.review.values import Fault

_TARGET = re.compile(r"\]\([^)\n]*\)|\]\[[^\]\n]*\]|https?://\S+")
_NEAR = 2  # lines between two references of one remark
_WORD = re.compile(r"\w+")


def faults(overlay: Overlay) -> Iterator[Fault]:
    """Yields the faults, the gravest kind first."""
    yield from _superseded(overlay)
    yield from _dangling(overlay)
    yield from _numbers(overlay)
    yield from _statuses(overlay)
    yield from _edited(overlay)


def _superseded(overlay: Overlay) -> Iterator[Fault]:
    """Changed code that still names a record that is over."""
    changed = {change.path: change for change in overlay.changes.files}
    for decision in overlay.decisions:
        if decision.status not in OVER:
            continue
        after = _successors(decision, overlay)
        for link in overlay.cited.get(decision.path, ()):
            change = changed.get(link.path)
            if change is None or _beside_successor(link, after, overlay):
                continue
            if touched(link, overlay.telling(change), overlay.spans):
                yield Fault(
                    "superseded",
                    decision.key,
                    link.path,
                    link.evidence.line,
                    f"names {decision.key} “{decision.title}”, which is {decision.status}"
                    + (f"; replaced by {after[0].key} “{after[0].title}”" if after else ""),
                )


def _successors(decision: Decision, overlay: Overlay) -> list[Decision]:
    """The records that replaced one, those that it names itself first."""
    after = [r.target for r in decision.relations if r.kind == "superseded-by"]
    after += [
        other.key
        for other in overlay.decisions
        for relation in other.relations
        if relation.kind in {"supersedes", "overrides"} and relation.target == decision.key
    ]
    by_key = {other.key: other for other in overlay.decisions}
    return [by_key[key] for key in dict.fromkeys(after) if key in by_key]


def _beside_successor(link: CodeLink, after: Sequence[Decision], overlay: Overlay) -> bool:
    """Whether a remark tells of a record and of what replaced it: it knows what it says."""
    return any(
        other.path == link.path and abs(other.evidence.line - link.evidence.line) <= _NEAR
        for decision in after
        for other in overlay.cited.get(decision.path, ())
    )


def _dangling(overlay: Overlay) -> Iterator[Fault]:
    """References that the change adds and that name no record."""
    numbered, _ = overlay.places
    if not numbered:
        return
    added = {c.path: {number for number, _ in c.added} for c in overlay.changes.files}
    for file in overlay.fresh:
        for line, written in unknown(file, numbered, added.get(file.path, set())):
            yield Fault(
                "dangling", "", file.path, line, f"names {written}, which is no record here"
            )


def _numbers(overlay: Overlay) -> Iterator[Fault]:
    """Records of the change that have the number of another one."""
    shared: dict[tuple[str, str, str], list[Decision]] = defaultdict(list)
    for decision in overlay.decisions:
        place = place_named(decision.path)
        if place.number:
            shared[place.folder, place.prefix, place.number.lstrip("0")].append(decision)
    changed = {change.path: change for change in overlay.records if change.path != change.before}
    for alike in shared.values():
        for decision in alike if len(alike) > 1 else ():
            if decision.path in changed:
                others = ", ".join(each.path for each in alike if each is not decision)
                text = f"has the number {decision.number}, which is also that of {others}"
                yield Fault("number", decision.key, decision.path, 1, text)


def _pairs(overlay: Overlay) -> Iterator[tuple[FileChange, Decision, Decision]]:
    """Records that are there before and after, with the book's key."""
    keys = {decision.path: decision.key for decision in overlay.decisions}
    for change, (before, after) in overlay.records.items():
        if before is not None and after is not None:
            key = keys.get(after.path, after.key)
            yield change, before, replace(after, key=key)


def _statuses(overlay: Overlay) -> Iterator[Fault]:
    for change, before, after in _pairs(overlay):
        if before.status is not after.status:
            line = next((line for name, _, line in after.sections if name == "status"), 1)
            text = f"changes the status of “{after.title}” from {before.status} to {after.status}"
            yield Fault("status", after.key, change.path, line, text)


def _edited(overlay: Overlay) -> Iterator[Fault]:
    """An accepted record says something else than was accepted."""
    for change, before, after in _pairs(overlay):
        if before.status is not DecisionStatus.ACCEPTED or after.status is not before.status:
            continue
        was, now = _decided(before), _decided(after)
        if was and now and was[0] != now[0]:
            text = f"edits the decision of “{after.title}”, which is accepted; write a new record"
            yield Fault("edited", after.key, change.path, now[1], text)


def _decided(decision: Decision) -> tuple[list[str], int] | None:
    """The words of what was decided, without markup and links, and where they stand."""
    for name, text, line in decision.sections:
        if name == "decision":
            bare = _TARGET.sub("]", text)
            return _WORD.findall(bare.lower()), line
    return None
