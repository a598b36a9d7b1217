"""Starlark: what build files define and load, along the grammar of Python."""

from tests.unit.analyze.reading import sample


def test_functions_and_targets():
    found = [(one.name_line, one.kind, one.name) for one in sample("shop.bzl").symbols[1:]]
    assert found == [
        (6, "constant", "_RATES"),
        (7, "constant", "NAMES"),
        (9, "function", "shop"),
        (19, "function", "_till"),
        (24, "key", "box"),
        (28, "key", "corner"),
    ]


def test_what_is_written_of_them():
    docs = {one.name: one.doc for one in sample("shop.bzl").symbols if one.doc}
    assert docs == {
        "shop": "Makes a shop of its sources.",
        "box": "The box at the door.",
    }
    assert sample("shop.bzl").doc == "Rules of the shop."


def test_what_is_loaded():
    assert [(one.module, one.names) for one in sample("shop.bzl").imports] == [
        ("@rules_go//go:def.bzl", (("go_library", "go_library"), ("go_binary", "binary"))),
        (":tax.bzl", (("tax", "tax"),)),
    ]
