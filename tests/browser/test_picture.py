"""The README's picture can always be made anew."""

import struct

import pytest

from tests.browser.chrome import WIDE
from tests.browser.picture import picture_of_search

pytestmark = pytest.mark.browser


def test_the_picture_of_the_readme(browser, site, tmp_path):
    path = tmp_path / "search.png"
    picture_of_search(browser, site, path)
    raw = path.read_bytes()
    assert raw[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", raw[16:24]) == WIDE
    assert len(browser.texts(".sb-search__hit")) > 3
