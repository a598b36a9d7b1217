"""The small parts that many pages share."""

import pytest

from sourcebook.render.context import signature
from sourcebook.render.view import name_in


def test_a_long_signature_has_one_parameter_a_line():
    text = "std::vector<int> first_of(std::map<std::string, int>& given, std::function<void(int)> each) const"
    assert signature(text).split("\n") == [
        "std::vector<int> first_of(",
        "    std::map<std::string, int>& given,",
        "    std::function<void(int)> each,",
        ") const",
    ]


@pytest.mark.parametrize(
    ("text", "name", "first"),
    [
        (
            f"func (a *initAppender) Append(ref storage.SeriesRef, {'x' * 40} int)",
            "Append",
            "func (a *initAppender) Append(",
        ),
        (
            f"pub(crate) fn with_all<T>(self: Pin<&mut Self>, {'x' * 40}: u8)",
            "with_all",
            "pub(crate) fn with_all<T>(",
        ),
        (
            f"func Map[K comparable, V any](given map[K]V, {'x' * 40} int)",
            "Map",
            "func Map[K comparable, V any](",
        ),
        (f"class Shop(Base, {'x' * 80})", "Shop", "class Shop("),
        (f"(given, {'x' * 80}) => void", "each", "("),
    ],
)
def test_a_bracket_before_the_name_holds_no_parameters(text, name, first):
    assert signature(text, name).split("\n")[0] == first


def test_a_sign_that_opened_nothing_closes_nothing():
    text = "integer(<<Sign, Rest/binary>>, Handler, Gathered, Stack, Config) when Sign =:= $e; Sign > $E"
    assert "".join(signature(text).split()).replace(",)", ")") == "".join(text.split())


@pytest.mark.parametrize(
    ("callee", "name"),
    [
        ("self.session.close", "close"),
        ("std::mem::transmute::<*mut (dyn FnMut(&T) + '_), *mut u8>", "transmute"),
        ("Vec::<Option<u8>>::with_capacity", "with_capacity"),
        ("cut::<Option<Result<Option<u8", "cut"),
        ("Book.objects.annotate(count=Count(filter=~Q(x=[]))).get", "get"),
        ("self.place.tuple~2", "tuple"),
        ("Stack::~Stack", "Stack"),
    ],
)
def test_the_name_in_a_callee(callee, name):
    assert name_in(callee) == name
