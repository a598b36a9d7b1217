"""The page of a source file: what it is for, what it uses, and its symbols in order.

A folded site has a page for each folder, with the same sections for each of its files.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from sourcebook.grammars.languages import language
from sourcebook.model import (
    Chunk,
    FileClass,
    FileRecord,
    FileStatus,
    Level,
    Page,
    Role,
)
from sourcebook.render.context import (
    Context,
    Here,
    Listing,
    Ref,
    day,
)
from sourcebook.render.links import folder_of
from sourcebook.render.pages import verdicts
from sourcebook.render.pages.blocks import blocks_of, values_of
from sourcebook.render.parts import TEXTUAL
from sourcebook.render.related import Near, Pair


def file_pages(context: Context) -> Iterator[Page]:
    """Makes the pages of all files: one each, or one a folder."""
    near = context.near
    pages: dict[str, list[FileRecord]] = {}
    for path, record in context.view.files.items():
        pages.setdefault(context.links.file(path), []).append(record)
    for page, records in pages.items():
        if context.links.plan.part:
            yield _folded(context, page, records, near)
            continue
        yield _page(context, page, records[0], near)
        for part in range(2, context.links.parts.count(records[0].report.path) + 1):
            yield _part(context, records[0], part)


def _page(context: Context, page: str, record: FileRecord, near: Near) -> Page:
    """The page of one file, or the first part of it."""
    path = record.report.path
    here = Here(context, page)
    return context.page(
        page,
        "file.md.jinja",
        name=path.rpartition("/")[2],
        crumbs=here.file_crumbs(path),
        parts=_parts(here, path, 1),
        later=[
            (_part_ref(here, path, part), _entries(here, path, part)) for part in _later(here, path)
        ],
        **_told(here, record, near),
    )


def _part(context: Context, record: FileRecord, part: int) -> Page:
    """A later part of the page of a long file."""
    path = record.report.path
    here = Here(context, context.links.file(path, part))
    name = path.rpartition("/")[2]
    count = context.links.parts.count(path)
    folders = here.crumbs(folder_of(path), name)[:-1]
    return context.page(
        here.page,
        "part.md.jinja",
        path=path,
        name=context.text("{name}, part {n} of {count}", name=name, n=part, count=count),
        crumbs=[*folders, replace(here.file(path, name), code=False), Ref(str(part))],
        parts=_parts(here, path, part),
        blocks=blocks_of(context, here, record, values_of(here, path), part),
    )


def _later(here: Here, path: str) -> range:
    return range(2, here.context.links.parts.count(path) + 1)


def _parts(here: Here, path: str, shown: int) -> list[Ref]:
    """All parts of a file's page, if it has several; the shown one is no link."""
    count = here.context.links.parts.count(path)
    numbers = range(1, count + 1) if count > 1 else ()
    return [_part_ref(here, path, number, linked=number != shown) for number in numbers]


def _part_ref(here: Here, path: str, part: int, *, linked: bool = True) -> Ref:
    """A part by the names of its first and its last definition."""
    links = here.context.links
    inside = [
        one.qualified
        for one in here.context.view.defined_in.get(path, ())
        if links.parts.of(path, one.id) == part
    ]
    names = " … ".join(dict.fromkeys([*inside[:1], *inside[-1:]]))
    url = here.to_page(links.file(path, part)) if linked else ""
    return Ref(f"{part}: {names}" if names else str(part), url)


def _entries(here: Here, path: str, part: int) -> list[tuple[str, Ref]]:
    """The anchors of a later part: the address of a symbol stays when its file grows long."""
    links = here.context.links
    return [
        (links.anchor(one.id), replace(here.symbol(one.id), code=False))
        for one in here.context.view.symbols_in.get(path, ())
        if links.parts.of(path, one.id) == part
    ]


def _folded(context: Context, page: str, records: Sequence[FileRecord], near: Near) -> Page:
    """The page of files of one folder, each a section of it."""
    here = Here(context, page)
    folder = folder_of(records[0].report.path)
    name = context.view.book.repository.name if folder == "." else folder
    files = [_told(here, record, near) for record in records]
    return context.page(
        page,
        "folded.md.jinja",
        name=name,
        crumbs=here.crumbs(folder, context.text("Files")),
        files=files,
    )


def _told(here: Here, record: FileRecord, near: Near) -> dict[str, Any]:
    """What is told of a file, under the names that the templates know."""
    context = here.context
    links, view = context.links, context.view
    path = record.report.path
    values = values_of(here, path)
    return {
        "path": path,
        "file_name": path.rpartition("/")[2],
        "mark": links.mark(path),
        "record": record,
        "summary": here.responsibility(Level.FILE, path),
        "facts": list(_facts(context, here, record)),
        "textual": record.report.file_class in TEXTUAL,
        "imports": _imports(here, path),
        "importers": here.listing(
            map(here.file, view.importers_of.get(path, ())), fact="imported-by"
        ),
        "tests": here.listing(map(here.file, view.tests_of.get(path, ())), 12, fact="tests"),
        "decisions": [
            Ref(decision.title, here.to_page(links.decision(decision.key)), decision.status)
            for decision in view.decisions_of.get(path, ())
        ],
        "values": values.get(None, ()),
        "blocks": blocks_of(context, here, record, values),
        "related": [_related(here, pair) for pair in near.get(path, ())],
        "commits": [
            Ref(commit.subject, links.commit(commit.id), commit.id[:8], day(commit.time))
            for commit in view.commits_of.get(path, ())[:5]
        ],
    }


@dataclass(frozen=True, slots=True)
class Related:
    """A definition or section of a file and one of another file that is about the same."""

    own: Ref
    other: Ref
    lines: str  # of the own one
    at: str  # path and lines of the other
    words: str


def _related(here: Here, pair: Pair) -> Related:
    own, other = pair.own, pair.other
    return Related(
        replace(_chunk(here, own), hint=""),
        _chunk(here, other),
        f"{own.span.line}-{own.span.end_line}",
        f"{other.path}:{other.span.line}-{other.span.end_line}",
        ", ".join(pair.words),
    )


def _chunk(here: Here, chunk: Chunk) -> Ref:
    """A link to a chunk, by its name or its heading."""
    links = here.context.links
    text = chunk.heading[-1] if chunk.heading else chunk.qualified
    page, _, anchor = links.page_url(chunk).partition("#")
    url = f"#{anchor}" if page == links.url(here.page) else here.to(f"{page}#{anchor}")
    return Ref(text, url, chunk.path, code=not chunk.heading)


def _facts(context: Context, here: Here, record: FileRecord) -> Iterator[tuple[str, str, Ref]]:
    """The properties at the head of the page: label, kind of fact, value."""
    report, path = record.report, record.report.path
    text = context.text
    whole = here.to(context.links.whole(path))
    yield text("Language"), "language", Ref(language(report.language).title or text("unknown"))
    yield text("Lines"), "lines", Ref(f"{report.lines:,}", whole)
    if report.file_class is not FileClass.SOURCE:
        yield text("Class"), "class", Ref(text(report.file_class.value))
    ends = here.ends([path])
    if ends:
        yield text("Call sites"), "call-ends", Ref(ends)
    roles = _roles(context, path)
    if roles:
        yield text("Role"), "role", Ref(", ".join(roles))
    if report.status is FileStatus.PARTLY:
        where = here.lines(path, report.error_line) if report.error_line else Ref("")
        yield text("Partly parsed"), "partly", Ref(where.text or text("yes"), where.url)
    told = verdicts.of_file(context, path)
    if told:
        yield text("By a language model"), "model", Ref(told)
    if report.guessed:
        yield text("Encoding"), "encoding", Ref(f"{report.encoding}, {text('guessed')}")
    if report.redactions:
        yield text("Redacted"), "redacted", Ref(str(len(report.redactions)))
    by_hand = context.links.by_hand(path)
    if by_hand:
        yield text("Page"), "page", Ref(text("as published"), here.to(by_hand))


def _roles(context: Context, path: str) -> list[str]:
    view = context.view
    found = {
        role
        for symbol in view.symbols_in.get(path, ())
        for role in view.roles.get(symbol.id, ())
        if role is not Role.UNKNOWN
    }
    return [context.text(role.value) for role in Role if role in found]


def _imports(here: Here, path: str) -> tuple[Listing, Listing]:
    """What a file imports: of the repository, and of packages outside."""
    inside: dict[str, Ref] = {}
    outside: dict[str, Ref] = {}
    for edge in here.context.view.imports_of.get(path, ()):
        if edge.target:
            target = here.file(edge.target)
            inside.setdefault(edge.target, replace(target, hint=edge.module, at=str(edge.line)))
        else:
            name = edge.external or edge.module
            outside.setdefault(name, Ref(name, at=str(edge.line), code=True))
    return (
        here.listing(inside.values(), fact="imports"),
        here.listing(outside.values(), fact="imports-external"),
    )
