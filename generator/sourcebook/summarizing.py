"""``sourcebook summarize``: stage 5 alone, its estimate, its prompts, and a small trial."""

from collections import Counter
from collections.abc import Callable, Sequence

from sourcebook import pipeline
from sourcebook.analyze.meanings import text_of
from sourcebook.analyze.work import Work
from sourcebook.errors import ProviderError, RepositoryError
from sourcebook.model import ChunkId, Claim, ClaimKind, Summary
from sourcebook.writing import (
    Desk,
    bill_lines,
    bills,
    plan,
    prompt_lines,
    vector_bill,
    within,
    write,
)


def estimate(run: pipeline.Run, scope: str) -> list[str]:
    """Calls, tokens and cost by level and for vectors; nothing is sent."""
    lines: list[str] = []

    def use(desk: Desk, work: Work, material: pipeline.Material) -> None:
        planned = plan(desk, work, material.levels, _part(material, scope))
        texts = list(_texts(run, work, material, scope).values())
        lines.extend(bill_lines(bills(planned, desk.config), desk.config, vector_bill(desk, texts)))

    pipeline.with_material(run, use)
    return lines


def prompts(run: pipeline.Run, scope: str) -> list[str]:
    """What would be sent; nothing is."""
    lines: list[str] = []

    def use(desk: Desk, work: Work, material: pipeline.Material) -> None:
        planned = plan(desk, work, material.levels, _part(material, scope))
        lines.extend(prompt_lines(planned, desk.config))
        for chunk, text in _texts(run, work, material, scope).items():
            lines.append(f"=== vector {chunk} to {desk.config.embedder}")
            lines.append(text)

    pipeline.with_material(run, use)
    return lines


def _part(material: pipeline.Material, scope: str) -> Callable[[str], bool]:
    """Whether a unit lies in the part that was named.

    Raises:
        RepositoryError: No file does.
    """
    wanted = within(scope)
    if not any(wanted(file.path) for file in material.parsed):
        raise RepositoryError(
            f"{scope}: no file that is read lies there. Name a folder or a file of the repository."
        )
    return wanted


def _texts(
    run: pipeline.Run, work: Work, material: pipeline.Material, scope: str
) -> dict[ChunkId, str]:
    """What a provider's embedding model would be given of each chunk, as it is told now."""
    model = run.config.model
    if not model.gives_vectors or model.local_embedder:
        return {}
    out = pipeline.unembedded(run.config, [file.path for file in material.parsed])
    wanted = within(scope)
    return {
        chunk.id: text_of(chunk, work.withheld.open(material.chunks[chunk.id]))
        for file in material.parsed
        if file.path not in out and wanted(file.path)
        for chunk in file.chunks
    }


def trial(run: pipeline.Run, scope: str) -> list[str]:
    """Summarises one part, and tells how it went and what the rest would cost."""
    if not run.config.model.writes:
        raise ProviderError("no model is configured: set model.provider, or leave --scope out")
    lines: list[str] = []

    def use(desk: Desk, work: Work, material: pipeline.Material) -> None:
        wanted = _part(material, scope)
        chunks, told = write(desk, work, material.levels, wanted)
        inside = [one for one in (*chunks.values(), *told) if wanted(one.id)]
        lines.append(_verdict(scope, inside))
        lines.append("the rest of the repository would need:")
        rest = plan(desk, work, material.levels)
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
