"""The page of what the code has chosen by itself: counted, with places and exceptions.

It says what is so, never that it was decided or why; whoever knows can have a record
drafted.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from sourcebook.model import Choice, Evidence, Page
from sourcebook.render.context import Context, Here, Ref
from sourcebook.render.pages.decisions import link_to

#: The sections in their order: anchor, title, what the section says, and the kinds in it.
SECTIONS = (
    (
        "one-for-a-purpose",
        "One for a purpose",
        "One package serves the purpose nearly everywhere.",
        "only",
    ),
    ("rivals", "Rivals", "Several packages serve one purpose: undecided.", "rivals"),
    (
        "layers",
        "Layers",
        "Of two folders side by side, the first imports the second; how often, and how often back.",
        "layer",
    ),
    ("mutual", "Folders that use each other", "Imports go both ways: no layers.", "knot"),
    (
        "errors",
        "Errors",
        "Nearly all that is raised descends from one class.",
        "errors",
    ),
    (
        "mixed-errors",
        "Errors of many kinds",
        "What is raised has no common class.",
        "mixed errors",
    ),
    ("packages", "Other packages", "Packages that many files import.", "dependency"),
)


@dataclass(frozen=True, slots=True)
class Row:
    """One choice: what is counted, how much of it, and where."""

    purpose: str
    names: tuple[tuple[Ref, int], ...]
    share: str
    places: tuple[Ref, ...]
    exceptions: tuple[Ref, ...]
    oldest: str
    records: tuple[Ref, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """The choices of one kind."""

    anchor: str
    title: str
    text: str
    rows: tuple[Row, ...]

    @property
    def shares(self) -> bool:
        return any(row.share for row in self.rows)

    @property
    def exceptions(self) -> bool:
        return any(row.exceptions for row in self.rows)

    @property
    def dated(self) -> bool:
        return any(row.oldest for row in self.rows)


def observed_page(context: Context) -> Page:
    """Makes the page of observed choices."""
    page = "decisions/observed/index.md"
    here = Here(context, page)
    choices = context.view.book.choices
    sections = (
        Section(
            anchor,
            context.text(title),
            context.text(text),
            tuple(filter(None, (_row(here, one) for one in choices if one.kind == kind))),
        )
        for anchor, title, text, kind in SECTIONS
    )
    return context.page(
        page,
        "observed.md.jinja",
        sections=[section for section in sections if section.rows],
        all=here.to_page("decisions/index.md"),
    )


def _row(here: Here, choice: Choice) -> Row | None:
    """A choice with links, None where all its places are withheld from the site."""
    places = _places(here, choice.evidence)
    if not places:
        return None
    known = {one.key: one for one in here.context.view.book.decisions}
    total = sum(choice.counts)
    folders = here.context.links.folders
    return Row(
        here.context.text(choice.purpose) if choice.purpose else "",
        tuple(
            (here.module(name) if name in folders else Ref(name, code=True), count)
            for name, count in zip(choice.names, choice.counts, strict=True)
            if count or choice.kind == "layer"
        ),
        f"{_percent(choice.counts[0], total)} %" if len(choice.names) > 1 else "",
        places,
        _places(here, choice.exceptions),
        choice.oldest,
        tuple(link_to(here, known[key]) for key in choice.decisions if key in known),
    )


def _percent(part: int, total: int) -> int:
    """The share in whole percent, rounded down: all is all."""
    return part * 100 // total


def _places(here: Here, evidence: Iterable[Evidence]) -> tuple[Ref, ...]:
    """Links to lines, named by file and line, with the line itself as the hint."""
    files = here.context.view.files
    return tuple(
        Ref(
            f"{one.path.rpartition('/')[2]}:{one.line}",
            here.lines(one.path, one.line).url,
            f"{one.path}: {one.quote.strip()}",
            code=True,
        )
        for one in evidence
        if one.path in files
    )
