"""How many statements of a model were verified, and how many of its answers were not used."""

from collections.abc import Iterable

from sourcebook.model import ClaimKind, Level, Summary
from sourcebook.render.context import Context


def of_file(context: Context, path: str) -> str:
    """What became of a model's words about a file and its definitions."""
    return _told(context, context.view.by_model.get(path, ()))


def of_folder(context: Context, folder: str, paths: Iterable[str]) -> str:
    """The same of a folder: of itself, and of all files and folders in it."""
    if not context.view.by_model:
        return ""
    top = "" if folder == "." else f"{folder}/"
    levels = [
        summary
        for (level, name), summary in context.view.summaries.items()
        if level is Level.MODULE and (name == folder or name.startswith(top))
    ]
    return _told(context, [*levels, *_in_files(context, paths)])


def of_system(context: Context) -> str:
    """The same of everything."""
    levels = [one for (level, _), one in context.view.summaries.items() if level is not Level.FILE]
    return _told(context, [*levels, *_in_files(context, context.view.by_model)])


def figures(summary: Summary) -> dict[str, int]:
    """How many statements of a model a summary has, and how many of them hold."""
    claims = [
        claim
        for claim in (summary.responsibility, *summary.claims)
        if claim is not None and claim.origin.startswith("model:")
    ]
    held = sum(claim.kind is not ClaimKind.ASSUMPTION for claim in claims)
    return {"verified": held, "statements": len(claims)}


def _in_files(context: Context, paths: Iterable[str]) -> list[Summary]:
    return [summary for path in paths for summary in context.view.by_model.get(path, ())]


def _told(context: Context, summaries: Iterable[Summary]) -> str:
    """Empty where no model was at work."""
    text = context.text
    held = total = unused = 0
    for summary in summaries:
        unused += bool(summary.fallback)
        counted = figures(summary)
        held, total = held + counted["verified"], total + counted["statements"]
    told = text("{held} of {total} statements verified", held=held, total=total) if total else ""
    dropped = text("{n} answers not used", n=unused) if unused else ""
    return ", ".join(filter(None, (told, dropped)))
