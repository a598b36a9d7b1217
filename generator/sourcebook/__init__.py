"""Sourcebook: a static documentation site for any code base.

The public interface, for programs; people use the command line::

    import sourcebook

    sourcebook.build("path/to/repository", output="out")   # book, pages and site
    book = sourcebook.open_book("out/book")                # the book, read part by part
    for row in sourcebook.search(book, "close the session", top=5):
        print(row["path"], row["line"], row["title"])

Heavy libraries are imported when a function needs them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sourcebook.version import __version__

if TYPE_CHECKING:
    from sourcebook.store.book import Book

__all__ = ["__version__", "build", "open_book", "search"]


def build(repository: str | Path, output: str | Path | None = None) -> Path:
    """Builds the site of a repository and returns the folder of the site.

    Raises:
        SourcebookError: The configuration, the repository or the output folder is broken.
    """
    from sourcebook import pipeline  # noqa: PLC0415
    from sourcebook.config import load_config  # noqa: PLC0415
    from sourcebook.progress import Quiet  # noqa: PLC0415
    from sourcebook.store.output import output_of, writing  # noqa: PLC0415

    root = Path(repository).absolute()
    config = load_config(root)
    place = output_of(root, config.docs, None if output is None else Path(output))
    with writing(place):
        pipeline.build(pipeline.Run(root, config, place, Quiet()))
    return place.site


def open_book(folder: str | Path) -> Book:
    """Opens the book in ``folder`` and verifies the digest of every file of it.

    Raises:
        NoBookError: There is no book, or one that this version cannot read.
    """
    from sourcebook.store import book  # noqa: PLC0415

    return book.open_book(Path(folder))


def search(book: Book, text: str, *, top: int = 20) -> list[dict[str, Any]]:
    """Searches a book; the rows have the form of ``sourcebook query --json``."""
    from sourcebook.answers import of_book  # noqa: PLC0415
    from sourcebook.config import Config  # noqa: PLC0415
    from sourcebook.narrowing import Filters  # noqa: PLC0415

    return of_book(book, Config()).rows(text, Filters(top=top))
