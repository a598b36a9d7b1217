"""Sentences about code that nobody has documented, language by language as it is parsed."""

import json

import pytest

from sourcebook.analyze.decode import decode
from sourcebook.analyze.link import link
from sourcebook.analyze.parse import parse
from sourcebook.analyze.summarize import summarize_chunks
from sourcebook.analyze.verify import Sources
from sourcebook.config import ChunkConfig
from sourcebook.model import Claim, ClaimKind, FileClass, SourceFile, Summary


def summaries(path: str, language: str, text: str) -> dict[str, Summary]:
    source = decode(path, text.encode())
    file = SourceFile(path, "", len(text), language, FileClass.SOURCE)
    parsed = [parse(file, source, ChunkConfig())]
    found = summarize_chunks(parsed, link(parsed), {})
    sources = Sources(parsed)
    for summary in found.values():
        assert summary.responsibility is not None
        for claim in (summary.responsibility, *summary.claims):
            assert claim.evidence
            assert all(map(sources.holds, claim.evidence))
    return {str(key).partition("::")[2]: value for key, value in found.items()}


def said(path: str, language: str, text: str, name: str) -> str:
    claim = summaries(path, language, text)[name].responsibility
    assert claim is not None
    return claim.text


def python(text: str, name: str = "f") -> str:
    return said("a.py", "python", text, name)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("return self.name", "Returns `self.name`."),
        ("return x", "Returns its argument `x`."),
        ("raise NotImplementedError('later')", "Raises `NotImplementedError('later')`."),
        ("pass", "Has an empty body."),
        ("...", "Has an empty body."),
        ("self.a = x", "Sets `self.a` to `x`."),
        ("self.a.b = x", "Sets `self.a.b` to `x`."),
        ("emit(x)", "Runs `emit(x)`."),
        ("a = emit(\n        x,\n    )\n    return a + 1", "Returns `a + 1`; calls `emit`."),
        ("if x:\n        return 1\n    return 2", "Returns `1` when `x`, else `2`."),
        ("y = emit(x)\n    return y", "Returns `y`, made by `emit(x)`."),
        (
            "y = 0\n    for i in x:\n        y += i\n    return y",
            "Returns `y`; repeats `for i in x`.",
        ),
        ("x.sort()\n    return x", "Returns its argument `x`; calls `x.sort`."),
        ("assert x > 1\n    emit(x)", "Calls `emit`; checks `x > 1`."),
        ("def g():\n        return 5\n    emit(g)", "Runs `emit(g)`."),
        ("for i in x:\n        i += 1", "Repeats `for i in x`."),
    ],
)
def test_a_python_body_is_told_by_what_it_shows(body, sentence):
    assert python(f"def f(self, x):\n    {body}\n") == sentence


def test_documentation_that_echoes_the_name_is_followed_by_facts():
    text = 'def get_name(self):\n    """Get the name."""\n    return self._name\n'
    assert python(text, "get_name") == "Get the name; namely `self._name`."


@pytest.mark.parametrize(
    ("body", "behind"),
    [
        ("raise NotImplementedError", "; the body only raises `NotImplementedError`"),
        ("raise Error('not here')", "; the body only raises `Error('not here')`"),
        ("return []", "; the body only returns `[]`"),
        ("return", "; the body does no more than return"),
        ("pass", "; the body is empty"),
        ("return self.shelf", "; returns `self.shelf`"),
    ],
)
def test_documentation_of_a_body_that_does_nothing_of_it(body, behind):
    text = f'def f(self):\n    """Put all of the orders into a shelf."""\n    {body}\n'
    assert python(text) == f"Put all of the orders into a shelf{behind}."


BRIEF, LONG = "Put all of the new orders there.", f"Put all of the new orders {'of it ' * 9}there."


@pytest.mark.parametrize(
    ("doc", "body", "behind"),
    [
        (BRIEF, "a(x)\n    return b(x)", "; returns `b(x)`"),
        (BRIEF, "a(x)\n    b(x)", ""),
        (BRIEF, "self.x = x\n    return x", ""),
        (BRIEF, "if not x:\n        raise Odd(x)\n    return x", "; raises `Odd` when `not x`"),
        (LONG, "a(x)\n    return b(x)", ""),
        (LONG, "a(x)", "; runs `a(x)`"),
        (f"{LONG[:-1]} {LONG}", "a(x)", ""),
    ],
)
def test_documentation_that_leaves_room_is_followed_by_the_clause_that_tells_most(
    doc, body, behind
):
    text = f'def f(self, x):\n    """{doc}"""\n    {body}\n\n\nf(1, 2)\n'
    assert python(text) == f"{doc[:-1]}{behind}."


def test_brief_documentation_of_a_class_is_followed_by_what_it_extends():
    text = f'class A(Base):\n    """{BRIEF}"""\n\n    def open(self):\n        pass\n'
    assert python(text, "A") == f"{BRIEF[:-1]}; extends `Base`."


def test_long_documentation_leaves_room_for_what_a_body_does_instead():
    doc = " ".join(["Put the order, the bill"] + ["and the receipt of it"] * 14)
    told = python(f'def f(self):\n    """{doc}."""\n    raise NotImplementedError\n')
    assert told.endswith(" receipt of it…; the body only raises `NotImplementedError`.")


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (
            "r = add(1, 2)\n    assert r == 3, 'no'\n    assert r",
            "Exercises `add`; checks `r == 3` and more.",
        ),
        (
            "pytest.raises(Bad, add, 1)\n    add(2)",
            "Exercises `add`; checks `pytest.raises(Bad, add, 1)`.",
        ),
        (
            "def g(r):\n        assert r == 3\n    add(g)",
            "Exercises `add`; its inner `g` checks `r == 3`.",
        ),
        (
            "class A:\n        def b(self):\n            self.c()\n    assert add(A())",
            "Exercises `add`; checks `add(A())`.",
        ),
    ],
)
def test_a_test_is_told_by_what_it_exercises_and_checks(body, sentence):
    text = f"def test_add():\n    {body}\n"
    assert said("tests/test_a.py", "python", text, "test_add") == sentence


def test_where_a_test_is_hooked_in_comes_last():
    text = "@mark.many('a', 1)\ndef test_add():\n    assert add(1) == 3\n"
    assert said("tests/test_a.py", "python", text, "test_add") == (
        "Exercises `add`; checks `add(1) == 3`; decorated with `@mark.many('a', 1)`."
    )


def test_callers_and_callees_are_named_with_what_they_do():
    text = (
        "def low(x):\n    return x + 1\n\n\n"
        "def high(x):\n    if x:\n        low(x)\n\n\n"
        "def top(x):\n    if x:\n        high(x)\n"
    )
    assert python(text, "low") == "Returns `x + 1`; called by `high`."
    assert python(text, "high") == (
        "Calls `low` (“Returns `x + 1`”); asks whether `x`; called by `top`."
    )


def test_members_of_a_cycle_see_none_of_each_other():
    text = (
        "def even(n):\n    if n:\n        odd(n - 1)\n\n\n"
        "def odd(n):\n    if n:\n        even(n - 1)\n"
    )
    assert python(text, "even") == "Calls `odd`; asks whether `n`; called by `odd`."


def test_a_class_is_told_by_what_it_extends_and_holds():
    text = "class A(Base):\n    size = 3\n\n    def open(self):\n        pass\n"
    assert python(text, "A") == "Extends `Base`; defines `open`; holds `size = 3`."


def test_statements_are_told_by_what_they_define_call_and_import():
    found = python("import os\n\nLIMIT = 3\nsetup(LIMIT)\n", "statements")
    assert found == "Defines `LIMIT = 3`; calls `setup`; imports `os`."


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"),
    [
        (
            "A.java", "java",
            "class A {\n  private int size;\n  int getSize() {\n    return size;\n  }\n}\n",
            "A.getSize", "Returns `size` (`int`).",
        ),
        (
            "A.java", "java",
            "class A {\n  private int size;\n  A(int s) {\n    size = s;\n    check(s);\n  }\n}\n",
            "A.A", "Sets `size` to `s`; calls `check`.",
        ),
        (
            "a.js", "javascript",
            "function close(x) {\n  // why\n  x.end();\n}\n", "close", "Runs `x.end()`.",
        ),
        (
            "a.js", "javascript",
            "function f(x) {\n  return x === 1\n    ? 'one'\n    : 'many';\n}\n", "f",
            "Returns `x === 1 ? 'one' : 'many'`.",
        ),
        (
            "a.bat", "batch",
            ":help\n%BUILD% -M help %SOURCES%\n", "help", "Runs `%BUILD% -M help %SOURCES%`.",
        ),
        (
            "a.pas", "delphi",
            "procedure T.Rest;\nbegin\n  // nothing to do\nend;\n", "T.Rest",
            "Has an empty body; with the remark “Nothing to do”.",
        ),
        (
            "a.pas", "delphi",
            "function T.Add(a: Integer;\n  b: Integer): Integer;\nbegin\n  Log('x');\nend;\n",
            "T.Add", "Runs `Log('x')`.",
        ),
        ("a.rb", "ruby", "def name\n  @name\nend\n", "name", "Returns `@name`."),
        (
            "a.rs", "rust",
            "fn twice(x: i32) -> i32 {\n    x * 2\n}\n", "twice", "Returns `x * 2`.",
        ),
        (
            "a.go", "go",
            'package a\n\nfunc Get() string {\n\treturn "x"\n}\n', "Get", 'Returns `"x"` (`string`).',
        ),
        ("a.c", "c", "int f(int x) { return x + 1; }\n", "f", "Returns `x + 1`."),
    ],
)  # fmt: skip
def test_other_languages_are_read_the_same_way(path, language, text, name, sentence):
    assert said(path, language, text, name) == sentence


def test_a_document_is_told_by_its_first_sentence_or_by_what_stands_instead():
    text = (
        "# Guide\n\nHow to use it. More.\n\n## List\n\n- one thing\n- two\n\n"
        "## Code\n\n```\nrun it\n```\n"
    )
    found = {
        summary.title: summary.responsibility.text if summary.responsibility else ""
        for summary in summaries("a.md", "markdown", text).values()
    }
    assert found["Guide"] == "How to use it; heads the sections “List” and “Code”."
    assert found["Code"] == "Shows an example from `run it`."
    assert found["List"].startswith("Lists 2 items: ")


def test_a_file_of_licence_and_comments_says_so():
    text = "# Copyright (c) 2020 X\n"
    (summary,) = summaries("a.unknown", "", text).values()
    assert summary.responsibility is not None
    assert summary.responsibility.text == "Holds nothing but a licence header."


def claims(text: str, kind: ClaimKind) -> list[Claim]:
    found = summaries("a.py", "python", text)["f"]
    return [claim for claim in found.claims if claim.kind is kind]


def test_inputs_and_outputs_are_claimed_with_their_line():
    text = "def f(a: int, *, b: str = 'x') -> list[int]:\n    return [a]\n"
    assert [claim.text for claim in claims(text, ClaimKind.INPUT)] == [
        "`a` (`int`).",
        "`b` (`str`), by default `'x'`.",
    ]
    (output,) = claims(text, ClaimKind.OUTPUT)
    assert (output.text, output.evidence[0].line) == ("Returns `list[int]`.", 1)


def test_rules_exceptions_and_changes_are_claimed_with_their_line():
    text = (
        "def f(self, n):\n    if n > 20:\n        raise ValueError(n)\n"
        "    self.total = n\n    # TODO: round\n"
    )
    (rule,) = claims(text, ClaimKind.RULE)
    (raised,) = claims(text, ClaimKind.EXCEPTION)
    (change,) = claims(text, ClaimKind.SIDE_EFFECT)
    (note,) = claims(text, ClaimKind.NOTE)
    assert "n > 20" in rule.text
    assert rule.evidence[0].line == 2
    assert (raised.text, raised.evidence[0].line) == ("Raises `ValueError`.", 3)
    assert (change.text, change.evidence[0].line) == ("Changes `self.total`.", 4)
    assert (note.text, note.evidence[0].line) == ("To do: round.", 5)


def test_who_only_asks_for_a_file_neither_reads_nor_writes_it():
    text = (
        "import os\n\ndef f(path):\n    if os.path.exists(path):\n        os.remove(path)\n"
        "        return True\n    return False\n"
    )
    told = python(text)
    assert told.startswith("Removes files (`os.remove`); ")
    assert told.endswith("; asks the file system (`os.path.exists`).")
    assert "removes files (`os.remove`)" in told.lower()


def test_what_is_done_on_a_failure_alone_comes_after_the_rest():
    text = (
        "import sys\n\ndef f(path):\n    try:\n        g(path)\n    except OSError:\n        sys.exit(1)\n"
        "    path.close()\n\n\ndef g(path):\n    return 5\n"
    )
    told = python(text, "f")
    assert told == (
        "Calls `g` (“Returns `5`”); also calls `path.close`; "
        "starts or ends a process or a thread (`sys.exit`)."
    )


@pytest.mark.parametrize(
    ("mark", "notes"),
    [
        ("@cached", []),
        ("@deprecated('use g')", [("Deprecated: `@deprecated('use g')`.", 1)]),
        ("@warnings.deprecated('no')", [("Deprecated: `@warnings.deprecated('no')`.", 1)]),
    ],
)
def test_a_decorator_is_a_note_only_if_it_takes_the_definition_out_of_use(mark, notes):
    found = claims(f"{mark}\ndef f():\n    return 1\n", ClaimKind.NOTE)
    assert [(claim.text, claim.evidence[0].line) for claim in found] == notes


@pytest.mark.parametrize(
    ("kind", "source", "name", "sentence"),
    [
        (
            "markdown",
            ["# Load\n", "\n", 'It holds "orders" of\n', "a day. Then more."],
            "Load",
            'It holds "orders" of a day.',
        ),
        ("markdown", ["## Load\n"], "Load", "Load."),
        ("markdown", ["| a | b |\n"], "| a | b |", "Begins with `| a | b |`."),
        ("code", ["import a\n", "def load(x):\n", "    pass\n"], "import a", "Defines `load`."),
        ("code", ["# Read the orders.\n", "x = 1"], "Read the orders.", "Read the orders."),
        ("code", ["x = 1\n", "y = 2"], "x = 1", "Runs `x = 1` and 1 more line."),
        ("code", ["x = 1\n", "y = 2\n", "z"], "x = 1", "Runs `x = 1` and 2 more lines."),
    ],
)
def test_a_cell_of_a_notebook(kind: str, source: list[str], name: str, sentence: str) -> None:
    cells = [{"cell_type": kind, "metadata": {}, "source": source}]
    text = json.dumps({"cells": cells, "nbformat": 4}, indent=1)
    assert said("a.ipynb", "notebook", text, name) == sentence


def test_a_cell_without_text_is_told_nothing_of() -> None:
    cells = [{"cell_type": "code", "metadata": {}, "source": []}]
    text = json.dumps({"cells": cells, "nbformat": 4}, indent=1)
    assert said("a.ipynb", "notebook", text, "Cell 1")


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"),
    [
        ("A.java", "java", "class A extends B implements C, D<E> {\n  int n;\n}\n", "A",
         "Extends `B` and implements `C` and `D<E>`; holds `n`."),
        ("a.ts", "typescript", "interface C { go(): void }\nclass A implements C { go() { run(); } }\n",
         "A", "Implements `C` (“Asks implementers for `go`”); defines `go`"),
        ("a.cs", "csharp", "interface IC { void Go(); }\nclass A : B, IC {\n  int n;\n}\n", "A",
         "Extends `B` and implements `IC`"),
    ],
)  # fmt: skip
def test_what_a_class_implements_it_does_not_extend(path, language, text, name, sentence):
    assert said(path, language, text, name).startswith(sentence)


@pytest.mark.parametrize(
    ("body", "claim"),
    [
        ("if d is False:\n    if not n:\n        return 1",
         "When `d is False` and `not n`, returns `1`."),
        ("if n > 3:\n    n = 3", "Asks whether `n > 3`."),
        ("if n > 3:\n    if n > 4:\n        n = 3", "When `n > 3`, asks whether `n > 4`."),
        ("t = tarfile.open(n)\nt.list()", "Reads or writes files: `tarfile.open().list`."),
        ("os.rmdir(n)", "Removes files: `os.rmdir`."),
    ],
)  # fmt: skip
def test_claims(body, claim):
    inside = body.replace("\n", "\n    ")
    text = f"import os\nimport tarfile\n\ndef f(d, n):\n    {inside}\n"
    assert claim in [one.text for one in summaries("a.py", "python", text)["f"].claims]


def test_what_a_head_declares_may_be_raised():
    text = "class A {\n  void f(int x) throws Odd, Even {\n    g();\n    throw new Odd();\n  }\n}\n"
    told = [one.text for one in summaries("A.java", "java", text)["A.f"].claims]
    assert {"Raises `Odd`.", "May raise `Even`."} <= {*told}


def test_a_value_of_an_enumeration_is_told_as_written():
    text = "enum Kind { Regex(String), Other }\nfn f(s: String) {\n    g(1);\n    h(Kind::Regex(s));\n}\n"
    told = summaries("a.rs", "rust", text)["f"]
    assert told.responsibility is not None
    assert "`Kind::Regex`" in told.responsibility.text
    assert "Creates `Kind`." in [one.text for one in told.claims]


def test_an_entry_of_a_table_is_not_run():
    text = (
        "package a\n\nfunc init() {\n\tdata = make([]byte, SIZE)\n\tfor i := 0; i < SIZE; i++ {\n"
        '\t\tdata[i] = byte(i)\n\t}\n\thead = map[string]string{"key": "Agent",\n'
        '\t\t"value": "Mozilla/5.0 (Windows)"}\n}\n'
    )
    assert '"value"' not in said("a.go", "go", text, "init")


def test_a_sign_between_parameters_is_no_input():
    told = summaries("a.py", "python", "def f(a, /, *, b):\n    return a + b\n")["f"].claims
    assert [one.text for one in told if one.kind is ClaimKind.INPUT] == ["`a`.", "`b`."]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        (("class _Used:\n    def __init__(self, n):\n        self.n = n\n\nclass _NotUsed(_Used):\n    pass\n\n"
         "def f():\n    return _NotUsed(1)\n"), ["Creates `_NotUsed`."]),
        ("def f(n):\n    g = lambda x: x + n\n    return g(1)\n", []),
    ],
)  # fmt: skip
def test_what_is_called_is_claimed_by_a_name_of_the_source(text, claim):
    told = summaries("a.py", "python", text)["f"].claims
    assert [one.text for one in told if one.kind is ClaimKind.DEPENDENCY] == claim
