"""Same input, same bytes: in any folder, listing order and number of workers."""

import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from sourcebook import pipeline
from sourcebook.config import Config
from tests.harness.case import CASES
from tests.harness.folders import differences
from tests.harness.stages import book_and_docs


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Several languages, calls between files, documents and decision records."""
    root = tmp_path / "repo"
    for name in ("063-same-name-across-files", "065-adr-direction", "027-typescript-modules"):
        shutil.copytree(CASES / name / "input", root, dirs_exist_ok=True)
    return root


def test_the_number_of_workers_does_not_matter(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    one = book_and_docs(repository, tmp_path / "one", replace(Config(), workers=1))
    monkeypatch.setattr(pipeline, "PARALLEL_BYTES", 0)
    two = book_and_docs(repository, tmp_path / "two", replace(Config(), workers=2))
    assert differences(one, two) == []


def test_the_order_of_the_listing_does_not_matter(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    plain = book_and_docs(repository, tmp_path / "plain")
    scandir, listdir = os.scandir, os.listdir

    class Reversed:
        """What ``os.scandir`` gives, last entry first."""

        def __init__(self, path: object = ".") -> None:
            with scandir(path) as entries:
                self._entries = iter(list(entries)[::-1])

        def __enter__(self):
            return self

        def __exit__(self, *_: object) -> None:
            self.close()

        def __iter__(self):
            return self

        def __next__(self):
            return next(self._entries)

        def close(self) -> None:
            self._entries = iter(())

    monkeypatch.setattr(os, "scandir", Reversed)
    monkeypatch.setattr(os, "listdir", lambda path=".": listdir(path)[::-1])
    turned = book_and_docs(repository, tmp_path / "turned")
    monkeypatch.undo()
    assert differences(plain, turned) == []


def test_the_folder_does_not_matter(repository: Path, tmp_path: Path):
    other = tmp_path / "some" / "where" / "else" / "repo"
    shutil.copytree(repository, other)
    one = book_and_docs(repository, tmp_path / "one")
    assert differences(one, book_and_docs(other, tmp_path / "deep" / "two")) == []
