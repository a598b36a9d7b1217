"""The search box, by keyboard, as a reader uses it."""

from urllib.parse import parse_qs, urlsplit

import pytest

from tests.browser.chrome import PHONE, Browser, Keys

pytestmark = pytest.mark.browser

HIT = ".sb-search__hit"
#: Answers to requests whose address holds a word are changed by a function of their JSON.
CHANGED = """
  const real = window.fetch;
  window.fetch = async (url, options) => {
    const answer = await real(url, options);
    if (!String(url).includes("%s")) return answer;
    return new Response(JSON.stringify((%s)(await answer.json())));
  };
"""
ACTIVE = '.sb-search [aria-selected="true"]'


def search(browser: Browser, text: str) -> list[str]:
    """Opens the box with its key, types, and returns the titles once they are there."""
    browser.find(".sb-search-button")
    if not browser.all("dialog[open]"):
        browser.press("/")
    browser.find(".sb-search__input")
    browser.press(text)
    browser.wait(lambda: answered(browser, text), f"answer to {text!r}")
    return browser.texts(f"{HIT} .sb-search__title")


def answered(browser: Browser, text: str) -> bool:
    """Whether the box shows the answer to ``text`` (the status line says so)."""
    said = " ".join(browser.texts(".sb-search__live"))
    return bool(browser.texts(HIT)) or text in said


def test_a_function_is_found_by_name_and_enter_opens_it_at_its_anchor(browser, site):
    browser.open(site)
    titles = search(browser, "refund_order")
    assert "refund_order" in titles[0]
    browser.press(Keys.ENTER)
    browser.wait(lambda: "refunds.py" in browser.url, "page of refunds.py")
    fragment = urlsplit(browser.url).fragment
    assert fragment
    heading = browser.run("return document.getElementById(arguments[0])?.textContent", fragment)
    assert "refund_order" in heading


def test_what_a_function_is_for_finds_it(browser, site):
    browser.open(site)
    titles = search(browser, "give money back to the customer")
    assert any("refund" in title for title in titles[:3])


def test_a_part_of_a_camel_case_name_finds_it_and_is_marked(browser, site):
    browser.open(site)
    titles = search(browser, "draw tags")
    assert "drawPriceTags" in titles[0]
    assert browser.texts(f"{HIT} .sb-search__title mark")[:2] == ["draw", "Tags"]


def test_a_page_written_by_hand_is_found(browser, site):
    browser.open(site)
    search(browser, "yellow form")
    assert "docs/guide.md" in " ".join(browser.texts(f"{HIT} .sb-search__place"))


def test_a_decision_is_found(browser, site):
    browser.open(site)
    search(browser, "money as integers")
    browser.press(Keys.ENTER)
    browser.wait(lambda: "/decisions/" in browser.url, "page of the decision")


def test_arrow_keys_move_and_escape_closes(browser, site):
    browser.open(site)
    titles = search(browser, "money")
    assert len(titles) > 2
    first = browser.find(ACTIVE).get_attribute("id")
    browser.press(Keys.ARROW_DOWN)
    second = browser.find(ACTIVE).get_attribute("id")
    assert first != second
    field = browser.find(".sb-search__input")
    assert field.get_attribute("aria-activedescendant") == second
    assert field.get_attribute("aria-expanded") == "true"
    browser.press(Keys.ARROW_UP, Keys.ARROW_UP)
    assert (
        browser.find(ACTIVE).get_attribute("id") == f"{first.rpartition('-')[0]}-{len(titles) - 1}"
    )
    browser.press(Keys.ESCAPE)
    browser.wait(lambda: not browser.all("dialog[open]"), "closed dialog")


def test_control_k_opens_too_and_a_slash_in_a_field_stays_a_slash(browser, site):
    browser.open(site)
    browser.find(".sb-search-button")
    browser.chord(Keys.CONTROL, "k")
    browser.find(".sb-search__input")
    browser.press("shop/cart")
    browser.find(HIT)
    assert browser.find(".sb-search__input").get_attribute("value") == "shop/cart"


def test_enter_before_the_answer_opens_the_answer(browser, site):
    browser.open(site)
    browser.find(".sb-search-button")
    browser.press("/")
    browser.find(".sb-search__input")
    browser.press("convert_currency" + Keys.ENTER)
    browser.wait(lambda: "money.py" in browser.url, "page of money.py")


def test_nonsense_finds_nothing_and_says_so(browser, site):
    browser.open(site)
    search(browser, "zzqxw")
    assert "zzqxw" in browser.find(".sb-search__nothing").text


def test_a_typing_error_is_forgiven(browser, site):
    browser.open(site)
    titles = search(browser, "recepit")
    assert any("receipt" in title for title in titles[:3])
    browser.find(".sb-search__near .sb-search__offer").click()
    assert browser.find(".sb-search__input").get_attribute("value") == "receipt"


def test_a_facet_asks_the_name_alone_and_is_offered(browser, site):
    browser.open(site)
    browser.find(".sb-search-button")
    browser.press("/")
    assert "name:session" in browser.texts(".sb-search__hint code")
    titles = search(browser, "customer name:refund")
    assert titles
    assert all("refund" in title.lower() for title in titles)


def test_filters_narrow_and_stand_in_the_address(browser, site):
    browser.open(f"{site}search/index.html?q=money")
    browser.find(HIT)
    assert "Functions" in browser.texts(".sb-search__kind")
    choices = browser.texts('.sb-search [name="kind"] option')
    assert "Classes" in choices
    browser.run(
        """const select = document.querySelector('.sb-search [name="kind"]');
        select.value = "class"; select.dispatchEvent(new Event("change"));"""
    )
    shown = {"Classes", "Related by meaning only"}
    groups = browser.wait(lambda: narrowed(browser, shown), "groups of the filter")
    assert groups[0] == "Classes"
    assert parse_qs(urlsplit(browser.url).query) == {"q": ["money"], "kind": ["class"]}
    titles = browser.texts(f"{HIT} .sb-search__title")
    browser.open(browser.url)
    browser.find(HIT)
    assert browser.texts(f"{HIT} .sb-search__title") == titles


def narrowed(browser, shown):
    """The groups of the results, once all of them are among those that a filter leaves."""
    groups = browser.texts(".sb-search__kind")
    return groups if set(groups) <= shown else None


def test_the_path_filter_takes_a_part_of_a_path(browser, site):
    browser.open(f"{site}search/index.html?q=money&path=payments")
    browser.find(HIT)
    pages = browser.run(f"return [...document.querySelectorAll('{HIT}')].map(a => a.pathname)")
    assert pages
    assert all("/files/shop/payments/" in page for page in pages)


def test_past_queries_come_back(browser, site):
    browser.open(site)
    search(browser, "cart total")
    browser.press(Keys.ENTER)
    browser.wait(lambda: "cart.py" in browser.url, "page of cart.py")
    browser.find(".sb-search-button")
    browser.press("/")
    assert browser.find(".sb-search__past").text == "cart total"
    browser.press(Keys.ARROW_DOWN, Keys.ENTER)
    browser.find(HIT)
    assert browser.find(".sb-search__input").get_attribute("value") == "cart total"


def test_repository_text_is_text(browser, site):
    browser.open(f"{site}search/index.html?q=render_markup")
    browser.find(HIT)
    assert "</pre><script>" in browser.texts(f"{HIT} .sb-search__signature")[0]
    assert browser.all(f"{HIT} b, {HIT} script, {HIT} img") == []
    assert browser.run("return window.pwned ?? null") is None


def test_the_result_is_announced(browser, site):
    browser.open(site)
    titles = search(browser, "gateway")
    assert browser.texts('.sb-search [role="status"]') == [f"{len(titles)} results"]


def test_a_site_without_vectors_says_so_in_its_language(browser, japanese_site):
    browser.open(japanese_site)
    assert "検索" in browser.find(".sb-search-button").text
    browser.open(f"{japanese_site}search/index.html?q=refund")
    browser.find(HIT)
    assert "ベクトル" in browser.find(".sb-search__note").text
    assert browser.texts(".sb-search__kind") == ["関数"]
    assert browser.console() == []
    assert browser.foreign(urlsplit(japanese_site).netloc) == []


def test_an_index_that_cannot_be_read_is_told_and_tried_again(browser, site):
    script = CHANGED % (
        "tables.json",
        "t => { if (!window.healed) throw new TypeError('offline'); return t; }",
    )
    with browser.before_pages(f"window.Worker = undefined; {script}"):
        browser.open(f"{site}search/index.html?q=refund")
        assert "could not be loaded" in browser.find(".sb-search__nothing").text
        assert any("offline" in said for said in browser.console())
        browser.run("window.healed = true")
        browser.find(".sb-search__offer").click()
        browser.find(HIT)


def test_the_page_stays_free_while_the_search_runs(browser, site):
    script = "const real = fetch; window.fetch = (...a) => (window.asked = a, real(...a));"
    with browser.before_pages(script):
        browser.open(site)
        browser.find(".sb-search-button")
        browser.run("window.asked = null")
        titles = search(browser, "refund_order")
    assert "refund_order" in titles[0]
    assert browser.run("return window.asked") is None, "a worker fetched the index"


def test_where_a_worker_is_forbidden_the_page_searches(browser, site):
    with browser.before_pages("window.Worker = class { constructor() { throw new Error(); } }"):
        browser.open(site)
        assert "refund_order" in search(browser, "refund_order")[0]


def test_a_site_without_its_manifest_leads_to_the_page_that_says_what_to_do(browser, site):
    with browser.before_pages(CHANGED % ("manifest.json", "m => { throw new Error('gone'); }")):
        browser.open(site)
        browser.find(".md-header a[href$='search/index.html']").click()
        assert "could not be loaded" in browser.find("[data-sb-search-failed]").text
    assert all("gone" in said for said in browser.console())


def test_the_search_page_shows_more_on_demand(browser, site):
    browser.open(f"{site}search/index.html?q=shop")
    browser.find(HIT)
    assert len(browser.texts(HIT)) == 10
    browser.find(".sb-search__more").click()
    browser.wait(lambda: len(browser.texts(HIT)) > 10, "more than 10")


def test_a_phone_gets_the_whole_screen_and_no_sideways_scroll(browser, site):
    browser.size(*PHONE)
    browser.open(site)
    browser.find(".sb-search-button").click()
    browser.find(".sb-search__input")
    browser.press("customer")
    browser.find(HIT)
    box = browser.run("return document.querySelector('dialog[open]').getBoundingClientRect()")
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, *PHONE)
    widest = browser.run(  # what is cut off with an ellipsis reaches further, and scrolls nothing
        "return Math.max(...[...document.querySelectorAll('dialog[open], .sb-search__list')]"
        ".map(e => e.scrollWidth))"
    )
    assert widest <= PHONE[0]


def test_the_box_works_under_the_other_builder(browser, zensical_site):
    browser.open(zensical_site)
    titles = search(browser, "refund_order")
    assert "refund_order" in titles[0]
    browser.press(Keys.ENTER)
    browser.wait(lambda: "refunds.py" in browser.url, "page of refunds.py")
    assert browser.console() == []
    assert browser.foreign(urlsplit(zensical_site).netloc) == []
