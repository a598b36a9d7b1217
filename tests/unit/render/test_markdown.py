"""Finished blocks are put aside whole, and nothing else is."""

from hypothesis import given
from hypothesis import strategies as st

from sourcebook.render.markdown import put_aside

PIECES = st.lists(
    st.sampled_from(
        [
            '<div class="sb">a</div>',
            '<div class="sb sb-x">\n<p>b</p>\n</div>',
            "# T",
            "x </div>",
            "",
        ]
    ),
    max_size=8,
)


def test_a_block_is_put_aside():
    found: list[str] = []

    def store(block: str) -> str:
        found.append(block)
        return f"[{len(found)}]"

    text = '# T\n\n<div class="sb">\n<p>a</p>\n\nb</div>\n\nc\n\n<div class="sb sb-end">d</div>'
    assert put_aside(text, store) == "# T\n\n[1]\n\n\nc\n\n[2]\n"
    assert found == ['<div class="sb">\n<p>a</p>\n\nb</div>', '<div class="sb sb-end">d</div>']


@given(pieces=PIECES, end=st.sampled_from(["", "\n", "\n\n"]))
def test_what_is_put_aside_and_back_is_the_text(pieces: list[str], end: str):
    text = "\n\n".join(pieces) + end
    assert put_aside(text, lambda block: block).replace("\n", "") == text.replace("\n", "")
    assert put_aside(text, lambda _: "").count('\n<div class="sb') == 0
