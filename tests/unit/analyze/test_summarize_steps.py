"""Sentences where neither words nor resolved calls tell what code or data is for."""

import pytest

from tests.unit.analyze.test_summarize_compose import said, summaries

PASCAL = """\
type
  IStream = interface
    procedure Close;
  end;
  TStream = class(TInterfacedObject, IStream)
    procedure Close;
    function Size: Integer;
  end;

implementation

procedure TStream.Close;
begin
  FStream.Free;
  FOpen := False;
end;

function TStream.Size: Integer;
var n : Integer;
begin
  if FStream <> nil
  then Result := FStream.Size
  else raise ENotOpen.Create('closed');
end;
"""


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"),
    [
        (
            "a.pas", "delphi", PASCAL, "TStream.Close",
            "Declared here, defined further down (“Runs `FStream.Free`”).",
        ),
        (
            "a.pas", "delphi", PASCAL, "TStream.Size~2",
            ("Returns `FStream.Size` when `FStream <> nil`; raises `ENotOpen`; part of `TStream` (“Extends "
            "`TInterfacedObject` and implements `IStream`”)."),
        ),
        (
            "a.erl", "erlang", "close(S) -> gen_tcp:close(S#s.socket).\n", "close",
            "Returns `gen_tcp:close(S#s.socket)`.",
        ),
        (
            "a.erl", "erlang",
            "read(S, N)\nwhen N >= 0 ->\n  {ok, B} = gen_tcp:recv(S, N),\n  {S, B}.\n", "read",
            "Runs `gen_tcp:recv(S, N)`.",
        ),
        (
            "a.d", "d",
            ("class L {\n  void read(R r) {\n    if (first_) {\n      first_ = false;\n"
            "    } else {\n      skip(r, SEP);\n    }\n  }\n}\n"), "L.read",
            "Sets `first_` to `false` when `first_`; calls `skip`.",
        ),
        (
            "a.ml", "ocaml", "let twice x = x * 2\n", "twice",
            "Is one expression: `x * 2`.",
        ),
        (
            "a.y", "yacc", "%%\nCount:\n  tok_one\n    {\n      $$ = 1;\n    }\n| tok_many\n;\n",
            "Count", "A rule of 2 alternatives, the first `tok_one`.",
        ),
    ],
)  # fmt: skip
def test_a_body_without_a_grammar_is_told_step_by_step(path, language, text, name, sentence):
    assert said(path, language, text, name) == sentence


def test_an_empty_method_is_told_by_the_methods_that_override_it():
    text = (
        "class Base:\n    def write(self):\n        pass\n\n\n"
        "class Real(Base):\n    def write(self):\n        emit(self)\n"
    )
    assert said("a.py", "python", text, "Base.write") == (
        "Has an empty body; overridden by `Real.write`."
    )


def test_two_bases_of_one_name_are_no_base():
    text = (
        "class Base:\n    def write(self):\n        pass\n\n\n"
        "if x:\n    class Base:\n        def write(self):\n            pass\n\n\n"
        "class Real(Base):\n    def write(self):\n        emit(self)\n"
    )
    told = said("a.py", "python", text, "Base.write")
    assert told == "Has an empty body; namesake of `Real.write`."


def test_a_namespace_is_told_by_what_it_holds():
    text = "namespace a {\nnamespace b {\nclass Pipe {\n  int x;\n};\nvoid close();\n}\n}\n"
    assert said("a.cpp", "cpp", text, "a") == "`namespace a` with `Pipe` and `close`."


def first(path: str, language: str, text: str, title: str = "") -> str:
    """The sentence of the chunk with a title, or of the first one."""
    for summary in summaries(path, language, text).values():
        if summary.responsibility is not None and title in ("", summary.title):
            return summary.responsibility.text
    return ""


@pytest.mark.parametrize(
    ("path", "language", "text", "title", "sentence"),
    [
        (
            "a.html", "html",
            ('{% extends "base.html" %}\n{% block content %}\n<h1>Log In</h1>\n'
            '<form><input name="user"><input name="password"></form>\n{% endblock %}\n'), "Log In",
            "Headed “Log In”; asks for `user` and `password`.",
        ),
        (
            "a.html", "html", '{% extends "base.html" %}\n{% block title %}{% endblock %}\n', "",
            "Extends `base.html`; fills in `title`.",
        ),
        (
            "a.rst", "restructuredtext",
            "API\n===\n\n.. currentmodule:: shop\n\n.. autoclass:: Cart\n   :members:\n", "API",
            "Documents `Cart`; looks up names in the module `shop`.",
        ),
        (
            "a.rst", "restructuredtext",
            "API\n===\n\n.. currentmodule:: None\n\n.. autoclass:: shop.Cart\n   :members:\n", "API",
            "Documents `shop.Cart`.",
        ),
        (
            "a.md", "markdown",
            "# Top\n\n## One\n\nText of one.\n\n## Two\n\nText of two.\n", "Top",
            "Heads the sections “One” and “Two”.",
        ),
        (
            "a.md", "markdown",
            "# Top\n\n| Name | Price |\n|---|---|\n| a | 1 |\n| b | 2 |\n", "Top",
            "Tabulates “Name” and “Price” in 2 rows.",
        ),
        ("a.md", "markdown", "# Top\n\n    make all\n", "Top", "Shows the example `make all`."),
        (
            "a.py", "python", "# Copyright 2020 X\n# Licensed under the Apache License\n", "",
            "Puts the file under the licence Apache 2.0.",
        ),
        (
            "a.go", "go", "package a\n\nfunc f() {}\n\n// Helpers of the tests\n\nfunc g() {}\n",
            "", "Declares `package a`; heads the file of `f` and `g`.",
        ),
        (
            "CMakeLists.txt", "cmake",
            "message(STATUS hello)\nif(Clang_FOUND)\n  set(A check)\nendif()\n", "",
            ("Runs `message(STATUS hello)` and `set(A check)`; "
            "asks whether `Clang_FOUND`."),
        ),
        (
            "names", "", "node_modules/\nbuild_*\ndist_*\n", "",
            "Lists 3 lines: `node_modules/`, `build_*` and `dist_*`.",
        ),
        (
            "a.py", "python", "from flask import Flask, request\nimport os\n", "",
            "Imports `Flask` and `request` of `flask` and `os`.",
        ),
    ],
)  # fmt: skip
def test_what_is_no_definition_is_told_by_what_it_holds(path, language, text, title, sentence):
    assert first(path, language, text, title) == sentence


def test_what_a_function_within_raises_is_not_raised_by_the_outer_one():
    text = "def f(app):\n    def g(error):\n        raise error\n\n    app.on(g)\n    app.run()\n"
    assert said("a.py", "python", text, "f") == "Calls `app.on` and `app.run`."


def test_a_local_name_is_no_field_of_the_same_name():
    text = (
        "class A:\n    limit = 3\n\n    def f(self):\n        limit = self.get()\n"
        "        emit(limit)\n        return limit + 1\n"
    )
    assert (
        said("a.py", "python", text, "A.f") == "Returns `limit + 1`; calls `emit` and `self.get`."
    )


def test_a_heading_over_a_row_of_backticks_is_no_example():
    text = "Top\n===\n\nFolder\n``````\n\nA blueprint has a folder.\n"
    assert first("a.rst", "restructuredtext", text, "Folder") == "A blueprint has a folder."
