"""Statements about words and ways: true ones pass, and untrue ones do not."""

import json
from pathlib import Path

import pytest

from tests.unit.audit.test_relations import untrue

CODE = "class Cart:\n    pass\n\n\ndef load_carts():\n    return read_cart()\n\n\ndef read_cart():\n    return Cart()\n"
OTHER = "def basket():\n    '''Read a cart.'''\n"
PAGE = """<article data-file="a.py">
<div data-fact="symbol" data-name="Cart" data-start="1" data-stop="2"></div>
<div data-fact="symbol" data-name="load_carts" data-start="5" data-stop="6">
<i data-fact="calls" data-at="6"><a>read_cart</a></i></div>
<div data-fact="symbol" data-name="read_cart" data-start="9" data-stop="10">{fact}</div></article>
<article data-file="test_a.py"><i data-fact="class">test</i>
<div data-fact="symbol" data-name="test_carts" data-start="1" data-stop="2">
<i data-fact="calls" data-at="2"><a title="a.py">load_carts</a></i></div></article>"""


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "a.py").write_text(CODE, encoding="utf-8")
    (tmp_path / "b.py").write_text(OTHER, encoding="utf-8")
    (tmp_path / "test_a.py").write_text("def test_carts():\n    load_carts()\n", encoding="utf-8")
    circle = [("a.py::Cart", "a.py::read_cart"), ("a.py::read_cart", "a.py::Cart")]
    modules = [("x", "y"), ("y", "x"), ("y", "z")]
    for name, edges in (("calls", circle), ("modules", modules)):
        model = {
            "nodes": [{"id": one} for one in sorted({end for edge in edges for end in edge})],
            "edges": [{"from": one, "to": two} for one, two in edges],
        }
        (tmp_path / f"{name}.json").write_text(json.dumps(model), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("true", "false"),
    [
        (
            '<i data-fact="names-with" data-of="cart">3</i>',
            '<i data-fact="names-with" data-of="cart">4</i>',
        ),
        (
            '<i data-fact="defined" data-path="a.py" data-line="9">read_cart</i>',
            '<i data-fact="defined" data-path="a.py" data-line="8">read_cart</i>',
        ),
        (
            '<i data-fact="related" data-of="9-10" data-at="b.py:1-2">a ~ b: cart, read</i>',
            '<i data-fact="related" data-of="9-10" data-at="b.py:1-2">a ~ b: cart, return</i>',
        ),
        (
            '<i data-fact="reached-by"><a title="test_a.py">test_carts</a></i>',
            '<i data-fact="reached-by"><a title="test_a.py">test_other</a></i>',
        ),
        (
            '<i data-fact="cycle" data-graph="modules.json" data-size="4"></i>',
            '<i data-fact="cycle" data-graph="modules.json" data-size="3"></i>',
        ),
        (
            '<i data-fact="cycle" data-graph="modules.json" data-size="9"></i>',
            '<i data-fact="cycle" data-graph="calls.json" data-size="2"></i>',
        ),
    ],
    ids=["names-with", "defined", "related", "reached-by", "open circle", "calls not stated"],
)
def test_words_and_ways(repository: Path, true: str, false: str):
    assert untrue(repository, PAGE.format(fact=true)) == []
    assert untrue(repository, PAGE.format(fact=false)) != []


def test_a_test_that_a_cut_list_leaves_out_is_looked_for_in_its_source(repository: Path):
    """A file's own code has no list of what it calls, so its callees' lists may be cut."""
    page = PAGE.format(fact='<i data-fact="reached-by"><a title="{test}">{test}</a></i>')
    cut = '<ul data-fact="called-by"><li class="sb-more">+9 more</li></ul>'
    at = page.index('<i data-fact="calls" data-at="6">')
    for name, text in (("test_run.py", "load_carts()\n"), ("test_not.py", "load_cart()\n")):
        (repository / name).write_text(text, encoding="utf-8")
    shown = page[:at] + cut + page[at:]
    assert untrue(repository, shown.replace("{test}", "test_run.py")) == []
    assert untrue(repository, page.replace("{test}", "test_run.py")) != []
    assert untrue(repository, shown.replace("{test}", "test_not.py")) != []
