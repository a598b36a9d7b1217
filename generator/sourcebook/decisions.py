"""``sourcebook decisions``: the records of a repository, the ledger of their keys, drafts."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sourcebook import pipeline
from sourcebook.analyze.decisions.ledger import with_titles
from sourcebook.analyze.git import open_repository
from sourcebook.model import Choice, Decision, Evidence
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


#: Kinds of observed choices that can be drafted, with the sentence that each states.
_HABITS = {
    "only": "{0} is used for {purpose} in {n} of {total} places.",
    "dependency": "{0} is imported by {n} files.",
    "layer": "{0} may use {1}, and not the other way round: {n} of {total} imports between them.",
    "errors": "What is raised descends from {0}: {n} of {total}.",
}


def drafts(book: Book) -> Iterator[str]:
    """Yields a draft for each habit of the code that no record names: what, never why."""
    for choice in book.choices:
        if choice.kind in _HABITS and not choice.decisions:
            yield _draft(choice)


def _draft(choice: Choice) -> str:
    names = [f"`{name}`" for name in choice.names]
    count, total = choice.counts[0], sum(choice.counts)
    said = _HABITS[choice.kind].format(*names, n=count, total=total, purpose=choice.purpose)
    oldest = f" The oldest file of these is of {choice.oldest}." if choice.oldest else ""
    parts = [
        "---\nstatus: proposed\n---",
        f"# {_title(choice)}",
        "## Context and problem\n\nNot known. To be written by someone who knows it.",
        f"## Decision\n\n{said}{oldest}",
        f"## Evidence\n\n{_listed(choice.evidence)}",
    ]
    if choice.exceptions:
        parts.append(f"## Exceptions\n\n{_listed(choice.exceptions)}")
    parts.append("## Consequences\n\nNot known.")
    return "\n\n".join(parts) + "\n"


def _title(choice: Choice) -> str:
    if choice.kind == "layer":
        return f"Let {choice.names[0]} use {choice.names[1]} and not the reverse"
    if choice.kind == "errors":
        return f"Raise descendants of {choice.names[0]}"
    return f"Use {choice.names[0]}" + (f" for {choice.purpose}" if choice.purpose else "")


def _listed(evidence: Sequence[Evidence]) -> str:
    return "\n".join(f"- `{one.path}:{one.line}`: `{_code(one.quote)}`" for one in evidence)


def _code(text: str) -> str:
    """Text between backticks, on one line."""
    return " ".join(text.split()).replace("`", "'")
