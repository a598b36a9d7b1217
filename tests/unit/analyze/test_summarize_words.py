"""People's own words, and what stands beside them where they say little."""

import pytest

from sourcebook.analyze.summarize.clauses import Clause, code, sentence
from sourcebook.analyze.summarize.sentences import finish
from sourcebook.model import Evidence
from tests.unit.analyze.test_summarize_compose import python, summaries
from tests.unit.analyze.test_summarize_kinds import first


@pytest.mark.parametrize(
    ("text", "name", "sentence"),
    [
        (  # all words but one are those of the name
            "def make_cart(x):\n    '''Make the blue cart.'''\n    return Cart(x)\n", "make_cart",
            "Make the blue cart; returns `Cart(x)`.",
        ),
        (
            "def has_cart(x):\n    '''Return True if there is a cart.'''\n    if x:\n        return True\n    return False\n",
            "has_cart",
            "Return True if there is a cart; namely `True` when `x`, else `False`.",
        ),
        (
            ("def has_cart(x):\n    '''Return True if there is a cart.'''\n    for y in x:\n        if y:\n            return True\n"
            "    return False\n"),
            "has_cart",
            "Return True if there is a cart; asks whether `y`; repeats `for y in x`.",
        ),
        (
            "def cart(x):\n    '''The cart. Things that have been sold are left out.'''\n    return x\n", "cart",
            "The cart; things that have been sold are left out.",
        ),
        (
            "def cart(x):\n    '''The cart. Note that it is blue today.'''\n    return x + 1\n", "cart",
            "The cart; returns `x + 1`.",
        ),
        (
            "def sold(x):\n    '''Called right after a cart has gone.\n\n    This counts what is left in there.\n    '''\n    return x + 1\n",
            "sold", "Called right after a cart has gone; this counts what is left in there.",
        ),
        (
            "def sold(x):\n    '''Can be overridden by what wants to know.'''\n    return x + 1\n", "sold",
            "Can be overridden by what wants to know; returns `x + 1`.",
        ),
        (
            "def sell(x):\n    '''Take the blue wheels off the cart. Then sell it. If nobody comes, wait.'''\n    return x\n",
            "sell", "Take the blue wheels off the cart; then sell it. If nobody comes, wait.",
        ),
        (
            ("def keep(x):\n    '''Carts go away when nobody looks at them.\n\n    This function can help you to keep one::\n\n"
            "        keep(1)\n    '''\n    return x + 1\n"), "keep",
            "Carts go away when nobody looks at them; this function can help you to keep one.",
        ),
        (
            "def sell(x):\n    '''Takes a ``cart` and somebody who is here wants to have it.'''\n    return x\n", "sell",
            "Takes a `cart` and somebody who is here wants to have it; returns its argument `x`.",
        ),
        (
            "class A:\n    def __init__(self):\n        self.x: int = 1\n        self.y, self.z = f()\n", "A.__init__",
            "Sets `self.x`, `self.y` and `self.z`.",
        ),
        (
            "class A:\n    def __len__(self):\n        return 1\n    def __init__(self):\n        self.x = 1\n\n\ndef f():\n    return A()\n",
            "A",
            "Defines `__len__` (“Answers `len()`”) and `__init__`; used in `return A()`; created by `f`.",
        ),
        (
            "def f(x):\n    try:\n        from a import b\n    except KeyError:\n        pass\n    val = str(x)\n    x[1] = val\n", "f",
            "Sets `x[1]` to `val`; runs `str(x)`.",
        ),
        (
            "def f(x):\n    g(x)\n    x.a.send(1)\n\n\ndef g(x):\n    return 5\n", "f",
            "Calls `g` (“Returns `5`”); also calls `x.a.send`.",
        ),
        (
            "def f(x):\n    x.split()\n    x.b[0] = 1\n", "f",
            "Sets `x.b[0]` to `1`; runs `x.split()`.",
        ),
        (  # what stands by itself is an effect and comes first
            "def f(x):\n    y = g(x)\n    x.send(y)\n\n\ndef g(x):\n    return 5\n", "f",
            "Calls `x.send`; also calls `g` (“Returns `5`”).",
        ),
        (
            ("def f(x):\n    a = g(x)\n    b = h(\n        x.get(a),\n    )\n    x.send(a, b)\n\n\ndef g(x):\n    return 5\n\n\n"
            "def h(x):\n    return 6\n"),
            "f",
            "Calls `x.send`, `g` and `h`; also calls `x.get`.",
        ),
        (
            "class A:\n    def f(self, x):\n        self.a = self.b = g(x)\n", "A.f",
            "Sets `self.a` to `g(x)`.",
        ),
        (
            "class A:\n    def f(self):\n        return self.a.b\n\n\ndef make():\n    return A()\n", "A.f",
            "Returns `self.a.b`; part of `A`, created by `make`.",
        ),
        (
            "def f(x):\n    return (\n        '%s'\n        % (x if x else 'no thing here')\n    )\n", "f",
            "Returns `('%s' % (x if x else 'no thing here'))`.",
        ),
        (
            "CARTS = {}\n\n\ndef f():\n    'Forget carts.'\n    global CARTS\n    CARTS = {}\n", "f",
            "Forget carts; changes `CARTS` outside of it.",
        ),
        (
            "class A:\n    pass\n\n\nALL = [\n    A,\n]\nkept = {A: 1}\n", "A",
            "Used in `kept = {A: 1}`.",
        ),
        (
            ("class A:\n    def f(self, x):\n        return self.name + x\n\n\nclass B(A):\n    @property\n    def name(self):\n"
            "        return 'b'\n"), "A.f",
            "Returns `self.name + x`.",
        ),
        (
            "def f(x):\n    'Return the best x.'\n    for y in x:\n        best = y\n    return best\n", "f",
            "Return the best x; repeats `for y in x`.",
        ),
        (
            "class A:\n    class Meta:\n        x = 1\n\n\nclass B:\n    class Meta:\n        x = 2\n", "A.Meta",
            "Holds `x = 1`; part of `A` (“Holds the type `Meta`”).",
        ),
        (
            "def f(x):\n    def inner(y):\n        give(y)\n        return 2\n    return inner\n\n\ndef give(x):\n    return 5\n", "f",
            "Returns `inner`; its inner `inner` calls `give`.",
        ),
        (
            "def index():\n    return 5\n\n\ndef g(index):\n    return show('a/index.html', index=2)\n\n\nkept = {1: index}\n",
            "index", "Returns `5`; used in `kept = {1: index}`.",
        ),
        (
            "import unittest\n\n\nclass A(unittest.TestCase):\n    def f(self):\n        self.web.load(1)\n        self.web.show(1)\n",
            "A.f", "Calls `self.web.load` and `self.web.show`; part of `A` (“Extends `unittest.TestCase`”).",
        ),
        ("def f(x):\n    yield from x.all()\n", "f", "Yields all of `x.all()`."),
        ("def f(x):\n    yield x.one()\n", "f", "Yields the value `x.one()`."),
        ("class A:\n    def f(self, x):\n        (self.a,) = x\n", "A.f", "Sets `self.a`."),
        (
            "def f(x):\n    x.open()\n    yield\n    x.shut()\n", "f",
            "Calls `x.open` and `x.shut`; yields without a value.",
        ),
        (
            ("class A:\n    def f(self):\n        raise NotImplementedError\n\n\nclass B(A):\n    pass\n\n\nclass C(B):\n"
            "    def f(self):\n        return 5\n"), "A.f",
            "Raises `NotImplementedError`; overridden by `C.f`.",
        ),
        (
            ("class Base:\n    def __init__(self):\n        self.a = 5\n\n\nclass MyBase(Base):\n    pass\n\n\n"
            "def f(x):\n    return x.add(MyBase(x))\n"), "f",
            "Returns `x.add(MyBase(x))`; calls `MyBase` (“Sets `self.a` to `5`”).",
        ),
        (
            ("class Cart:\n    part = 1\n\n\ndef cart_of(a):\n    '''Return the cart that somebody pushes.'''\n"
            "    return Cart()\n\n\ndef f(a):\n    return cart_of(a).part.get(a)\n"), "f",
            "Returns `cart_of(a).part.get(a)`; calls `cart_of` (“Return the cart that somebody pushes”).",
        ),
        (
            ("def f(x):\n    a(x)\n    b(x)\n    c(x)\n    d(x)\n    e(x)\n\n\n" + "".join(
                f"def {name}(x):\n    return {at}\n\n\n" for at, name in enumerate("abcde"))), "f",
            "Calls `a`, `b`, `c` and others.",
        ),
        (  # a comment is about the reason alone, and one that heads several about none of them
            "# Kept so that old carts load.\ndef cart(x):\n    return x.a\n", "cart",
            "Kept so that old carts load; returns `x.a`.",
        ),
        ("# Helper functions for carts.\ndef cart(x):\n    return x.a\n", "cart", "Returns `x.a`."),
        (
            "class A(B):\n    help = (\n        'Sells all the carts '\n        'of a shop.'\n    )\n\n    def f(self):\n        pass\n", "A",
            "Described as “Sells all the carts of a shop”; extends `B`; defines `f`; holds `help`.",
        ),
        (
            "class A(B):\n    description = 'Sells all the carts'\n\n\nclass C:\n    def f(self):\n        return A()\n", "C.f",
            "Returns `A()` (“Sells all the carts”).",
        ),
        (
            "def f(p):\n    p.add('--a', help='All the old carts of shops')\n    p.add(\n        '--b',\n        type=int,\n    )\n", "f",
            "Calls `p.add` with `'--a'` and `'--b'`.",
        ),
        (
            "SHELF = {}\n\n\ndef f(x):\n    SHELF[x] = g(x)\n    g(5)\n\n\ndef g(x):\n    return x.a\n", "f",
            "Sets `SHELF[x]` to `g(x)`; calls `g` (“Returns `x.a`”).",
        ),
        (
            "class A:\n    def f(self, x):\n        if x:\n            self.all.append(x.a)\n        return None, 5\n", "A.f",
            "Adds `x.a` to `self.all` when `x`; returns `None, 5`.",
        ),
        (  # the base has the same name
            ("class A:\n    def __init__(self):\n        self.b = 5\n\n\nclass B(A):\n    def __init__(self, c):\n"
            "        super().__init__()\n        self.c = c\n"), "B.__init__",
            "Sets `self.c` to `c`; calls `A.__init__` (“Sets `self.b` to `5`”).",
        ),
        ("class A:\n    def f(self, x, y):\n        self.a, self.b = x, y\n", "A.f", "Sets `self.a` and `self.b`."),
        (
            "class A:\n    def f(self, x):\n        if x:\n            self.n += x.size\n        return 5\n", "A.f",
            "Changes `self.n` by `+= x.size` when `x`; returns `5`.",
        ),
        (
            "def f(x):\n    if x:\n        raise ValueError(f'{x} is not '\n            'a cart of ours')\n    return x.a\n", "f",
            "Returns `x.a`; raises `ValueError` when `x` (“{x} is not a cart of ours”).",
        ),
    ],
)  # fmt: skip
def test_definitions(text, name, sentence):
    assert python(text, name) == sentence


@pytest.mark.parametrize(
    ("path", "language", "text", "sentence"),
    [
        (
            "a.md", "markdown",
            "# Top\n\nA cart wraps things and looks like this:\n\n```python\nfrom a import b\n\ndef wrap(x):\n    return x\n```\n",
            "A cart wraps things and looks like this; an example defines `wrap`.",
        ),
        (
            "a.rst", "restructuredtext",
            "Top\n===\n\nYou can put the cart on the street where all people of the town see it, if they want.\n\n.. code-block:: text\n\n    $ cart go\n",
            "You can put the cart on the street where all people of the town see it, if they want; shows the command `cart go`.",
        ),
        (
            "a.rst", "restructuredtext", ".. _cart:\n\nAll about carts\n---------------\n\nCarts are blue and red and green.\n",
            "Sets the anchor `cart` for links to “All about carts”.",
        ),
        (
            "a.rst", "restructuredtext",
            "Top\n===\n\n.. versionadded:: 1.2\n    Carts can be sold.\n",
            "Tells what was added in `1.2` (“Carts can be sold”).",
        ),
        (
            ".gitignore", "", "venv/\n*.pyc\ndist/\n# mine\n*~\n",
            "Lists 4 lines: `venv/`, `*.pyc` and so on to `*~`.",
        ),
        (
            "a.md", "markdown", "# Top\n\nThank you for reading!\n\n## Carts\n\nThey are blue and red.\n\n## Bags\n\nThey are green too.\n",
            "Heads the sections “Carts” and “Bags”.",
        ),
        (
            "a.rst", "restructuredtext",
            "Top\n===\n\nThe following carts exist here:\n\n.. data:: BLUE\n\n    A cart.\n\n.. data:: RED\n\n    A cart.\n",
            "The following carts exist here; documents `BLUE` and `RED`.",
        ),
        (
            "a.py", "python", '"""Helpers for the carts of the shop."""\n\nimport os\n\n\ndef sell():\n    pass\n',
            "Helpers for the carts of the shop; imports `os`; heads the file of `sell`.",
        ),
        ("a.py", "python", "class Cart:\n    pass\n", "Has an empty body."),
        (
            "templates/mail.txt", "text", "{% extends 'base.txt' %}{% for x in carts %}{{ x }}{% endfor %}\n",
            "Extends `base.txt`; shows `x`; goes through `carts`.",
        ),
        (
            "a.md", "markdown", "# Top\n\nIt's time to start! Make a folder for the carts and put them there.\n",
            "Make a folder for the carts and put them there.",
        ),
        ("a.css", "css", "a { color: red }\nb { color: red }\n", "Styles `a` and `b`."),
        (
            "settings.tpl", "", "\n".join(f"A{n} = {{\n    'b': 1,\n}}" for n in range(3)) + "\n",
            "Sets `A0 = {`, `A1 = {` and `A2 = {`.",
        ),
    ],
)  # fmt: skip
def test_what_is_no_definition(path, language, text, sentence):
    assert first(path, language, text) == sentence


def test_a_whole_sentence_is_shown_whole_and_a_row_of_values_in_short():
    long = "Sells all the carts of the world to people " + "who want to have one of them " * 6
    assert len(long) > 200
    assert python(f"def f(x):\n    '''{long}today.'''\n    return x\n", "f") == f"{long}today."
    rows = "".join(
        f"    if cart.is_the_number({n}):\n        return '{'x' * 60}{n}'\n" for n in "12"
    )
    told = python(f"def f(cart):\n{rows}    return '{'y' * 60}'\n", "f")
    assert told.startswith("Returns `'xxx")
    assert told.endswith("or other values.")


def test_parts_of_a_text_that_stand_side_by_side_are_one_message():
    text = "def f(x):\n    g(x)\n    raise KeyError(\n        'There is no cart '\n        'of this name.'\n    )\n"
    assert python(text, "f") == "Raises `KeyError` (“There is no cart of this name”)."


def test_deleting_an_attribute_does_not_call_its_property():
    text = (
        "class A:\n    @property\n    def x(self):\n        return 1\n\n\n"
        "def f():\n    a = A()\n    del a.x\n\n\ndef g():\n    a = A()\n    return a.x\n"
    )
    found = summaries("a.py", "python", text)
    told = {one.title: one.responsibility.text for one in found.values() if one.responsibility}
    assert "A.x" not in told["f"]
    assert "A.x" in told["g"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a % b", "a % b."),
        ("a || b", "a || b."),
        ("a cart - of wood", "A cart - of wood."),
        ("x marks the place", "X marks the place."),
    ],
)
def test_an_operand_keeps_its_case(text: str, told: str):
    assert finish(text) == told


def test_code_is_cut_within_no_name():
    long = "very_long_name_of_a_thing"
    assert code(f"Cart.{long}.{long}", 40) == f"`{long}`"
    assert code(f"{long}(first_argument_of_it)", 40) == f"`{long}(…`"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("find_module(the_whole_name, path) is not None", "find_module(…) is not None"),
        ("a and: [the stream socket isOtherEndClosed] not", "a and: […] not"),
        ("make(one_thing_after_the_other_in_a_row, 2)", "make(one_thing_after_the_other_in_a_row…"),
        ("the_name[of_the_first].get(of_the_second).end", "the_name[…].get(…).end"),
        ("(all.of_these(the_first, the_second).first())", "all.of_these(…).first()"),
        (
            "all.of_these(the_first).filter(one, two, three)",
            "all.of_these(…).filter(one, two, three)",
        ),
        ("(the_first_of(x), the_second_of(y), third)", "(the_first_of(x), the_second_of(y),…"),
        ("(the_first_of_all > 1) and (the_second < 2)", "(the_first_of_all > 1) and (the_second…"),
        (
            "'(%s and %s)' % (the_first_of_all, the_second)",
            "'(%s and %s)' % (the_first_of_all,…",
        ),
        (
            "a > the_very_first_of_all_names and b < 5 or c",
            "a > the_very_first_of_all_names and b <…",
        ),
        (
            "say(':-) and a long text of the user') is None",
            "say(…) is None",
        ),
    ],
)
def test_code_that_goes_on_behind_brackets_keeps_its_end(text: str, told: str):
    assert code(text, 40) == f"`{told}`"


def test_what_goes_on_with_a_clause_that_has_no_room_stands_by_itself():
    shown = (Evidence("a.py", 1, 1, "x"),)
    long, more = Clause(f"calls {'`x`, ' * 60}", shown), Clause("also calls `y`", shown)
    told = sentence([Clause("sells carts", shown), long, more])
    assert told is not None
    assert told.text == "Sells carts; calls `y`."


def test_a_library_for_tests_is_none():
    text = "class Case:\n    def check_one(self, x):\n        self.assertTrue(x)\n        self.look(x)\n"
    told = {
        path: next(
            one.responsibility.text
            for name, one in summaries(path, "python", text).items()
            if name == "Case.check_one" and one.responsibility
        )
        for path in ("shop/test/cases.py", "shop/test/test_carts.py")
    }
    assert told["shop/test/test_carts.py"].startswith("Exercises `self.look`")
    assert told["shop/test/cases.py"].startswith("Calls `self.look`")
