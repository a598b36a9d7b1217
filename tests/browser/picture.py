"""Makes the README's picture, and pictures of every kind of page for whoever wants to look.

``python -m tests.browser.picture`` builds the shop's site and renews the README's picture,
``site_src/assets/search.png``, and the gallery of the docs: every kind of page, wide and on
a phone, in the light and in the dark. Tests make them as well, elsewhere.
"""

import base64
import sys
import tempfile
from pathlib import Path

from tests.browser.building import build, shop
from tests.browser.chrome import PHONE, WIDE, Browser, chromium
from tests.browser.pages import KINDS
from tests.browser.serving import served

#: Windows of the gallery, and the scale of their pictures.
FORMS = {"wide": (WIDE, 0.75), "phone": (PHONE, 0.75)}

#: The search button is there and, where there is room, the file tree.
SETTLED = """
  const tree = innerWidth < 600 || document.querySelector(".sb-tree [role=treeitem]");
  return !!(tree && document.querySelector(".sb-search-button"));
"""

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
    """Each kind of page, wide and on a phone, in the light and in the dark."""
    folder.mkdir(parents=True, exist_ok=True)
    for width, (size, scale) in FORMS.items():
        for scheme in ("light", "dark"):
            browser.fresh()
            browser.scheme(scheme)
            browser.size(*size)
            for kind, page in KINDS.items():
                browser.open(site + page)
                browser.find("article h1")
                browser.wait(lambda: browser.run(SETTLED), "end of loading")
                small_picture(browser, folder / f"{kind}-{width}-{scheme}.webp", size, scale)


def small_picture(browser: Browser, path: Path, size: tuple[int, int], scale: float) -> None:
    """A picture of the window, scaled, in a format that takes little room."""
    clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": scale}
    shot = browser.driver.execute_cdp_cmd(
        "Page.captureScreenshot", {"format": "webp", "quality": 60, "clip": clip}
    )
    path.write_bytes(base64.b64decode(shot["data"]))


def main() -> int:
    """Builds, looks and writes."""
    with tempfile.TemporaryDirectory() as folder:
        site = build(shop(Path(folder)), Path(folder))
        with served(site) as address, chromium() as browser:
            picture_of_search(browser, address, ASSETS / "search.png")
            pictures_of_pages(browser, address, ASSETS / "gallery")
    return 0


if __name__ == "__main__":
    sys.exit(main())
