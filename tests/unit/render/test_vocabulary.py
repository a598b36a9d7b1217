"""The words of names, and what defines them."""

import pytest

from sourcebook.render.vocabulary import vocabulary, words_of


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("Session.close_all", ("close", "all")),
        ("ns::HTTPServer", ("http", "server")),
        ("load_v2_URLs", ("load", "v", "urls")),
        ("_private", ("private",)),
        ("ready?", ("ready",)),
        ("operator==", ()),
        (".button > a", ()),
        ("réseau_social", ("réseau", "social")),
    ],
)
def test_words_of_a_name(name: str, words: tuple[str, ...]):
    assert words_of(name) == words


def test_a_word_counts_with_its_plural_and_is_defined_by_name_or_by_kind(named):
    view = named(
        ("class", "Blueprint"),
        ("class", "AdminBlueprint"),
        ("method", "Blueprint.register"),
        ("function", "iter_blueprints"),
        ("function", "register_all"),
        ("function", "register_one"),
    )
    (word,) = vocabulary(view)
    assert (word.text, word.names) == ("blueprint", 3)
    assert [place.qualified for place in word.places] == ["Blueprint", "AdminBlueprint"]


def test_what_nothing_defines_is_no_word_of_the_code_base(named):
    assert vocabulary(named(*[("function", f"handle_{one}") for one in ("a", "b", "c")])) == []
