"""Highlighted code is the code."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.render.escape import escape
from sourcebook.render.highlight import highlight
from tests.unit.render.test_escape import Reader

CODES = st.one_of(st.text(max_size=60), st.text("def class(){}[]<>\"'`#/*= \n\t0x", max_size=60))


def text(html: str) -> str:
    reader = Reader()
    reader.feed(html)
    return "".join(reader.text)


@pytest.mark.parametrize("language", ["python", "javascript", "c++", "markdown", "", "no such"])
@given(code=CODES)
def test_the_text_is_the_code(language: str, code: str):
    assert text(highlight(language, code)) == text(escape(code))


def test_only_what_helps_gets_a_span():
    html = highlight("python", "@cached\ndef go(x):\n    return 'a' + 1  # done\n")
    assert html == (
        '<span class="d">@cached\n</span><span class="k">def </span><span class="f">go</span>(x):\n'
        '    <span class="k">return </span><span class="s">\'a\' </span>+ '
        '<span class="m">1  </span><span class="c"># done\n</span>'
    )
