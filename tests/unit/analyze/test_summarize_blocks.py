"""Sentences about what does nothing when it runs: comments, sections, jumps, texts of macros."""

import pytest

from tests.unit.analyze.test_summarize_compose import said, summaries


def every(path: str, language: str, text: str) -> list[str]:
    """All sentences of a file."""
    told = [one.responsibility for one in summaries(path, language, text).values()]
    return [claim.text for claim in told if claim is not None]


@pytest.mark.parametrize(
    ("path", "language", "text", "sentence"),
    [
        (
            "a.thrift", "thrift", "/*\n the carts of a shop,\n in(which) they hold its goods\n*/\nnamespace cpp shop\nstruct A {\n  1: i32 a\n}\n",
            "The carts of a shop, in(which) they hold its goods; declares `namespace cpp shop`.",
        ),
        (
            "a.st", "smalltalk", "!Set methodsFor: 'reading' stamp: 'x'!\nread\n\t\"element type\"\n\t^ Set new: 1! !\n",
            "Returns `Set new: 1`.",
        ),
        (
            "a.pas", "delphi", "interface\n\nuses\n  {$IFDEF OLD}\n  Windows,\n  {$ENDIF}\n  Shop.Cart,\n  Shop.Till;\n\ntype\n  TA = class\n    procedure Go;\n  end;\n",
            "Opens the section `interface` with `TA`.",
        ),
        (
            "a.dart", "dart", "library shop;\n\nexport 'src/cart.dart' show Cart;\n",
            "Declares `library shop` and `export 'src/cart.dart' show Cart`.",
        ),
        (
            "a.swift", "swift", "class A {\n  func end() throws {\n    return\n  }\n}\n", "Does no more than return.",
        ),
        (
            "a.ml", "ocaml", "exception Shut;;\nexception Torn of string;;\nlet f x = x + 1\n",
            "Declares `exception Shut` and `exception Torn of string`; heads the file of `f`.",
        ),
    ],
)  # fmt: skip
def test_what_does_nothing_is_not_told_as_run(path, language, text, sentence):
    assert sentence in every(path, language, text)


@pytest.mark.parametrize(
    ("path", "language", "text", "name", "sentence"),
    [
        (
            "a.c", "c", "int f(void) {\n  return 0;\n  /*\n  if (run(command)) {\n    return 1;\n  }\n  */\n}\n", "f",
            "Does no more than return `0` (`int`).",
        ),
        (
            "a.pas", "delphi", "procedure A.Send;\nbegin\n  FInput := nil;\n  FSize := 0;\n  FInput := TInput.Create(x);\n  if a then begin\n    Exit;\n  end;\nend;\n", "A.Send",
            "Sets `FInput` and `FSize` to `0`; asks whether `a`.",
        ),
        (
            "a.rs", "rust", "fn f(t: T) -> R {\n    t\n        .put::<u8>(1)\n        .map_err(From::from)\n}\n", "f",
            "Returns `t.put::<u8>(1).map_err(From::from)`.",
        ),
        (
            "A.cs", "csharp", "class A {\n  public A(int n)\n    : this(n, 0)\n  {\n  }\n  public A(int n, int m) { N = n; M = m; }\n}\n", "A.A",
            "Does no more than call `this(n, 0)`.",
        ),
        (
            "a.st", "smalltalk",
            "!A methodsFor: 'asking' stamp: 'x'!\nisOpen\n\t^ stream isNil not\n\t\tand: [stream socket isConnected]\n\t\tand: [stream socket isOtherEndOfItClosed not]! !\n", "A.isOpen",
            "Returns `stream isNil not and: [stream socket isConnected] and: […]`.",
        ),
    ],
)  # fmt: skip
def test_what_is_told_of_a_body_holds_of_the_whole_of_it(path, language, text, name, sentence):
    assert said(path, language, text, name) == sentence


def test_a_program_within_a_macro_of_m4_is_not_run():
    head = "AC_DEFUN([HAS_SUM],\n[\nAC_MSG_CHECKING([sum])\nAC_TRY_RUN([\n"
    text = f"{head}int main() {{\n  if (sum(1)) {{\n    return 1;\n  }}\n}}\n])\n])\n"
    assert every("a.m4", "m4", text) == ["Defines `HAS_SUM`."]


def test_a_condition_without_a_main_clause_is_no_sentence():
    text = "/**\n * If you call it this way (by a script)\n *\n *     run --all\n *\n * the one below is called for each class of the shop.\n */\nclass A {\n}\n"
    assert "The one below is called for each class of the shop." in every("A.hx", "haxe", text)


def test_a_value_that_is_told_by_itself_is_only_begun():
    text = "var twice = {\n  of: function (n) {\n    return n + n;\n  }\n};\n"
    assert any(
        sentence.startswith("Begins the value of `twice`")
        for sentence in every("a.js", "javascript", text)
    )


def test_an_example_between_fences_is_shown_behind_a_colon():
    text = "# Binary\n\nBinary is sent as follows:\n\n```\nlength of the bytes\n```\n"
    assert "Binary is sent as follows; shows `length of the bytes`." in every(
        "a.md", "markdown", text
    )


def test_a_type_of_one_line_is_told_with_its_words():
    text = "/// Makes carts.\n#[derive(Default)]\npub struct Factory;\n\nfn f() {\n    go();\n}\n"
    assert "Defines `Factory` (“Makes carts”)." in every("a.rs", "rust", text)


def test_commands_in_a_document_are_no_sentence():
    text = "# Shop\n\n  wget http://a.example/b-1.0.tar.gz\n  make install\n"
    assert "Lists `wget http://a.example/b-1.0.tar.gz` and `make install`." in every(
        "a.md", "markdown", text
    )


def test_a_title_without_a_heading_of_its_own_names_the_sections_below():
    text = "Shop\n\nLicense\n=======\n\nFree as it is.\n\nHow to buy\n==========\n\nYou take it and go on.\n"
    assert any(
        "heads the section “How to buy”" in one
        for one in every("a.md", "markdown", "The Great " + text)
    )


def test_a_method_of_a_prototype_is_told_by_what_it_is_called_on():
    text = "/** Carts of a small shop. */\nfunction Cart() {\n  this.n = 0;\n}\n\nCart.prototype.end = function() {\n};\n"
    assert "Has an empty body; part of `Cart` (“Carts of a small shop”)." in every(
        "a.js", "javascript", text
    )


def test_a_heading_of_tex_is_told_without_its_command():
    text = "\\section{Shop}\n\n\\subsection{Carts of a shop}\n\nThe carts hold what is bought in the shop.\n"
    assert any("“Carts of a shop” comes next" in one for one in every("a.tex", "tex", text))


def test_a_line_that_begins_with_a_name_between_quotes_begins_a_sentence():
    text = '#!/bin/sh\n\n# The build has stages: "carts" and "shops"\n# The "carts" stage makes all the carts.\n\nset -e\nmake carts\n'
    assert any(
        one.startswith('The build has stages: "carts" and "shops";')
        for one in every("a.sh", "bash", text)
    )
