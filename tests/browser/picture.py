"""Makes the README's picture, and pictures of every kind of page for whoever wants to look.

``python -m tests.browser.picture`` builds the shop's site and renews the README's picture,
``site_src/assets/search.png``, and the gallery of the docs: every kind of page, wide and on
a phone, in the light and in the dark, and a way of calls as ``sourcebook graph`` draws it.
Tests make them as well, elsewhere.
"""

import base64
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.browser.building import FOLDED, build, depot, draw_a_way, shop
from tests.browser.chrome import PHONE, WIDE, Browser, chromium
from tests.browser.pages import KINDS, Kind
from tests.browser.serving import served

SCHEMES = ("light", "dark")

#: Windows of the gallery, and the scale of their pictures.
FORMS = {"wide": (WIDE, 0.75), "phone": (PHONE, 0.75)}

#: The search button is there and, where there is room, the file tree.
SETTLED = """
  const tree = innerWidth < 600 || document.querySelector(".sb-tree [role=treeitem]");
  return !!(tree && document.querySelector(".sb-search-button"));
"""

DOCS = Path(__file__).parents[2] / "site_src"
ASSETS = DOCS / "assets"
GALLERY = DOCS / "guide" / "gallery.md"

ABOVE = """# Gallery

Every kind of page of a generated site: in the light and in the dark, on a screen and on a phone. \
The sites are those of a small shop and of a depot that the tests of Sourcebook build. \
`python -m tests.browser.picture` makes the pictures anew.
"""
BELOW = """
## A way of calls

`sourcebook graph main PaymentGateway.send --picture way.svg` draws how one definition reaches another.

![From main to PaymentGateway.send](../assets/gallery/way.svg){ loading=lazy }
"""


def picture_of_search(browser: Browser, site: str, path: Path) -> None:
    """A page of a file with the search open over it."""
    browser.fresh()
    browser.open(site + KINDS["file"].page)
    browser.find(".sb-search-button")
    browser.press("/")
    browser.find(".sb-search__input")
    browser.press("approve refund")
    browser.find(".sb-search__hit")
    browser.picture(path)


def pictures_of_pages(browser: Browser, page: Callable[[str], str], folder: Path) -> None:
    """Each kind of page, wide and on a phone, in the light and in the dark."""
    folder.mkdir(parents=True, exist_ok=True)
    for width, (size, scale) in FORMS.items():
        for scheme in SCHEMES:
            browser.fresh()
            browser.scheme(scheme)
            browser.size(*size)
            for kind in KINDS:
                browser.open(page(kind))
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


def gallery() -> str:
    """The page of the docs that shows all pictures."""
    sections = (
        f"\n## {kind.title}\n\n{_row(name, kind, 'wide', 49)}\n\n{_row(name, kind, 'phone', 24)}\n"
        for name, kind in KINDS.items()
    )
    return ABOVE + "".join(sections) + BELOW


def _row(name: str, kind: Kind, form: str, width: int) -> str:
    """The two schemes of a window side by side."""
    return " ".join(
        f"![{kind.title}, {form}, {scheme}](../assets/gallery/{name}-{form}-{scheme}.webp)"
        f"{{ loading=lazy width={width}% }}"
        for scheme in SCHEMES
    )


def main() -> int:
    """Builds, looks and writes."""
    with tempfile.TemporaryDirectory() as name, chromium() as browser, ExitStack() as stack:
        folder = Path(name)
        homes = {one: folder / one for one in ("shop", "depot", "folded")}
        for home in homes.values():
            home.mkdir()
        repository = shop(homes["shop"])
        sites = {
            "shop": build(repository, homes["shop"]),
            "depot": build(depot(homes["depot"]), homes["depot"]),
            "folded": build(repository, homes["folded"], FOLDED),
        }
        addresses = {one: stack.enter_context(served(path)) for one, path in sites.items()}
        picture_of_search(browser, addresses["shop"], ASSETS / "search.png")
        pictures_of_pages(
            browser, lambda kind: addresses[KINDS[kind].site] + KINDS[kind].page, ASSETS / "gallery"
        )
        shutil.copy(draw_a_way(repository, homes["shop"]), ASSETS / "gallery" / "way.svg")
        GALLERY.write_text(gallery(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
