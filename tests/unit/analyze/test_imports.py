import pytest

from sourcebook.analyze.imports import nested
from sourcebook.analyze.link import link
from tests.unit.analyze.reading import parsed


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("std::fmt", [("std", [("fmt", "fmt")], "")]),
        ("a::{self, b::{c as d, *}, e}", [
            ("a", [("e", "e")], ""), ("a::b", [("c", "d"), ("*", "*")], "")]),
        ("import java.util.List;", [("java.util", [("List", "List")], "")]),
        ("import static a.b.*;", [("a.b", [("*", "*")], "")]),
        ("import a.b.{C, D => E, _}", [("a.b", [("C", "C"), ("D", "E"), ("*", "*")], "")]),
        ("use A\\{B, C as D};", [("A", [("B", "B"), ("C", "D")], "")]),
        ("use Exception as E;", [("Exception", [], "E")]),
        ("use", []),
        ("}{,;", []),
    ],
)  # fmt: skip
def test_nested_lists(text: str, found: list[tuple[str, list[tuple[str, str]], str]]):
    assert [(each.module, each.names, each.alias) for each in nested(text, (0, 1))] == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import a.b.c as x\n", ("a.b.c", (), "x", 0)),
        ("from . import a\n", ("", (("a", "a"),), "", 1)),
        ("from ...a.b import c as d\n", ("a.b", (("c", "d"),), "", 3)),
        ("from a import *\n", ("a", (("*", "*"),), "", 0)),
        ("from __future__ import x\n", ("__future__", (("x", "x"),), "", 0)),
        ("from a import (\n    b,\n    c,\n)\n", ("a", (("b", "b"), ("c", "c")), "", 0)),
    ],
)
def test_python(source: str, found: tuple[str, tuple[tuple[str, str], ...], str, int]):
    (only,) = parsed("a.py", source).imports
    assert (only.module, only.names, only.alias, only.level) == found


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("import a from './b';", ("./b", (), "a", False, False)),
        ("import { a as b, c } from 'd';", ("d", (("a", "b"), ("c", "c")), "", False, False)),
        ("import * as a from 'b';", ("b", (("*", "a"),), "", False, False)),
        ("import type { A } from 'b';", ("b", (("A", "A"),), "", True, False)),
        ("import './b';", ("./b", (), "", False, False)),
        ("export * from './b';", ("./b", (("*", "*"),), "", False, True)),
        ("export { a as b } from './c';", ("./c", (("a", "b"),), "", False, True)),
        ("const a = require('b');", ("b", (), "a", False, False)),
        ("const { a, b } = require('c');", ("c", (("a", "a"), ("b", "b")), "", False, False)),
        ("await import('./a');", ("./a", (), "", False, False)),
    ],
)
def test_typescript(source: str, found):
    (only,) = parsed("a.ts", source).imports
    assert (only.module, only.names, only.alias, only.type_only, only.exported) == found


def test_what_python_imports_for_types_only():
    source = (
        "if TYPE_CHECKING:\n    import a.b\n    from c import D, E as F\n    import g as h\n"
        "else:\n    import k\nif typing.TYPE_CHECKING:\n    from .x import y\nif DEBUG:\n    import q\n"
    )
    found = {each.module: each.type_only for each in parsed("a.py", source).imports}
    assert found == {"a.b": True, "c": True, "g": True, "k": False, "x": True, "q": False}


def test_an_inline_module_of_rust_imports_from_what_stands_around_it():
    source = (
        "pub fn own() {}\n"
        "mod tests {\n    use super::own;\n    use super::super::mid;\n    use super::*;\n}\n"
    )
    files = {
        "src/lib.rs": "pub mod x;\n",
        "src/x/mod.rs": "pub mod foo;\npub fn mid() {}\n",
        "src/x/foo.rs": source,
    }
    graph = link([parsed(path, text) for path, text in files.items()])
    found = {(edge.line, edge.target) for edge in graph.imports if edge.path == "src/x/foo.rs"}
    assert found == {(4, "src/x/mod.rs")}
