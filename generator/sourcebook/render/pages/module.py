"""The page of a module, which is a folder: what it is for, holds, needs and gives."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from posixpath import join, normpath

from sourcebook.model import FileReport, Level, Page, Role, Symbol
from sourcebook.render.context import Context, Here, Ref, Statement
from sourcebook.render.graphs import Picture
from sourcebook.render.links import folder_of
from sourcebook.render.view import DEFINITIONS, Dependency

#: Rows of the table of public symbols.
INTERFACE = 60

#: Rows of files that were not read.
UNREAD = 60

#: Rows of the list of all modules.
MODULES = 3000


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table of modules or files."""

    path: str
    name: Ref
    summary: str
    files: int
    lines: int
    depth: int = 0


@dataclass(frozen=True, slots=True)
class Unread:
    """A file without a page, and why; for a link of the file system, where it leads."""

    name: str
    reason: str
    target: Ref | None = None


@dataclass(frozen=True, slots=True)
class Need:
    """One module that another needs or gives to."""

    module: Ref
    imports: int
    calls: int
    place: Ref
    found: Dependency


def module_page(context: Context, folder: str, pictures: Iterable[Picture]) -> Page:
    """Makes the page of one folder."""
    links, view = context.links, context.view
    page = links.module(folder)
    here = Here(context, page)
    files, lines = view.totals.get(folder, (0, 0))
    below = [path for path in view.files if folder == "." or path.startswith(f"{folder}/")]
    public = list(_interface(context, view.in_folder.get(folder, ())))
    return context.page(
        page,
        "module.md.jinja",
        folder=folder,
        name=module_name(context, folder),
        crumbs=here.crumbs(folder),
        summary=here.responsibility(Level.MODULE, folder),
        claims=_claims(context, here, folder),
        files=files,
        lines=lines,
        folders=[
            Row(
                one,
                here.module(one, one.rpartition("/")[2]),
                view.responsibility(Level.MODULE, one),
                *view.totals.get(one, (0, 0)),
            )
            for one in view.subfolders.get(folder, ())
        ],
        rows=[
            Row(
                path,
                here.file(path, path.rpartition("/")[2]),
                view.responsibility(Level.FILE, path),
                1,
                view.files[path].report.lines,
            )
            for path in view.in_folder.get(folder, ())
        ],
        skipped=[_unread(here, report) for report in view.unread_in.get(folder, ())[:UNREAD]],
        skipped_more=max(0, len(view.unread_in.get(folder, ())) - UNREAD),
        interface=[
            (here.symbol(symbol.id), symbol, view.symbol_line(symbol.id))
            for symbol in public[:INTERFACE]
        ],
        interface_more=max(0, len(public) - INTERFACE),
        needs=_needs(here, (d for d in view.dependencies.values() if d.source == folder)),
        gives=_gives(here, (d for d in view.dependencies.values() if d.target == folder)),
        pictures=[picture.on(here) for picture in pictures],
        decisions=_decisions(context, here, below),
    )


def modules_page(context: Context) -> Page:
    """Makes the list of all modules."""
    links, view = context.links, context.view
    page = "modules/index.md"
    here = Here(context, page)
    rows = [
        Row(
            folder,
            here.module(folder),
            view.responsibility(Level.MODULE, folder),
            *view.totals.get(folder, (0, 0)),
            depth=0 if folder == "." else folder.count("/") + 1,
        )
        for folder in links.folders[:MODULES]
    ]
    more = max(0, len(links.folders) - MODULES)
    return context.page(page, "modules.md.jinja", rows=rows, more=more)


def module_name(context: Context, folder: str) -> str:
    return context.view.book.repository.name if folder == "." else folder.rpartition("/")[2]


def _unread(here: Here, report: FileReport) -> Unread:
    folder, links = folder_of(report.path), here.context.links
    target = normpath(join(folder, report.link_target)) if report.link_kind == "inside" else ""
    leads = here.file(target) if target in links.paths else None
    if leads is None and target in links.folders:
        leads = here.module(target)
    name = report.path.rpartition("/")[2]
    return Unread(name, report.reason or report.file_class, leads)


def _claims(context: Context, here: Here, folder: str) -> list[Statement]:
    summary = context.view.summaries.get((Level.MODULE, folder))
    return [here.statement(claim) for claim in summary.claims[:12]] if summary else []


def _interface(context: Context, paths: Iterable[str]) -> Iterator[Symbol]:
    """The public definitions of a folder's files, without tests; entries and used ones first."""
    view = context.view
    found = [
        symbol
        for path in paths
        if not view.is_test(path)
        for symbol in view.symbols_in.get(path, ())
        if symbol.kind in DEFINITIONS and symbol.visibility == "public" and not symbol.parent
    ]
    return iter(
        sorted(
            found,
            key=lambda symbol: (
                Role.ENTRY not in view.roles.get(symbol.id, ()),
                -view.times_called(symbol.id),
            ),
        )
    )


def _needs(here: Here, found: Iterable[Dependency]) -> list[Need]:
    return _sorted(_need(here, d.target, d) for d in found)


def _gives(here: Here, found: Iterable[Dependency]) -> list[Need]:
    return _sorted(_need(here, d.source, d) for d in found)


def _need(here: Here, other: str, d: Dependency) -> Need:
    place = here.lines(d.path, d.line)
    return Need(here.module(other), d.imports, d.calls, place, d)


def _sorted(needs: Iterable[Need]) -> list[Need]:
    return sorted(needs, key=lambda need: (-need.imports - need.calls, need.module.text))


def _decisions(context: Context, here: Here, paths: Iterable[str]) -> list[Ref]:
    found = {
        decision.key: decision
        for path in paths
        for decision in context.view.decisions_of.get(path, ())
    }
    return [
        Ref(decision.title, here.to_page(context.links.decision(key)), decision.status)
        for key, decision in sorted(found.items())
    ]
