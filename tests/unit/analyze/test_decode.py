import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourcebook.analyze.decode import column_of, decode, line_of, span_of
from sourcebook.analyze.encoding import is_binary, zero_pattern

SOURCE = "using System;\r\n\r\npublic class A {\r\n    // closes the café ledger\r\n}\r\n"


@pytest.mark.parametrize(
    ("raw", "encoding", "guessed"),
    [
        (codecs.BOM_UTF8 + SOURCE.encode(), "utf-8-sig", False),
        (codecs.BOM_UTF16_LE + SOURCE.encode("utf-16-le"), "utf-16-le", False),
        (codecs.BOM_UTF16_BE + SOURCE.encode("utf-16-be"), "utf-16-be", False),
        (codecs.BOM_UTF32_LE + SOURCE.encode("utf-32-le"), "utf-32-le", False),
        (SOURCE.encode("utf-16-le"), "utf-16-le", True),
        (SOURCE.encode("utf-16-be"), "utf-16-be", True),
        (SOURCE.encode(), "utf-8", False),
        (SOURCE.encode("latin-1"), "cp1252", True),
    ],
)
def test_any_unicode_form_and_western_text_are_read(raw, encoding, guessed):
    text = decode("a.cs", raw)
    assert text.data.decode() == SOURCE
    assert (text.encoding, text.guessed, text.replaced) == (encoding, guessed, 0)


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        ("# -*- coding: latin-1 -*-", "iso8859-1"),
        ("#!/usr/bin/python\n# vim: set fileencoding=latin-1 :", "iso8859-1"),
        ("// -*- mode: c; coding: iso-8859-1-unix -*-", "iso8859-1"),
        ('<?xml version="1.0" encoding="ISO-8859-1"?>', "iso8859-1"),
        ('@charset "iso-8859-1";', "iso8859-1"),
        ('<html><head>\n<meta charset="iso-8859-1">', "iso8859-1"),
        ('<META http-equiv="x" content="text/html; charset=iso-8859-1">', "iso8859-1"),
    ],
)
def test_a_declared_coding_is_believed(head, encoding):
    text = decode("a", f"{head}\nna\u00efve \u00c3\u00a9".encode("latin-1"))
    assert text.data.decode().endswith("na\u00efve \u00c3\u00a9")
    assert (text.encoding, text.guessed) == (encoding, False)


@pytest.mark.parametrize("name", ["no-such-coding", "utf-16", "rot13", "hex", "idna", "utf-7"])
def test_a_coding_that_cannot_be_meant_is_passed_over(name):
    text = decode("a.py", f"# coding: {name}\nx = '\u00e9'\n".encode())
    assert text.encoding == "utf-8"
    assert "\u00e9" in text.data.decode()


def test_a_coding_that_does_not_fit_is_passed_over():
    assert decode("a.py", "# coding: ascii\nx = '\u00e9'\n".encode()).encoding == "utf-8"


def test_markup_within_a_program_declares_nothing():
    source = "page = '<meta charset=latin-1>'  # café\n"
    assert decode("a.py", source.encode()).data.decode() == source


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_that_is_cut_within_a_letter_is_read_up_to_there(encoding):
    raw = SOURCE.encode(encoding) + b"\n"
    assert not is_binary(raw)
    text = decode("a.cs", raw)
    assert (text.encoding, text.replaced) == (encoding, 1)
    assert text.data.decode() == SOURCE + "\ufffd"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
def test_no_byte_order_mark_stays_where_files_were_joined(encoding):
    joined = "\ufeff\ufeffdef a(): pass\n\ufeffdef b(): pass\r\ufeffdef c(): return '\ufeff'\n"
    text = decode("a.py", joined.encode(encoding)).data.decode()
    assert text == "def a(): pass\ndef b(): pass\ndef c(): return '\ufeff'\n"


def test_only_the_stray_byte_of_utf8_is_replaced():
    raw = "# tolerance \u00b1 5\n# bad byte: ".encode() + b"\xb1" + b"\ndef measure(x):\n"
    text = decode("stray.py", raw)
    assert text.data.decode() == "# tolerance \u00b1 5\n# bad byte: \ufffd\ndef measure(x):\n"
    assert (text.encoding, text.replaced, text.guessed) == ("utf-8", 1, False)


def test_a_replacement_character_of_the_source_is_not_counted():
    assert decode("a.py", "x = '\ufffd'  # the mark itself\n".encode()).replaced == 0


@pytest.mark.parametrize(
    ("sentence", "encoding"),
    [
        ("// コメントです。これは日本語のテキストです\n", "cp932"),
        ("// 文字コードの判定を行う関数です。\n", "euc_jp"),
        ("// комментарий на русском языке про файл\n", "cp1251"),
        ("// 这是一个中文注释，说明函数的作用\n", "gb18030"),
        ("// zażółć gęślą jaźń i coś jeszcze\n", "cp1250"),
        ("/* prix total du café */\n", "cp1252"),
        ("# Author: José, naïve “quotes” – 5 €\n", "cp1252"),
    ],
)
def test_an_undeclared_encoding_is_guessed_and_said_to_be(sentence, encoding):
    text = decode("a.c", sentence.encode(encoding))
    assert text.data.decode() == sentence
    assert text.guessed


def test_lines_are_those_of_an_editor():
    raw = b"one\rtwo\r\nthree\n\x0cfour\xe2\x80\xa8still four"
    text = decode("a.txt", raw)
    lines = [text.data[start:].split(b"\n")[0] for start in text.line_starts]
    assert lines == [b"one", b"two\r", b"three", b"\x0cfour\xe2\x80\xa8still four"]


@pytest.mark.parametrize(
    ("raw", "count"), [(b"", 0), (b"a", 1), (b"a\n", 1), (b"\n", 1), (b"a\n\n", 2), (b"\r\r", 2)]
)
def test_a_line_end_ends_a_line_and_begins_none(raw, count):
    assert len(decode("a", raw).line_starts) == count


def test_zero_bytes_in_text_are_replaced_and_counted():
    text = decode("a.py", b"x = 1\0\n" * 40)
    assert b"\0" not in text.data
    assert text.replaced == 40


def test_spans_name_offsets_and_lines():
    text = decode("a.py", b"def a():\n    pass\n\ndef b():\n    pass\n")
    span = span_of(text, 19, 37)
    assert (span.start, span.end, span.line, span.end_line) == (19, 37, 4, 5)
    assert span_of(text, 0, 0).end_line == 1
    assert str(span_of(text, 0, 9)) == "L1-L1"


def test_columns_count_characters():
    text = decode("a.py", "x = 'é' + y\n".encode())
    assert column_of(text, text.data.index(b"y")) == 11


@settings(deadline=None)
@given(st.binary(max_size=400))
def test_every_input_has_a_text_with_sound_lines(raw):
    text = decode("a", raw)
    data = text.data.decode("utf-8")
    assert "\0" not in data
    assert list(text.line_starts) == sorted(set(text.line_starts))
    assert all(start == 0 or text.data[start - 1 : start] == b"\n" for start in text.line_starts)
    assert text.data.count(b"\n") + bool(text.data and text.data[-1:] != b"\n") == len(
        text.line_starts
    )
    assert b"\r" not in text.data.replace(b"\r\n", b"")


@settings(deadline=None)
@given(st.text(max_size=200), st.data())
def test_spans_grow_with_their_offsets(content, data):
    text = decode("a", content.encode("utf-8", "surrogatepass"))
    start = data.draw(st.integers(0, len(text.data)))
    end = data.draw(st.integers(start, len(text.data)))
    span = span_of(text, start, end)
    assert span.start <= span.end
    assert 1 <= span.line <= span.end_line <= max(len(text.line_starts), 1)


@settings(deadline=None)
@given(
    st.text(st.characters(codec="utf-8", exclude_characters="\0\r\ufeff"), min_size=1, max_size=100)
)
def test_text_in_utf16_comes_back_as_it_was(content):
    raw = codecs.BOM_UTF16_LE + content.encode("utf-16-le")
    assert decode("a", raw).data.decode().startswith(content[:5])


@settings(deadline=None)
@given(st.text(st.characters(max_codepoint=0x7E, min_codepoint=0x20), min_size=4, max_size=300))
def test_the_zero_pattern_knows_utf16_without_a_mark(content):
    assert zero_pattern(content.encode("utf-16-le")) == "utf-16-le"
    assert zero_pattern(content.encode("utf-16-be")) == "utf-16-be"
    assert zero_pattern(content.encode()) == ""


def test_binary_is_told_from_text_in_any_encoding():
    assert is_binary(bytes(range(256)) * 8)
    assert is_binary(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0")
    assert not is_binary(SOURCE.encode("utf-16-le"))
    assert not is_binary("日本語".encode("cp932"))
    assert not is_binary(b"")
    assert not is_binary(b"plain\x1b[1mtext\x0c\n" * 50)


@settings(deadline=None)
@given(st.text("a\n é", min_size=1))
def test_lines_of_offsets_and_of_spans_agree(written: str):
    text = decode("a.txt", written.encode())
    for offset in range(len(text.data)):
        assert line_of(text, offset) == text.data[:offset].count(b"\n") + 1
        assert span_of(text, offset, offset + 1).line == line_of(text, offset)
