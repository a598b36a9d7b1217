"""Pages as a reader meets them: wide, on a phone, in the dark, without JavaScript, from a disk."""

from pathlib import Path

import pytest

from tests.browser.chrome import PHONE, Browser
from tests.browser.pages import KINDS

pytestmark = pytest.mark.browser

AXE = Path(__file__).parents[1] / "client" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.parametrize("kind", KINDS)
def test_a_phone_never_scrolls_sideways(browser, page, kind):
    browser.size(*PHONE)
    browser.open(page(kind))
    browser.find("article h1")
    assert browser.run("return document.documentElement.scrollWidth") <= PHONE[0]


@pytest.mark.parametrize("kind", KINDS)
def test_content_is_there_without_javascript(browser, page, kind):
    browser.open(page(kind))
    browser.find("article h1")
    browser.run("document.querySelectorAll('.sb-graph__open').forEach(b => b.remove())")
    with_scripts = words(browser)
    browser.javascript(on=False)
    browser.open(page(kind))
    without = words(browser)
    if kind == "search":
        assert "JavaScript" in without
    else:
        assert without == with_scripts
    if kind == "missing":
        browser.console()  # below a sub-path that nobody told it, its styles are not to be found


def words(browser: Browser) -> str:
    """The text of the article that can be seen."""
    return " ".join(browser.find("article").text.split())


def test_from_a_disk_the_search_page_says_what_to_do(browser, folder):
    browser.open((folder / "search" / "index.html").as_uri())
    assert "http.server" in browser.find("[data-sb-search-failed]").text
    browser.open((folder / "index.html").as_uri())
    link = browser.find(".md-header a.md-header__button[href$='search/index.html']")
    assert link.text == "Search"
    browser.requests()


@pytest.mark.parametrize("kind", KINDS)
def test_everybody_can_use_it(browser, page, kind):
    """axe-core has nothing against Sourcebook's own nodes, in the light and in the dark."""
    own = "article, .sb-tree, .sb-search-button"
    browser.open(page(kind))
    browser.find(".sb-search-button")
    browser.find(".sb-tree [role=treeitem]")
    assert scheme_of(browser) == "default"
    assert complaints(browser, own) == []
    in_the_dark(browser)
    assert complaints(browser, own, "color-contrast", "link-in-text-block") == []


def test_everybody_can_use_the_open_search(browser, site):
    browser.open(f"{site}search/index.html?q=money")
    browser.find(".sb-search__hit")
    assert complaints(browser, ".sb-search") == []
    in_the_dark(browser)
    assert complaints(browser, ".sb-search") == []


def test_the_dark_scheme_follows_the_system(browser, site):
    browser.scheme("dark")
    browser.open(site)
    browser.find(".sb-search-button")
    assert scheme_of(browser) == "slate"


def scheme_of(browser: Browser) -> str:
    return str(browser.run("return document.body.dataset.mdColorScheme"))


def in_the_dark(browser: Browser) -> None:
    """Presses the button of the dark scheme and lets the colours settle."""
    browser.run("document.querySelector('.md-option[data-md-color-scheme=slate]').click()")
    browser.wait(lambda: scheme_of(browser) == "slate", "dark scheme")
    browser.wait(
        lambda: not browser.run("return document.getAnimations().length"), "end of the transitions"
    )


def complaints(browser: Browser, selector: str, *rules: str) -> list[str]:
    """What axe-core finds below the elements of ``selector``: rule and place."""
    if not browser.run("return window.axe !== undefined"):
        browser.run(AXE.read_text(encoding="utf-8"))
    script = """
      const done = arguments[arguments.length - 1];
      const include = [...document.querySelectorAll(arguments[0])];
      const runOnly = arguments[1].length
        ? {type: "rule", values: arguments[1]}
        : {type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]};
      axe.run({include}, {runOnly, resultTypes: ["violations"]}).then(({violations}) => done(
        violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.target} ${n.html.slice(0, 120)}`))));
    """
    return list(browser.driver.execute_async_script(script, selector, list(rules)))


def test_the_page_for_missing_addresses_finds_its_site(browser, site):
    """At any depth, below a sub-path, without an address of the site in the settings."""
    browser.open(f"{site}no/such/place.html")
    assert "404" in browser.find("article h1").text
    style = "return getComputedStyle(document.body).getPropertyValue('--sb-line')"
    assert browser.wait(lambda: browser.run(style), "style sheet")
    browser.find(".sb-tree [role=treeitem]")
    link = browser.run("return document.querySelector('.md-nav--primary .md-nav__link').href")
    assert link == f"{site}index.html"
    browser.requests()
    browser.console()


def test_an_address_from_before_a_file_had_parts_leads_on(browser, site):
    browser.open(site + KINDS["file"].page)
    browser.find("article h1")
    entry = """document.querySelector("article").insertAdjacentHTML("beforeend",
      '<ul class="sb-later"><li id="gone"><a href="../../../index.html#top">gone</a></li></ul>')"""
    browser.run(entry)
    browser.run("location.hash = 'gone'")
    browser.wait(lambda: browser.url.endswith("index.html#top"), "the page of the part")


def test_hostile_text_runs_nowhere(browser, site):
    browser.open(site + "files/shop/hostile.py.html")
    browser.find("article h1")
    assert browser.run("return window.pwned ?? null") is None
    assert "<b onmouseover" in browser.find("article").text


def test_headings_hold_their_place_while_the_page_loads(browser, site):
    """No element moves: the sum of layout shifts is nothing."""
    browser.open(site + KINDS["module"].page)
    browser.find(".sb-search-button")
    shift = """
      const done = arguments[arguments.length - 1];
      let sum = 0;
      new PerformanceObserver(list => {
        for (const entry of list.getEntries()) sum += entry.value;
      }).observe({type: "layout-shift", buffered: true});
      setTimeout(() => done(sum), 300);
    """
    assert browser.driver.execute_async_script(shift) < 0.02


def test_keys_walk_from_symbol_to_symbol(browser, site):
    browser.open(site + KINDS["file"].page)
    browser.find("article h1")
    browser.press("j")
    first = browser.wait(lambda: browser.run("return location.hash"), "place of a symbol")
    browser.press("j")
    browser.wait(lambda: browser.run("return location.hash") != first, "place of the next")
    browser.press("k")
    browser.wait(lambda: browser.run("return location.hash") == first, "place of the one before")


def test_code_is_copied_letter_for_letter(browser, site):
    browser.open(site + KINDS["file"].page)
    permissions = {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    browser.driver.execute_cdp_cmd("Browser.grantPermissions", permissions)
    browser.find(".sb-copied pre.sb-sig")
    browser.run("document.querySelector('pre.sb-sig + .sb-copy').click()")
    browser.wait(lambda: browser.all(".sb-copy--done"), "sign that it is copied")
    read = "const done = arguments[0]; navigator.clipboard.readText().then(done)"
    copied = browser.driver.execute_async_script(read)
    assert copied == browser.run("return document.querySelector('pre.sb-sig').textContent")
