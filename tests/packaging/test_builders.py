"""The same docs folder builds under both builders, strictly, and links hold in both."""

import shutil
import sys
from pathlib import Path

import pytest

from tests.harness.case import CASES
from tests.harness.running import environment, run, sourcebook
from tests.harness.site import Site

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The output for a repository of several languages, with decision records."""
    home = tmp_path_factory.mktemp("builders")
    for name in (
        "065-adr-direction",
        "027-typescript-modules",
        "040-html-in-docstrings",
        "045-markdown-look-alikes",
    ):
        shutil.copytree(CASES / name / "input", home / "repo", dirs_exist_ok=True)
    done = sourcebook("build", home / "repo", "-o", home / "out", "-q", home=home)
    assert done.code == 0, done.said
    return home / "out"


@pytest.mark.parametrize("builder", ["mkdocs", "zensical"])
def test_builds_strictly(output: Path, builder: str, tmp_path: Path):
    project = tmp_path / "project"
    project.mkdir()
    shutil.copytree(output / "docs", project / "docs")
    shutil.copy(output / "mkdocs.yml", project)
    done = run(
        [sys.executable, "-m", builder, "build", "--strict"], cwd=project, env=environment(tmp_path)
    )
    assert done.code == 0, done.said
    site = Site(project / "site")
    assert site.dead() == []
    assert site.foreign() == []
    pages = {name for name in Site(output / "site").files if name.endswith(".html")}
    assert pages <= site.files
    assert site.search("use an index file").results[0]["hits"]
