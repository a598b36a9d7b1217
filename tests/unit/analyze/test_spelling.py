"""Names in any script and between quotation marks, on every rung."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourcebook.analyze.spelling import latin, unquoted
from tests.unit.analyze.reading import defined, parsed

#: By the extension of each language: a text with one name of each kind that it has.
NAMES = {
    "py": ("class Étage:\n    def größe(self): pass\ndef 価格(): pass\n",
           ["class Étage", "method Étage.größe", "function 価格"]),
    "js": ("class Étage { größe() { return 1 } }\nfunction 価格() {}\n",
           ["class Étage", "method Étage.größe", "function 価格"]),
    "ts": ("class Étage { größe(): void {} }\nfunction 価格() {}\n",
           ["class Étage", "method Étage.größe", "function 価格"]),
    "go": ("package m\ntype Étage struct{}\nfunc (é *Étage) Größe() {}\nfunc 価格() {}\n",
           ["struct Étage", "method Étage.Größe", "function 価格"]),
    "rs": ("struct Étage;\nimpl Étage { fn größe(&self) {} }\nfn 価格() {}\n",
           ["struct Étage", "method Étage::größe", "function 価格"]),
    "java": ("class Étage { void größe() {} }\n", ["class Étage", "method Étage.größe"]),
    "kt": ("class Étage { fun größe() { 価格() } }\nfun 価格() {}\n",
           ["class Étage", "method Étage.größe", "function 価格"]),
    "c": ("int größe(void) { return 価格(); }\n#define ÜBER 1\n",
          ["function größe", "macro ÜBER"]),
    "cpp": ("namespace ñ { class Étage { void größe() {} }; }\n",
            ["namespace ñ", "class ñ::Étage", "method ñ::Étage::größe"]),
    "cs": ("class Étage { void Größe() {} }\n", ["class Étage", "method Étage.Größe"]),
    "rb": ("class Étage\n  def größe\n    1\n  end\nend\n", ["class Étage", "method Étage::größe"]),
    "php": ("<?php\nclass Étage { function größe() {} }\n", ["class Étage", "method Étage::größe"]),
    "swift": ("class Étage { func größe() {} }\n", ["class Étage", "method Étage.größe"]),
    "scala": ("class Étage { def größe() = 1 }\n", ["class Étage", "method Étage.größe"]),
    "sh": ("größe() {\n  :\n}\nfunction 価格 { :; }\n", ["function größe", "function 価格"]),
    "lua": ("local function größe() end\n", ["function größe"]),
    "sql": ("CREATE TABLE 見積 (id int);\nCREATE FUNCTION größe() RETURNS int AS $$ SELECT 1 $$ LANGUAGE sql;\n",
            ["table 見積", "function größe"]),
    "toml": ("[étage]\na = 1\n", ["key étage"]),
    "dart": ("class Étage {\n  void größe() {\n  }\n}\n", ["class Étage", "method Étage.größe"]),
    "ex": ("defmodule Étage do\n  def größe(x) do\n    x\n  end\nend\n",
           ["namespace Étage", "function Étage.größe"]),
    "hs": ("größe :: Int -> Int\ngröße x = x\n\ndata Étage = A\n", ["function größe", "enum Étage"]),
    "jl": ("function größe(x)\n  x\nend\nστ(x) = x\n", ["function größe", "function στ"]),
    "vb": ("Public Class Étage\n  Public Sub Größe()\n  End Sub\nEnd Class\n",
           ["class Étage", "method Étage.Größe"]),
    "pl": ("sub größe {\n  return 1;\n}\n", ["function größe"]),
    "r": ("größe <- function(x) {\n  x\n}\n", ["function größe"]),
    "pas": ("unit U;\nimplementation\nprocedure TÉtage.Größe;\nbegin\nend;\nend.\n",
            ["namespace U", "method TÉtage.Größe"]),
}  # fmt: skip


@pytest.mark.parametrize("extension", NAMES)
def test_names_in_any_script_are_whole(extension: str):
    source, names = NAMES[extension]
    file = parsed(f"a.{extension}", source)
    found = [each for each in defined(file) if not each.startswith("field ")]
    assert found == names
    assert not file.damaged


def test_letters_after_other_scripts_keep_their_places():
    source = "/* 😀 e\u0301 */ fun größe() { 価格(1) }\nfun 価格(a: Int) {}\n"
    file = parsed("a.kt", source)
    assert [(each.name, each.name_line) for each in file.symbols[1:]] == [("größe", 1), ("価格", 2)]
    (call,) = file.calls
    assert source.encode()[call.span.start : call.span.end].decode() == call.text == "価格"
    assert call.column == source.index("価格") + 1


@settings(deadline=None)
@given(st.text())
def test_a_text_in_letters_of_ascii_has_the_same_length_lines_and_ascii(text: str):
    data = text.encode("utf-8", "replace")
    shown = latin(data)
    assert len(shown) == len(data)
    assert shown.splitlines(keepends=True).__len__() == data.splitlines(keepends=True).__len__()
    for before, after in zip(data, shown, strict=True):
        assert before == after or (before >= 0x80 and after in b"xX")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("plain", "plain"),
        ('"A b"."c"', "A b.c"),
        ("[dbo].[Close Day]", "dbo.Close Day"),
        ("`a b`", "a b"),
        ("dbo.x", "dbo.x"),
    ],
)
def test_marks_around_a_name_are_no_part_of_it(written: str, name: str):
    assert unquoted(written) == name
