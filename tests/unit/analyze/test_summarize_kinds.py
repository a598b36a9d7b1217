"""Kinds of sentences that once said little or led astray, one example of each kind."""

import pytest

from sourcebook.analyze.decode import decode
from sourcebook.analyze.link import link
from sourcebook.analyze.parse import parse
from sourcebook.analyze.summarize import summarize_chunks
from sourcebook.config import ChunkConfig
from sourcebook.model import FileClass, SourceFile
from tests.unit.analyze.test_summarize_compose import python, said, summaries


def first(path: str, language: str, text: str) -> str:
    """The sentence of the first chunk."""
    claim = next(iter(summaries(path, language, text).values())).responsibility
    assert claim is not None
    return claim.text


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"),
    [
        (
            "a.py", "python", "def f(x):\n    # nobody may ask for more here\n    return []\n", "f",
            "Returns `[]`; with the remark “Nobody may ask for more here”.",
        ),
        (
            "a.py", "python",
            "def f(x):\n    x = dict(x)\n    return x\n", "f",
            "Returns `x`, made by `dict(x)`.",
        ),
        ("a.py", "python", "def f():\n    yield\n", "f",
         "Yields once, without a value, and does nothing around it."),
        (
            "a.py", "python",
            "def f(a, b):\n    if a:\n        b = 1\n    return a, b\n", "f",
            "Returns `a, b`; asks whether `a`.",
        ),
        (
            "a.py", "python",
            "def f(es):\n    for e in es:\n        es.add(Error('The name is not known here'))\n", "f",
            "Makes `Error` (“The name is not known here”); calls `es.add`.",
        ),
        (
            "a.py", "python",
            "class A:\n    def __init__(self, x):\n        '''Initialize the thing.'''\n        self.x = x\n",
            "A.__init__",
            "Initialize the thing; sets `self.x` to `x`.",
        ),
        (
            "a.py", "python", "def f(x):\n    '''This should help.'''\n    return x + 1\n", "f",
            "This should help; returns `x + 1`.",
        ),
        (
            "a.py", "python",
            "class A:\n    def ask(self):\n        return 5\n\n\nA()\n", "A",
            "Defines `ask` (“Returns `5`”); used in `A()`; created by `a.py`.",
        ),
        (
            "a.go", "go",
            "package a\n\nfunc Run() {\n\tf := func() int {\n\t\treturn 5\n\t}\n\tuse(f)\n}\n", "Run",
            "Calls `use`.",
        ),
        (
            "a.ts", "typescript", "const even = (x) => x % 2 === 0;\n", "even",
            "Returns `x % 2 === 0`.",
        ),
        (
            "a.rs", "rust", "fn f(x: u8) -> R<u8> {\n    log(x);\n    Ok(x)\n}\n", "f",
            "Returns `Ok(x)`; calls `log`.",
        ),
        (
            "a.cpp", "cpp",
            "A::A(int x)\n  : a_(x),\n    b_(x) {\n  start();\n}\n", "A::A",
            "Runs `start()`.",
        ),
        (
            "a.cpp", "cpp",
            'void f(S& out) {\n  out << "class of words" << x << ";";\n  done(out);\n}\n', "f",
            "Writes `class of words…;`; calls `done`.",
        ),
        (
            "A.java", "java",
            "class A {\n  int f(B b) {\n    if (b != null) return b.x();\n    else return 2;\n  }\n}\n",
            "A.f", "Returns `b.x()` when `b != null`, else `2`.",
        ),
        (
            "a.erl", "erlang", "size(a) -> 1;\nsize(b) -> 2;\nsize(c) -> 3.\n", "size",
            "Returns `2` for `b` and `3` for `c`.",
        ),
        (
            "a.erl", "erlang", "f() ->\n  %% an end (so).\n  g(),\n  h().\n", "f",
            "Runs `g()`; returns `h()`.",
        ),
        (
            "a.dart", "dart",
            "Future make(\n    {String host, int port}) async {\n  open(host);\n}\n", "make",
            "Runs `open(host)`.",
        ),
        (
            "a.py", "python", "def f(x):\n    '''For global errors.'''\n    return x + 1\n", "f",
            "For global errors; returns `x + 1`.",
        ),
        (
            "a.py", "python", "def f(x):\n    '''Close the door.'''\n    return x + 1\n", "f",
            "Close the door; returns `x + 1`.",
        ),
        ("a.py", "python", "def f(x):\n    '''Always False.'''\n    return False\n", "f", "Always False."),
        (
            "a.py", "python",
            "def f(x):\n    found = list(x)\n    found.append(5)\n    return found\n", "f",
            "Returns `found`, begun as `list(x)`.",
        ),
        (
            "a.rs", "rust",
            "pub fn made(\n    raw: Raw,\n) -> Handle {\n    Handle {\n        raw,\n        many: 0,\n    }\n}\n",
            "made", "Returns `Handle { raw, many: 0 }`.",
        ),
        (
            "a.rs", "rust",
            ("fn made(raw: Raw) -> Handle {\n    let many = count(raw);\n"
             "    Handle {\n        raw,\n        many,\n    }\n}\n"),
            "made", "Returns `Handle { raw, many }`.",
        ),
        (
            "a.py", "python",
            "class A:\n    def show(self):\n        print(5)\n\n\nclass B:\n    def show(self):\n        pass\n",
            "B.show", "Has an empty body; namesake of `A.show`.",
        ),
        (
            "a.py", "python",
            "def f():\n    def asks_the_door():\n        return 1\n\n    asks_the_door()\n    g = 2\n    use(g)\n",
            "f", "Calls `asks_the_door`; also calls `use`.",
        ),
        (
            "a.py", "python",
            ("class A:\n    def __init__(self):\n        self.seen = []\n\n    @property\n    def at(self):\n        return 5\n\n"
             "    def add(self):\n        self.seen.append((1, self.at))\n        super().add()\n"),
            "A.add",
            "Adds `(1, self.at)` to `self.seen`; reads `A.at` (“Returns `5`”).",
        ),
        (
            "a.pl", "perl", 'sub zip\n{\n    my($self) = @_;\n    print "zip";\n}\n',
            "zip", 'Runs `print "zip"`.',
        ),
        ("a.py", "python", "def f():\n    '''Drop all the odd carts and things, e.g.\n    1. x\n    '''\n", "f",
         "Drop all the odd carts and things; the body is empty."),
        (
            "a.java", "java",
            ("class A {\n  void run() {\n    while (!shut) {\n      select();\n      work();\n    }\n  }\n}\n"),
            "A.run", "Calls `select` and `work`; repeats `while (!shut)`.",
        ),
        (
            "a.cpp", "cpp",
            'void f(int x) {\n  cout << "map({";\n  int n = 0;\n  use(n);\n}\n',
            "f", "Writes `map({`; calls `use`.",
        ),
        (
            "a.pas", "delphi",
            ("function A.Write(const n : Integer) : Integer;\n// to the other end\nbegin\n"
             "  if not Sent( n, result)\n  then result := 0;\nend;\n"),
            "A.Write", "Returns `0` when `not Sent(n, result)`.",
        ),
        (
            "a.swift", "swift",
            'class A {\n  init(x: Int) {\n    fatalError("no way")\n  }\n}\n', "A.init",
            'Runs `fatalError("no way")`.',
        ),
        (
            "a_test.go", "go",
            ("package a\n\nfunc TestStop(t *testing.T) {\n\texpected := wait()\n\tif expected != Run() {\n"
             '\t\tt.Fatal("no")\n\t}\n}\n'),
            "TestStop", "Exercises `wait` and `Run`; fails when `expected != Run()`.",
        ),
        ("a.kt", "kotlin", "fun show(x: Int) {\n    draw(x)\n}\n", "show", "Runs `draw(x)`."),
        ("a.kt", "kotlin", "fun twice(x: Int) = times(x, 2)\n", "twice", "Returns `times(x, 2)`."),
        (
            "A.java", "java",
            "class A {\n  int read() {\n    fill(4);\n    return\n      (int)\n      (b[0] << 8);\n  }\n}\n",
            "A.read", "Returns `(int) (b[0] << 8)`; calls `fill`.",
        ),
        (
            "A.java", "java",
            "class A {\n  int n;\n\n  A(int n) {\n    this.n = n;\n  }\n\n  A() {\n    this(32);\n  }\n}\n",
            "A.A~2", "Runs `this(32)` (“Sets `this.n` to `n`”).",
        ),
        (
            "a.py", "python",
            ("class A(object):\n    def __init__(self, to):\n        self.to = to\n\n"
             "    def flush(self):\n        out = pack(5)\n        self.to.write(out)\n"),
            "A.flush", "Calls `self.to.write` and `pack`.",
        ),
        (
            "a.py", "python", "def f(x):\n    '''Should be called only after open() returns'''\n    at(x)\n",
            "f", "Should be called only after open() returns; runs `at(x)`.",
        ),
        (
            "a.py", "python",
            ("class Door:\n    pass\n\n\ndef price():\n    return 5\n\n\n"
             "def f():\n    found = []\n    found.append(Door())\n    found.append(price())\n"),
            "f", "Calls `price` and `Door`.",
        ),
        (
            "a.rb", "ruby", "class A\n  def read(sz); @in.read sz end\nend\n", "A::read",
            "Returns `@in.read sz`.",
        ),
        (
            "a.rb", "ruby", "class A\n  def shut; @in.close; @out.close end\nend\n", "A::shut",
            "Calls `@in.close` and `@out.close`.",
        ),
        (
            "a.js", "javascript",
            "class A {\n  next() {\n    this.year++;\n    this.draw(5);\n  }\n}\n", "A.next",
            "Counts up `this.year`; calls `this.draw`.",
        ),
        (
            "a.js", "javascript",
            "function shut(n) {\n  document.getElementById(n).style.display = 'none';\n  stop(n);\n}\n", "shut",
            "Sets `document.getElementById(n).style.display` to `'none'`; calls `stop`.",
        ),
        (
            "a.php", "php",
            ("<?php\nclass A\n{\n    public function read(&$kind, &$many)\n    {\n        $kind = $this->byte();\n"
             "        $many = $this->int();\n        return true;\n    }\n}\n"),
            "A::read",
            "Sets `$kind` to `$this->byte()` and `$many` to `$this->int()`; returns `true`.",
        ),
        (
            "a.pl", "perl",
            "sub read\n{\n    my $self = shift;\n    my $kind = shift;\n    $$kind = $self->byte();\n    return 1;\n}\n",
            "read", "Sets `$$kind` to `$self->byte()`; returns `1`.",
        ),
        (
            "a.dart", "dart",
            "class A {\n  final int x;\n\n  A(this.x);\n\n  void read(int n);\n}\n", "A",
            "Holds `final int x` and `void read(int n)`.",
        ),
        (
            "A.java", "java",
            ("import java.io.File;\n\nclass A {\n  Set find(File a) {\n    check(a.isDirectory());\n"
             "    return copy(all(a));\n  }\n}\n"),
            "A.find",
            "Returns `copy(all(a))`; asks the file system (`java.io.File.isDirectory`); calls `check`.",
        ),
        (
            "a.rb", "ruby", "def skip(kind)\n  go(kind)\n  raise Unknown.new(Unknown::KIND, kind)\nend\n", "skip",
            "Calls `go`; raises `Unknown`.",
        ),
    ],
)  # fmt: skip
def test_definitions(path, language, text, name, sentence):
    assert said(path, language, text, name) == sentence


@pytest.mark.parametrize(
    ("path", "language", "text", "sentence"),
    [
        (
            "a.py", "python", "if __name__ == '__main__':\n    main()\n",
            "As a program, runs `main()`.",
        ),
        (
            "a.py", "python", "import os\n\nraise ImportError('this is not for you')\n",
            "Raises `ImportError` (“this is not for you”) as it is loaded; imports `os`.",
        ),
        (
            "setup.py", "python", "from setuptools import setup\n\nsetup(name='a')\n",
            "Runs `setup(name='a')`; imports `setup` of `setuptools`.",
        ),
        (
            "setup.cfg", "ini", "[metadata]\nname = shop\n\n[options]\nzip_safe = no\n",
            "Has the parts `metadata` (`name = shop`) and `options` (`zip_safe = no`).",
        ),
        (
            "Dockerfile", "dockerfile", "FROM debian:12\nENV A=1 B=2\nRUN apt-get update && \\\n  x\nCOPY a b\n",
            "Builds on `debian:12`; runs `apt-get update &&`; copies `a b`; sets `A`.",
        ),
        (
            "requires.txt", "text", "flask>=2\nclick\nasgi\n[dotenv]\npython-dotenv\n",
            "Lists 5 lines: `flask>=2`, `click` and so on to `python-dotenv`.",
        ),
        (
            "SOURCES.txt", "text", "a/one.py\na/two.py\nb/three.py\nb/four.py\n",
            "Lists 4 lines: `a/one.py`, `a/two.py` and so on to `b/four.py`.",
        ),
        (
            "LICENSE.txt", "text",
            ("Copyright 2010 A\n\nRedistribution and use in source and binary forms, with or without\n"
             "modification, are permitted:\n\n1. Redistributions must retain the notice.\n"),
            "States the licence BSD.",
        ),
        (
            "a.md", "markdown", "# Top\n\nLists of ways can be built. (Others were removed in version 2.)\n",
            "Lists of ways can be built.",
        ),
        (
            "a.md", "markdown", "# Top\n\nCarts can be shared.  To share one, send its address to a friend.\n",
            "Carts can be shared; to share one, send its address to a friend.",
        ),
        (
            "a.md", "markdown", "# Top\n\nCarts are made for these cases:\n\n- Sell one thing. It is quick.\n- Sell two.\n",
            "Carts are made for these cases; first: “Sell one thing”.",
        ),
        (
            "a.cmake", "cmake", "# CART_FOUND - the system has a cart\n# CART_PATH - where that stands\nset(CART_PATH a)\n",
            "Lists `CART_FOUND` and `CART_PATH` in a comment, first: “CART_FOUND - the system has a cart”; runs `set(CART_PATH a)`.",
        ),
        (
            "a.cmake", "cmake", "macro(SHOW flag)\n  message(STATUS ${flag})\nendmacro(SHOW)\nset(CART ON)\nSHOW(CART)\n",
            "Defines `SHOW`; runs `set(CART ON)` and `SHOW(CART)`.",
        ),
        (
            "a.m4", "m4", "AC_DEFUN([AX_CART],[\n  cat > a.cc <<EOF\nint main() {\n  return 1;\n}\nEOF\n])\n",
            "Defines `AX_CART`.",
        ),
        (
            "a.md", "markdown", "# Top\n\nA cart is sent as follows:\n\n```\nCart, 4 bytes:\n```\n",
            "A cart is sent as follows; shows `Cart, 4 bytes:`.",
        ),
        (
            "a.md", "markdown", "# Top\n\nThe cart uses the following settings:\n\n## Names\n\nOf things.\n\n## Prices\n\nOf them.\n",
            "The cart uses the following settings; heads the sections “Names” and “Prices”.",
        ),
        (
            "a.md", "markdown",
            "# 1.2\n\nReleased 2013-06-13, codename Limoncello.\n\n- Carts can be shared.\n- Carts can be sold.\n",
            "Lists 2 items: “Carts can be shared” and “Carts can be sold”; released 2013-06-13, codename Limoncello.",
        ),
        (
            "a.md", "markdown",
            ("# Top\n\nThere are two ways to sell a cart to people who want one.\n\n"
             "1. Show it to them.\n2. Ask them.\n"),
            "There are two ways to sell a cart to people who want one; namely “Show it to them” and “Ask them”.",
        ),
        (
            "a.md", "markdown",
            ("# Top\n\nYou have two ways to sell a cart to people who want one.  Flask may do it, or you.\n\n"
             "In Flask it is easy.\n"),
            "You have two ways to sell a cart to people who want one; Flask may do it, or you.",
        ),
        (
            "a.md", "markdown",
            "# Top\n\nLet's start with a cart that holds two things.  Let's look at it:\n\n```\ncart = 1\n```\n",
            "Let's start with a cart that holds two things; shows `cart = 1`.",
        ),
        (
            "a.py", "python", "###########################\n# From carts to things #\n###########################\n\nx = 1\n",
            "From carts to things; defines `x = 1`.",
        ),
        (
            "a.ml", "ocaml", "module Door =\nstruct\n  class virtual t =\n  object\n    method shut = 1\n  end;;\n\n  class lift =\n  object\n  end;;\nend\n",
            "`module Door` with `t` and `lift`.",
        ),
    ],
)  # fmt: skip
def test_what_is_no_definition(path, language, text, sentence):
    assert first(path, language, text) == sentence


def test_a_callee_within_an_expression_is_no_explanation_of_the_whole():
    text = (
        "class A:\n    @property\n    def prefix(self):\n        return self.x + '/'\n\n"
        "    def pattern(self):\n        return compile(self.prefix)\n"
    )
    told = python(text, "A.pattern")
    assert told.startswith("Returns `compile(self.prefix)`; reads `A.prefix` (“")


def test_a_property_is_read_and_used_and_one_that_is_set_is_no_callee():
    text = (
        "class A:\n    @property\n    def at(self):\n        return self._at + 1\n\n"
        "    @at.setter\n    def at(self, value):\n        self._at = value\n\n"
        "    def show(self):\n        draw(self.at)\n        draw(5)\n\n"
        "    def move(self):\n        self.at = 5\n        stop()\n"
    )
    assert "reads `A.at`" in python(text, "A.show")
    assert "used by `A." in python(text, "A.at")
    assert python(text, "A.move") == "Sets `self.at` to `5`; calls `stop`."


def test_a_decorator_that_a_call_gives_is_no_second_callee():
    text = (
        "class App:\n    def route(self, rule):\n        def decorator(f):\n            self.add(rule, f)\n"
        "            return f\n\n        return decorator\n\n\n"
        "def test_it():\n    app = App()\n\n    @app.route('/')\n    def index():\n        return 'a'\n\n"
        "    assert app.rules == ['/']\n"
    )
    assert (
        python(text, "test_it") == "Exercises `App` and `App.route`; checks `app.rules == ['/']`."
    )


def test_a_definition_that_looks_like_a_check_is_none():
    text = "void main() {\n  assertSame(int a) {\n    use(a);\n  }\n  assertSame(x == 1);\n}\n"
    told = said("tests/a_test.dart", "dart", text, "main")
    assert "checks `assertSame(x == 1)`" in told


def test_later_parts_of_a_namespace_are_told_by_their_lines():
    body = "".join(f"  step_{n}(error, {n});\n" for n in range(400))
    text = f"namespace net {{\nvoid f();\n{body}}}\n"
    parts = [one for key, one in summaries("a.cpp", "cpp", text).items() if key.startswith("net")]
    later = [one.responsibility.text for one in parts[1:] if one.responsibility is not None]
    assert later
    assert all(one.startswith("A later part of `net`: ") for one in later)


def test_a_heading_within_a_class_is_told_with_what_follows_it():
    body = "".join(f"    step{n}(error, {n});\n" for n in range(60))
    text = (
        f"class Cart {{\n  int f() {{\n{body}  }}\n\n  // -----\n  // Methods that make it fast.\n"
        f"  // -----\n\n  /** Skips. */\n  int g() {{\n{body}  }}\n}}\n"
    )
    told = said("a.java", "java", text, "Cart~2")
    assert told == (
        "A later part of `Cart`: holds a comment: “Methods that make it fast.”, above `g`."
    )


def test_a_rule_of_a_grammar_may_be_empty():
    text = "%%\nList:\n  List Field\n    {\n      put($1);\n    }\n|\n    {\n      put(0);\n    }\n\nField:\n  NAME\n"
    assert said("a.yy", "yacc", text, "List") == "A rule: `List Field`, or nothing."


@pytest.mark.parametrize(
    ("heading", "base"),
    [
        ("", "Warning"),
        ("from io import Note\n\n\n", "Note"),
        ("from shop.other import Cart as Note\n\n\n", "Note"),
    ],
)
def test_a_base_that_comes_from_elsewhere_is_no_class_of_the_same_name(heading, base):
    checks = f'class {base}:\n    """A message of a check."""\n'
    late = f"{heading}class Late({base}):\n    pass\n\n\nraise Late()\n"
    parsed = [
        parse(
            SourceFile(path, "", len(text), "python", FileClass.SOURCE),
            decode(path, text.encode()),
            ChunkConfig(),
        )
        for path, text in (("checks.py", checks), ("late.py", late))
    ]
    found = summarize_chunks(parsed, link(parsed), {})
    told = next(one.responsibility for key, one in found.items() if str(key).endswith("::Late"))
    assert told is not None
    assert told.text.startswith(f"Extends `{base}`; ")


@pytest.mark.parametrize(
    ("path", "language", "line", "claimed"),
    [
        ("A.java", "java", "throw unknown(5);", "Raises what `unknown()` gives."),
        ("A.java", "java", "throw new Unknown(5);", "Raises `Unknown`."),
        ("a.rb", "ruby", "raise Unknown.new(5)", "Raises `Unknown`."),
    ],
)
def test_what_makes_an_exception_is_no_exception(path, language, line, claimed):
    ruby = f"def f\n  shut()\n  {line}\nend\n"
    text = ruby if language == "ruby" else f"class A {{\n  void f() {{\n    {line}\n  }}\n}}\n"
    claims = [one.text for each in summaries(path, language, text).values() for one in each.claims]
    assert claimed in claims
