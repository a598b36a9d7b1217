"""Repository text stays text, through Markdown and HTML."""

import re
from html.parser import HTMLParser

import markdown
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.render.escape import escape, heading, prose, title, visible

TEXT = st.one_of(
    st.text(),
    st.text("`~\n \t<>&\"'[](){}#*_-=:|\\!x"),
    st.sampled_from(["```", "~~~~\nx", "    ", "\n   \n", "a](b.md)", "\x02wzxhzdk:0\x03"]),
)


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.tags: list[str] = []

    def handle_starttag(self, tag, _attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text.append(data)


def converted(page: str) -> Reader:
    extensions = ["attr_list", "tables", "toc", "pymdownx.highlight", "pymdownx.superfences"]
    options = {"pymdownx.highlight": {"use_pygments": False}}
    reader = Reader()
    reader.feed(markdown.markdown(page, extensions=extensions, extension_configs=options))
    return reader


def shown(text: str) -> str:
    """What a reader should see of it: invisible characters by their marks."""
    return "\n".join(
        "\t".join(visible_part(part) for part in line.split("\t")) for line in text.split("\n")
    )


def visible_part(text: str) -> str:
    pieces = re.split(r"([ ]+)", text)
    return "".join(piece if piece.startswith(" ") else visible_word(piece) for piece in pieces)


def visible_word(text: str) -> str:
    # Blanks of other scripts are no separators here: take them one by one.
    return "".join(
        character
        if character.isspace() and ord(character) > 0xA0 and character not in "\u2028\u2029"
        else escape(character).unescape()
        for character in text
    )


@given(TEXT)
def test_a_raw_block_shows_the_text_letter_for_letter(text: str):
    page = f'# T {{#top}}\n\n<div class="sb"><pre>|{escape(text)}|</pre></div>\n\n## After {{#x}}\n'
    reader = converted(page)
    assert "".join(reader.text).split("|", 1)[1].rsplit("|", 1)[0] == shown(text)
    assert reader.tags == ["h1", "div", "pre", "h2"]


@given(TEXT)
def test_a_heading_is_text(text: str):
    reader = converted(f"## x {heading(text)} {{#a.b}}\n\nafter\n")
    assert reader.tags == ["h2", "p"]
    assert " ".join("".join(reader.text).split()) == " ".join(f"x {visible(text)} after".split())


@given(TEXT)
def test_a_title_is_a_yaml_string_of_escaped_text(text: str):
    assert yaml.safe_load(f"title: {title(text)}") == {"title": str(escape(visible(text)))}


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("Calls `a<b>` now.", "Calls <code>a&lt;b&gt;</code> now."),
        ("Write a ` b and ``c.", "Write a ` b and ``c."),
        ("`a` and `b`", "<code>a</code> and <code>b</code>"),
    ],
)
def test_backticks_mark_code_in_claims(text: str, html: str):
    assert prose(text) == html


def test_what_cannot_be_seen_is_shown():
    assert escape("a\u202eb\x07") == "a⟨U+202E⟩b␇"
