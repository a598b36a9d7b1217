"""``sourcebook decisions``: the records of a repository, and the ledger of their keys."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sourcebook import pipeline
from sourcebook.analyze.decisions.ledger import with_titles
from sourcebook.analyze.git import open_repository
from sourcebook.model import Decision
from sourcebook.pipeline import Run
from sourcebook.store.book import Book, open_book
from sourcebook.store.ledger import NAME, write_ledger
from sourcebook.store.output import writing


def lines(book: Book) -> Iterator[str]:
    """One line a decision for a reader at a terminal; warnings below it."""
    for decision in book.decisions:
        date = f", {decision.date}" if decision.date else ""
        yield f"{decision.key}  {decision.title}  [{decision.status}{date}]"
        yield from (f"    {decision.path}: {warning}" for warning in decision.warnings)


def rows(book: Book) -> list[dict[str, Any]]:
    """The decisions in their machine form."""
    return [_row(decision) for decision in book.decisions]


def _row(decision: Decision) -> dict[str, Any]:
    return {
        "key": decision.key,
        "path": decision.path,
        "title": decision.title,
        "status": str(decision.status),
        "status_text": decision.status_text,
        "date": decision.date,
        "date_source": decision.date_source,
        "sentence": decision.sentence,
        "governs": sorted({link.path for link in decision.links}),
        "relations": [
            {"kind": one.kind, "target": one.target, "line": one.line, "partial": one.partial}
            for one in decision.relations
        ],
        "warnings": list(decision.warnings),
    }


def lock(run: Run) -> tuple[Path, bool]:
    """Writes the ledger with every name that git knows; returns whether that changed it."""
    with writing(run.output):
        pipeline.index(run)
    holders = open_book(run.output.book, verify=False).ledger
    git = open_repository(run.repository)
    if git is not None:
        holders = with_titles(holders, git.patches)
    return run.repository / NAME, write_ledger(run.repository, holders)
