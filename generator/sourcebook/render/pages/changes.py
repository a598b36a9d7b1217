"""The page of what changed since an earlier book: the public interface first, files last."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from sourcebook.model import Page, Repository, Symbol
from sourcebook.render.context import Context, Here, Ref, day
from sourcebook.store.comparison import Comparison, Kind, SymbolChange

#: Rows of each part of the page.
ROWS = 400

#: The parts that list definitions: what became of them, and what the page calls that.
PARTS = (
    (Kind.ADDED, "Added"),
    (Kind.REMOVED, "Removed"),
    (Kind.SIGNATURE, "Of another signature"),
    (Kind.CHANGED, "Of another body"),
)


_WHOLE = frozenset({Kind.ADDED, Kind.REMOVED})


@dataclass(frozen=True, slots=True)
class Changed:
    """A definition that is not as it was."""

    name: Ref
    path: str
    line: int
    before: str = ""
    after: str = ""
    old_line: int = 0
    old_path: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the page."""

    anchor: str
    title: str
    files: tuple[tuple[Ref, tuple[Changed, ...]], ...]  # by file
    total: int
    more: str


def changes_pages(context: Context) -> Iterator[Page]:
    """Makes the page, if there is an earlier book."""
    found = context.changes
    if found is None:
        return
    here = Here(context, context.links.leaf("changes"))
    hidden, text = context.links.is_hidden, context.text
    shown = [
        change
        for change in found.symbols
        if change.shown.visibility == "public" and not hidden(change.shown.path)
    ]
    files = [file for file in found.files if not hidden(file.path) and not hidden(file.before)]
    yield context.page(
        here.page,
        "changes.md.jinja",
        older=_state(context, found.older),
        newer=_state(context, found.newer),
        commit=found.older.commit,
        parts=list(_parts(here, found, shown)),
        counts=[
            (text(kind.value), count)
            for kind, count in sorted(Counter(file.kind for file in files).items())
        ],
        files=[
            (kind, here.listing(_files(here, (f.path for f in files if f.kind is kind)), ROWS))
            for kind in Kind
        ],
        needs=[
            (need.kind, here.module(need.source), here.module(need.target))
            for need in found.needs
            if {need.source, need.target} <= set(context.links.folders)
        ][:ROWS],
        decisions=[
            (change, Ref(change.title, _decision_url(here, change.key)))
            for change in found.decisions
        ][:ROWS],
        moved=[(file.before, here.file(file.path)) for file in files if file.kind is Kind.MOVED][
            :ROWS
        ],
    )


def _parts(here: Here, found: Comparison, shown: Iterable[SymbolChange]) -> Iterator[Part]:
    every = tuple(shown)
    parts = (_part(here, found, kind, title, every) for kind, title in PARTS)
    return (part for part in parts if part.total)


def _part(
    here: Here, found: Comparison, kind: Kind, title: str, shown: Iterable[SymbolChange]
) -> Part:
    """The definitions of one kind; what came or went with its class is not named again."""
    all_of_kind = [change for change in shown if change.kind is kind]
    whole = {change.shown.id for change in all_of_kind} if kind in _WHOLE else set()
    changes = [change for change in all_of_kind if change.shown.parent not in whole]
    files: dict[str, list[Changed]] = {}
    for change in changes[:ROWS]:
        files.setdefault(change.shown.path, []).append(_changed(here, change, found.older))
    return Part(
        kind.value,
        here.context.text(title),
        tuple((here.file(path), tuple(rows)) for path, rows in files.items()),
        len(changes),
        here.more(len(changes) - ROWS),
    )


def _changed(here: Here, change: SymbolChange, older: Repository) -> Changed:
    one, before = change.shown, change.before
    signed = change.kind is Kind.SIGNATURE
    return Changed(
        _gone(here, one, older) if change.after is None else here.symbol(one.id, ""),
        one.path,
        one.name_line,
        before.signature if signed and before is not None else "",
        one.signature if signed else "",
        before.name_line if before is not None else 0,
        before.path if before is not None else "",
    )


def _gone(here: Here, symbol: Symbol, older: Repository) -> Ref:
    """A definition that is no more, by its line in the older commit."""
    url = here.context.links.line_of(older.commit, symbol.path, symbol.name_line)
    return Ref(symbol.qualified, url, symbol.path, code=True)


def _files(here: Here, paths: Iterable[str]) -> Iterator[Ref]:
    return (here.file(path) for path in paths)


def _decision_url(here: Here, key: str) -> str:
    known = {decision.key for decision in here.context.view.book.decisions}
    return here.to_page(here.context.links.decision(key)) if key in known else ""


def _state(context: Context, repository: Repository) -> str:
    """In words: a state of the repository."""
    if not repository.commit:
        return context.text("a folder without version control")
    name = f"{repository.ref} {repository.commit[:12]}".strip()
    return context.text("commit {name} ({day})", name=name, day=day(repository.time))
