"""Brackets in code that a sentence tells."""

import pytest

from sourcebook.analyze.summarize.brackets import behind, closed, leading, outermost, unwrapped


def test_a_bracket_that_closes_nothing_is_alone():
    assert outermost("f(x[0]) + g(y)") == ([(1, 6), (11, 13)], [])
    assert outermost("a) + (b") == ([], [1, 5])
    assert outermost("(a[)", "(") == ([(0, 3)], [])


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("(a and b)", "a and b"),
        ("(a) and (b)", "(a) and (b)"),
        ("((a) and (b))", "(a) and (b)"),
        ("(a, ']')", "(a, ']')"),
        ("a", "a"),
    ],
)
def test_only_brackets_around_the_whole_are_taken_off(text: str, bare: str):
    assert unwrapped(text) == bare


def test_what_stands_behind_the_first_brackets():
    assert leading("(a(b)) c()") == ("a(b)", " c()")
    assert leading("a (b)") is None
    assert behind("f(x).name") == ".name"
    assert behind("name") == ""


@pytest.mark.parametrize(
    ("text", "whole"),
    [("(f x", "f x"), ("f x))", "f x"), ("(f) (x)", "(f) (x)"), ("(f (x)", "f (x)")],
)
def test_brackets_of_which_one_side_is_missing_are_left_out(text: str, whole: str):
    assert closed(text) == whole
