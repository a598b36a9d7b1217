import pytest

from tests.unit.analyze.reading import parsed


def headings(path: str, source: str) -> list[tuple[int, str]]:
    return [(each.name_line, each.qualified) for each in parsed(path, source).symbols[1:]]


def test_markdown_headings():
    source = (
        "---\ntitle: x\n# no\n---\n# A #\n\n```sh\n# no\n```\n~~~\n## no\n```\n~~~\n"
        "    # no\n#no\n## B [link](x)\n\nSetext\n===\n\n- item\n---\n\ntext\n---\n#\n"
    )
    assert headings("a.md", source) == [
        (5, "A"),
        (16, "A.B [link](x)"),
        (18, "Setext"),
        (24, "Setext.text"),
        (26, "Untitled"),
    ]


def test_restructuredtext_titles_rank_by_their_first_use():
    source = (
        "=====\nTitle\n=====\n\nPart\n----\n\ntext\nmore\n\nSub\n~~~\n\nPart 2\n------\n\n"
        "::\n\n  code\n  ----\n\nNo\n--\n"
    )
    assert headings("a.rst", source) == [
        (2, "Title"),
        (5, "Title.Part"),
        (11, "Title.Part.Sub"),
        (14, "Title.Part 2"),
        (22, "Title.No"),
    ]


def test_html_headings_hold_each_other():
    source = "<body><h1>One <b>x</b></h1><p>a</p>\n<h2>Two</h2>\n<h1>Three</h1></body>\n"
    assert headings("a.html", source) == [(1, "One x"), (2, "One x.Two"), (3, "Three")]


def test_cells_of_a_notebook():
    source = (
        '{"cells": [\n {"cell_type": "markdown", "source": ["# Selling\\n", "x"]},\n'
        ' {"cell_type": "code", "source": "import a\\n"},\n {"cell_type": "code"}\n]}\n'
    )
    assert headings("a.ipynb", source) == [(2, "Selling"), (3, "import a"), (4, "Cell 3")]


@pytest.mark.parametrize(
    ("path", "source", "doc", "line"),
    [
        (
            "a.md",
            "# T\n\n[![b](c)](d)\n\nSells *things*\nto `people`.\n\nx\n",
            "Sells things to people.",
            5,
        ),
        ("a.rst", "T\n=\n\n.. note:: x\n\nSells **things**.\n", "Sells things.", 6),
        ("a.md", "# Only a heading\n", "", 0),
        ("a.py", '#!/usr/bin/env python\n"""Doc.\n\nMore.\n"""\n', "Doc.\n\nMore.", 2),
        ("a.js", "// Copyright 2024 A.\n\n/** Sells. */\n\nimport a from 'b';\n", "Sells.", 3),
        ("a.js", "/** Not the file's. */\nfunction f() {}\n", "", 0),
        ("a.go", "// Package a sells.\npackage a\n", "Package a sells.", 1),
        ("a.sh", "#!/bin/sh\n# Sells.\nset -e\n", "Sells.", 2),
        ("a.php", "<?php\n/** Sells. */\n\nfoo();\n", "Sells.", 2),
        ("a.rs", "//! Sells.\n//! Twice.\nuse a;\n", "Sells.\nTwice.", 1),
    ],
)
def test_the_documentation_of_a_file(path: str, source: str, doc: str, line: int):
    file = parsed(path, source)
    assert (file.doc, file.doc_line) == (doc, line)
