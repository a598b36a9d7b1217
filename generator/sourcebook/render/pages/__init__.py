"""All files of the docs folder, one module for each kind of page."""

from collections.abc import Iterator

from sourcebook.model import Page
from sourcebook.render import graphs, pictures
from sourcebook.render.context import Context
from sourcebook.render.pages.changes import changes_pages
from sourcebook.render.pages.cycles import Cycles
from sourcebook.render.pages.decisions import (
    decision_page,
    decisions_page,
    name_pages,
    pages_of_names,
)
from sourcebook.render.pages.file import file_pages
from sourcebook.render.pages.glossary import glossary_page
from sourcebook.render.pages.inventory import (
    RULES,
    coverage_page,
    graphs_page,
    notices_page,
    rules_pages,
    system_page,
)
from sourcebook.render.pages.module import module_page, modules_page
from sourcebook.render.pages.observed import observed_page
from sourcebook.render.pages.overview import overview_page
from sourcebook.render.pages.plain import hierarchy_json, llms_txt, tree_json
from sourcebook.render.pages.records import milestones_page
from sourcebook.render.pages.source import source_pages
from sourcebook.render.pages.synonyms import synonyms_page


def all_pages(context: Context) -> Iterator[Page]:
    """Yields every page, and the files beside them, in a fixed order."""
    view = context.view
    modules = pictures.module_map(context)
    decisions = pictures.decision_graph(context)
    shown: list[pictures.Size] = []
    cycles = Cycles(context)
    yield overview_page(context, modules)
    yield modules_page(context)
    for folder, found in pictures.module_pictures(context):
        yield module_page(context, folder, found, cycles)
        yield from (picture.data() for picture in found)
        shown += [pictures.size(folder, one) for one in found if one.graph.name.startswith("calls")]
    yield from file_pages(context)
    for record in view.files.values():
        yield from source_pages(context, record)
    yield decisions_page(context, decisions)
    for decision in view.book.decisions:
        yield decision_page(context, decision)
    yield from name_pages(context)
    yield observed_page(context)
    yield milestones_page(context)
    yield system_page(context)
    yield graphs_page(context, modules, shown)
    yield from cycles.pages()
    yield from rules_pages(context)
    yield glossary_page(context)
    yield synonyms_page(context)
    yield coverage_page(context)
    yield from changes_pages(context)
    yield notices_page(context)
    yield context.page("search/index.md", "search.md.jinja", title=context.text("Search"))
    yield from (picture.data() for picture in (modules, decisions) if picture is not None)
    yield tree_json(context)
    yield hierarchy_json(context)
    yield llms_txt(context)
    if modules or shown or cycles or decisions is not None:
        yield from graphs.vis_network()


def meant(context: Context) -> int:
    """The number of pages that a site has, counted from the book alone."""
    links, book = context.links, context.view.book
    # Overview, modules, decisions, observed choices, milestones, system, graphs, cycles, glossary,
    # names, coverage, notices.
    fixed = 12
    rules = sum(len(one.rules) for one in context.view.files.values())
    search = 1
    changes = int(context.changes is not None)
    files = len(set(map(links.file, links.paths)))
    files += sum(map(len, links.parts.starts.values()))
    decisions = len(book.decisions) + pages_of_names(context)
    return (
        fixed
        + max(-(-rules // RULES), 1)
        + search
        + changes
        + len(links.folders)
        + files
        + decisions
    )


__all__ = ["Context", "all_pages", "meant"]
