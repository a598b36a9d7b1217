"""Two builds of one repository give the same files: the book, the docs folder, the site.

What may differ between two machines differs here: the folder, the seed of hashes, the time
zone, the number of workers, and whether they are used at all.
"""

import shutil
import sys
from pathlib import Path

import pytest

from tests.browser.building import SHOP
from tests.harness.folders import contents, differences
from tests.harness.making import commit_all, put
from tests.harness.running import environment, run

pytestmark = pytest.mark.slow

#: Runs the command line with another bound above which workers are used.
PROGRAM = """
import sys
from sourcebook import pipeline
from sourcebook.cli import main
pipeline.PARALLEL_BYTES = int(sys.argv.pop(1))
sys.exit(main())
"""

#: What must be among the files, so that the comparison is about something.
PARTS = (
    "book/graph.jsonl",
    "book/vectors.usearch",
    "docs/files/shop/cart.py.md",
    "docs/graphs/cycles.md",
    "docs/graphs/modules.json",
    "docs/assets/tree.json",
    "docs/llms.txt",
    "docs/search/manifest.json",
    "docs/search/download/",
    "docs/summaries/hierarchy.json",
    "mkdocs.yml",
    "site/index.html",
    "site/404.html",
    "site/sitemap.xml.gz",
    "site/search/index-",
    "markdown/files/shop/cart.py.md",
)


def build(folder: Path, bound: int, workers: int, surroundings: dict[str, str]) -> dict[str, bytes]:
    """Everything that a build of the shop in ``folder`` writes, and its Markdown form."""
    repository, output = folder / "shop", folder / "output"
    shutil.copytree(SHOP, repository)
    commit_all(repository, "Open the shop")
    put(folder, "workers.toml", f"workers = {workers}\n")
    common = ["--output", output, "--config", folder / "workers.toml"]
    for command in (["build"], ["render", "--form", "markdown"]):
        done = run(
            [
                sys.executable,
                "-c",
                PROGRAM,
                str(bound),
                command[0],
                repository,
                *command[1:],
                *common,
            ],
            cwd=folder,
            env=environment(folder, surroundings),
        )
        assert done.code == 0, done.said
    return contents(output)


def test_two_builds_give_the_same_files(tmp_path: Path):
    one, other = tmp_path / "one", tmp_path / "an" / "other"
    one.mkdir()
    other.mkdir(parents=True)
    made = build(one, 8_000_000, 1, {"PYTHONHASHSEED": "1", "TZ": "UTC"})
    again = build(other, 0, 2, {"PYTHONHASHSEED": "4242", "TZ": "Asia/Tokyo", "LC_ALL": "C"})
    missing = [part for part in PARTS if not any(name.startswith(part) for name in made)]
    assert missing == []
    assert differences(made, again) == []
