"""The page of a module, which is a folder: what it is for, holds, needs and gives."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from posixpath import join, normpath
from urllib.parse import quote

from msgspec.structs import replace

from sourcebook.model import Access, FileReport, Level, Page, Role, Symbol, SymbolKind
from sourcebook.render.context import Context, Here, Listing, Ref, Statement
from sourcebook.render.graphs import Picture
from sourcebook.render.links import folder_of
from sourcebook.render.pages import verdicts
from sourcebook.render.pages.cycles import Cycles
from sourcebook.render.parts import DEFINITIONS
from sourcebook.render.view import Dependency, View, ancestors

#: Rows of the table of public symbols.
INTERFACE = 60

#: Rows of files that were not read.
UNREAD = 60

#: Rows of the table of shared state, and the users that a row shows.
SHARED = 40
USERS = 8

#: Rows of a table of modules that one needs or gives to, and names that follow it.
NEEDS = 20
NEEDS_NAMED = 200

#: Cycles that are named.
CYCLES = 12

#: Rows of a table of files with what each is for; the files that follow have their names.
FILES = 1000

#: Statements of a module on its page.
CLAIMS = 12


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table of modules or files."""

    path: str
    name: Ref
    summary: Statement | None
    files: int
    lines: int
    depth: int = 0
    below: int = 0  # modules below it that are shown on its page


@dataclass(frozen=True, slots=True)
class Unread:
    """A file without a page, and why; for a link of the file system, where it leads."""

    name: str
    reason: str
    target: Ref | None = None


@dataclass(frozen=True, slots=True)
class Shared:
    """A variable, file or table that symbols of a module share, with each other or others."""

    thing: Ref
    kind: str
    writers: Listing
    readers: Listing


@dataclass(frozen=True, slots=True)
class Need:
    """One module that another needs or gives to."""

    module: Ref
    imports: int
    calls: int
    place: Ref
    found: Dependency


@dataclass(frozen=True, slots=True)
class Needs:
    """All modules that one needs or gives to: those of most weight, and the names of the others."""

    label: str
    rows: tuple[Need, ...]
    others: int
    named: Listing


def module_page(context: Context, folder: str, pictures: Iterable[Picture], cycles: Cycles) -> Page:
    """Makes the page of one folder."""
    links, view = context.links, context.view
    page = links.module(folder)
    here = Here(context, page)
    files, lines = view.totals.get(folder, (0, 0))
    below = [path for path in view.files if folder == "." or path.startswith(f"{folder}/")]
    own = view.summaries.get((Level.MODULE, folder))
    claims, guesses = here.facts_and_guesses(own.claims[:CLAIMS] if own is not None else ())
    public = _interface(context, view.in_folder.get(folder, ()))
    return context.page(
        page,
        "module.md.jinja",
        folder=folder,
        name=module_name(context, folder),
        crumbs=here.crumbs(folder),
        ends=here.ends(below),
        figures=_figures(context, folder),
        by_model=verdicts.of_folder(context, folder, below),
        summary=here.responsibility(Level.MODULE, folder),
        claims=claims,
        guesses=guesses,
        files=files,
        lines=lines,
        search=_search(context, here, folder),
        folders=[
            Row(
                one,
                here.module(one, one.rpartition("/")[2]),
                here.brief(Level.MODULE, one),
                *view.totals.get(one, (0, 0)),
            )
            for one in view.subfolders.get(folder, ())
        ],
        rows=[
            Row(
                path,
                here.file(path, path.rpartition("/")[2]),
                here.brief(Level.FILE, path) if number < FILES else None,
                1,
                view.files[path].report.lines,
            )
            for number, path in enumerate(view.in_folder.get(folder, ()))
        ],
        skipped=[_unread(here, report) for report in view.unread_in.get(folder, ())[:UNREAD]],
        skipped_more=max(0, len(view.unread_in.get(folder, ())) - UNREAD),
        interface=[
            (here.symbol(symbol.id), symbol, here.symbol_brief(symbol.id))
            for symbol in public[:INTERFACE]
        ],
        interface_more=max(0, len(public) - INTERFACE),
        depends=list(_depends(here, folder)),
        shared=list(_shared(context, here, folder)),
        pictures=[picture.on(here) for picture in pictures],
        cycles=here.listing(cycles.of(here, folder), CYCLES),
        decisions=_decisions(context, here, below),
    )


def _search(context: Context, here: Here, folder: str) -> str:
    """Where a package is searched by itself."""
    if folder not in context.view.packages:
        return ""
    return f"{here.to_page('search/index.md')}?scope={quote(folder, safe='')}"


def modules_page(context: Context) -> Page:
    """Makes the list of modules: those of the upper levels; their pages lead to the others."""
    view = context.view
    page = "modules/index.md"
    here = Here(context, page)
    upper = view.upper_folders
    below = Counter(
        next(one for one in ancestors(f"{folder}/") if one in upper)
        for folder in context.links.folders
        if folder not in upper
    )
    rows = [
        Row(
            folder,
            here.module(folder),
            here.brief(Level.MODULE, folder),
            *view.totals.get(folder, (0, 0)),
            depth=0 if folder == "." else folder.count("/") + 1,
            below=below[folder],
        )
        for folder in context.links.folders
        if folder in upper
    ]
    return context.page(page, "modules.md.jinja", rows=rows)


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


def _interface(context: Context, paths: Iterable[str]) -> list[Symbol]:
    """The public definitions of a folder's files, without tests; entries and used ones first.

    Macros come last; of several definitions of one name in a file the first is shown.
    """
    view = context.view
    found: dict[tuple[str, str], Symbol] = {}
    for path in paths:
        for symbol in () if view.is_test(path) else view.symbols_in.get(path, ()):
            if (
                symbol.kind in DEFINITIONS
                and symbol.visibility == "public"
                and _outer(view, symbol)
            ):
                found.setdefault((path, symbol.qualified), symbol)
    return sorted(
        found.values(),
        key=lambda symbol: (
            symbol.kind is SymbolKind.MACRO,
            Role.ENTRY not in view.roles.get(symbol.id, ()),
            -view.times_called(symbol.id),
        ),
    )


def _outer(view: View, symbol: Symbol) -> bool:
    """Whether a symbol lies in namespaces at most, not in a class or function."""
    parent = view.symbols.get(symbol.parent) if symbol.parent else None
    if parent is None:
        return not symbol.parent
    public = parent.kind is SymbolKind.NAMESPACE and parent.visibility == "public"
    return public and _outer(view, parent)


def _figures(context: Context, folder: str) -> list[tuple[str, str]]:
    """Instability and abstractness, each with the counts that it comes from."""
    figures, text = context.view.figures_of.get(folder), context.text
    shown = []
    if figures is not None and figures.needs + figures.needed_by:
        share = figures.needs / (figures.needs + figures.needed_by)
        counts = text("needs {a}, needed by {b}", a=figures.needs, b=figures.needed_by)
        shown.append((text("Instability"), f"{share:.2f} ({counts})"))
    if figures is not None and figures.types:
        share = figures.abstract / figures.types
        counts = text("{a} of {n} types", a=figures.abstract, n=figures.types)
        shown.append((text("Abstractness"), f"{share:.2f} ({counts})"))
    return shown


def _shared(context: Context, here: Here, folder: str) -> Iterator[Shared]:
    """What symbols of a folder's files share; what most symbols use comes first."""
    view, path_of = context.view, context.links.path_of
    own = set(view.in_folder.get(folder, ()))
    found = [
        edges
        for edges in view.users_of.values()
        if len({edge.symbol for edge in edges}) > 1
        and any(path_of(edge.symbol) in own for edge in edges)
    ]
    found.sort(key=lambda edges: (-len(edges), edges[0].target or edges[0].name))
    for edges in found[:SHARED]:
        writers, readers = (
            here.listing((here.symbol(e.symbol) for e in edges if e.access is access), USERS)
            for access in (Access.WRITE, Access.READ)
        )
        thing = replace(here.shared(edges[0]), at="")
        yield Shared(thing, edges[0].kind.value, writers, readers)


def _depends(here: Here, folder: str) -> Iterator[Needs]:
    """What a module needs, and what needs it; nothing where there is none."""
    found, text = here.context.view.dependencies.values(), here.context.text
    sides = (
        (text("Needs"), [(d.target, d) for d in found if d.source == folder]),
        (text("Needed by"), [(d.source, d) for d in found if d.target == folder]),
    )
    for label, pairs in sides:
        if pairs:
            needs = sorted(
                (_need(here, other, d) for other, d in pairs),
                key=lambda need: (-need.found.weight, need.module.text),
            )
            named = here.listing((need.module for need in needs[NEEDS:]), NEEDS_NAMED)
            others = max(0, len(needs) - NEEDS)
            yield Needs(label, tuple(needs[:NEEDS]), others, named)


def _need(here: Here, other: str, d: Dependency) -> Need:
    return Need(here.module(other), d.imports, d.calls, here.lines(d.path, d.line), d)


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
