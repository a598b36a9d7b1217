"""One browser and one site for all tests of this folder."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from filelock import FileLock

from tests.browser.building import build, kiosk, rebuild_with_zensical, shop
from tests.browser.chrome import Browser, chromium
from tests.browser.serving import served

collect_ignore = ["shop"]


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], Path]) -> Path:
    """What ``make`` makes of a new folder, made by one of the test run's processes for all."""
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    note = base / f"{name}.made"
    with FileLock(base / f"{name}.lock"):
        if not note.exists():
            folder = base / name
            folder.mkdir()
            note.write_text(str(make(folder)), encoding="utf-8")
    return Path(note.read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the built site."""
    return made_once(tmp_path_factory, "shop", lambda folder: build(shop(folder), folder))


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
    folder = made_once(tmp_path_factory, "kiosk", lambda folder: build(kiosk(folder), folder))
    with served(folder) as address:
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
