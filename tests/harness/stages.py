"""Runs the pipeline within the process of the tests, without MkDocs: quick, and patchable."""

from pathlib import Path

from sourcebook import pipeline
from sourcebook.config import Config
from sourcebook.progress import Quiet
from sourcebook.store.output import output_of, writing
from tests.harness.folders import contents


def book_and_docs(repository: Path, output: Path, config: Config | None = None) -> dict[str, bytes]:
    """Reads a repository and writes its book and its docs folder; returns their bytes."""
    config = config or Config()
    run = pipeline.Run(repository, config, output_of(repository, config.docs, output), Quiet())
    with writing(run.output):
        pipeline.index(run)
        pipeline.render(run)
    return contents(output)
