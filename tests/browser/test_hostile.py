"""Text of a repository is text on every page, whatever it tries to be."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from tests.browser.building import build
from tests.browser.chrome import Browser
from tests.browser.conftest import made_once
from tests.browser.hostile import hostile
from tests.browser.serving import served

pytestmark = pytest.mark.browser

#: Elements of an article that only text of the repository could have made.
MADE = "script:not([src]), img, iframe, object, embed, form, [onerror], [onload], [href^='javascript' i]"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "hostile", lambda folder: build(hostile(folder), folder))


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with served(folder) as found:
        yield found


def test_every_page_shows_it_and_runs_nothing(window: Browser, folder: Path, address: str):
    window.fresh()
    shown = []
    # The page for what is missing names its files from the root of a host; it says nothing.
    for path in sorted(set(folder.rglob("*.html")) - {folder / "404.html"}):
        window.open(address + quote(path.relative_to(folder).as_posix()))
        text = window.run("return document.querySelector('article')?.textContent ?? ''")
        name = path.relative_to(folder).as_posix()
        assert window.run("return window.pwned ?? null") is None, name
        assert window.run(f'return document.querySelectorAll("article :is({MADE})").length') == 0, (
            name
        )
        assert "1337" not in text, name
        assert not set(text) & set("\u202e\u202c\x07\x1b"), name
        if "{{ 7 * 191 }}" in text:
            shown.append(name)
    kinds = {name.partition("/")[0] for name in shown}
    assert {"files", "modules", "decisions", "rules.html"} <= kinds
    assert window.console() == []
    assert window.foreign(urlsplit(address).netloc) == []


def test_results_of_the_search_are_text_too(window: Browser, address: str):
    window.fresh()
    window.open(f"{address}search/index.html?q=__proto__0+pwned")
    window.find(".sb-search__hit")
    assert window.run("return window.pwned ?? null") is None
    assert (
        window.run(
            'return document.querySelectorAll(".sb-search__hit :is(img, script, svg[onload])").length'
        )
        == 0
    )
    assert window.console() == []
