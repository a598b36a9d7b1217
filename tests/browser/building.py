"""The sites that the browser tests look at.

The small shop beside this file, built whole, has nearly every kind of page. The others have
what one repository cannot have at once: a folded site, and one without a forge, with pages
of the source and with a file so long that its page has parts.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from tests.harness.making import commit_all, git, put
from tests.harness.running import environment, sourcebook

SHOP = Path(__file__).with_name("shop")

#: What the first commit lacks, and what only it has.
CATALOG = ("shop/catalog.py", "tests/test_catalog.py")
WITHDRAWN = "docs/decisions/0004-sell-on-credit.md"
GONE = """

def refund_all(gateway: PaymentGateway, refunds: list[Money]) -> list[str]:
    \"\"\"Gives money back for each of many.\"\"\"
    return [refund_order(gateway, money) for money in refunds]
"""

#: The depot: one function a country and a service, and what they rest on.
COUNTRIES = [
    "Albania",
    "Andorra",
    "Austria",
    "Belgium",
    "Bulgaria",
    "Croatia",
    "Cyprus",
    "Czechia",
    "Denmark",
    "Estonia",
    "Finland",
    "France",
    "Georgia",
    "Germany",
    "Greece",
    "Hungary",
    "Iceland",
    "Ireland",
    "Italy",
    "Kosovo",
    "Latvia",
    "Liechtenstein",
    "Lithuania",
    "Luxembourg",
    "Malta",
    "Moldova",
    "Monaco",
    "Montenegro",
    "Netherlands",
    "North Macedonia",
    "Norway",
    "Poland",
    "Portugal",
    "Romania",
    "San Marino",
    "Serbia",
    "Slovakia",
    "Slovenia",
    "Spain",
    "Sweden",
    "Switzerland",
    "Turkey",
    "Ukraine",
    "United Kingdom",
]
SERVICES = ("letter", "parcel", "pallet", "express", "insured")
TARIFFS = '"""Tariffs: what each service costs for each country."""\n\nfrom depot.weights import round_up\n'
TARIFF = '''

def {service}_to_{country}(grams: int) -> int:
    """Tells what the service "{service}" to {name} costs, in cents.

    Raises:
        ValueError: It weighs nothing.
    """
    if grams <= 0:
        raise ValueError("a {service} to {name} must weigh something")
    steps = round_up(grams, 250)
    return {price} + 40 * steps
'''
WEIGHTS = '''"""Weights, in whole grams."""


def round_up(grams: int, step: int) -> int:
    """Counts the steps that a weight fills, the last one begun."""
    return -(-grams // step)


def lighter(one: int, other: int) -> int:
    """The lighter of two weights."""
    return one if one < other else other
'''

#: Settings of a site with one page a folder.
FOLDED = "[site]\nmax_files = 1\n"

REMOTE = "https://github.com/example/shop.git"


def shop(folder: Path) -> Path:
    """Copies the shop into ``folder`` as a repository with a history.

    ``before`` beside it is the output of the first commit, when there was no catalog yet and
    a decision more.
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
    done = sourcebook("decisions", "--lock", repository, "--output", folder / "before", home=folder)
    assert done.code == 0, done.said
    for path in CATALOG:
        (repository / path).parent.mkdir(exist_ok=True)
        shutil.copy(SHOP / path, repository / path)
    refunds.write_text(now, encoding="utf-8")
    git(repository, "add", "--", *CATALOG, "shop/payments/refunds.py", "decisions.lock.json")
    git(repository, "rm", "-q", "--", WITHDRAWN)
    git(repository, "commit", "-q", "-m", "Add a catalog, and ask for approval of refunds")
    return repository


def kiosk(folder: Path) -> Path:
    """A repository of one function, too small for word vectors; its site speaks Japanese."""
    repository = folder / "kiosk"
    put(repository, "pay.py", 'def refund(order):\n    """Give money back."""\n')
    put(repository, "sourcebook.toml", 'language = "ja"\n')
    commit_all(repository)
    return repository


def depot(folder: Path) -> Path:
    """A repository without a remote, with a file of so many functions that its page has parts."""
    repository = folder / "depot"
    put(repository, "README.md", "# Depot\n\nWhat it costs to send something somewhere.\n")
    put(repository, "depot/weights.py", WEIGHTS)
    tariffs = (
        TARIFF.format(service=service, country=country, name=name, price=90 + 5 * number)
        for number, (country, name) in enumerate(
            (re.sub(r"\W", "_", one.lower()), one) for one in COUNTRIES
        )
        for service in SERVICES
    )
    put(repository, "depot/tariffs.py", TARIFFS + "".join(tariffs))
    commit_all(repository, "Collect the tariffs")
    return repository


def draw_a_way(repository: Path, folder: Path) -> Path:
    """Draws the ways of calls from the shop's entry to its gateway, with the book in ``folder``."""
    picture = folder / "way.svg"
    ends = ("main", "PaymentGateway.send", "--repo", repository, "--output", folder / "output")
    done = sourcebook("graph", *ends, "--picture", picture, home=folder)
    assert done.code == 0, done.said
    return picture


def build(repository: Path, folder: Path, config: str = "") -> Path:
    """Builds ``repository`` with ``folder`` as output and home; returns the site's folder.

    Where ``folder`` has the output ``before``, the site tells what changed since.
    """
    output = folder / "output"
    before = folder / "before"
    options = ["--since", before] if before.is_dir() else []
    if config:
        put(folder, "config.toml", config)
        options += ["--config", folder / "config.toml"]
    done = sourcebook("build", repository, "--output", output, *options, home=folder)
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
