"""Pages of decisions: the list, one page a record, and what former names lead to.

A record's page lies under its key for good. Every other name that it has or had (number,
slug, title) leads there: a name of one record by a plain HTML file that sends the browser
on, anchor included; a name of several by a page that tells them apart; and the key of a
record that is gone keeps a page that says so.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from sourcebook.model import (
    Decision,
    DecisionName,
    DecisionStatus,
    Evidence,
    FileClass,
    Page,
)
from sourcebook.render.context import Context, Here, Ref, day
from sourcebook.render.doc import document
from sourcebook.render.escape import escape, prose
from sourcebook.render.graphs import Picture
from sourcebook.render.links import folder_of

#: The canonical sections of a decision, in this order, each with its permanent anchor.
SECTIONS = ("context", "decision", "consequences", "options")

#: Statuses that a list of decisions shows first, in this order.
CURRENT = (
    DecisionStatus.ACCEPTED,
    DecisionStatus.PARTLY_SUPERSEDED,
    DecisionStatus.PROPOSED,
)

#: Relations by which one record takes the place of another.
_REPLACES = frozenset({"supersedes", "overrides"})

_EVENTS = 12  # of a timeline
_MODULES = 6  # named beside a decision


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a record, set for reading as documents are."""

    anchor: str
    title: str
    html: Markup
    source: Ref


@dataclass(frozen=True, slots=True)
class Tie:
    """A relation to another record."""

    kind: str
    target: Ref
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A decision in the list."""

    link: Ref
    decision: Decision
    modules: tuple[Ref, ...]


# ------------------------------------------------------------------------------- the list


def decisions_page(context: Context, picture: Picture | None) -> Page:
    """Makes the list of all decisions: by status, by module and by time."""
    page = "decisions/index.md"
    here = Here(context, page)
    decisions = sorted(context.view.book.decisions, key=lambda decision: _rank(decision.status))
    modules = {decision.key: _modules(context, decision) for decision in decisions}
    return context.page(
        page,
        "decisions.md.jinja",
        rows=[
            Row(link_to(here, each), each, tuple(map(here.module, modules[each.key][:_MODULES])))
            for each in decisions
        ],
        modules=_grouped(here, ((m, each) for each in decisions for m in modules[each.key])),
        years=_grouped(here, ((each.date[:4], each) for each in decisions if each.date)),
        observed=here.to_page("decisions/observed/index.md"),
        picture=picture.on(here) if picture is not None else None,
    )


def _rank(status: DecisionStatus) -> int:
    """What is in force comes first, then what may come to be, then the rest."""
    return CURRENT.index(status) if status in CURRENT else len(CURRENT)


def _modules(context: Context, decision: Decision) -> list[str]:
    """The folders of the code that a decision governs."""
    published = set(context.links.folders)
    return sorted({folder_of(link.path) for link in decision.links} & published)


def _grouped(here: Here, pairs: Iterable[tuple[str, Decision]]) -> list[tuple[Ref, list[Ref]]]:
    """Decisions under a folder or a year each, years newest first."""
    groups: dict[str, list[Decision]] = defaultdict(list)
    for name, decision in pairs:
        groups[name].append(decision)
    by_year = all(name.isdigit() for name in groups)
    return [
        (
            Ref(name) if by_year else here.module(name),
            [link_to(here, one) for one in sorted(groups[name], key=lambda d: (d.date, d.key))],
        )
        for name in sorted(groups, reverse=by_year)
    ]


def link_to(here: Here, decision: Decision) -> Ref:
    """A link to the page of a decision; its status is the hint."""
    url = here.to_page(here.context.links.decision(decision.key))
    name = f"{decision.number} {decision.title}".strip()
    return Ref(name, url, decision.status)


# ------------------------------------------------------------------------------ one record


def decision_page(context: Context, decision: Decision) -> Page:
    """Makes the page of one decision."""
    links, view = context.links, context.view
    page = links.decision(decision.key)
    here = Here(context, page)
    known = {other.key: other for other in view.book.decisions}
    return context.page(
        page,
        "decision.md.jinja",
        decision=decision,
        source=Ref(decision.path, here.to(links.whole(decision.path))),
        file=here.file(decision.path),
        translations=[here.file(path) for path in decision.translations],
        all=here.to_page("decisions/index.md"),
        sections=list(_sections(here, decision)),
        chain=[link_to(here, known[key]) for key in replaced_by(decision, known)],
        relations=[
            Tie(
                context.text(relation.kind),
                link_to(here, known[relation.target])
                if relation.target in known
                else Ref(relation.text),
                relation.text,
            )
            for relation in decision.relations
        ],
        backward=[
            Tie(context.text(relation.kind), link_to(here, other), relation.text)
            for other in view.book.decisions
            for relation in other.relations
            if relation.target == decision.key
        ],
        alike=[
            link_to(here, known[key])
            for name in view.book.names
            if name.name == decision.key
            for key in name.keys
            if key in known
        ],
        timeline=_timeline(here, decision, known),
        code=[
            (
                here.symbol(link.symbol) if link.symbol is not None else here.file(link.path),
                here.lines(link.evidence.path, link.evidence.line, link.evidence.end_line),
                link.evidence,
                _quoted(context, link.evidence),
                context.text(link.source),
            )
            for link in decision.links
        ],
    )


def _quoted(context: Context, evidence: Evidence) -> Markup:
    """A quote as it stands in code; of a document, with what is marked as code set as code."""
    record = context.view.files.get(evidence.path)
    text = record is not None and record.report.file_class is FileClass.DOCUMENT
    return prose(evidence.quote) if text else escape(evidence.quote)


def replaced_by(decision: Decision, known: dict[str, Decision]) -> list[str]:
    """The records that took the place of one, each of the one before; the last is the live one."""
    gone = {DecisionStatus.SUPERSEDED, DecisionStatus.PARTLY_SUPERSEDED}
    chain: list[str] = []
    current = decision
    while current.status in gone:
        after = [r.target for r in current.relations if r.kind == "superseded-by"]
        after += [
            other.key
            for other in known.values()
            for relation in other.relations
            if relation.kind in _REPLACES and relation.target == current.key
        ]
        following = [k for k in after if k in known and k not in chain and k != decision.key]
        if not following:
            break
        chain.append(following[0])
        current = known[following[0]]
    return chain


def _timeline(here: Here, decision: Decision, known: dict[str, Decision]) -> list[tuple[str, Ref]]:
    """What happened to a record, by date: its own date, commits, successors."""
    context = here.context
    commits = [c for c in context.view.book.history if decision.path in c.paths and not c.bot]
    events = [(day(one.time), Ref(one.subject, context.links.commit(one.id))) for one in commits]
    if len(events) > _EVENTS:
        events = [*events[: _EVENTS - 1], events[-1]]
    if decision.date and decision.date_source == "record":
        events.append((decision.date, Ref(context.text("dated by its author"))))
    events += [
        (known[key].date, link_to(here, known[key]))
        for key in replaced_by(decision, known)
        if known[key].date
    ]
    return sorted(events, key=lambda event: (event[0], event[1].text))


def _sections(here: Here, decision: Decision) -> list[Section]:
    """Canonical sections first in their order, then what else the record has."""
    titles = {name: here.context.text(name.capitalize()) for name in SECTIONS}
    found: list[Section] = []
    seen: set[str] = set()
    ordered = sorted(
        decision.sections,
        key=lambda section: SECTIONS.index(section[0]) if section[0] in SECTIONS else len(SECTIONS),
    )
    for name, text, line in ordered:
        if name == "status":
            continue
        canonical = name in SECTIONS and name not in seen
        seen.add(name)
        anchor = name if canonical else f"line.{line}"
        source = here.lines(decision.path, line)
        html = document(text, 0, here.context.text)
        found.append(Section(anchor, titles.get(name, name), html, source))
    return found


# ---------------------------------------------------------------------------- former names


def name_pages(context: Context) -> Iterator[Page]:
    """Makes what every name beside the keys leads to."""
    known = {decision.key: decision for decision in context.view.book.decisions}
    for name in context.view.book.names:
        if _needs_page(name):
            if name.name not in known:
                yield _told_apart(context, name, known)
        elif name.name not in known:
            page = context.links.decision(name.name).removesuffix(".md") + ".html"
            target = Here(context, page).to_page(context.links.decision(name.keys[0]))
            yield context.page(page, "moved.html.jinja", title=name.keys[0], target=target)


def pages_of_names(context: Context) -> int:
    """How many names have a page of their own."""
    known = {decision.key for decision in context.view.book.decisions}
    return sum(_needs_page(name) and name.name not in known for name in context.view.book.names)


def _needs_page(name: DecisionName) -> bool:
    return len(name.keys) != 1 or name.path != ""


def _told_apart(context: Context, name: DecisionName, known: dict[str, Decision]) -> Page:
    page = context.links.decision(name.name)
    here = Here(context, page)
    titles = {one.name: one.title for one in context.view.book.names if one.path}
    return context.page(
        page,
        "decision-name.md.jinja",
        former=name,
        last=Ref(name.path, code=True),
        all=here.to_page("decisions/index.md"),
        bearers=[
            link_to(here, known[key])
            if key in known
            else Ref(titles.get(key, key), here.to_page(context.links.decision(key)))
            for key in name.keys
        ],
    )
