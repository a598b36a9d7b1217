"""Pictures become interactive, and the tree of files shows where the reader is."""

import time

import pytest

from tests.browser.chrome import Keys
from tests.browser.pages import KINDS

pytestmark = pytest.mark.browser

LIVE = ".sb-graph[data-drawn] canvas"
COLOURS = """
  const drawn = document.querySelector(".sb-graph[data-drawn] canvas");
  const copy = new OffscreenCanvas(drawn.width, drawn.height).getContext("2d");
  copy.drawImage(drawn, 0, 0);
  const {data} = copy.getImageData(0, 0, drawn.width, drawn.height);
  const seen = new Set();
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3]) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
  }
  return [...seen].sort();
"""


def test_a_picture_becomes_interactive_quickly_and_loads_nothing_before(browser, site):
    browser.open(site + KINDS["module"].page)
    button = browser.find(".sb-graph__open")
    assert not any("vis-network" in url for url in browser.requests())
    button.click()
    started = time.perf_counter()
    browser.find(LIVE)
    assert time.perf_counter() - started < 3
    assert len(browser.run(COLOURS)) > 3


def test_a_node_is_found_and_followed(browser, site):
    browser.open(site + KINDS["module"].page)
    label = browser.run(
        "return document.querySelector('.sb-graph [data-node] text').textContent.trim()"
    )
    browser.find(".sb-graph__open").click()
    browser.find(LIVE)
    field = browser.find(".sb-graph__tools input")
    field.send_keys(label)
    link = browser.find(".sb-graph__told a")
    address = link.get_attribute("href")
    assert address.startswith(site)
    field.send_keys(Keys.ENTER)
    browser.wait(lambda: browser.url == address, "page of the node")


def test_a_picture_follows_the_colour_scheme_and_closes(browser, site):
    browser.open(site + KINDS["module"].page)
    browser.find(".sb-graph__open").click()
    browser.find(LIVE)
    light = browser.run(COLOURS)
    browser.run("document.querySelector('[data-md-color-scheme=slate].md-option').click()")
    browser.wait(lambda: browser.run(COLOURS) != light, "other colours")
    browser.find(".sb-graph__tools button").click()
    browser.wait(lambda: not browser.all(".sb-graph canvas"), "closed picture")
    browser.find(".sb-graph svg")


def test_every_node_of_a_picture_is_a_link_to_a_page(browser, site):
    browser.open(site + KINDS["module"].page)
    links = browser.run(
        "return [...document.querySelectorAll('.sb-graph svg a')].map(a => a.href.baseVal ?? a.href)"
    )
    assert links
    status = """
      const done = arguments[arguments.length - 1];
      Promise.all(arguments[0].map(url => fetch(new URL(url, location.href)).then(r => r.status)))
        .then(done);
    """
    assert set(browser.driver.execute_async_script(status, links)) == {200}


def test_the_tree_shows_where_the_page_is(browser, site):
    browser.open(site + KINDS["file"].page)
    current = browser.find(".sb-tree [aria-current]")
    assert current.text == "refunds.py"
    open_folders = browser.texts('.sb-tree [aria-expanded="true"] > .sb-tree__line')
    assert open_folders == ["shop", "payments"]


def test_the_tree_is_walked_by_keyboard(browser, site):
    browser.open(site + KINDS["file"].page)
    browser.find(".sb-tree [aria-current]")
    browser.run("document.querySelector('.sb-tree [tabindex=\"0\"]').focus()")
    browser.press(Keys.ARROW_LEFT)
    focused = "return document.activeElement.querySelector('.sb-tree__line').textContent"
    assert browser.run(focused) == "payments"
    browser.press(Keys.ARROW_LEFT)
    assert browser.texts('.sb-tree [aria-expanded="true"] > .sb-tree__line') == ["shop"]
    browser.press(Keys.HOME, Keys.ARROW_RIGHT)
    assert browser.run(focused) == browser.texts(".sb-tree__line")[0]
    browser.press(Keys.END)
    browser.press(Keys.ENTER)
    browser.wait(lambda: not browser.url.endswith(KINDS["file"].page), "another page")


def test_the_tree_is_filtered(browser, site):
    browser.open(site + KINDS["file"].page)
    browser.find(".sb-tree [aria-current]")
    browser.find(".sb-tree__filter").send_keys("PAYMENTS/GATE")
    browser.wait(
        lambda: browser.texts(".sb-tree__line") == ["shop/payments/gateway.py"], "one file"
    )
    browser.find(".sb-tree__filter").send_keys("zz")
    browser.wait(lambda: any(browser.texts(".sb-tree__note")), "a note")
