"""``sourcebook decisions --diff``: which decisions govern a change, proven or not said.

The book knows the records and what they govern; the changed files are read fresh on top
of it, so that a pull request is judged as it is, in a second, without a new index.

- :mod:`changes` reads the diff;
- :mod:`evidence` finds the decisions that govern it, the strongest proof first: a declared
  scope, a reference in the changed code, a record that names what was changed;
- :mod:`coined` finds names that a record gave before the code had them;
- :mod:`faults` finds what the change does wrong to decisions;
- :mod:`alike` orders, by shared words, at most three records that may be related, which
  are folded away and never make the review speak;
- :mod:`dismissed` leaves out what a reviewer has dismissed, with a reason and for a time;
- :mod:`forms` prints a :class:`Review` as a comment, JSON, SARIF or annotations.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from sourcebook.config import Config
from sourcebook.render.links import Links
from sourcebook.review.alike import alike
from sourcebook.review.changes import Changes
from sourcebook.review.dismissed import Dismissal, is_dismissed
from sourcebook.review.evidence import Overlay, governing
from sourcebook.review.faults import faults
from sourcebook.review.values import Fault, Related, Review, Row
from sourcebook.store.book import Book

MOST_RELATED = 3


def review(
    book: Book,
    config: Config,
    changes: Changes,
    dismissals: Sequence[Dismissal] = (),
    today: date | None = None,
) -> Review:
    """Holds a change against the decisions of a book."""
    overlay = Overlay(book, config, changes)
    links = Links(book, config)
    address = config.site_url.rstrip("/")

    def url(key: str) -> str:
        page = links.url(links.decision(key)).removesuffix("index.html")
        return f"{address}/{page}" if address else ""

    head = changes.commits[-1] if changes.head and changes.commits else ""  # "": not committed
    day = today or date.today()  # noqa: DTZ011 - the reviewer's own day
    rows: list[Row] = []
    dismissed = 0
    for row in governing(overlay, url):
        if is_dismissed(dismissals, row.key, row.path, day):
            dismissed += 1
        else:
            at = row.evidence
            rows.append(replace(row, proof=links.line_of(head, at.path, at.line)))
    wrong: list[Fault] = []
    for fault in dict.fromkeys(faults(overlay)):  # a line may name a record twice
        if is_dismissed(dismissals, fault.key, fault.path, day):
            dismissed += 1
        else:
            wrong.append(fault)
    known = {row.key for row in rows}
    related = [
        Related(decision.key, decision.title, str(decision.status), url(decision.key), score)
        for decision, score in alike(overlay.decisions, changes, MOST_RELATED + len(known))
        if decision.key not in known
    ]
    return Review(
        base=changes.base,
        head=changes.head,
        files=len(changes.files),
        note=_note(book, changes),
        rows=tuple(rows),
        faults=tuple(wrong),
        related=tuple(related[:MOST_RELATED]),
        dismissed=dismissed,
    )


def _note(book: Book, changes: Changes) -> str:
    """What is to be said of a book that is not of this change."""
    commit = book.repository.commit
    if not commit or commit in changes.commits:
        return ""
    return (
        f"The book is of commit {commit[:12]}, which is neither end of this change: "
        "files that changed in between are judged by what they were. Run: sourcebook index"
    )
