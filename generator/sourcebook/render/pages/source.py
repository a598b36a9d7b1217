"""The source itself: in colour, and on pages of its own where no forge shows it."""

from collections.abc import Iterator, Sequence

from markupsafe import Markup

from sourcebook.model import Entry, FileRecord, FileReport, Page
from sourcebook.render.context import Context, Here, Ref
from sourcebook.render.highlight import Coloured
from sourcebook.render.links import SOURCE_LINES

#: Characters of a line that are shown.
_LINE = 2000


class Source(Coloured):
    """The text of a file, put together from its chunks, which tile it."""

    def __init__(self, report: FileReport, entries: Sequence[Entry]) -> None:
        self._starts = {}
        length = 0
        for entry in entries:
            self._starts[entry.chunk.id] = length
            length += len(entry.chunk.text)
        text = "".join(entry.chunk.text for entry in entries)
        super().__init__(report.language, text, parsed=report.rung == "syntax")

    def start(self, entry: Entry) -> int:
        """Where a chunk begins in the text, in characters."""
        return self._starts[entry.chunk.id]


def source_pages(context: Context, record: FileRecord) -> Iterator[Page]:
    """Makes the pages with the lines of a file, each line with its anchor."""
    if not context.links.own_source:
        return
    path = record.report.path
    source = Source(record.report, context.view.entries_of(path))
    lines = list(_lines(source))
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
                Markup('<span id="L{}">{}</span>').format(number, line)
                for number, line in enumerate(shown, start + 1)
            ),
            span=f"{start + 1}-{last}" if len(lines) > SOURCE_LINES else "",
            following=Ref("", here.to(context.links.url(context.links.source(path, last + 1))))
            if last < len(lines)
            else None,
        )


def _lines(source: Source) -> Iterator[Markup]:
    """The lines of a file in colour."""
    start = 0
    while start < len(source.text):
        end = source.text.find("\n", start)
        end = len(source.text) if end < 0 else end
        yield source.html(start, min(end, start + _LINE))
        start = end + 1
