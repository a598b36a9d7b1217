"""Pages of decisions and of refactoring steps."""

from dataclasses import dataclass

from sourcebook.model import Decision, DecisionStatus, Milestone, Page
from sourcebook.render.context import Context, Here, Listing, Ref, Statement, flowing
from sourcebook.render.graphs import Picture

#: The canonical sections of a decision, in this order, each with its permanent anchor.
SECTIONS = ("context", "decision", "consequences", "options")

#: Statuses that a list of decisions shows first, in this order.
CURRENT = (
    DecisionStatus.ACCEPTED,
    DecisionStatus.PARTLY_SUPERSEDED,
    DecisionStatus.PROPOSED,
)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of a record: as text, never interpreted."""

    anchor: str
    title: str
    text: str
    source: Ref


@dataclass(frozen=True, slots=True)
class Tie:
    """A relation to another record."""

    kind: str
    target: Ref
    text: str


def decisions_page(context: Context, picture: Picture | None) -> Page:
    """Makes the list of all decisions."""
    page = "decisions/index.md"
    here = Here(context, page)
    decisions = sorted(context.view.book.decisions, key=lambda decision: _rank(decision.status))
    return context.page(
        page,
        "decisions.md.jinja",
        rows=[(_link(here, decision), decision) for decision in decisions],
        picture=picture.on(here) if picture is not None else None,
    )


def _rank(status: DecisionStatus) -> int:
    """What is in force comes first, then what may come to be, then the rest."""
    return CURRENT.index(status) if status in CURRENT else len(CURRENT)


def decision_page(context: Context, decision: Decision) -> Page:
    """Makes the page of one decision."""
    links, view = context.links, context.view
    page = links.decision(decision.key)
    here = Here(context, page)
    known = {other.key: other for other in view.book.decisions}
    source = here.to(links.whole(decision.path))
    return context.page(
        page,
        "decision.md.jinja",
        decision=decision,
        source=Ref(decision.path, source),
        file=here.file(decision.path),
        all=here.to_page("decisions/index.md"),
        sections=list(_sections(here, decision)),
        relations=[
            Tie(
                context.text(relation.kind),
                _link(here, known[relation.target])
                if relation.target in known
                else Ref(relation.text),
                relation.text,
            )
            for relation in decision.relations
        ],
        backward=[
            Tie(context.text(relation.kind), _link(here, other), relation.text)
            for other in view.book.decisions
            for relation in other.relations
            if relation.target == decision.key
        ],
        code=[
            (
                here.symbol(link.symbol) if link.symbol is not None else here.file(link.path),
                here.lines(link.evidence.path, link.evidence.line, link.evidence.end_line),
                link.evidence,
                context.text(link.source),
            )
            for link in decision.links
        ],
    )


def milestones_page(context: Context) -> Page:
    """Makes the page of refactoring steps, in an order in which they can be done."""
    page = "plans/milestones/index.md"
    here = Here(context, page)
    milestones = context.view.book.milestones
    numbers = {milestone.id: number for number, milestone in enumerate(milestones, 1)}
    return context.page(
        page,
        "milestones.md.jinja",
        steps=[_step(here, milestone, numbers) for milestone in milestones],
    )


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A milestone as the page shows it."""

    number: int
    anchor: str
    title: str
    milestone: Milestone
    modules: Listing
    symbols: Listing
    tests: Listing
    after: tuple[Ref, ...]
    reasons: tuple[Statement, ...]


def _step(here: Here, milestone: Milestone, numbers: dict[str, int]) -> PlanStep:
    folders = set(here.context.links.folders)
    return PlanStep(
        numbers[milestone.id],
        f"step.{numbers[milestone.id]}",
        milestone.title.replace("`", ""),
        milestone,
        here.listing(
            here.module(one) if one in folders else here.file(one) for one in milestone.modules
        ),
        here.listing((here.symbol(symbol) for symbol in milestone.symbols), 12),
        here.listing((here.file(path) for path in milestone.tests), 12),
        tuple(
            Ref(here.context.text("step {n}", n=numbers[one]), f"#step.{numbers[one]}")
            for one in milestone.after
            if one in numbers
        ),
        tuple(here.statement(claim) for claim in milestone.reasons),
    )


def _link(here: Here, decision: Decision) -> Ref:
    url = here.to_page(here.context.links.decision(decision.key))
    name = f"{decision.number} {decision.title}".strip()
    return Ref(name, url, decision.status)


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
        found.append(Section(anchor, titles.get(name, name), flowing(text), source))
    return found
