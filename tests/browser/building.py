"""The site that the browser tests look at: the small shop beside this file, built whole."""

import shutil
import subprocess
import sys
from pathlib import Path

from tests.harness.making import commit_all, git, put
from tests.harness.running import environment, sourcebook

SHOP = Path(__file__).with_name("shop")

#: What the first commit lacks, and what only it has.
CATALOG = ("shop/catalog.py", "tests/test_catalog.py")
GONE = """

def refund_all(gateway: PaymentGateway, refunds: list[Money]) -> list[str]:
    \"\"\"Gives money back for each of many.\"\"\"
    return [refund_order(gateway, money) for money in refunds]
"""

REMOTE = "https://github.com/example/shop.git"


def shop(folder: Path) -> Path:
    """Copies the shop into ``folder`` as a repository with a history.

    ``before`` beside it is the output of the first commit, when there was no catalog yet.
    """
    repository = folder / "shop"
    shutil.copytree(SHOP, repository)
    for path in CATALOG:
        (repository / path).unlink()
    refunds = repository / "shop" / "payments" / "refunds.py"
    now = refunds.read_text(encoding="utf-8")
    refunds.write_text(now.replace(", *, approved: bool = False", "") + GONE, encoding="utf-8")
    commit_all(repository, "Open the shop")
    git(repository, "remote", "add", "origin", REMOTE)
    done = sourcebook("index", repository, "--output", folder / "before", home=folder)
    assert done.code == 0, done.said
    for path in CATALOG:
        (repository / path).parent.mkdir(exist_ok=True)
        shutil.copy(SHOP / path, repository / path)
    refunds.write_text(now, encoding="utf-8")
    git(repository, "add", "--", *CATALOG, "shop/payments/refunds.py")
    git(repository, "commit", "-q", "-m", "Add a catalog, and ask for approval of refunds")
    return repository


def kiosk(folder: Path) -> Path:
    """A repository of one function, too small for word vectors; its site speaks Japanese."""
    repository = folder / "kiosk"
    put(repository, "pay.py", 'def refund(order):\n    """Give money back."""\n')
    put(repository, "sourcebook.toml", 'language = "ja"\n')
    commit_all(repository)
    return repository


def build(repository: Path, folder: Path) -> Path:
    """Builds ``repository`` with ``folder`` as output and home; returns the site's folder.

    Where ``folder`` has the output ``before``, the site tells what changed since.
    """
    output = folder / "output"
    before = folder / "before"
    since = ["--since", before] if before.is_dir() else []
    done = sourcebook("build", repository, "--output", output, *since, home=folder)
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
