"""One browser and one site for all tests of this folder."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browser.building import build, kiosk, rebuild_with_zensical, shop
from tests.browser.chrome import Browser, chromium
from tests.browser.serving import served

collect_ignore = ["shop"]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    folder = tmp_path_factory.mktemp("browser")
    return build(shop(folder), folder)


@pytest.fixture(scope="session")
def site(folder: Path) -> Iterator[str]:
    """The address of the site, as MkDocs built it."""
    with served(folder) as address:
        yield address


@pytest.fixture(scope="session")
def zensical_site(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the same site, as Zensical built it."""
    other = rebuild_with_zensical(folder.parent, tmp_path_factory.mktemp("other"))
    with served(other) as address:
        yield address


@pytest.fixture(scope="session")
def japanese_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a tiny site in Japanese, without vectors."""
    folder = tmp_path_factory.mktemp("kiosk")
    with served(build(kiosk(folder), folder)) as address:
        yield address


@pytest.fixture(scope="session")
def window() -> Iterator[Browser]:
    with chromium() as browser:
        yield browser


@pytest.fixture
def browser(window: Browser, site: str) -> Iterator[Browser]:
    """A fresh window. Afterwards no page may have complained or asked another host."""
    window.fresh()
    yield window
    assert window.console() == []
    assert window.foreign(urlsplit(site).netloc) == []
