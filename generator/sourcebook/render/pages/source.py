"""Pages that carry the source itself, for a repository that no forge shows."""

from collections.abc import Iterator

from markupsafe import Markup

from sourcebook.model import FileRecord, Page
from sourcebook.render.context import Context, Here, Ref
from sourcebook.render.escape import escape
from sourcebook.render.links import SOURCE_LINES

#: Characters of a line that are shown.
_LINE = 2000


def source_pages(context: Context, record: FileRecord) -> Iterator[Page]:
    """Makes the pages with the lines of a file, each line with its anchor."""
    if not context.links.own_source:
        return
    path = record.report.path
    text = "".join(entry.chunk.text for entry in context.view.entries.get(path, ()))
    lines = text.split("\n")
    if lines and not lines[-1]:
        lines.pop()
    for start in range(0, max(len(lines), 1), SOURCE_LINES):
        page = context.links.source(path, start + 1)
        here = Here(context, page)
        shown = lines[start : start + SOURCE_LINES]
        last = start + len(shown)
        yield context.page(
            page,
            "source.md.jinja",
            name=path.rpartition("/")[2],
            path=path,
            crumbs=here.file_crumbs(path),
            file=here.file(path),
            code=Markup("\n").join(
                Markup(f'<span id="L{number}">{escape(line[:_LINE])}</span>')  # noqa: S704
                for number, line in enumerate(shown, start + 1)
            ),
            span=f"{start + 1}-{last}" if len(lines) > SOURCE_LINES else "",
            following=Ref("", here.to(context.links.url(context.links.source(path, last + 1))))
            if last < len(lines)
            else None,
        )
