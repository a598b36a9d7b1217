"""Files of the site that are no pages: for programs, and for the scripts of pages."""

from typing import TYPE_CHECKING, Any

import msgspec

from sourcebook.model import Level, Page
from sourcebook.render.context import Context
from sourcebook.render.pages import verdicts
from sourcebook.render.view import View

if TYPE_CHECKING:
    from collections.abc import Callable


def tree_json(context: Context) -> Page:
    """The file tree of the side bar: rows ``[name, URL, rows below]``, folders first."""
    text = context.text
    words = {
        "title": text("Files"),
        "filter": text("Filter files"),
        "none": text("No file has this in its path."),
        "more": text("… and {{n}} more"),
    }
    data = {"schema": 1, "words": words, "rows": _rows(context, context.view, ".")}
    return Page("assets/tree.json", msgspec.json.encode(data))


def hierarchy_json(context: Context) -> Page:
    """Summaries by level, from the system down to files."""
    view, links = context.view, context.links
    system = links.leaf("summaries/system")
    urls: dict[Level, Callable[[str], str]] = {
        Level.FILE: links.file_url,
        Level.MODULE: lambda folder: links.url(links.module(folder)),
        Level.SUBSYSTEM: lambda name: links.url(system, links.subsystem(name)),
        Level.SYSTEM: lambda _: links.url(system),
    }
    units: list[dict[str, Any]] = []
    for summary in view.book.summaries:
        if summary.level is Level.FILE and summary.id not in links.paths:
            continue
        first = summary.responsibility
        units.append(
            {
                "level": summary.level,
                "id": summary.id,
                "title": summary.title,
                "responsibility": first.text if first is not None else "",
                "origin": first.origin if first is not None else summary.origin,
                "confidence": first.confidence if first is not None else 0.0,
                **verdicts.figures(summary),
                "url": urls[summary.level](summary.id),
                "children": [] if summary.level is Level.FILE else summary.children,
            }
        )
    data = msgspec.json.encode({"schema": 1, "units": units})
    return Page("summaries/hierarchy.json", data)


def llms_txt(context: Context) -> Page:
    """A map of the site for language models."""
    view, links = context.view, context.links
    base = view.config.site_url.rstrip("/") + "/" if view.config.site_url else ""
    text = context.templates.print(
        "pages/llms.txt.jinja",
        name=view.config.name or view.book.repository.name,
        summary=_line(context, Level.SYSTEM, "system"),
        modules=[
            (
                folder,
                base + links.url(links.module(folder)),
                _line(context, Level.MODULE, folder),
            )
            for folder in links.folders[:400]
        ],
        base=base,
    )
    return Page("llms.txt", text.encode("utf-8"))


def _line(context: Context, level: Level, unit: str) -> str:
    """What a unit is for, with who says so where it was not extracted."""
    claim = context.view.responsibility(level, unit)
    if claim is None:
        return ""
    name, _ = context.origin(claim.origin)
    return f"{claim.text} ({name})" if name else claim.text


def _rows(context: Context, view: View, top: str) -> list[Any]:
    """The tree below ``top``; walked without recursion, since folders can be deep."""
    links = context.links
    rows: dict[str, list[Any]] = {folder: [] for folder in links.folders}
    for folder in links.folders:
        if folder != ".":
            parent, _, name = folder.rpartition("/")
            rows[parent or "."].append([name, links.url(links.module(folder)), rows[folder]])
    for folder, paths in view.in_folder.items():
        rows[folder] += [[path.rpartition("/")[2], links.file_url(path)] for path in paths]
    return rows[top]
