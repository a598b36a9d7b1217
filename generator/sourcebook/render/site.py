"""Phase 2: the book becomes a docs folder.

The folder appears whole: it is written beside the old one, what is unchanged is linked,
and a rename puts it in place, so that a running ``mkdocs serve`` never reads half of it.
A file in it named ``.sourcebook-output`` lists what Sourcebook wrote; whatever else
someone has put there is kept. A folder without that list that holds anything is somebody
else's and is not touched.
"""

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

from sourcebook.config import Config
from sourcebook.errors import RenderError
from sourcebook.model import Page
from sourcebook.render.builtin import templates_dir
from sourcebook.render.bundle import bundle
from sourcebook.render.links import Frame, Links
from sourcebook.render.navigation import frame_of, lines_to_add, settings
from sourcebook.render.ordinary import ordinary
from sourcebook.render.pages import Context, all_pages, meant
from sourcebook.render.related import related
from sourcebook.render.shown import ShownBook
from sourcebook.render.templates import Templates
from sourcebook.render.view import View
from sourcebook.store.book import Book
from sourcebook.store.comparison import compare
from sourcebook.store.generation import replace_folder
from sourcebook.store.output import MARKER

#: The style sheet that comes first; the others are joined to it.
MAIN_STYLE = "sourcebook.css"


def render(
    book: Book,
    config: Config,
    docs: Path,
    project: Path | None,
    tell: Callable[[str], None] = lambda _: None,
    older: Book | None = None,
) -> int:
    """Writes the docs folder of a book, and ``mkdocs.yml`` into ``project``.

    ``tell`` hears beforehand how large the site will be, and what was left out for that.
    With an ``older`` book a page tells what changed since.

    Without a ``project`` the repository has a ``mkdocs.yml`` of its own, which is never
    edited: the lines that it needs are printed.

    Returns:
        The number of pages.

    Raises:
        RenderError: The folder is not Sourcebook's or cannot be written, or a template
            holds a mistake.
    """
    ours = _written_before(docs)
    staging = docs.with_name(f".{docs.name}.new")
    try:
        context = _context(book, config, frame_of(docs) if project is None else Frame(), older)
        tell(str(context.links.plan))
        shutil.rmtree(staging, ignore_errors=True)
        staging.mkdir(parents=True)
        names = _write(staging, all_pages(context))
        wanted = meant(context)
        lines = lines_to_add(context) if project is None else settings(context)
        search = _search(context, tell)
        del context  # with all that pages looked up, since the search needs the room
        names += _write(staging, search)
        names += _write(staging, _assets())
        _check(names, wanted)
        (staging / MARKER).write_text("\n".join(sorted(names)) + "\n", encoding="utf-8")
        _keep_others(docs, staging, ours)
        replace_folder(staging, docs)
        if project is None:
            print(lines, file=sys.stderr)
        else:
            _replace(project / "mkdocs.yml", lines)
    except OSError as error:
        raise RenderError(
            f"{docs}: the pages cannot be written: {error.strerror or error}. "
            "Free some space or name another folder with --output."
        ) from error
    return sum(name.endswith(".md") for name in names)


def render_ordinary(book: Book, config: Config, folder: Path, older: Book | None = None) -> int:
    """Writes the pages as ordinary Markdown; returns their number."""
    context = _context(book, config, Frame(), older)
    staging = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(staging, ignore_errors=True)
    staging.mkdir(parents=True)
    try:
        names = _write(staging, ordinary(all_pages(context)))
        replace_folder(staging, folder)
    except OSError as error:
        raise RenderError(f"{folder}: cannot be written: {error.strerror or error}") from error
    return sum(name.endswith(".md") for name in names)


def _context(book: Book, config: Config, frame: Frame, older: Book | None) -> Context:
    hidden = Links(book, config, frame).hidden
    if hidden:
        book = ShownBook(book, hidden)
    links = Links(book, config, frame)
    own = Path(config.templates).absolute() if config.templates else None
    changes = compare(older, book) if older is not None else None
    view = View(book, config, links)
    return Context(view, links, Templates(config.language, own), related(view), changes)


def _search(context: Context, tell: Callable[[str], None]) -> Iterator[Page]:
    """The files of the search, which need of all that pages looked up the URLs alone."""
    book, config, links = context.view.book, context.view.config, context.links
    urls = {chunk.id: url for chunk in book.iter_chunks() if (url := links.chunk_url(chunk))}
    book.forget()
    return bundle(
        book,
        lambda chunk: urls.get(chunk.id, ""),
        near=context.near,
        hidden=links.hidden,
        search=config.search,
        tell=tell,
    )


def _write(folder: Path, pages: Iterable[Page]) -> list[str]:
    names = []
    made: set[Path] = set()
    for page in pages:
        path = folder / page.path
        if path.parent not in made:
            path.parent.mkdir(parents=True, exist_ok=True)
            made.add(path.parent)
        path.write_bytes(page.data)
        names.append(page.path)
    return names


def _assets() -> Iterator[Page]:
    """Scripts as they are, and all styles in one file."""
    folder = templates_dir() / "assets"
    styles = sorted(folder.glob("*.css"), key=lambda path: (path.name != MAIN_STYLE, path.name))
    yield Page(f"assets/{MAIN_STYLE}", b"\n".join(path.read_bytes() for path in styles))
    for path in sorted(folder.glob("*.js")):
        yield Page(f"assets/{path.name}", path.read_bytes())


def _check(names: list[str], pages: int) -> None:
    """Pages written are pages meant, and no two share a name on any file system."""
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(name.lower(), name)
        if other is not name:
            raise RenderError(f"{name}: would overwrite {other}. This is a fault of Sourcebook.")
    written = sum(name.endswith(".md") and not name.startswith("source/") for name in names)
    if written != pages:
        raise RenderError(f"{written} pages written, {pages} meant. This is a fault of Sourcebook.")


def _written_before(docs: Path) -> set[str]:
    """What Sourcebook wrote into a docs folder, by its own list."""
    try:
        return set((docs / MARKER).read_text(encoding="utf-8").splitlines()) | {MARKER}
    except FileNotFoundError:
        if docs.is_dir() and any(docs.iterdir()):
            raise RenderError(
                f"{docs}: holds files that Sourcebook did not write. Name an empty or a new "
                "folder with the key docs."
            ) from None
        return set()
    except (OSError, UnicodeDecodeError) as error:
        raise RenderError(f"{docs}: cannot be read: {error}") from error


def _keep_others(docs: Path, staging: Path, ours: set[str]) -> None:
    """Carries over files in the docs folder that someone else has put there."""
    if not docs.is_dir():
        return
    for path in sorted(docs.rglob("*")):
        name = path.relative_to(docs).as_posix()
        target = staging / name
        if path.is_file() and name not in ours and not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            with suppress(OSError):
                os.link(path, target)
            if not target.exists():
                shutil.copy2(path, target)


def _replace(path: Path, text: str) -> None:
    raw = text.encode("utf-8")
    if path.is_file() and path.read_bytes() == raw:
        return
    staging = path.with_name(f".{path.name}.new")
    staging.write_bytes(raw)
    staging.replace(path)
