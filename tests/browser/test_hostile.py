"""Text of a repository is text on every page, whatever it tries to be."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest

from tests.browser.building import FOLDED, build
from tests.browser.chrome import Browser
from tests.browser.conftest import made_once
from tests.browser.hostile import hostile, hostile_depot
from tests.browser.serving import served

pytestmark = pytest.mark.browser

#: Elements of an article that only text of the repository could have made.
MADE = "script:not([src]), img, iframe, object, embed, form, [onerror], [onload], [href^='javascript' i]"


#: What shows text of the repository, by the first part of its address, on each of the sites.
SHOWN = {
    "hostile": {
        "changes.html", "coverage.html", "decisions", "files", "glossary.html", "graphs",
        "index.html", "modules", "names.html", "plans", "rules.html", "summaries",
    },
    "depot": {"source", "files", "modules", "index.html", "rules.html"},
    "folded": {"files"},
}  # fmt: skip

#: A page that opens a box to be answered is caught at it.
NO_BOXES = "window.alert = window.confirm = window.prompt = () => { window.pwned = 'a box'; };"


@pytest.fixture(scope="module")
def hostile_folders(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    def made(name: str, make: Callable[[Path], Path]) -> Path:
        return made_once(tmp_path_factory, f"hostile-{name}", make)

    folder = made("forge", lambda folder: build(hostile(folder), folder))
    repository = folder.parents[1] / "hostile"
    return {
        "hostile": folder,
        "depot": made("depot", lambda folder: build(hostile_depot(folder), folder)),
        "folded": made("folded", lambda folder: build(repository, folder, FOLDED)),
    }


@pytest.fixture(scope="module")
def address(hostile_folders: Mapping[str, Path]) -> Iterator[str]:
    with served(hostile_folders["hostile"]) as found:
        yield found


@pytest.mark.parametrize("site", SHOWN)
def test_every_page_shows_it_and_runs_nothing(
    window: Browser, hostile_folders: Mapping[str, Path], site: str
):
    window.fresh()
    folder, shown = hostile_folders[site], set()
    with served(folder) as address, window.before_pages(NO_BOXES):
        for path in sorted(folder.rglob("*.html")):
            name = path.relative_to(folder).as_posix()
            kind = name.partition("/")[0]
            if site == "hostile" or kind in SHOWN[site]:
                window.open(address + quote(name))
                if is_text(window, name):
                    shown.add(kind)
        assert window.console() == []
        assert window.foreign(urlsplit(address).netloc) == []
    assert SHOWN[site] <= shown


def is_text(window: Browser, name: str) -> bool:
    """Whether the open page shows text of the repository; nowhere may it be more than text."""
    text = window.run("return document.querySelector('article')?.textContent ?? ''")
    assert window.run("return window.pwned ?? null") is None, name
    assert window.run(f'return document.querySelectorAll("article :is({MADE})").length') == 0, name
    assert (
        window.run("return document.querySelectorAll('[onclick], [onload], [onerror]').length") == 0
    )
    assert "1337" not in text, name
    assert not set(text) & set("\u202e\u202c\x07\x1b"), name
    assert "1337" not in window.run("return document.title"), name
    return "{{ 7 * 191 }}" in text or "{{7+1330}}" in text


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
