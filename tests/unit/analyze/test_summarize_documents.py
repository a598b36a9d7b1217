"""What is told of documents, pages and the statements of a module."""

import pytest

from tests.unit.analyze.test_summarize_kinds import first

_RST = ("a.rst", "restructuredtext")
_LONG = (
    "You can put the cart on the street where all of the people of this town see it, if they "
    "want to see it and if it is a day on which they go out"
)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (  # who chats first is told by what he says then
            ("Top\n===\n\nAh yes, the good old problem of carts. Pushing carts is actually quite simple.\n"
            "It works like this:\n\n1. A cart is taken from the row in front of the shop.\n"
            "2. The cart is pushed along.\n"),
            "Lists 2 items: “A cart is taken from the row in front of the shop” and “The cart is pushed along”.",
        ),
        (
            "Top\n===\n\nWhy does it have wheels? Ready to go there? A cart has wheels so that it rolls downhill.\n",
            "A cart has wheels so that it rolls downhill.",
        ),
        (  # a heading over others says which
            "Top\n===\n\nCarts are pushed.\n\nBuying\n------\n\nIt costs money.\n",
            "Carts are pushed; heads the section “Buying”.",
        ),
        (  # a list is told as one, though its first item is no prose
            "Top\n===\n\n- Wheels >= 4.\n- Carts are blue from now on.\n- Carts are sold in red too.\n",
            "Lists 3 items: “Wheels >= 4”, “Carts are blue from now on” and “Carts are sold in red too”.",
        ),
        (  # a long sentence is followed by its example too
            f"Top\n===\n\n{_LONG}::\n\n    def put(x):\n        return x\n",
            f"{_LONG}; an example defines `put`.",
        ),
        (  # a line may begin with a name between underscores
            "Top\n===\n\nMake the folder ``cart`` and add\nthe file named\n``__init__.py`` to it.\n",
            "Make the folder `cart` and add the file named `__init__.py` to it.",
        ),
        (  # a version without words tells nothing
            "Top\n===\n\n.. autoclass:: Cart\n\n.. versionadded:: 1.2\n",
            "Documents `Cart`.",
        ),
        (
            "Top\n===\n\n.. code-block:: python\n\n    push(cart)\n    stop(cart)\n",
            "Shows code from `push(cart)`.",
        ),
    ],
)  # fmt: skip
def test_documents(text, sentence):
    assert first(*_RST, text) == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "Cart.register(Red)\nCart.register(Blue)\n",
            "Runs `Cart.register(Red)` and `Cart.register(Blue)`.",
        ),
        (
            "import os\nfrom . import cart, wheel\nfrom .bag import Bag\n",
            "Imports `os`, `.cart`, `.wheel` and `.bag`.",
        ),
    ],
)
def test_statements_of_a_module(text, sentence):
    assert first("a.py", "python", text) == sentence


def test_a_heading_of_a_page_keeps_the_place_of_what_is_filled_in():
    text = "<title>Cart of {{ owner }}</title>\n<p>{{ owner }}</p>\n"
    assert first("templates/a.html", "html", text) == "Headed “Cart of …”; shows `owner`."
