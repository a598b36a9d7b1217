"""What is told of documents, pages and the statements of a module."""

import pytest

from tests.unit.analyze.test_summarize_compose import python, summaries
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
        (  # a step leads up to the next sentence, with its example or without one
            ("Top\n===\n\nFirst of all you have to fetch the cart::\n\n    fetch(cart)\n\n"
            "A cart has wheels so that it rolls downhill.\n"),
            "A cart has wheels so that it rolls downhill.",
        ),
        (  # a heading over others says which
            "Top\n===\n\nCarts are pushed.\n\nBuying\n------\n\nIt costs money.\n",
            "Carts are pushed; heads the section “Buying”.",
        ),
        (
            "Top\n===\n\nCarts are pushed by people.\n\n.. toctree::\n   :maxdepth: 2\n\n   red\n   blue\n",
            "Carts are pushed by people; lists the pages `red` and `blue`.",
        ),
        (  # a sentence that only leads up to a list gives way to it
            "Top\n===\n\nA cart can be improved. The following changes are good:\n\n- Put wheels under it.\n- Sing.\n",
            "A cart can be improved; namely “Put wheels under it” and “Sing”.",
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
        (  # the commands of an example, all of them
            "Top\n===\n\n::\n\n    $ make cart\n    $ make wheels\n\nOr on rails::\n\n    > push\n",
            "Shows the commands `make cart` and `make wheels`.",
        ),
        (  # an example by its first line that is no import
            "Top\n===\n\nA cart can be pushed by hand::\n\n    import cart\n\n    cart.push(\n        2)\n",
            "A cart can be pushed by hand; shows `cart.push(2)`.",
        ),
        (  # a sentence that ends in a colon comes with what it promises, or not at all
            "Top\n===\n\nA cart can be pushed. For example to\npush a red one:\n\n.. code-block:: python\n\n    push(red)\n",
            "A cart can be pushed; for example to push a red one; shows `push(red)`.",
        ),
        (  # what stands for a word of the sentence before is not told without that one
            "Top\n===\n\nYou usually face wheels that are flat. Carts solve a few of these things for you.\n",
            "You usually face wheels that are flat; carts solve a few of these things for you.",
        ),
        (  # a document is named without the top of all
            "Top\n===\n\nSee :doc:`/carts/red` for the carts that are sold in the town.\n",
            "See carts/red for the carts that are sold in the town.",
        ),
        (  # praise leads up to the matter
            ("Top\n===\n\nCarts have a really interesting feature called wheels. This allows some really neat\n"
             "things. Because a wheel is round, it rolls downhill without any help.\n"),
            "Because a wheel is round, it rolls downhill without any help.",
        ),
        (  # a grammar is no sentence
            "Top\n===\n\n    [1] Cart ::= Wheel? Wheel Bell ('=' Red)? Blue\n",
            "Shows the example `[1] Cart ::= Wheel? Wheel Bell ('=' Red)? Blue`.",
        ),
        (  # a question is no part of the sentence that follows
            "Top\n===\n\nReady to push your cart? See the street.\n",
            "Ready to push your cart? See the street.",
        ),
        (  # items that are numbered when the document is printed
            "Top\n===\n\nThe following carts are sold:\n\n#.  The red one that nobody wants to have.\n#.  The blue.\n",
            "The following carts are sold; first: “The red one that nobody wants to have”.",
        ),
        (  # a name keeps its letter, though it begins a line within a sentence
            "Top\n===\n\nA cart is pushed. Anna pushes it.\n\nOne that is pushed by\nAnna is red.\n",
            "A cart is pushed; Anna pushes it.",
        ),
        (  # what has the words of the heading, where the first sentence has none of them
            ("Push carts uphill\n=================\n\nThe street of the town is long and has a lot of stones in it.\n"
             "Walking is hard there, as everybody knows who has ever been to that town and its street.\n"
             "To push carts uphill you take the rope of the town.\n"),
            "To push carts uphill you take the rope of the town.",
        ),
        (  # a document that says what it shows
            "Top\n===\n\nThis tutorial will walk you through making a cart. It is blue.\n",
            "This tutorial will walk you through making a cart; it is blue.",
        ),
        (  # a list is no licence, though an item speaks of one
            "Top\n===\n\n- Carts come under the Apache license.\n- Wheels are added to carts.\n",
            "Lists 2 items: “Carts come under the Apache license” and “Wheels are added to carts”.",
        ),
        (
            "Top\n===\n\nThe _cart of the town_ is blue, ``_a b_`` is not.\n",
            "The cart of the town is blue, `_a b_` is not.",
        ),
        (  # what is said of these is their list
            "Top\n===\n\nThese carts will be sold.\n\n* The red one has a bell that rings on all the streets.\n* Blue.\n",
            "These carts will be sold; first: “The red one has a bell that rings on all the streets”.",
        ),
        (  # a table of HTML by its links
            "Top\n===\n\n<!-- A --><td><a href='a'>Red</a></td>\n<!-- B --><td><a href='b'>Blue</a></td>\n",
            "Tabulates “Red” and “Blue”.",
        ),
        (
            "Top\n===\n\n.. code-block:: python\n\n    # save this\n    import cart\n\n    push(cart)\n    stop(cart)\n",
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


def test_a_title_between_functions_heads_what_follows():
    title = "##########\n# WHEELS #\n##########"
    text = f"def push():\n    return 2\n{40 * chr(10)}{title}\n\n\ndef roll():\n    return 1\n"
    told = [one.responsibility.text for one in summaries("a.py", "python", text).values()]
    assert "Heads `roll` and what follows with “WHEELS”." in told


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "<title>Cart of {{ owner }}</title>\n<p>{{ owner }}</p>\n",
            "Headed “Cart of …”; shows `owner`.",
        ),
        (  # what another page fills in; a link within the heading is no heading
            "<title>{% block name %}{% endblock %} of <a href='#'>Carts</a></title>\n{{ url_for('a') }}\n",
            "Headed “… of Carts”; has the block `name`.",
        ),
        (
            "{% extends 'base.html' %}\n{% block side-bar %}{% endblock %}\n",
            "Extends `base.html`; fills in `side-bar`.",
        ),
        (
            "{% macro hello(name) %}Hello {{ name }}!{% endmacro %}\n",
            "Defines the macro `hello`; shows `name`.",
        ),
    ],
)
def test_pages(text, sentence):
    assert first("templates/a.html", "html", text) == sentence


_MIGRATION = """class Migration(migrations.Migration):
    dependencies = [("shop", "0001_initial")]
    operations = [
        migrations.CreateModel(
            name="Cart",
            fields=[("id", models.AutoField(verbose_name="ID"))],
            options={"db_table": "shop_cart"},
        ),
        migrations.AddField(model_name="shop", name="carts", field=models.IntegerField()),
        migrations.RunPython(fill, empty),
        migrations.Unheard("x"),
    ]
"""


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (  # what a migration does stands in its operations
            _MIGRATION,
            (
                "Creates the model `Cart` (table `shop_cart`), adds the field `carts` to `shop`, "
                "runs `fill` and applies `Unheard`."
            ),
        ),
        (
            "class Migration(migrations.Migration):\n    operations = []\n",
            "Extends `migrations.Migration`; holds `operations = []`.",
        ),
        (  # a class of values alone is told by them
            "class Media:\n    css = {\n        'all': ['cart.css'],\n    }\n    js = ['cart/wheels/of/the/cart.js']\n",
            "Holds `css = { 'all': ['cart.css'] }` and `js = ['cart/wheels/of/the/cart.js']`.",
        ),
    ],
)  # fmt: skip
def test_classes_of_values(text, sentence):
    assert python(text, text.split("(")[0].split(":")[0].removeprefix("class ")) == sentence


def test_the_code_that_a_section_shows_changes_nothing():
    text = "Using ``async``\n===============\n\nA cart::\n\n    def f(self):\n        self.x = 1\n"
    assert not next(iter(summaries(*_RST, text).values())).claims


def test_a_later_part_of_a_section_begins_behind_the_cut():
    item = "- The cart is pushed along the\n  street by people of the town.\n"
    text = "Top\n===\n\n" + 600 * item
    told = [one.responsibility.text for one in summaries(*_RST, text).values()]
    assert len(told) > 1
    assert all(": lists " in one for one in told)
