"""No git, no commit yet, detached head, git not installed."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.harness.case import Built, Case
from tests.harness.general import GeneralConditions
from tests.harness.making import git
from tests.harness.running import sourcebook

REPOSITORIES = ("plain", "unborn", "detached")


class TestGeneral(GeneralConditions):
    pass


def test_1_each_indexes_work(built: Built):
    """Runs on `plain/`, `unborn/`, `detached/` exit 0 and index `work`."""
    assert "work" in built.names()


@pytest.mark.parametrize(
    ("name", "words"), [("plain", "without version control"), ("unborn", "without a commit")]
)
def test_2_the_overview_says_what_is_missing(case: Case, name: str, words: str):
    """The overview says there is no history or no commit; neither invents an id or date."""
    built = case.build(name)
    assert words in built.site.pages["index.html"].text.lower()
    repository = built.book.repository
    assert (repository.commit, repository.time) == ("", 0)


def test_3_links_name_tag_or_commit(case: Case, tmp_path: Path):
    """Source links of `detached/` name the tag or the commit, never `HEAD`."""
    fresh = Case(case.folder, tmp_path)
    git(fresh.root / "detached", "remote", "add", "origin", "https://git.example/group/work.git")
    built = fresh.build("detached")
    commit = built.book.repository.commit
    links = [
        address for _, address in built.page("work.py").addresses() if "git.example" in address
    ]
    assert links
    for address in links:
        assert commit in address or "/v1/" in address
        assert "HEAD" not in address
        assert "(no branch)" not in address


def test_4_a_bare_repository_is_refused(case: Case, tmp_path: Path):
    """Run on `bare.git/` ends with a one-line message and a code, no traceback."""
    run = sourcebook(
        "build", case.root / "bare.git", "--output", tmp_path / "out", "--quiet", home=tmp_path
    )
    assert run.code == 2
    assert len(run.err.strip().splitlines()) == 1
    assert "Traceback" not in run.said


@pytest.mark.parametrize("name", REPOSITORIES)
def test_5_without_git_installed(case: Case, name: str, tmp_path: Path):
    """With `PATH` lacking git all of the first three still exit 0."""
    programs = tmp_path / "bin"
    programs.mkdir()
    for program in ("python3", "mkdocs"):
        found = shutil.which(
            program, path=str(Path(sys.executable).parent) + os.pathsep + os.defpath
        )
        assert found is not None
        (programs / program).symlink_to(found)
    built = case.build(name, variant="no-git", changes={"PATH": str(programs)})
    assert "work" in built.names()
