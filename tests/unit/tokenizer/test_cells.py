"""The text of a notebook's cells, on the lines of its file."""

import json

import pytest

from sourcebook.tokenizer.cells import said


def cell(source: object, indent: int | None = 1, **more: object) -> str:
    return json.dumps({"cell_type": "code", **more, "source": source, "x": ["y"]}, indent=indent)


def test_each_line_of_code_stays_on_its_line():
    source = ["import a\n", "\n", 'print("[1]", "\\t")  # é\n', "x = 1"]
    text = cell(source, outputs=[{"text": ["42\n"]}])
    lines = said(text).split("\n")
    assert len(lines) == len(text.split("\n"))
    for line in filter(str.strip, source):
        at = lines.index(line.rstrip("\n"))
        assert json.dumps(line) in text.split("\n")[at]
    assert "".join(lines) == "".join(line.rstrip("\n") for line in source)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (cell("a = 1\nb = 2", None), "a = 1 b = 2"),
        (cell(["a = 1\n", "b = 2"], None), "a = 1 b = 2"),
        (cell(["source = x"]), "source = x"),
        ('"source": [\n"cut off \\q",\n', "cut off \\q"),
    ],
)
def test_other_layouts_are_read_too(text: str, told: str):
    assert said(text).strip() == told
    assert said(text).count("\n") == text.count("\n")


@pytest.mark.parametrize("text", ['{\n "metadata": {}\n}', cell([]), ""])
def test_what_says_nothing_stays_as_it_is(text: str):
    assert said(text) == text
