"""``sourcebook changes``: what changed from one book to another, printed."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from sourcebook.model import Repository
from sourcebook.store.comparison import Comparison, Kind, SymbolChange


def as_json(found: Comparison) -> str:
    """The machine form: one object with a list for each kind of thing."""
    value: dict[str, Any] = {
        "schema": 1,
        "from": found.older.commit,
        "to": found.newer.commit,
        "files": found.files,
        "symbols": [_row(change) for change in found.symbols],
        "needs": found.needs,
        "decisions": found.decisions,
    }
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode()


def as_text(found: Comparison) -> Iterator[str]:
    """Lines for a terminal: what was added, removed and changed, the interface first."""
    yield f"from {_state(found.older)} to {_state(found.newer)}"
    for change in sorted(found.symbols, key=_place):
        if change.kind is not Kind.CHANGED and change.shown.visibility == "public":
            yield _line(change)
    counts = Counter(change.kind for change in found.symbols)
    files = Counter(file.kind for file in found.files)
    yield f"definitions: {_counted(counts)}"
    yield f"files: {_counted(files)}"
    for need in found.needs:
        yield f"{_SIGNS[need.kind]} {need.source} needs {need.target}"
    for decision in found.decisions:
        was = f" (was {decision.before})" if decision.before else ""
        yield f"{_SIGNS[decision.kind]} decision {decision.key}: {decision.status or 'gone'}{was}"


_SIGNS = {Kind.ADDED: "+", Kind.REMOVED: "-", Kind.SIGNATURE: "!", Kind.CHANGED: "~"}


def _line(change: SymbolChange) -> str:
    one = change.shown
    line = f"{_SIGNS[change.kind]} {one.path}:{one.name_line} {one.qualified}"
    if change.kind is Kind.SIGNATURE and change.before is not None:
        line += f"\n    was {change.before.signature}\n    is  {one.signature}"
    return line


def _place(change: SymbolChange) -> tuple[str, int, str]:
    return change.shown.path, change.shown.name_line, change.shown.id


def _row(change: SymbolChange) -> dict[str, Any]:
    one, before, after = change.shown, change.before, change.after
    return {
        "kind": change.kind,
        "id": one.id,
        "path": one.path,
        "line": one.name_line,
        "symbol": one.qualified,
        "visibility": one.visibility,
        "before": before.signature if before is not None else None,
        "after": after.signature if after is not None else None,
    }


def _state(repository: Repository) -> str:
    return f"{repository.ref} {repository.commit[:12]}".strip() or "a folder"


def _counted(counts: Counter[Kind]) -> str:
    return ", ".join(f"{counts[kind]} {kind}" for kind in Kind if counts[kind]) or "none changed"
