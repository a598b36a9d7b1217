"""What a function gives back or raises, and under which condition that is said."""

import pytest

from sourcebook.analyze.decode import decode
from sourcebook.analyze.link import link
from sourcebook.analyze.parse import parse
from sourcebook.analyze.summarize import summarize_chunks
from sourcebook.config import ChunkConfig
from sourcebook.model import FileClass, SourceFile
from tests.unit.analyze.test_summarize_compose import python, said, summaries


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            "if x is None:\n        return 0\n    return len(x)",
            "Returns `0` when `x is None`, else `len(x)`.",
        ),
        (
            "if x > 1:\n        return 'a'\n    elif x < 0:\n        return 'b'\n    else:\n        return 'c'",
            "Returns `'a'` when `x > 1`, `'b'` when `x < 0`, else `'c'`.",
        ),
        (
            "for y in x:\n        if y:\n            return 1 + y\n    return 0",
            "Returns `1 + y` or `0`.",
        ),
        (
            "if x:\n        emit(x)\n        if y:\n            return 1\n    return 2",
            "Returns `1` when `x` and `y`, else `2`; calls `emit`.",
        ),
        (
            "if x:\n        emit(x)\n    else:\n        return 2",
            "Returns `2`; calls `emit`.",
        ),
        (
            "try:\n        return self.d[x]\n    except KeyError as e:\n        raise Missing('no such thing here.') from e",
            "Returns `self.d[x]`; raises `Missing` on `KeyError` (“no such thing here”).",
        ),
        (
            "if not x:\n        raise ValueError(f'{x} must not be empty')\n    self.x = x",
            "Sets `self.x` to `x`; raises `ValueError` when `not x` (“{x} must not be empty”).",
        ),
        ("if a:\n        return 1\n    if b:\n        return 1\n    return 2", "Returns `1` when `a` or `b`, else `2`."),
        (
            "if a:\n        return 1\n    if b:\n        return 2\n    return 1",
            "Returns `2` when `b`, else `1`.",
        ),
        (
            "y = []\n    for z in x:\n        if z:\n            y.append(z)\n    return y",
            "Returns `y`, filled by `y.append(z)` when `z`.",
        ),
        (
            "y = set()\n    y.update(x)\n    return sorted(y)",
            "Returns `sorted(y)`, `y` filled by `y.update(x)`.",
        ),
        (
            "y = pick(x)\n    return [y], None",
            "Returns `[y], None`, `y` being `pick(x)`.",
        ),
        (
            "y = pick(x)\n    return y(1)",
            "Returns `y(1)`, `y` being `pick(x)`.",
        ),
        (
            "y = pick(x)\n    if y is None:\n        y = 2\n    return y(1)",
            "Returns `y(1)`, `y` first set to `pick(x)`.",
        ),
        (
            "if x:\n        raise Bad(f'there is no {x}')\n    raise Bad()",
            "Raises `Bad`, with “there is no {x}” when `x`.",
        ),
        (
            "e = self.e\n    if e:\n        self.e = None\n        raise e",
            "Sets `self.e` to `None` when `e`; raises `e` when `e`.",
        ),
        ("for y in x:\n        yield y + 1", "Yields `y + 1`."),
        ("emit(x)\n    yield from x.all()", "Yields all of `x.all()`; calls `emit`."),
    ],
)  # fmt: skip
def test_a_value_is_told_with_its_condition(body, sentence):
    assert python(f"def f(self, x):\n    {body}\n") == sentence


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"),
    [
        (
            "a.c", "c",
            "int f(int x) {\n  switch (x) {\n    case A:\n    case B:\n      return 1;\n    default:\n      return 2;\n  }\n}\n",
            "f", "Returns `1` for `A, B`, else `2`.",
        ),
        (
            "a.js", "javascript", "function f(a, b) {\n  if (a > b) return 1;\n  return 0;\n}\n", "f",
            "Returns `1` when `a > b`, else `0`.",
        ),
        (
            "A.java", "java",
            'class A {\n  int f(int x) {\n    if (x < 0) {\n      throw new Bad("x is below zero");\n    }\n    return x * 2;\n  }\n}\n',
            "A.f", "Returns `x * 2`; raises `Bad` when `x < 0` (“x is below zero”).",
        ),
    ],
)  # fmt: skip
def test_conditions_of_other_languages_are_read_the_same_way(path, language, text, name, sentence):
    assert said(path, language, text, name) == sentence


def test_a_condition_is_quoted_with_its_value():
    text = "def f(x):\n    y = emit(x)\n    if y:\n        return 1\n    return y + 2\n"
    claim = summaries("a.py", "python", text)["f"].responsibility
    assert claim is not None
    assert [(item.line, item.end_line) for item in claim.evidence[:2]] == [(3, 4), (5, 5)]


BASE = (
    "class Base:\n    def size(self):\n        '''How many there are in all.'''\n        raise No\n\n\n"
    "class Real(Base):\n    '''Counts what is there.'''\n\n    def size(self):\n        return 3\n\n"
    "    def __len__(self):\n        return self._size\n\n    def __init__(self, size):\n        self._size = size + 1\n"
)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Real.size", "Returns `3`; overrides `Base.size` (“How many there are in all”)."),
        ("Real.__len__", "Answers `len()`; returns `self._size`; `__init__` sets it to `size + 1`; part of `Real` (“Counts what is there”)."),
        ("Real.__init__", "Sets `self._size` to `size + 1`; `__len__` reads it; part of `Real` (“Counts what is there”)."),
    ],
)  # fmt: skip
def test_a_short_method_is_told_by_what_it_stands_for(name, sentence):
    assert python(BASE, name) == sentence


def test_a_method_with_little_to_say_is_told_by_its_class():
    text = "class Cart:\n    '''What somebody wants to buy.'''\n\n    def drop(self, x):\n        emit(x)\n"
    assert (
        python(text, "Cart.drop")
        == "Runs `emit(x)`; part of `Cart` (“What somebody wants to buy”)."
    )


def test_a_method_with_a_name_of_the_language_and_other_parameters_is_not_called_by_it():
    text = "class A {\n  boolean equals(int a, int b) {\n    return a == b;\n  }\n}\n"
    assert said("A.java", "java", text, "A.equals") == "Returns `a == b`."


def test_an_exception_without_a_body_is_told_by_who_extends_and_who_names_it():
    text = "class A(Error):\n    pass\n\n\nclass B(A):\n    pass\n\n\nKINDS = [B]\n"
    assert python(text, "A") == "Extends `Error`; extended by `B`."
    assert python(text, "B") == "Extends `A`; used in `KINDS = [B]`."


@pytest.mark.parametrize(
    ("path", "language", "text", "sentence"),
    [
        (
            "a.py", "python", "import os\n\n\ndef f():\n    pass\n",
            "Imports `os`; heads the file of `f`.",
        ),
        (
            "a.py", "python", "__all__ = ['f', 'g']\n\nimport os\n",
            "Offers `f` and `g` to the outside; imports `os`.",
        ),
        (
            "a.h", "c", "#ifndef A_B_H\n#define A_B_H\n\n#include <x.h>\n\nint f(int x);\n#endif\n",
            "Declares `f`; imports `x.h`; guards the file against being included twice (`A_B_H`).",
        ),
        ("a.py", "python", "register(first, 'one')\n", "Runs `register(first, 'one')`."),
    ],
)  # fmt: skip
def test_code_outside_of_definitions_is_told_by_what_it_is_for(path, language, text, sentence):
    found = next(iter(summaries(path, language, text).values())).responsibility
    assert found is not None
    assert found.text == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("Now to the templates.  When a form is passed to them, they can show the fields.", "Now to the templates; when a form is passed to them, they can show the fields."),
        (
            "Imagine a slow view.  A cache would help with that.",
            "Imagine a slow view; a cache would help with that.",
        ),
        ("A small program looks like this:\n\n    run()\n", "A small program looks like this; shows `run()`."),
    ],
)  # fmt: skip
def test_a_section_is_told_by_a_sentence_that_says_something(text, sentence):
    (found,) = summaries("a.md", "markdown", f"# Top\n\n{text}\n").values()
    assert found.responsibility is not None
    assert found.responsibility.text == sentence


def test_markup_of_a_template_is_no_prose():
    text = "{% for one in all %}\n<p>{{ one.name }} is here and {{ one.size }} is large</p>\n{% endfor %}\n"
    (found,) = summaries("a.html", "html", text).values()
    assert found.responsibility is not None
    assert found.responsibility.text == "Shows `one.name` and `one.size`; goes through `all`."


def test_a_heading_without_text_names_what_comes_next():
    found = next(
        iter(summaries("a.md", "markdown", "# Top\n\n# Next\n\nText that says it.\n").values())
    )
    assert found.responsibility is not None
    assert found.responsibility.text == "Has a heading and no text; “Next” comes next."


def test_a_base_of_another_module_is_not_the_class_of_the_same_name_here():
    text = (
        "import unittest\n\n\nclass Simple(unittest.TestCase):\n    pass\n\n\n"
        "class TestCase(Simple):\n    '''Undoes what it did.'''\n"
    )
    assert python(text, "Simple") == "Extends `unittest.TestCase`; extended by `TestCase`."


def test_a_specification_is_told_by_what_its_tests_say():
    text = (
        "describe 'Cart' do\n  it 'starts without a price' do\n    expect(cart).to be\n  end\nend\n"
    )
    found = said("spec/cart_spec.rb", "ruby", text, "statements")
    assert found.startswith("Tests “Cart” and “starts without a price”")


def test_a_page_names_the_code_that_names_it():
    files = {
        "shop/templates/shop/cart.html": ("html", "<p>{{ total }}</p>\n"),
        "shop/views.py": ("python", "def cart(request):\n    return render('shop/cart.html')\n"),
    }
    parsed = [
        parse(
            SourceFile(path, "", len(text), language, FileClass.SOURCE),
            decode(path, text.encode()),
            ChunkConfig(),
        )
        for path, (language, text) in files.items()
    ]
    found = next(iter(summarize_chunks(parsed, link(parsed), {}).values())).responsibility
    assert found is not None
    assert found.text == "Shows `total`; named by `cart`."


def test_a_list_item_without_a_word_is_no_item():
    found = next(iter(summaries("a.md", "markdown", "# Top\n\n- \n* ***\n").values()))
    assert found.responsibility is not None
    assert found.responsibility.text.startswith("Has a heading and no text")


def test_what_is_raised_again_is_named_by_no_variable():
    text = "def f(x):\n    try:\n        emit(x)\n    except Bad as err:\n        close(x)\n        raise err\n"
    assert "err" not in python(text)


def test_marks_for_a_bundler_are_no_documentation():
    text = "/*@__NO_SIDE_EFFECTS__*/\nexport function twice(x) {\n  return x * 2\n}\n"
    assert said("a.js", "javascript", text, "twice") == "Returns `x * 2`."


def test_an_item_of_a_list_is_no_example():
    text = "There are two ways to say it:\n\n1.  You can use one of them.\n2.  You can use the other,\n    which is shorter.\n"
    found = next(iter(summaries("a.rst", "restructuredtext", f"Top\n===\n\n{text}").values()))
    assert found.responsibility is not None
    told = "There are two ways to say it; first: “You can use one of them”."
    assert found.responsibility.text == told


def test_the_head_of_a_function_of_c_is_declared_and_not_run():
    text = (
        "static int even(int n);\nstatic int odd(int n);\n\n"
        "static int even(int n) { return n ? odd(n - 1) : 1; }\n"
        "static int odd(int n) { return n ? even(n - 1) : 0; }\n"
    )
    found = next(iter(summaries("a.c", "c", text).values())).responsibility
    assert found is not None
    assert found.text.startswith("Declares `static int even(int n)` and `static int odd(int n)`")


def test_an_attribute_that_begins_like_a_check_is_none():
    text = "def test_f(self):\n    self.expectedFailures = made\n    emit(self)\n"
    assert "checks" not in said("tests/test_a.py", "python", text, "test_f")


def test_what_a_test_puts_in_the_place_of_the_real_is_not_what_is_called():
    files = {
        "a.py": "import click\n\n\ndef version(ctx):\n    click.echo(1)\n    ctx.exit()\n",
        "tests/test_a.py": (
            "from a import version\n\n\nclass Stand:\n    def exit(self):\n        pass\n\n\n"
            "def test_version():\n    version(Stand())\n"
        ),
    }
    parsed = [
        parse(
            SourceFile(path, "", len(text), "python", FileClass.SOURCE),
            decode(path, text.encode()),
            ChunkConfig(),
        )
        for path, text in files.items()
    ]
    found = summarize_chunks(parsed, link(parsed), {})
    (claim,) = [
        summary.responsibility for key, summary in found.items() if str(key) == "a.py::version"
    ]
    assert claim is not None
    assert "Stand" not in claim.text
