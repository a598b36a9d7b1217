import pytest

from sourcebook.analyze.documentation import (
    comment,
    docstring,
    is_heading,
    parameter_docs,
    untagged,
)


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ("/** One. */", "One."),
        ("/**\n * One.\n *\n *   two\n */", "One.\n\n  two"),
        ("/**\n * One {@code two}\n * three.\n */", "One {@code two}\nthree."),
        ("{\n  One.\n  Two.\n}", "One.\nTwo."),
        ("/// One.\n/// Two.", "One.\nTwo."),
        ("//! One.", "One."),
        (
            "/// Use:\n/// ```\n/// f(|| {\n///     // -----\n/// });\n/// ```",
            "Use:\n```\nf(|| {\n    // -----\n});\n```",
        ),
        ("// ------\n// One {\n//   two\n// }\n// ======", "One {\n  two\n}"),
        ("# One.\n#\n# Two.", "One.\n\nTwo."),
        ("#: One.", "One."),
        ("-- | One.", "One."),
        ("--[[\n One.\n]]", "One."),
        ("(* One. *)", "One."),
        ("{- One. -}", "One."),
        ("{ One. }", "One."),
        ("<!-- One. -->", "One."),
        ("; One.", "One."),
        ("# -----\n# One.\n# -----", "One."),
        ("//go:build linux\n// One.", "One."),
        ("# noqa: E501\n# One.", "One."),
        ("/* One.\n   Two. */", "One.\nTwo."),
    ],
)
def test_comments_without_their_markers(written: str, words: str):
    assert comment(written) == words


@pytest.mark.parametrize(
    ("written", "words"),
    [
        ('"""One."""', "One."),
        ("'''\n    One.\n      two\n    '''", "One.\n  two"),
        ('r"""\\d"""', "\\d"),
        ('"""never closed', "never closed"),
    ],
)
def test_docstrings(written: str, words: str):
    assert docstring(written) == words


@pytest.mark.parametrize(
    "doc",
    [
        "Args:\n    a: first\n        and more\n    b (int): second\n\nReturns:\n    c: no\n",
        "Parameters\n----------\na : int\n    first\n    and more\nb\n    second\n\nReturns\n-------\nc\n    no\n",
        ":param a: first\n    and more\n:param int b: second\n:returns: no\n",
        "@param {number} a first\n  and more\n@param [b=1] - second\n@returns no\n",
        "\\param a first\n  and more\n\\param[in] b second\n",
        '<param name="a">first and more</param>\n<param name="b">second</param>',
    ],
)
def test_what_is_said_of_parameters(doc: str):
    assert parameter_docs(doc) == {"a": "first and more", "b": "second"}


def test_a_role_at_the_start_of_a_line_is_no_field():
    doc = ":param a: passed to\n    :class:`~x.Rule`\n:rtype: int\n"
    assert parameter_docs(doc) == {"a": "passed to :class:`~x.Rule`"}


def test_xml_becomes_words():
    doc = '<summary>\nSells <see cref="Item"/>.\n</summary>\n<param name="n">how many</param>'
    assert untagged(doc) == "Sells Item.\n\nn: how many"


@pytest.mark.parametrize(
    ("words", "heads"),
    [
        ("Routines for getting the models.", True),
        ("A few helper functions for carts.", True),
        ("MultiPoint, MultiLineString, and MultiPolygon class definitions.", True),
        ("These are used for testing.", True),
        ("RemovedInShop6Warning: remove this.", True),
        ("Return functions of a cart.", False),
        ("Sells carts.", False),
        ("A class for the fields of a cart.", False),
    ],
)
def test_a_comment_that_heads_several_definitions(words: str, heads: bool):
    assert is_heading(words) is heads
