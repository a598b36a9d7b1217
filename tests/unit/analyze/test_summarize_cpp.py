"""Sentences about C and C++: what is streamed, what only looks like a step or a call."""

import pytest

from tests.unit.analyze.test_summarize_compose import said

CASES = {
    "what is generated, with a mark for each value, without what moves text about": (
        "a.cpp",
        ('void f(ostream& out, S* s) {\n  if (s) out << indent() << "}" << endl;\n'
        '  indent(out) << "class " << s->get_name("x") << " {" << endl << "  int n;\\n";\n'
        "  indent_up();\n  grow(s);\n}\n"),
        "f", "Writes `class … {`; calls `grow` and `s->get_name`.",
    ),
    "lines that name something come before others": (
        "a.cpp",
        'void f() {\n  out << "if (it is) {" << endl << "return it;\\n";\n  out << "void " << n << "();" << endl;\n  grow();\n}\n',
        "f", "Writes `void …();`; calls `grow`.",
    ),
    "one statement that writes": (
        "a.cpp", 'void f() { cout << "[" << n << "] is done" << endl; }\n', "f", "Writes `[…] is done`.",
    ),
    "nothing but arguments that are marked as unused": (
        "a.cpp", "void f(int a, int b) {\n  (void)a;\n  (void)b;\n}\n", "f",
        "Does nothing, but marks what it is given as unused: `(void)a`.",
    ),
    "a result below arguments that are marked as unused": (
        "a.c", "int f(int a)\n{\n  UNUSED_VAR (a);\n  return sum_of (a);\n}\n", "f",
        "Returns `sum_of (a)`.",
    ),
    "a semicolon behind the braces": (
        "a.cpp", "class A {\n  int n;\n  void f() { --n; };\n};\n", "A::f", "Counts down `n`.",
    ),
    "what stands behind the class is no part of the method": (
        "a.cpp", "#ifndef A\nclass A : B {\n A(int n) : B(n) {}\n};\n#endif // A\n", "A::A",
        "Has an empty body and sets up `B(n)`; part of `A` (“Extends `B`”).",
    ),
    "an exception that is a local": (
        "a.cpp", "void f(int n) {\n  if (n == 1) {\n    Trouble e;\n    e.code = 7;\n    throw e;\n  }\n  grow(n);\n}\n", "f",
        "Calls `grow`; raises `Trouble` when `n == 1`.",
    ),
    "an exception of the standard library": (
        "a.cpp", "void f(int n) {\n  if (n == 1) {\n    throw std::bad_alloc();\n  }\n  grow(n);\n}\n", "f",
        "Calls `grow`; raises `std::bad_alloc` when `n == 1`.",
    ),
    "a cast is no call": (
        "a.c", "void f(int n)\n{\n  grow ((Kind) (n + 1));\n  shrink (n);\n}\n", "f", "Calls `grow` and `shrink`.",
    ),
    "a guard, and locals that are made": (
        "a.cpp", "void f(S& s) {\n  Guard g(mutex_);\n  Buffer made(n);\n  char data[2];\n  s.a = b;\n}\n", "f",
        "Sets `s.a` to `b`; guarded by `Guard g(mutex_)`.",
    ),
    "a value in brackets is no call": (
        "a.c", "void f(char* d, int n) {\n  d[1] = n;\n  d[0] = (n >> 8);\n  n >>= 8;\n}\n", "f",
        "Sets `d[1]` to `n` and `d[0]` to `(n >> 8)`.",
    ),
    "an assertion of C": (
        "tests/a.c", "void test_f() {\n  grow();\n  assert (pid >= 0);\n}\n", "test_f",
        "Exercises `grow`; checks `pid >= 0`.",
    ),
    "fields of C with their types": (
        "a.h", "struct Cart {\n  Shelf parent;\n  int *sums;\n};\n", "Cart", "Holds `Shelf parent` and `int *sums`.",
    ),
    "a function that is an argument on a line of its own": (
        "a.c", 'static void f(void) {\n  grow (1);\n}\nint main() {\n  add_test ("/carts/that/are/long",\n            f);\n}\n', "f",
        "Runs `grow (1)`; given to `add_test`.",
    ),
    "a comment that is no sentence": (
        "a.c", "// a / b\nstatic int f(int a, int b) {\n  grow(a);\n  return 1;\n}\n", "f", "Returns `1`; calls `grow`.",
    ),
    "a comment with a reason": (
        "a.cpp", "// f() must be handled properly because the cast sees a text.\nint f(int n) {\n  grow(n);\n  return sum(n);\n}\n", "f",
        "f() must be handled properly because the cast sees a text; returns `sum(n)`; calls `grow`.",
    ),
    "a parameter whose name is a comment": (
        "a.cpp", "class A {\n  virtual int f(int /* one */) { return 1; }\n};\n", "A::f",
        "Does no more than return `1` (`int`).",
    ),
    "a constructor that sets up much": (
        "a.cpp", ("class A {\n  A(int n)\n    : " + ",\n      ".join(f"f{n}_(n)" for n in range(12)) + " {}\n};\n"), "A::A",
        "Has an empty body and sets up `f0_(n)`, `f1_(n)`, `f2_(n)` and others.",
    ),
    "a note that needs facts": (
        "a.h", "/** [NOTE: This is for backwards compatibility, use grow().] */\nint f(int n) { return g_sum; }\n", "f",
        "[NOTE: This is for backwards compatibility, use grow().]; returns `g_sum` (`int`).",
    ),
    "a using declaration guards nothing": (
        "a.cpp", "void f(list<A> all) {\n  using std::swap;\n  for (auto& one : all) {\n    f(one.kind);\n  }\n}\n", "f",
        "Runs `f(one.kind)`; repeats `for (auto& one : all)`.",
    ),
    "what a function of C stands for": (
        "a.c", "/* implements shelf_read_end\n * called when read is complete */\nint f(int n) { return sum_of (n); }\n", "f",
        "Implements shelf_read_end; returns `sum_of (n)`.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("path", "text", "name", "sentence"), CASES.values(), ids=CASES)
def test_definitions(path, text, name, sentence):
    language = "c" if path.endswith((".c", ".h")) else "cpp"
    assert said(path, language, text, name) == sentence
