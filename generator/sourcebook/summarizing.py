"""``sourcebook summarize``: stage 5 alone, its estimate, its prompts, and a small trial."""

from collections import Counter
from collections.abc import Sequence

from sourcebook import pipeline
from sourcebook.analyze.work import Work
from sourcebook.errors import ProviderError
from sourcebook.model import Claim, ClaimKind, Summary
from sourcebook.writing import Desk, bill_lines, bills, plan, prompt_lines, within, write


def estimate(run: pipeline.Run, scope: str) -> list[str]:
    """Calls, tokens and cost by level; nothing is sent."""
    lines: list[str] = []

    def use(desk: Desk, work: Work, levels: tuple[Summary, ...]) -> None:
        planned = plan(desk, work, levels, within(scope))
        lines.extend(bill_lines(bills(planned, desk.config), desk.config))

    pipeline.with_material(run, use)
    return lines


def prompts(run: pipeline.Run, scope: str) -> list[str]:
    """What would be sent; nothing is."""
    lines: list[str] = []

    def use(desk: Desk, work: Work, levels: tuple[Summary, ...]) -> None:
        lines.extend(prompt_lines(plan(desk, work, levels, within(scope)), desk.config))

    pipeline.with_material(run, use)
    return lines


def trial(run: pipeline.Run, scope: str) -> list[str]:
    """Summarises one part, and tells how it went and what the rest would cost."""
    if not run.config.model.writes:
        raise ProviderError("no model is configured: set model.provider, or leave --scope out")
    lines: list[str] = []

    def use(desk: Desk, work: Work, levels: tuple[Summary, ...]) -> None:
        wanted = within(scope)
        chunks, told = write(desk, work, levels, wanted)
        inside = [one for one in (*chunks.values(), *told) if wanted(one.id)]
        lines.append(_verdict(scope, inside))
        lines.append("the rest of the repository would need:")
        rest = plan(desk, work, levels)
        lines.extend(bill_lines(bills(rest, desk.config), desk.config))

    pipeline.with_material(run, use)
    return lines


def whole(run: pipeline.Run) -> list[str]:
    """Summarises everything into the book."""
    manifest = pipeline.index(run)
    counts = dict(manifest.counts)
    return [f"{run.output.book}: summaries of {counts.get('chunks', 0)} chunks"]


def _verdict(scope: str, summaries: Sequence[Summary]) -> str:
    written = [one for one in summaries if one.origin.startswith("model:")]
    claims: list[Claim] = [
        claim
        for one in written
        for claim in (one.responsibility, *one.claims)
        if claim is not None and claim.origin.startswith("model:")
    ]
    held = sum(claim.kind is not ClaimKind.ASSUMPTION for claim in claims)
    reasons = Counter(one.fallback for one in summaries if one.fallback)
    told = ", ".join(f"{reason}: {count}" for reason, count in sorted(reasons.items()))
    kept = f", {reasons.total()} extractive summaries kept ({told})" if reasons else ""
    return (
        f"{scope}: {len(written)} summaries by the model, {held} of {len(claims)} statements "
        f"verified{kept}"
    )
