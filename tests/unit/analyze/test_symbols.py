"""Symbols beyond the samples: names, ids, owners, documentation, exports."""

import pytest

from sourcebook.analyze.link import link
from sourcebook.model import MODULE, SymbolKind
from tests.unit.analyze.reading import defined, parsed, symbol


def test_the_first_symbol_is_the_file():
    file = parsed("a/b.py", "x()\n")
    first = file.symbols[0]
    assert (first.id, first.qualified, first.kind) == ("a/b.py", MODULE, SymbolKind.MODULE)
    assert [call.caller for call in file.calls] == ["a/b.py"]


def test_equal_names_get_suffixes_in_the_order_of_the_source():
    source = "def get(): pass\ndef _get(): pass\ndef GET(): pass\nclass g_et: pass\n"
    file = parsed("a.py", source)
    assert [each.id for each in file.symbols[1:]] == [
        "a.py::get",
        "a.py::_get~2",
        "a.py::GET~3",
        "a.py::g_et~4",
    ]


def test_a_name_that_looks_like_a_suffix_stays_unique():
    file = parsed("a.md", "# A\n# A~2\n# A\n")
    ids = [each.id for each in file.symbols]
    assert len(set(ids)) == len(ids)


def test_a_property_has_getter_and_setter():
    source = (
        "class A:\n    @property\n    def level(self): return 1\n\n"
        "    @level.setter\n    def level(self, v): pass\n"
    )
    assert defined(parsed("a.py", source)) == [
        "class A",
        "property A.level",
        "property A.level",
    ]


def test_a_span_begins_with_decorators_and_leading_comments():
    source = "x = 1  # not this\n\n# Why.\n@a\n# and\n@b(1)\ndef f(): pass\n"
    found = symbol(parsed("a.py", source), "f")
    assert (found.span.line, found.name_line, found.span.end_line) == (3, 7, 7)
    assert found.decorators == ("@a", "@b(1)")
    assert found.signature == "def f()"


def test_a_comment_after_a_blank_line_belongs_to_nothing():
    found = symbol(parsed("a.go", "package a\n\n// Loose.\n\nfunc F() {}\n"), "F")
    assert (found.doc, found.span.line) == ("", 5)


def test_a_docstring_wins_over_the_comment_before():
    found = symbol(parsed("a.py", '# Comment.\ndef f():\n    """Doc.\n\n    More.\n    """\n'), "f")
    assert (found.doc, found.doc_line, found.doc_end_line) == ("Doc.\n\nMore.", 3, 6)


def test_comments_within_a_head_are_no_part_of_its_signature():
    source = "def f(\n    a,  # first\n    b=None,\n) -> int:  # type: ignore\n    return 1\n"
    assert symbol(parsed("a.py", source), "f").signature == "def f(a, b=None) -> int"


def test_a_license_is_no_documentation():
    source = "/* Copyright 2024 A. All rights reserved. */\nint f(void) { return 1; }\n"
    file = parsed("a.c", source)
    assert (symbol(file, "f").doc, file.doc) == ("", "")


def test_variables_in_functions_are_no_symbols():
    source = "int f(void) { int x = 1; struct a { int b; } c; return x; }\n"
    assert defined(parsed("a.c", source)) == ["function f", "struct f.a", "field f.a.b"]


def test_a_prototype_counts_where_the_function_is_not_defined():
    source = "int here(int);\nint there(int);\nint here(int a) { return a; }\n"
    assert defined(parsed("a.c", source)) == ["function there", "function here"]


def test_a_macro_that_makes_a_function_does_not_give_it_its_name():
    source = "#include <t.h>\nTEST(Cart, Total) {\n  run();\n}\n"
    assert defined(parsed("a.cc", source)) == ["function Cart.Total"]


def test_an_include_guard_is_no_condition():
    source = "#ifndef A_H\n#define A_H\nint f(void);\n#ifdef B\nint g(void);\n#endif\n#endif\n"
    file = parsed("a.h", source)
    assert not symbol(file, "f").conditional
    assert symbol(file, "g").conditional


def test_a_typedef_does_not_own_what_it_names():
    found = defined(parsed("a.c", "typedef struct node { int v; } node_t;\n"))
    assert found == ["type node_t", "struct node", "field node.v"]


def test_one_typedef_can_name_several_types():
    source = "typedef struct {int x;} A, *B;\ntypedef signed int int32_t;\n"
    assert defined(parsed("a.c", source)) == [
        "struct A",
        "field A.x",
        "type B",
        "type int32_t",
    ]


def test_a_typedef_names_a_type_of_function():
    source = "typedef int (visit_t)(struct node *);\ntypedef int hook_t(int);\n"
    assert defined(parsed("a.c", source)) == ["type visit_t", "type hook_t"]


def test_a_defining_macro_gives_its_first_argument_as_the_name():
    source = "SYSCALL_DEFINE2(truncate, const char *, path, long, n)\n{\n\treturn g(path);\n}\n"
    assert defined(parsed("a.c", source)) == ["function truncate"]


def test_members_of_an_enumeration_are_constants_of_it():
    source = "export enum E { A = 1, B, 'c-d' }\n"
    assert defined(parsed("a.ts", source)) == [
        "enum E",
        "constant E.A",
        "constant E.B",
        "constant E.c-d",
    ]


def test_javascript_exports():
    source = (
        "export const a = 1;\nconst b = 2, c = 3;\nexport { b, c as d };\n"
        "export * from './e';\nexport { f as g } from './h';\nfunction hidden() {}\n"
        "export default class { m() {} }\n"
    )
    file = parsed("a.js", source)
    assert file.exports == ("a", "default", "b", "d", "*", "g")
    assert symbol(file, "default.m").exported
    assert not symbol(file, "hidden").exported


def test_commonjs_exports():
    source = "exports.a = function () {};\nmodule.exports = { b, c: 1 };\nfunction b() {}\n"
    file = parsed("a.js", source)
    assert {"b", "c"} <= set(file.exports)
    assert "method exports.a" in defined(file)


def test_nesting_beyond_sense_ends():
    file = parsed("a.js", "class A {\n" * 3000 + "}\n" * 3000)
    assert max(len(each.qualified) for each in file.symbols) < 400
    assert len({each.id for each in file.symbols}) == len(file.symbols)


def test_names_after_wide_characters():
    source = "// 🎉 “x”\nexport function render(label: string) { return `🙂` + go(label); }\n"
    file = parsed("a.ts", source)
    assert symbol(file, "render").name_line == 2
    (call,) = file.calls
    assert (call.text, call.span.line, call.column) == ("go", 2, 54)


def test_a_call_through_a_prototype_leads_to_the_definition():
    source = (
        "int half(int n);\nclass G { int m() { return half(2); } };\n"
        "int half(int n) { return n / 2; }\n"
    )
    graph = link([parsed("a.cc", source)])
    assert [each.id for each in graph.symbols] == ["a.cc", "a.cc::G", "a.cc::G::m", "a.cc::half"]
    assert [call.targets for call in graph.calls] == [("a.cc::half",)]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        (
            "a.js",
            "[{ m() { go(() => 1) } }, { m() { go(() => 2) } }]; function go(f) { f() }",
        ),
        ("a.py", "def f():\n  g(lambda: 1)\ndef f():\n  g(lambda: 2)\ndef g(h): h()\n"),
    ],
)
def test_anonymous_functions_of_owners_of_one_name_have_ids_of_their_own(path: str, source: str):
    graph = link([parsed(path, source)])
    ids = [each.id for each in graph.symbols]
    assert sum("lambda" in each for each in ids) >= 2
    assert len(set(ids)) == len(ids)
    assert {call.caller for call in graph.calls} <= set(ids)


def test_a_constructor_outside_of_a_class_belongs_to_none():
    whole = parsed("a.java", "class B { void m() {} }\n")
    damaged = parsed("b.java", "public class A extends  { public A() { g(); } void f() { if (")
    assert link([damaged, whole]).symbols
    assert link([whole, damaged]).symbols


def test_a_base_that_is_made_by_a_call_is_whole():
    source = "class A(make(B), Generic[C], metaclass=D, **options):\n    pass\n"
    assert symbol(parsed("a.py", source), "A").bases == ("make(B)", "Generic[C]")


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", "if x:\n    def f(): ...\nelse:\n    def f(): ...\n"),
        (
            "a.py",
            "match x:\n    case 1:\n        def f(): ...\n    case _:\n        def f(): ...\n",
        ),
        ("a.py", "try:\n    def f(): ...\nexcept E:\n    def f(): ...\n"),
        ("a.js", "if (x) { function f() {} } else { function f() {} }\n"),
        ("a.ts", "switch (x) { case 1: function f() {}; default: function f() {} }\n"),
        ("a.rb", "if X\n  def f; end\nelse\n  def f; end\nend\n"),
        ("a.php", "<?php\nif ($x): function f() {} else: function f() {} endif;\n"),
        ("a.sh", "case $x in\n a) f() { :; } ;;\n *) f() { :; } ;;\nesac\n"),
        ("a.lua", "if x then\n function f() end\nelse\n function f() end\nend\n"),
        ("a.scala", "if x then\n  def f = 1\nelse\n  def f = 2\n"),
        ("a.rs", "#[cfg(unix)]\nfn f() {}\n#[cfg(not(unix))]\nfn f() {}\n"),
        ("a.c", "#ifdef X\nint f(void) { return 1; }\n#else\nint f(void) { return 2; }\n#endif\n"),
        ("a.cs", "#if X\nclass F {}\n#else\nclass F {}\n#endif\n"),
        ("a.swift", "#if os(Linux)\nfunc f() {}\n#else\nfunc f() {}\n#endif\n"),
    ],
)
def test_twins_under_a_condition_are_two_and_say_so(path: str, source: str):
    file = parsed(path, source)
    assert [each.conditional for each in file.symbols[1:]] == [True, True]
    assert len({each.id.casefold() for each in file.symbols}) == 3


def test_a_short_type_or_value_over_several_lines_is_shown_whole():
    maybe = "export type Maybe<T = any> =\n  | T\n  | Ref<T>\n"
    assert symbol(parsed("a.ts", maybe), "Maybe").signature == maybe.strip().replace("\n ", "")
    long = "LONG = {\n" + "".join(f"    'key number {n}': {n},\n" for n in range(20)) + "}\n"
    assert symbol(parsed("a.py", long), "LONG").signature == "LONG = {"
    assert symbol(parsed("a.toml", "[part]\na = 1\nb = 2\n"), "part").signature == "[part]"


def test_directives_of_swift_enclose_what_stands_between_them():
    source = (
        "class A {\n#if X\n  func f() {}\n#if Y\n  func g() {}\n#endif\n#elseif Z\n"
        "  func h() {}\n#endif\n  func i() {}\n}\n#if X\nclass B {\n  func j() {}\n}\n#endif\n"
    )
    file = parsed("a.swift", source)
    assert [one.name for one in file.symbols if one.conditional] == ["f", "g", "h", "B"]
