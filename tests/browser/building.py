"""The site that the browser tests look at: the small shop beside this file, built whole."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.harness.making import commit_all, git, put
from tests.harness.running import environment, sourcebook

SHOP = Path(__file__).with_name("shop")
REMOTE = "https://github.com/example/shop.git"


def shop(folder: Path) -> Path:
    """Copies the shop into ``folder`` as a repository with a history."""
    repository = folder / "shop"
    shutil.copytree(SHOP, repository)
    commit_all(repository, "Open the shop")
    git(repository, "remote", "add", "origin", REMOTE)
    return repository


def kiosk(folder: Path) -> Path:
    """A repository of one function, too small for word vectors; its site speaks Japanese."""
    repository = folder / "kiosk"
    put(repository, "pay.py", 'def refund(order):\n    """Give money back."""\n')
    put(repository, "sourcebook.toml", 'language = "ja"\n')
    commit_all(repository)
    return repository


def build(repository: Path, folder: Path) -> Path:
    """Builds ``repository`` with ``folder`` as output and home; returns the site's folder."""
    output = folder / "output"
    done = sourcebook("build", repository, "--output", output, home=folder)
    assert done.code == 0, done.said
    return output / "site"


def rebuild_with_zensical(output: Path, folder: Path) -> Path:
    """Builds the docs folder that is in ``output`` with the other builder, in ``folder``."""
    copy = folder / "zensical"
    shutil.copytree(output, copy, ignore=shutil.ignore_patterns("site", "book", "*.sqlite*"))
    program = Path(sys.executable).with_name("zensical")
    subprocess.run(
        [program, "build", "--strict"],
        cwd=copy,
        env=environment(folder),
        check=True,
        capture_output=True,
    )
    return copy / "site"
