import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.analyze.summarize.markup import plain
from sourcebook.analyze.summarize.sentences import (
    WHOLE,
    clip,
    echoes,
    first_sentence,
    is_licence,
    is_prose,
)


def said(doc: str) -> str | None:
    found = first_sentence(doc)
    return found.text if found else None


@pytest.mark.parametrize(
    ("doc", "text"),
    [
        ("close the session", "Close the session."),
        ("Reads e.g. a file. Then more.", "Reads e.g. a file."),
        (
            "Uses the value of J. Smith et al. for this. More.",
            "Uses the value of J. Smith et al. for this.",
        ),
        ("Version 1.2.3 of the wire format. Old.", "Version 1.2.3 of the wire format."),
        ("Is it open? Yes.", "Is it open?"),
        ("Folds\n    the lines\n    of a paragraph.", "Folds the lines of a paragraph."),
        ("セッションを閉じる。次の文。", "セッションを閉じる。"),
        ("Title\n=====\n\nWhat it is about.", "What it is about."),
        ("# Title\n\nWhat it is about.", "What it is about."),
        (".. note:: careful\n\nWhat it is about.", "What it is about."),
        ("TODO: write this.\nJoins two lists.", "Joins two lists."),
        ("eslint-disable no-alert\nJoins two lists.", "Joins two lists."),
        ("Usage::\n\n    run(x)\n\nRuns it all.", "Runs it all."),
        ("```\ncode here\n```\nRuns it all.", "Runs it all."),
        ("@brief Joins two lists.\n@param a one", "Joins two lists."),
        ("Joins two lists.\n@param a one\n@return both", "Joins two lists."),
        ("@return the number of open files", "Returns the number of open files."),
        (":returns: the number of open files", "Returns the number of open files."),
        ("- first of many\n- second", "First of many."),
        ("parse_args reads the line.", "parse_args reads the line."),
        ("*/", None),
        ("", None),
        ("@param x the only tag", None),
    ],
)
def test_the_first_sentence_that_says_something(doc, text):
    assert said(doc) == text


@pytest.mark.parametrize(
    "licence",
    [
        "Copyright (c) 2020 The Authors. All rights reserved.",
        "Licensed to the Apache Software Foundation (ASF) under one",
        "SPDX-License-Identifier: MIT",
        "Permission is hereby granted, free of charge, to any person",
        "Redistribution and use in source and binary forms",
        "This file is part of the thing.",
        "Unless required by applicable law or agreed to in writing",
    ],
)
def test_a_licence_is_never_the_responsibility(licence):
    assert said(licence) is None
    assert said(f"{licence}\n\nReads the configuration.") == "Reads the configuration."


def test_ordinary_words_are_no_licence():
    assert not is_licence(
        "Checks whether the user has permission to see the page.".replace("to", "of")
    )
    assert said("Returns the licence plate of a car.") == "Returns the licence plate of a car."


@pytest.mark.parametrize(
    ("marked", "text"),
    [
        ("Makes a :class:`Foo` of ``x``.", "Makes a `Foo` of `x`."),
        ("Calls :meth:`~flask.Flask.run` now.", "Calls `run` now."),
        ("See :ref:`the guide <guide>` and :pep:`8`.", "See the guide and PEP 8."),
        ("A `link <https://example.org>`_ here.", "A link here."),
        ("Based on WSGI_ and `Jinja`_.", "Based on WSGI and Jinja."),
        ("Uses {@link Foo#bar} or {@link Foo the foo}.", "Uses `Foo.bar` or the foo."),
        ("Uses {@link\nFoo#bar} or {@link Foo\nthe foo}.", "Uses `Foo.bar` or the foo."),
        ("Is `False` if it's no `Field`.", "Is `False` if it's no `Field`."),
        ("*String*s are encoded.", "Strings are encoded."),
        ("Returns {@code null} if <code>x</code> is <b>big</b>.", "Returns `null` if `x` is big."),
        ('See <see cref="T:Foo.Bar"/> for more.', "See `Foo.Bar` for more."),
        ("A [link](https://example.org) and ![image](x.png).", "A link and ."),
        ("Makes a [`Foo`] of [`Bar`](x).", "Makes a `Foo` of `Bar`."),
        ("Gives `x[i][j]`, ``a[b](c)`` or `![x](y)`.", "Gives `x[i][j]`, `a[b](c)` or `![x](y)`."),
        ("A `[` without a matching `]`.", "A `[` without a matching `]`."),
        ("This is **very** *plain* text.", "This is very plain text."),
        ("An __important word__ of it.", "An important word of it."),
        (
            "Calls __init__ and a.__dict__ of x.__get__().",
            "Calls __init__ and a.__dict__ of x.__get__().",
        ),
        (
            "Keeps a * b and snake_case_name and a < b.",
            "Keeps a * b and snake_case_name and a < b.",
        ),
        ("Reads \\p path and @c mode.", "Reads `path` and `mode`."),
        ("Uses `old' quotes.", "Uses `old` quotes."),
        (
            "Named <name>-0.exe, see <div> and Map<K, V>.",
            "Named <name>-0.exe, see <div> and Map<K, V>.",
        ),
        ('<p align="center">A <b>web</b> server.</p>', "A web server."),
        ("One line.<br/>Other.<p>", "One line. Other."),
    ],
)
def test_markup_becomes_plain_text_with_code_in_backticks(marked, text):
    assert plain(marked) == text


def test_a_long_sentence_is_cut_at_a_word():
    text = said("word " * 100)
    assert text is not None
    assert len(text) <= WHOLE
    assert text.endswith("word…")


@given(st.text(alphabet="ab `.、 (\n", min_size=1, max_size=400))
def test_every_sentence_is_one_short_line_with_paired_backticks(doc):
    text = said(doc)
    if text is not None:
        assert "\n" not in text
        assert len(text) <= WHOLE + 1
        assert text.count("`") % 2 == 0


@given(st.text(max_size=300), st.integers(min_value=2, max_value=80))
def test_a_clipped_text_fits(text, limit):
    assert len(clip(text, limit)) <= limit


@given(st.text(max_size=300))
def test_no_documentation_is_too_odd(doc):
    first_sentence(doc)
    plain(doc)


@pytest.mark.parametrize(
    ("text", "name", "echo"),
    [
        ("Gets the name.", "get_name", True),
        ("Handles an HTTP exception.", "handle_http_exception", True),
        ("The configuration.", "conf", True),
        ("Gets the name from the session cookie.", "get_name", False),
        ("Closes what has been opened.", "Session.close", False),
        ("名前を返す。", "get_name", False),
    ],
)
def test_an_echo_says_only_the_name(text, name, echo):
    assert echoes(text, name) is echo


@pytest.mark.parametrize(
    ("text", "prose"),
    [
        ("Flask is a web framework.", True),
        ("名前を返す。", True),
        ("{% extends 'base.html' %} and more words", False),
        ("a = b + c; d = e; f = g;", False),
        ("Name: x Version: 1 License: MIT", False),
    ],
)
def test_prose_reads_like_a_sentence(text, prose):
    assert is_prose(text) is prose


def test_a_link_over_a_line_break_stays_one_word():
    doc = "Closes what {@link\n * org.example.Pipe#open} has\n * opened, see {@link Pipe\n * the pipe}."
    found = first_sentence(doc.replace("\n * ", "\n"))
    assert found is not None
    assert found.text == "Closes what `org.example.Pipe.open` has opened, see the pipe."


def test_a_title_without_a_stop_is_no_part_of_the_sentence_below():
    found = first_sentence("Reads a cart against itself\nUses two transports for that.\n")
    assert found is not None
    assert found.text == "Reads a cart against itself."


@pytest.mark.parametrize(
    ("doc", "text"),
    [
        ("The cart that holds all\nNormally this would be done by hand, which is slow.\n", "The cart that holds all."),
        ("IShop\nReads a thing that must be in the cart; otherwise fails.\n", "Reads a thing that must be in the cart; otherwise fails."),
        ("Puts a thing into the cart of some\nShop.\n", "Puts a thing into the cart of some Shop."),
        ("The folders of a cart:\n  /src  - its sources\n  /doc  - its papers\n", "The folders of a cart."),
    ],
)  # fmt: skip
def test_a_line_that_had_room_for_the_next_word_ends_a_sentence(doc, text):
    found = first_sentence(doc)
    assert found is not None
    assert found.text == text
