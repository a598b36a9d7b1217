"""The page of refactoring steps."""

from dataclasses import dataclass

from sourcebook.model import Milestone, Page
from sourcebook.render.context import Context, Here, Listing, Ref, Statement


def milestones_page(context: Context) -> Page:
    """Makes the page of refactoring steps, in an order in which they can be done."""
    page = "plans/milestones/index.md"
    here = Here(context, page)
    milestones = context.view.book.milestones
    numbers = {milestone.id: number for number, milestone in enumerate(milestones, 1)}
    return context.page(
        page,
        "milestones.md.jinja",
        steps=[
            _step(here, number, milestone, numbers)
            for number, milestone in enumerate(milestones, 1)
        ],
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


def _step(here: Here, number: int, milestone: Milestone, numbers: dict[str, int]) -> PlanStep:
    folders = set(here.context.links.folders)
    return PlanStep(
        number,
        f"step.{number}",
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
