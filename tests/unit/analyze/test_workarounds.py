"""Known gaps of the grammars, and texts that would take a parser too long."""

import time

import pytest

from sourcebook.analyze.syntax.grammar import grammar
from sourcebook.errors import ParseError
from sourcebook.grammars.parsing import tree_of
from tests.unit.analyze.reading import defined, parsed, symbol


@pytest.mark.parametrize(
    ("path", "source", "found", "note"),
    [
        ("a.h", '#ifdef __cplusplus\nextern "C" {\n#endif\nint f(int a);\n#ifdef __cplusplus\n}\n#endif\n',
         ["function f"], "extern"),
        ("a.c", "#ifdef W\nint f(int a, int b) {\n#else\nint f(int a) {\n#endif\n  return a;\n}\nint g(void) { return 1; }\n",
         ["function f", "function g"], "one branch"),
        ("a.c", "int f(int n) {\n  if (n) { n = 1; }\n#ifdef X\n  else { n = 2; }\n#endif\n  return n;\n}\n",
         ["function f"], "one branch"),
        ("a.cc", "class API_EXPORT A : public B {\n public:\n  void f() {}\n};\n",
         ["class A", "method A::f"], "before names"),
        ("a.c", "DEFINE_LIST(a, struct b)\nstatic int f(void) { return 1; }\n",
         ["function f"], "semicolon"),
        ("a.c", "int f(void) {\n  LOOP_BEGIN\n    g();\n  LOOP_END\n  return 0;\n}\n",
         ["function f"], "alone on their line"),
        ("a.c", "#if 0\nint dead(void) {\n#endif\nint f(void) { return 1; }\n",
         ["function f"], "one branch"),
        ("a.c", "#if 0\nit's {{{\n#else\nint f(void) { return 1; }\n#endif\nint g(void) { return 1; }\n",
         ["function f", "function g"], "one branch"),
        ("a.c", "int f\n#ifdef A\n(int a)\n#else\n(void)\n#endif\n{\n  return 1;\n}\nint g(void) { return 0; }\n",
         ["function f", "function g"], "one branch"),
        ("a.c", "#ifdef A\nint f(int a)\n#elif B\nint f(long a)\n#else\nint f(char a)\n#endif\n{\n  return g(a);\n}\n",
         ["function f"], "one branch"),
        ("a.c", "int f(void)\r\n#ifdef A\r\n{\r\n#else\r\n{\r\n  g();\r\n#endif\r\n}\r\nint h(void) { return 0; }\r\n",
         ["function f", "function h"], "one branch"),
        ("a.cc", "#ifdef X\nclass A : public B {\n#else\nclass A : public C {\n#endif\n  void f() {}\n};\n",
         ["class A", "method A::f"], "one branch"),
        ("a.cc", "export module m;\nimport std;\nexport namespace n { void f() {} }\nexport void g() {}\n",
         ["namespace n", "function n::f", "function g"], "words of modules"),
    ],
)  # fmt: skip
def test_what_the_c_grammars_cannot_read(path: str, source: str, found: list[str], note: str):
    file = parsed(path, source)
    assert defined(file) == found
    assert not file.damaged
    assert [each for each in file.workarounds if note in each]


def test_a_head_with_branches_shows_the_one_that_was_read_and_keeps_its_calls():
    source = "#ifdef A\nint f(int a)\n#elif B\nint f(long a)\n#endif\n{\n  return g(a);\n}\n"
    file = parsed("a.c", source)
    assert symbol(file, "f").signature == "int f(int a)"
    assert symbol(file, "f").span.end_line == 8
    assert [(each.caller, each.text) for each in file.calls] == [(symbol(file, "f").id, "g")]


@pytest.mark.parametrize("macro", ["Q_DISABLE_COPY(A)", "Q_DISABLE_COPY(A);"])
def test_a_macro_in_a_class_is_no_method_of_it(macro: str):
    source = f"class A {{\n  Q_OBJECT\npublic slots:\n  void f() {{}}\nsignals:\n  void g();\nprivate:\n  {macro}\n}};\n"
    assert defined(parsed("a.cc", source)) == ["class A", "method A::f", "method A::g"]


def test_what_says_how_a_struct_lies_is_no_variable():
    source = "struct a { int b; } __packed;\nstruct c { int d; } e;\n"
    assert defined(parsed("a.c", source)) == [
        "struct a",
        "field a.b",
        "variable e",
        "struct e.c",
        "field e.c.d",
    ]


def test_lines_stay_when_branches_are_left_out():
    source = "#ifdef W\nint f(int a, int b) {\n#else\nint f(int a) {\n#endif\n  return a;\n}\nint g(void) { return 1; }\n"
    file = parsed("a.c", source)
    assert [(each.name, each.name_line, each.span.end_line) for each in file.symbols[1:]] == [
        ("f", 2, 7),
        ("g", 8, 8),
    ]
    assert symbol(file, "f").signature == "int f(int a, int b)"


def test_functions_of_a_branch_that_is_left_out_are_found_all_the_same():
    source = (
        "int f(int n) {\n#ifdef W\n  if (n) {\n#else\n  {\n#endif\n    n++;\n  }\n  return n;\n}\n"
        "#ifdef W\nint g(void) { return one( }\n#else\n#define H \\\n 1\n"
        "static int\nh(int (*a)(int), int b)\n{\n  return 2;\n}\n#endif\n"
    )
    file = parsed("a.c", source)
    assert defined(file) == ["function f", "function g", "macro H", "function h"]
    assert (symbol(file, "H").span.line, symbol(file, "H").span.end_line) == (14, 15)


def test_a_macro_in_a_damaged_stretch_is_found():
    line = "#define {} (x + \\\n  1 /* a */ + \\\n  2 /* b */)\n"
    file = parsed("a.c", line.format("A") + line.format("B"))
    assert defined(file) == ["macro A", "macro B"]
    assert symbol(file, "B").span.end_line == 6


def test_a_file_that_is_one_error_gives_its_calls():
    file = parsed("a.php", "<?php\nclass A { function f() { new parent(); g(")
    assert "parent" in [each.text for each in file.calls]
    assert not [note for note in file.workarounds if note.startswith("grammar understood")]


def test_typed_javascript_is_read_as_typescript():
    file = parsed("a.js", "export function f(a: number): string { return <b>{a as any}</b>; }\n")
    assert (defined(file), file.damaged) == (["function f"], ())
    assert file.workarounds == ("read as tsx",)


def test_damage_is_local():
    file = parsed(
        "a.py",
        "def a():\n<<<<<<< HEAD\n    return 1\n=======\n>>>>>>> x\n\ndef b():\n    return c()\n",
    )
    assert defined(file) == ["function a", "function b"]
    assert file.damaged[0].line == 2
    assert [each.text for each in file.calls] == ["c"]


def test_patterns_read_what_is_damaged():
    file = parsed("a.kt", "class A {fun f() {}}\nfun String.g() {}\ninterface B {fun h() {}}\n")
    assert file.damaged
    assert {"class A", "method String.g", "interface B"} <= set(defined(file))
    assert {each.rung for each in file.symbols} == {"syntax", "pattern"}


def test_items_in_a_macro_call_are_found():
    file = parsed(
        "a.rs",
        "wrap! {\n    pub fn hidden() -> u8 { 2 }\n}\nmacro_rules! m { () => { fn no() {} } }\n",
    )
    assert defined(file) == ["function hidden", "macro m"]


def test_a_parser_is_stopped_in_time():
    loaded = grammar("c")
    assert loaded is not None
    noise = bytes((n * 7919 + n // 3) % 256 for n in range(400_000))
    with pytest.raises(ParseError, match="stopped"):
        tree_of(loaded.parser, noise, limit=0.05)
    assert not tree_of(loaded.parser, b"int a;").root_node.has_error


@pytest.mark.parametrize(
    "source", ["{" * 60_000, "x" + ".a()" * 40_000, "[" * 30_000 + "]" * 30_000]
)
def test_texts_that_a_query_would_not_end_on(source: str):
    start = time.process_time()
    file = parsed("a.py", source)
    assert time.process_time() - start < 10
    assert sum(len(each.text) for each in file.chunks) == len(source)


def test_a_grammar_that_lost_its_way_is_told():
    file = parsed("a.py", "{" * 20_000)
    assert file.rung == "pattern"
    assert file.workarounds[0].startswith("grammar of python")


@pytest.mark.parametrize("run", [" " * 120_000, "\t" * 120_000, "x" * 120_000])
def test_a_run_that_nobody_wrote_costs_no_more_than_its_length(run: str):
    before = time.process_time()
    file = parsed("a.dart", f"class A {{}}\n{run}\nclass B {{}}\n")
    assert time.process_time() - before < 3
    assert [(each.name, each.name_line) for each in file.symbols[1:]] == [("A", 1), ("B", 3)]


def test_a_grammar_stops_at_its_share_of_memory(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sourcebook.grammars.parsing.MEMORY", -1)
    file = parsed("a.py", "def f():\n    pass\n" * 5_000)
    assert file.rung == "pattern"
    assert "of memory; read by patterns" in file.workarounds[0]
    assert len(file.symbols) == 5_001


@pytest.mark.parametrize("end", ["@Sup", "@", "@S(", "fun g() = 1", "// x", "fun g( {"])
def test_kotlin_ends_without_a_last_line_end(end: str):
    """The scanner of the grammar would look for an end of the annotation for ever."""
    source = f"fun f() = 1\n    {end}"
    file = parsed("a.kt", source)
    assert symbol(file, "f").span.end_line == 1
    assert "".join(chunk.text for chunk in file.chunks) == source
    assert all(place.end <= len(source) for place in file.damaged)


@pytest.mark.parametrize(
    ("source", "found"),
    [
        (
            "private fun interface A { fun f() }\nclass B\n",
            ["interface A", "method A.f", "class B"],
        ),
        ("class C { fun m() {} }\nfun f() {}\n", ["class C", "method C.m", "function f"]),
        (
            "interface A {\n    enum class E { B, D }\n\n    fun interface F { fun g() }\n}\n",
            ["interface A", "enum A.E", "interface A.F", "method A.F.g"],
        ),
        ('class C { val s = "${ x }" }\nval l = xs.map { it.x }\n', ["class C"]),
    ],
)
def test_kotlin_ends_members_on_the_line_of_their_bracket(source: str, found: list[str]):
    file = parsed("a.kt", source)
    assert not file.damaged
    kinds = [f"{one.kind} {one.qualified}" for one in file.symbols[1:]]
    assert [one for one in kinds if not one.startswith(("field", "variable"))] == found
    assert "".join(chunk.text for chunk in file.chunks) == source


def test_what_a_string_of_kotlin_holds_stays():
    file = parsed("a.kt", 'class C { fun m() = "{ a }" } // { b }\n')
    assert [one.signature for one in file.symbols[1:]] == ["class C", "fun m()"]
    assert not file.damaged
