"""Makes the README's picture, and pictures of every kind of page for whoever wants to look.

``python -m tests.browser.picture`` builds the shop's site and renews
``site_src/assets/search.png``; with the name of a folder, it fills that folder with every
kind of page, light, dark and on a phone. A test makes the README's picture as well.
"""

import sys
import tempfile
from pathlib import Path

from tests.browser.building import build, shop
from tests.browser.chrome import PHONE, Browser, chromium
from tests.browser.pages import KINDS
from tests.browser.serving import served

ASSETS = Path(__file__).parents[2] / "site_src" / "assets"


def picture_of_search(browser: Browser, site: str, path: Path) -> None:
    """A page of a file with the search open over it."""
    browser.fresh()
    browser.open(site + KINDS["file"])
    browser.find(".sb-search-button")
    browser.press("/")
    browser.find(".sb-search__input")
    browser.press("approve refund")
    browser.find(".sb-search__hit")
    browser.picture(path)


def pictures_of_pages(browser: Browser, site: str, folder: Path) -> None:
    """Each kind of page, light and dark, wide and on a phone."""
    for scheme in ("light", "dark"):
        browser.fresh()
        browser.scheme(scheme)
        for kind, page in KINDS.items():
            browser.open(site + page)
            browser.find("article h1")
            browser.find(".sb-search-button")
            browser.picture(folder / f"{kind}-{scheme}.png")
    browser.fresh()
    browser.size(*PHONE)
    for kind, page in KINDS.items():
        browser.open(site + page)
        browser.find("article h1")
        browser.picture(folder / f"{kind}-phone.png")


def main(arguments: list[str]) -> int:
    """Builds, looks and copies."""
    with tempfile.TemporaryDirectory() as folder:
        site = build(shop(Path(folder)), Path(folder))
        with served(site) as address, chromium() as browser:
            if arguments:
                pictures_of_pages(browser, address, Path(arguments[0]))
            else:
                picture_of_search(browser, address, ASSETS / "search.png")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
