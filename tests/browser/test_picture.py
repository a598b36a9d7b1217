"""The pictures of the docs can always be made anew."""

import struct

import pytest

from tests.browser.building import draw_a_way
from tests.browser.chrome import WIDE
from tests.browser.pages import KINDS
from tests.browser.picture import ASSETS, GALLERY, gallery, picture_of_search, pictures_of_pages

pytestmark = pytest.mark.browser


def test_the_picture_of_the_readme(browser, site, tmp_path):
    path = tmp_path / "search.png"
    picture_of_search(browser, site, path)
    raw = path.read_bytes()
    assert raw[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", raw[16:24]) == WIDE
    assert len(browser.texts(".sb-search__hit")) > 3


def test_the_gallery_shows_every_kind_of_page(browser, page, folder, tmp_path):
    pictures_of_pages(browser, page, tmp_path)
    made = {path.name: path.stat().st_size for path in tmp_path.iterdir()}
    assert len(made) == 4 * len(KINDS)
    assert 3_000 < min(made.values()) <= max(made.values()) < 60_000
    assert {path.name for path in (ASSETS / "gallery").iterdir()} == {*made, "way.svg"}
    assert gallery() == GALLERY.read_text(encoding="utf-8")


def test_the_way_of_the_gallery(folder):
    home = folder.parents[1]
    made = draw_a_way(home / "shop", home)
    assert made.read_bytes() == (ASSETS / "gallery" / "way.svg").read_bytes()
