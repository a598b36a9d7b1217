"""A book of the repository as it was at an older commit.

The files of the commit are written into a folder of their own, with what the history up to
it says of them. Nothing of the repository is run or changed. The memo is the repository's,
so that files which are still the same need not be read anew. No language server is asked and
no model writes: the search needs neither. A model that gives vectors is asked, where one is
configured.
"""

from dataclasses import dataclass, replace
from pathlib import Path

from sourcebook import pipeline
from sourcebook.analyze.git import Git
from sourcebook.analyze.history import history
from sourcebook.analyze.scan import scan
from sourcebook.config import Config
from sourcebook.evaluation.questions import sources_of
from sourcebook.model import Commit
from sourcebook.pipeline import Run
from sourcebook.store.book import Book, open_book, write_book
from sourcebook.store.memo import Memo


@dataclass(frozen=True, slots=True)
class Past:
    """The book of an older commit, its source files and the commits before it.

    ``dimension`` is that of the vectors of a model, 0 where there are none.
    """

    book: Book
    sources: frozenset[str]
    history: tuple[Commit, ...]
    dimension: int


def index_past(run: Run, git: Git, commit: str, folder: Path) -> Past:
    """Writes the files of a commit and a book of them into ``folder``."""
    files, book = folder / run.repository.resolve().name, folder / "book"
    git.unpack(commit, files)
    config = _alone(run.config)
    repository = scan(files, config)
    commits, former = history(git.log(commit), {file.path for file in repository.files})
    repository = replace(repository, history=commits, former=former)
    with Memo(run.output.memo) as memo:
        past = replace(run, repository=files, config=config, trusted=False)
        contents = pipeline.analyze(past, repository, (), memo)
    run.progress.start("write")
    write_book(book, contents, inputs="", fingerprint=(), languages=())
    run.progress.finish(f"{len(contents.entries)} chunks")
    sources, dimension = sources_of(repository.files), contents.meanings.dimension
    return Past(open_book(book, verify=False), sources, commits, dimension)


def _alone(config: Config) -> Config:
    """The configuration without a model that writes and without language servers."""
    return replace(
        config, model=replace(config.model, summarizer=""), lsp=replace(config.lsp, use="off")
    )
