"""The pages as ordinary Markdown: the same facts, links that hold, and nothing run."""

import re
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

import markdown
import pytest

from sourcebook.config import Config
from sourcebook.render.elements import Element, Piece, read
from sourcebook.render.ordinary import markdown as ordinary
from sourcebook.render.site import render, render_ordinary
from tests.unit.render.sample import book

LINK = re.compile(r'<(?:a|img)[^>]* (?:href|src)="([^"]*)"')
ANCHOR = re.compile(r'<a id="([^"]*)">')
BLANKS = re.compile(r"[\s|\u200b]+")


def block(html: str) -> str:
    return ordinary(f'<div class="sb">{html}</div>\n\n').strip()


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>Plain *stars* &amp; a_b _c_ &lt;b&gt;</p>", r"Plain \*stars\* & a_b \_c\_ &#60;b>"),
        ("<p># no heading</p>", r"\# no heading"),
        ("<p>1. no list</p>", r"1\. no list"),
        ("<p><code>a|b`c</code></p>", "``a|b`c``"),
        ('<p><a href="x/index.html#a">t</a></p>', "[t](x/README.md#a)"),
        ('<p><a class="sb-c" href="a(b).html">f</a></p>', "[`f`](<a(b).md>)"),
        ('<p><a href="https://h/x.html">t</a></p>', "[t](https://h/x.html)"),
        ("<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"),
        ("<ul><li>a<ul><li>b</li></ul></li></ul>", "- a\n  \n  - b"),
        (
            '<dl class="sb-uses"><dt>Calls</dt><dd><ul><li data-at="3,9">f</li></ul></dd></dl>',
            "- **Calls:** f (L3, L9)",
        ),
        (
            "<table><thead><tr><th>N</th></tr></thead><tbody><tr><td><ul><li>a|b</li></ul></table>",
            "| N |\n|---|\n| a&#124;b |",
        ),
        (
            "<table><tbody><tr><td><code>a|b</code></td></tr></tbody></table>",
            "|   |\n|---|\n| `a\\|b` |",
        ),
        ("<p>x<button>Copy</button><svg><text>no</text></svg></p>", "x"),
    ],
)
def test_a_block(html: str, text: str):
    assert block(html) == text


def test_a_heading_keeps_its_place():
    assert ordinary("## run&#40;&#41; {#run}\n\n") == '<a id="run"></a>\n\n## run()\n'


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The pages of the hostile sample in both forms."""
    folder = tmp_path_factory.mktemp("ordinary")
    made = book(folder / "book")
    render(made, Config(), folder / "docs", folder)
    render_ordinary(made, Config(), folder / "markdown")
    return folder / "docs", folder / "markdown"


def shown(path: Path) -> str:
    """A page as a builder of plain Markdown makes it."""
    return markdown.markdown(path.read_text(encoding="utf-8"), extensions=["tables", "fenced_code"])


def texts(pieces: list[Piece]) -> list[str]:
    """The texts of a page's facts."""
    found = []
    for piece in pieces:
        if isinstance(piece, Element):
            if piece.attributes.get("data-fact", "symbol") not in {"symbol", "picture", "cycle"}:
                found.append(piece.text)
            found += texts(piece.pieces)
    return found


def test_every_fact_of_the_site_is_told(folders: tuple[Path, Path]):
    docs, plain = folders
    facts = 0
    for path in sorted(docs.rglob("*.md")):
        name = path.relative_to(docs).as_posix()
        if name.startswith(("search/", "notices")):
            continue
        other = plain / re.sub(r"(^|/)index\.md$", r"\1README.md", name)
        said = BLANKS.sub(
            "", "".join(p if isinstance(p, str) else p.text for p in read(shown(other)))
        )
        for text in texts(read(path.read_text(encoding="utf-8").split("---\n", 2)[2])):
            assert BLANKS.sub("", text) in said, (name, text)
            facts += 1
    assert facts > 20


def test_links_lead_somewhere_and_text_stays_text(folders: tuple[Path, Path]):
    plain = folders[1]
    pages = {path.relative_to(plain).as_posix(): shown(path) for path in plain.rglob("*.md")}
    for name, html in pages.items():
        assert "<script" not in html
        for url in LINK.findall(html):
            page, _, anchor = url.partition("#")
            if "://" in page:
                continue
            target = normpath(join(dirname(name), unquote(page))) if page else name
            assert (plain / target).is_file(), (name, url)
            assert not anchor or anchor in ANCHOR.findall(pages[target]), (name, url)
