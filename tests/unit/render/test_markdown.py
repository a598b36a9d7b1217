"""Finished blocks are put aside whole, and nothing else is."""

from hypothesis import given
from hypothesis import strategies as st
from markdown import Markdown

from sourcebook.render.escape import heading
from sourcebook.render.markdown import Heading, finished, makeExtension, put_aside

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


def converted(text: str, *, faster: bool) -> tuple[str, object]:
    extensions = ["attr_list", "toc", *([makeExtension()] if faster else [])]
    reader = Markdown(extensions=extensions, extension_configs={"toc": {"toc_depth": 3}})
    html = reader.convert(text)
    return html.replace("\n", ""), contents(reader.toc_tokens)  # type: ignore[attr-defined]


def contents(tokens: list[dict[str, object]]) -> object:
    """What a builder reads of the table of contents."""
    return [(t["level"], t["id"], t["name"], contents(t["children"])) for t in tokens]


def test_a_page_of_blocks_and_headings_is_put_aside_whole():
    text = '# A&#95;b {#top}\n\n<div class="sb">x</div>\n\n#### C.d {#C.d-e.2}\n'
    assert finished(text) == [
        Heading(1, "A&#95;b", "top"),
        '<div class="sb">x</div>',
        Heading(4, "C.d", "C.d-e.2"),
    ]


def test_a_page_with_anything_else_is_read():
    for other in ("words", "# No id", "# *Marked* {#a}", '# T {#a data-toc-label="b"}', "- item"):
        assert finished(f'# T {{#top}}\n\n<div class="sb">x</div>\n\n{other}\n') is None
    assert finished('<div class="sb">without an end') is None


@given(
    names=st.lists(st.text(min_size=1, max_size=20), max_size=6),
    levels=st.lists(st.integers(1, 6), min_size=6, max_size=6),
    words=st.sampled_from(["", "words", "* * *", "## Of its own"]),
)
def test_pages_and_contents_are_the_same_without_it(names, levels, words):
    parts = ["# Top {#top}"]
    for number, (name, level) in enumerate(zip(names, levels, strict=False)):
        parts.append(f"{'#' * level} {heading(name)} {{#n{number}.a-b}}")
        parts.append(f'<div class="sb">\n<p>{number}</p>\n</div>')
    text = "\n\n".join([*parts, words]) + "\n"
    assert converted(text, faster=True) == converted(text, faster=False)
