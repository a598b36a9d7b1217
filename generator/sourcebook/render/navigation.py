"""``mkdocs.yml`` of a generated site, and how pages stand in a site of someone's own.

The navigation lists about ten pages, whatever the size; the builders would otherwise put
every page's name on every page. All others are reached through the file tree, the
breadcrumbs and search.
"""

from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from sourcebook.errors import RenderError
from sourcebook.render.context import Context
from sourcebook.render.links import Frame

STYLES = ("assets/sourcebook.css",)
SCRIPTS = ("search/loader.js", "assets/graph.js", "assets/tree.js", "assets/page.js")


class _Loader(yaml.SafeLoader):
    """Reads any ``mkdocs.yml``: tags that name Python objects or variables are skipped."""


_Loader.add_multi_constructor("!", lambda _loader, _suffix, _node: None)
_Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda _loader, _suffix, _node: None)


def frame_of(docs: Path) -> Frame:
    """How the folder ``docs`` stands in the site of the ``mkdocs.yml`` above it, if any."""
    for folder in docs.parents:
        settings = folder / "mkdocs.yml"
        if settings.is_file():
            found = _read(settings)
            top = folder / str(found.get("docs_dir") or "docs")
            if docs == top or top in docs.parents:
                return Frame(
                    directory_urls=found.get("use_directory_urls") is not False,
                    docs=PurePosixPath(top.relative_to(folder)).as_posix(),
                    folder=PurePosixPath(docs.relative_to(top)).as_posix(),
                )
            return Frame()
    return Frame()


def entries(context: Context) -> list[tuple[str, str]]:
    """Titles and pages of the navigation."""
    links, text = context.links, context.text
    return [
        (text("Overview"), "index.md"),
        (text("Search"), "search/index.md"),
        (text("Modules"), "modules/index.md"),
        (text("Summaries"), links.leaf("summaries/system")),
        (text("Graphs"), "graphs/index.md"),
        (text("Decisions"), "decisions/index.md"),
        (text("Milestones"), "plans/milestones/index.md"),
        (text("Rules"), links.leaf("rules")),
        (text("Glossary"), links.leaf("glossary")),
        (text("Names"), links.leaf("names")),
        (text("Coverage"), links.leaf("coverage")),
        *([(text("What changed"), links.leaf("changes"))] if context.changes else ()),
    ]


def settings(context: Context) -> str:
    """The text of ``mkdocs.yml``."""
    view = context.view
    name = view.config.name or view.book.repository.name
    return context.templates.print(
        "mkdocs.yml.jinja",
        name=name,
        description=context.text("Source documentation of {name}", name=name),
        site_url=view.config.site_url,
        language=view.config.language,
        nav=entries(context),
        styles=STYLES,
        scripts=SCRIPTS,
        large=len(context.links.paths) > 2000,
    )


def lines_to_add(context: Context) -> str:
    """What someone's own ``mkdocs.yml`` needs to show the pages well."""
    folder = context.links.frame.folder
    return context.templates.print(
        "mkdocs-lines.yml.jinja",
        folder=folder,
        nav=[(title, f"{folder}/{page}") for title, page in entries(context)],
        styles=[f"{folder}/{path}" for path in STYLES],
        scripts=[f"{folder}/{path}" for path in SCRIPTS],
    )


def _read(path: Path) -> Mapping[str, Any]:
    try:
        found = yaml.load(path.read_text(encoding="utf-8-sig"), _Loader)  # noqa: S506 - a safe loader
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise RenderError(f"{path}: cannot be read: {error}") from error
    return found if isinstance(found, Mapping) else {}
