"""Namespaces stand around definitions: they hide none of them, and fill no page."""

import re

import msgspec
import pytest

from sourcebook.config import Config
from sourcebook.model import Symbol, SymbolKind
from sourcebook.render.parts import has_section
from sourcebook.render.pictures import MAP, _condensed
from sourcebook.render.site import render
from tests.unit.render.sample import book, of_symbols, symbol

HEADER = "src/shop.h"


def within(parent: Symbol, name: str, kind: SymbolKind, **more) -> Symbol:
    found = symbol(parent.path, f"{parent.qualified}.{name}", kind, **more)
    return msgspec.structs.replace(found, parent=parent.id)


@pytest.fixture
def docs(tmp_path):
    outer = symbol(HEADER, "shop", SymbolKind.NAMESPACE)
    inner = within(outer, "cart", SymbolKind.NAMESPACE, doc="What is bought.")
    hidden = within(outer, "detail", SymbolKind.NAMESPACE, visibility="private")
    made = of_symbols(
        symbol(HEADER, "GUARD_H", SymbolKind.MACRO),
        outer,
        inner,
        hidden,
        item := within(inner, "Item", SymbolKind.CLASS),
        within(item, "price", SymbolKind.METHOD),
        within(hidden, "Secret", SymbolKind.CLASS),
    )
    render(book(tmp_path / "book", made), Config(), tmp_path / "docs", tmp_path)
    return tmp_path / "docs"


def test_the_interface_of_a_module_reaches_into_namespaces_and_not_into_classes(docs):
    page = (docs / "modules/src/index.md").read_text()
    rows = page[page.index("{#api}") :]
    assert re.findall(r">([\w.]+)</a></td>", rows) == ["shop.cart.Item", "GUARD_H"]


def test_a_namespace_without_documentation_is_a_row(docs):
    page = next((docs / "files").rglob("shop.h*.md")).read_text()
    assert '<tr id="shop" data-name="shop"' in page
    assert "{#shop}" not in page
    assert "{#shop.cart}" in page


def test_only_what_has_a_chunk_or_defines_has_a_section():
    value = symbol(HEADER, "limit", SymbolKind.CONSTANT)
    assert not has_section(value, ())
    assert has_section(value, {value.id})


def test_a_map_divides_what_stands_for_most_of_the_code():
    libraries = {f"lib/{name}/{part}" for name in "abcdefgh" for part in ("src", "test", "doc")}
    shown = _condensed(libraries | {f"tools/{number}" for number in range(22)})
    assert {shown[one] for one in libraries} == {f"lib/{name}" for name in "abcdefgh"}
    assert {one for one in shown.values() if one.startswith("tools")} == {"tools"}
    assert len({*shown.values()}) <= MAP


def test_a_map_of_few_modules_shows_each():
    folders = {"a", "a/b/c", "d/e"}
    assert _condensed(folders) == {folder: folder for folder in folders}
