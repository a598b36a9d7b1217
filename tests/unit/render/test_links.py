"""Page paths, anchors and links."""

import re
from urllib.parse import unquote, urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.config import Config
from sourcebook.model import Chunk, ChunkId, ChunkKind, Span, SymbolId
from sourcebook.render.builtin import templates_dir
from sourcebook.render.links import SECTIONS, Frame, Links, anchors, relative, slug
from tests.unit.render.sample import book

NAMES = st.one_of(
    st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=12),
    st.sampled_from(
        ["index", "README", "Index.md", "con", "aux.py", "a", "A", "é", "É", "日本.py"]
    ),
    st.text("aA.~=_- #", min_size=1, max_size=6),
)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map("/".join)


@given(PATHS, PATHS)
def test_slugs_of_different_paths_differ_without_case(one: str, other: str):
    if one != other:
        assert slug(one).lower() != slug(other).lower()


@given(PATHS)
def test_slugs_hold_no_name_that_anything_refuses(path: str):
    shown = slug(path)
    assert not re.search(r'[":<>|*?\\\s#%&+;`\x00-\x1f]', shown)
    for part in shown.split("/"):
        assert part
        assert not part.startswith(".")
        assert not part.endswith((".", " "))
        assert part.lower() not in {"index", "readme"}
        assert not re.match(r"(?i)(con|prn|aux|nul|com\d|lpt\d)(\.|$)", part)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=200, max_size=600))
def test_long_paths_stay_within_bounds(path: str):
    path = re.sub("/+", "/", path.strip("/")) or "x"
    shown = slug(path)
    assert len(f"files/{shown}.html") <= 240 - 40
    assert all(len(part.encode()) <= 200 for part in shown.split("/"))


def test_long_paths_with_the_same_beginning_differ():
    assert slug("a" * 250 + "b") != slug("a" * 250 + "c")


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        ("django/db/models/query.py", "django/db/models/query.py"),
        ("Timer.ts", "Timer.ts~1"),
        ("README.md", "README.md~1v"),
        (".github/ci.yml", "=2egithub/ci.yml"),
        ("c#1.py", "c=231.py"),
        ("x.md/a.py", "x=2emd/a.py"),
        ("src/日本語.py", "src/日本語.py"),
    ],
)
def test_slugs_can_be_read(path: str, shown: str):
    assert slug(path) == shown


SYMBOLS = st.lists(
    st.text(st.characters(codec="ascii", exclude_categories=["Cc"]), min_size=1, max_size=8),
    unique=True,
    max_size=8,
)


@given(SYMBOLS)
def test_anchors_of_a_file_differ_without_case(names: list[str]):
    made = anchors("f", [SymbolId(f"f::{name}") for name in names])
    assert len({anchor.lower() for anchor in made.values()}) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9.-]+", anchor) for anchor in made.values())


def test_anchors_can_be_read():
    names = ["Session.__init__", "a_b", "a-b", "imports", "Model", "model~2", "operator=="]
    made = anchors("f", [SymbolId(f"f::{name}") for name in names])
    assert list(made.values())[:2] == ["Session.--init--", "a-b"]
    assert made[SymbolId("f::imports")] == "imports.2"
    assert made[SymbolId("f::model~2")] == "model.2"
    assert made[SymbolId("f::operator==")].startswith("operator.")


@given(st.sampled_from(["index.md", "a/b/c.md", "modules/x/index.md"]), PATHS)
def test_relative_links_lead_where_they_should(page: str, path: str):
    url = f"files/{slug(path)}.html"
    seen = urljoin(f"http://h/root/{page}", relative(page, url))
    assert unquote(seen) == unquote(f"http://h/root/{url}")


def test_links_to_pages_above_the_root():
    assert relative("files/a.md", "../guide.html") == "../../guide.html"


@pytest.mark.parametrize(
    ("repo", "lines", "commit"),
    [
        ("https://github.com/o/r", "blob/{c}/src/App.py#L1-L3", "commit/"),
        ("https://gitlab.com/o/r", "-/blob/{c}/src/App.py#L1-3", "-/commit/"),
        ("https://bitbucket.org/o/r", "src/{c}/src/App.py#lines-1:3", "commits/"),
        ("https://codeberg.org/o/r", "src/commit/{c}/src/App.py#L1-L3", "commit/"),
    ],
)
def test_source_links_of_forges(tmp_path, repo: str, lines: str, commit: str):
    links = Links(book(tmp_path / "book"), Config(repo_url=repo))
    changed = "b" * 40  # the commit that last changed the file
    assert links.lines("src/App.py", 1, 3) == f"{repo}/{lines.format(c=changed)}"
    assert links.lines("src/lib/run.py", 7).startswith(f"{repo}/")
    assert "a" * 40 in links.lines("src/lib/run.py", 7)
    assert links.commit(changed) == f"{repo}/{commit}{changed}"
    assert not links.own_source


def test_without_a_forge_the_site_carries_the_source(tmp_path):
    links = Links(book(tmp_path / "book"), Config())
    assert links.own_source
    assert links.lines("src/App.py", 4) == "source/src/App.py~1.html#L4"
    assert links.lines("src/App.py", 3001) == "source/src/App.py~1~~2.html#L3001"


def test_hidden_files_have_no_page(tmp_path):
    config = Config()
    hidden = config.exclude.__class__(publish=("lib/",))
    links = Links(book(tmp_path / "book"), Config(exclude=hidden))
    assert "src/lib/run.py" not in links.paths
    assert links.symbol_url(SymbolId("src/lib/run.py::run")) == ""


@pytest.mark.parametrize(
    ("directory_urls", "path", "url"),
    [
        (False, "site_src/guide.md", "../guide.html"),
        (True, "site_src/guide.md", "../guide/index.html"),
        (True, "site_src/a/index.md", "../a/index.html"),
        (False, "site_src/.hidden.md", ""),
        (False, "src/guide.md", ""),
    ],
)
def test_pages_written_by_hand(tmp_path, directory_urls: bool, path: str, url: str):
    frame = Frame(directory_urls, "site_src", "code")
    assert Links(book(tmp_path / "book"), Config(), frame).by_hand(path) == url


def test_chunks_without_a_symbol_lead_to_their_line(tmp_path):
    links = Links(book(tmp_path / "book"), Config())
    chunk = Chunk(ChunkId("x"), "src/App.py", "", ChunkKind.STATEMENTS, Span(0, 1, 4, 5), "")
    assert links.chunk_url(chunk) == "files/src/App.py~1.html#line.4"


def test_no_symbol_takes_the_anchor_of_a_section():
    names = ("pages/file.md.jinja", "pages/part.md.jinja", "partials/file.jinja")
    text = "".join((templates_dir() / name).read_text("utf-8") for name in names)
    pattern = r"""\{#([a-z-]+)\}|id="(?:\{\{ at \}\})?([a-z-]+)"|"([a-z-]+)", mark"""
    fixed = {name for found in re.findall(pattern, text) for name in found if name}
    assert {"top", "imports", "values", "history"} <= fixed <= SECTIONS
