"""One browser and one site for all tests of this folder."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from filelock import FileLock

from tests.browser.building import FOLDED, build, depot, kiosk, rebuild_with_zensical, shop
from tests.browser.chrome import Browser, chromium
from tests.browser.pages import KINDS
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
def folders(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The folders of all sites whose pages are looked at."""
    shop = folder.parents[1] / "shop"
    makers = {
        "depot": lambda folder: build(depot(folder), folder),
        "folded": lambda folder: build(shop, folder, FOLDED),
    }
    made = {name: made_once(tmp_path_factory, name, make) for name, make in makers.items()}
    return {"shop": folder, **made}


@pytest.fixture(scope="session")
def sites(folders: Mapping[str, Path]) -> Iterator[Mapping[str, str]]:
    """The addresses of all sites, as MkDocs built them."""
    with ExitStack() as stack:
        yield {name: stack.enter_context(served(path)) for name, path in folders.items()}


@pytest.fixture(scope="session")
def site(sites: Mapping[str, str]) -> str:
    """The address of the shop's site."""
    return sites["shop"]


@pytest.fixture(scope="session")
def page(sites: Mapping[str, str]) -> Callable[[str], str]:
    """Gives the address of the page of a kind."""
    return lambda kind: sites[KINDS[kind].site] + KINDS[kind].page


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
def browser(window: Browser, sites: Mapping[str, str]) -> Iterator[Browser]:
    """A fresh window. Afterwards no page may have complained or asked another host."""
    window.fresh()
    yield window
    assert window.console() == []
    assert window.foreign(*(urlsplit(one).netloc for one in sites.values())) == []
