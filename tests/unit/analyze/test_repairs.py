"""Damaged files: what one fault costs, in every language."""

import pytest

from tests.unit.analyze.reading import parsed

MERGE = "<<<<<<< HEAD\n{}=======\n{}>>>>>>> other\n"
#: By extension: what stands before the merge, its two sides, what follows, and all symbols.
MERGED = {
    "py": ("def a():\n", "    x()\n", "    y()\n", "\ndef later():\n    pass\n", "a later"),
    "js": ("function a() {\n", "  x()\n", "  y()\n", "}\nfunction later() {}\n", "a later"),
    "ts": ("class A {\n", "  x(): void {}\n", "  y() {}\n", "  later() {}\n}\n", "A x y later"),
    "go": ("package m\nfunc a() {\n", "\tx()\n", "\ty()\n", "}\nfunc later() {}\n", "a later"),
    "java": ("class A {\n", "  void x() {}\n", "  void y() {}\n", "  void later() {}\n}\n",
             "A x y later"),
    "cs": ("class A {\n", "  void x() {}\n", "  void y() {}\n", "  void later() {}\n}\n",
           "A x y later"),
    "rs": ("", "fn x() {}\n", "fn y() {}\n", "fn later() {}\n", "x y later"),
    "rb": ("class A\n", "  def x; end\n", "  def y; end\n", "  def later; end\nend\n",
           "A x y later"),
    "php": ("<?php\nclass A {\n", "function x() {}\n", "function y() {}\n",
            "function later() {}\n}\n", "A x y later"),
    "c": ("int a(void) {\n", "  x();\n", "  y();\n", "}\nint later(void) { return 0; }\n",
          "a later"),
    "cpp": ("struct A {\n", "  void x() {}\n", "  void y() {}\n", "  void later() {}\n};\n",
            "A x y later"),
    "kt": ("class A {\n", "  fun x() {}\n", "  fun y() {}\n", "  fun later() {}\n}\n",
           "A x y later"),
    "swift": ("class A {\n", "  func x() {}\n", "  func y() {}\n", "  func later() {}\n}\n",
              "A x y later"),
    "lua": ("", "function x() end\n", "function y() end\n", "function later() end\n",
            "x y later"),
    "json": ("{\n", ' "x": 1,\n', ' "y": 2,\n', ' "later": 3\n}\n', "x y later"),
}  # fmt: skip


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("extension", MERGED)
def test_both_sides_of_a_merge_and_what_follows_are_found(extension: str, line_end: str):
    before, ours, theirs, after, names = MERGED[extension]
    source = before + MERGE.format(ours, theirs) + after
    file = parsed(f"a.{extension}", source.replace("\n", line_end))
    assert [each.name for each in file.symbols[1:]] == names.split()
    first = before.count("\n") + 1
    assert [each.line for each in file.damaged] == [first, first + 2, first + 4]
    assert not any("<<<<" in each.signature or ">>>>" in each.signature for each in file.symbols)
    assert not any("HEAD" in call.text for call in file.calls)


def test_lines_that_look_like_a_merge_are_none():
    file = parsed("a.py", "x = '''\n=======\n'''\ndef f(:\n    pass\n")
    assert "marks of a merge left out" not in file.workarounds


UNCLOSED = {
    "py": 's = "unclosed\ndef later():\n    pass\n',
    "js": "const s = 'unclosed;\nfunction later() {}\n",
    "ts": 'const s: string = "unclosed;\nfunction later() {}\n',
    "tsx": 'const s = "unclosed;\nfunction later() {}\n',
    "go": 'package m\nvar s = "unclosed\nfunc later() {}\n',
    "java": 'class A {\n String s = "unclosed;\n void later() {}\n}\n',
    "cs": 'class A {\n string s = "unclosed;\n void later() {}\n}\n',
    "c": 'char *s = "unclosed;\nint later(void) { return 0; }\n',
    "cpp": 'const char *s = "unclosed;\nint later() { return 0; }\n',
    "kt": 'val s = "unclosed\nfun later() {}\n',
    "swift": 'let s = "unclosed\nfunc later() {}\n',
    "lua": 'local s = "unclosed\nfunction later() end\n',
}


@pytest.mark.parametrize("extension", UNCLOSED)
def test_a_string_without_an_end_costs_its_line_alone(extension: str):
    source = UNCLOSED[extension]
    file = parsed(f"a.{extension}", source)
    line = source[: source.index("later")].count("\n") + 1
    (later,) = [each for each in file.symbols if each.name == "later"]
    assert later.name_line == line
    assert not later.qualified.startswith("s")
    assert [each.line for each in file.damaged] == [line - 1]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.sh", 'a="unclosed\nlater() { :; }\n'),
        ("a.rb", 's = "unclosed\ndef later\n 1\nend\n'),
        ("a.php", '<?php\n$s = "unclosed;\nfunction later() {}\n'),
        ("a.rs", 'fn a() { let s = "unclosed; }\nfn later() {}\n'),
        ("a.c", "/* unclosed\nint later(void) { return 0; }\n"),
        ("a.js", "  }\n}\nfunction later() {}\n"),
        ("a.java", "class A {\n void x() {}\n void later() { if (x) { y("),
        ("a.cs", "class A {\n void X() {}\n void later() { if (x) {"),
        ("a.py", "        return 1\n\ndef later():\n    pass\n"),
    ],
)
def test_a_definition_after_a_fault_is_found_and_stands_in_no_variable(path: str, source: str):
    file = parsed(path, source)
    (later,) = [each for each in file.symbols if each.name == "later"]
    assert later.qualified in ("later", "A.later")
