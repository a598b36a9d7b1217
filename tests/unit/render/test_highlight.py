"""Highlighted code is the code."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.render.escape import escape
from sourcebook.render.highlight import Coloured
from tests.unit.render.test_escape import Reader

CODES = st.one_of(st.text(max_size=60), st.text("def class(){}[]<>\"'`#/*= \n\t0x", max_size=60))


def text(html: str) -> str:
    reader = Reader()
    reader.feed(html)
    return "".join(reader.text)


@pytest.mark.parametrize(
    "language", ["python", "javascript", "cpp", "thrift", "markdown", "", "no such"]
)
@given(code=CODES)
def test_the_text_is_the_code(language: str, code: str):
    assert text(Coloured(language, code).html(0, len(code))) == text(escape(code))


def test_only_what_helps_gets_a_span():
    code = "@cached\ndef go(x):\n    return 'a' + 1  # done\n"
    assert Coloured("python", code).html(0, len(code)) == (
        '<span class="d">@cached</span>\n<b>def</b> <u>go</u>(x):\n'
        "    <b>return</b> <i>'a'</i> + "
        '<span class="m">1</span>  <span class="c"># done</span>\n'
    )


@pytest.mark.parametrize("language", ["python", "thrift"])
@given(code=CODES, cuts=st.lists(st.integers(0, 60), max_size=4))
def test_pieces_make_the_whole(language: str, code: str, cuts: list[int]):
    source = Coloured(language, code)
    places = sorted({0, len(code), *(min(cut, len(code)) for cut in cuts)})
    pieces = "".join(text(source.html(*pair)) for pair in pairwise(places))
    assert pieces == "".join(text(escape(code[a:b])) for a, b in pairwise(places))


def test_a_piece_from_the_middle_is_coloured_as_in_its_file():
    code = '''def f():
    """A text
    if it was not in a string
    """
'''
    start = code.index("    if it")
    html = Coloured("python", code).html(start, start + 12)
    assert html == "<i>    if it wa</i>"


def test_words_only_a_word_apart_share_a_span():
    code = "x not in y"
    assert Coloured("python", code).html(0, len(code)) == "x <b>not in</b> y"
