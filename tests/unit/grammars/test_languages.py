import re
from pathlib import Path

import pytest

from sourcebook import analyze
from sourcebook.analyze.patterns import patterns
from sourcebook.analyze.syntax.grammar import grammar
from sourcebook.grammars.languages import language, language_of, languages

ANALYZE = Path(str(analyze.__file__)).parent


@pytest.mark.parametrize(
    ("path", "head", "name"),
    [
        ("a/b.py", b"", "python"),
        ("b.PY", b"", "python"),
        ("view.d.ts", b"", "typescript"),
        ("Card.tsx", b"", "tsx"),
        ("Makefile", b"", "makefile"),
        ("docker/Dockerfile.prod", b"", "dockerfile"),
        ("CMakeLists.txt", b"", "cmake"),
        ("LICENSE", b"", "text"),
        ("a.unknown", b"", ""),
        ("a", b"", ""),
        ("tool", b"#!/usr/bin/env python3\n", "python"),
        ("tool", b"#!/usr/bin/env -S node --harmony\n", "javascript"),
        ("tool", b"#! /bin/sh -e\n", "bash"),
        ("tool", b"#!/usr/bin/env PATH=/x ruby\n", "ruby"),
        ("a.h", b"int f(void);\n", "c"),
        ("a.h", b"namespace a {\nclass B {};\n}\n", "cpp"),
        ("a.h", b"#import <Foundation/Foundation.h>\n@interface A : B\n", "objective-c"),
        ("pkg/BUILD.bazel", b"", "starlark"),
        ("WORKSPACE", b'workspace(name = "a")\n', "starlark"),
        ("BUILD", b"# Rules\ngo_library(\n    name = 'x',\n)\n", "starlark"),
        ("BUILD", b"How to build it: run make(1).\n", ""),
        ("build", b"#!/bin/sh\nrun() {\n  make\n}\n", "bash"),
        ("app.config", b"<configuration/>", "xml"),
        ("app.config", b"key = 1\n", "ini"),
    ],
)
def test_the_language_of_a_file(path: str, head: bytes, name: str):
    assert language_of(path, head) == name


def test_every_grammar_and_query_fits():
    """A grammar that cannot be loaded would silently cost a language its symbols."""
    for name, row in languages().items():
        assert (grammar(name) is not None) == bool(row.grammar)


def test_every_query_file_belongs_to_a_language():
    named = {query for row in languages().values() for query in row.queries or (row.name,)}
    files = {path.stem for path in (ANALYZE / "queries").glob("*.scm")}
    assert files
    assert files <= named


def test_every_pattern_belongs_to_a_language():
    text = (ANALYZE / "patterns.toml").read_text(encoding="utf-8")
    tables = set(re.findall(r"^\[([\w-]+)", text, re.MULTILINE))
    assert tables <= set(languages())


@pytest.mark.parametrize("name", [row for row in languages() if languages()[row].kind == "code"])
def test_code_has_a_grammar_or_patterns(name: str):
    assert language(name).grammar or patterns(name).definitions
