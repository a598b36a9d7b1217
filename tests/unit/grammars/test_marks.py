"""What of a text is coloured, told by its syntax tree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.grammars.languages import languages
from sourcebook.grammars.marks import marks

GRAMMARS = sorted(row.name for row in languages().values() if row.grammar)

SAMPLES = {
    "python": ("@a\ndef go(): return 'ü' + 1  # c", "d@a kdef fgo kreturn s'ü' m1 c#·c"),
    "typescript": ("class A { get y() { return `a` } }", "kclass fA kget fy kreturn s`a`"),
    "go": ("func (s *S) F() error { return nil }", "kfunc fF kreturn mnil"),
    "rust": ("#[test]\nfn f(self) -> u8 { 1 }", "d#[test] kfn ff kself ku8 m1"),
    "java": ("@A(1) class X { int f() { return 1; } }", "d@A(1) kclass fX kint ff kreturn m1"),
    "kotlin": ('fun f(x: Int) = "a"', 'kfun ff s"a"'),
    "c": ('#include "a.h"\nint f(void) { return 1; }', 'd#include s"a.h" kint ff kvoid kreturn m1'),
    "csharp": ('[A] class X { string F() => "a"; }', 'd[A] kclass fX kstring fF s"a"'),
    "ruby": ("class A\n def x = :s\nend", "kclass fA kdef fx s:s kend"),
    "php": ("<?php function f() { return null; }", "kfunction ff kreturn mnull"),
    "bash": ("f() { if true; then x; fi; } # c", "ff kif kthen kfi c#·c"),
    "sql": ("select 'x' from t -- c", "kselect s'x' kfrom c--·c"),
    "json": ('{"a": "b", "c": [1, true]}', 'k"a" s"b" k"c" m1 mtrue'),
    "yaml": ("a: b # c", "ka sb c#·c"),
    "html": ('<a href="x">t</a><!-- c -->', 'ka dhref s"x" ka c<!--·c·-->'),
    "css": ("a { width: 3px }", "ka m3px"),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_what_is_coloured(name: str):
    code, expected = SAMPLES[name]
    found = marks(name, code) or []
    assert (
        " ".join(each.name + code[each.start : each.end].replace(" ", "·") for each in found)
        == expected
    )


@pytest.mark.parametrize("name", GRAMMARS)
@given(text=st.text(max_size=80) | st.text("def(){}[]<>\"'`#/*=:;- \n\té", max_size=80))
def test_marks_are_in_order_and_inside_the_text(name: str, text: str):
    end = 0
    for each in marks(name, text) or ():
        assert end <= each.start < each.end <= len(text)
        end = each.end


def test_a_language_without_a_grammar_has_no_marks():
    assert marks("thrift", "struct A {}") is None
    assert marks("", "x") is None


def test_a_narrow_grammar_survives_any_character():
    code = "x{\U0001f600\U000b1596\uffff漢 # é" * 50
    assert marks("bash", code)
