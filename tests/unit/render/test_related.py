"""Chunks of other files that are about the same, with words to prove it."""

import json

from sourcebook.render.bundle import bundle
from sourcebook.render.related import related
from tests.unit.render.sample import context_of, of_symbols, symbol

CART = "def total(cart):\n    return sum(price for price in cart.prices)  # the prices of a cart\n"
BASKET = (
    "def amount(basket):\n    prices = [item.price for item in basket]\n    return sum(prices)\n"
)
OTHER = (
    "def unlock(door):\n    key = door.find_key()\n    door.open(key, gently=True, twice=False)\n"
)


def pairs(tmp_path, second: str, *, near: bool = True, called: bool = False):
    one, two = symbol("a.py", "total"), symbol("b.py", "amount")
    made = of_symbols(
        one,
        two,
        calls=[(one, two)] if called else [],
        texts={one.id: f"{CART}{'#' * 60}\n", two.id: f"{second}{'#' * 60}\n"},
        rows={one.id: (100, 10), two.id: (90, 20) if near else (-20, 90)},
    )
    return related(context_of(tmp_path, made).view)


def test_what_is_near_is_named_with_words_of_both(tmp_path):
    (pair,) = pairs(tmp_path, BASKET)["a.py"]
    assert (pair.own.path, pair.other.path) == ("a.py", "b.py")
    assert pair.words[0] == "prices"
    assert all(word in CART and word in BASKET for word in pair.words)


def test_the_search_files_have_the_same_pairs_by_file(tmp_path):
    one, two = symbol("a.py", "total"), symbol("b.py", "amount")
    made = of_symbols(
        one,
        two,
        texts={one.id: f"{CART}{'#' * 60}\n", two.id: f"{BASKET}{'#' * 60}\n"},
        rows={one.id: (100, 10), two.id: (90, 20)},
    )
    context = context_of(tmp_path, made)
    book, number = (
        context.view.book,
        {e.chunk.id: at for at, e in enumerate(context.view.book.entries)},
    )
    (pair,) = context.near["a.py"]

    def files(**options):
        pages = bundle(book, lambda chunk: chunk.id, near=context.near, **options)
        (found,) = (page.data for page in pages if "/neighbours/" in page.path)
        return json.loads(found)["files"]

    row = [number[pair.own.id], number[pair.other.id], " ".join(pair.words)]
    assert row in files()[0]
    assert files(hidden=["b.py"]) == [[], []]


def test_without_common_words_nothing_is_said(tmp_path):
    assert pairs(tmp_path, OTHER) == {}


def test_what_points_elsewhere_is_not_related(tmp_path):
    assert pairs(tmp_path, BASKET, near=False) == {}


def test_a_call_says_it_already(tmp_path):
    assert pairs(tmp_path, BASKET, called=True) == {}
