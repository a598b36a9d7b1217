"""The words of names, and what defines them."""

import pytest

from sourcebook.model import SymbolKind
from sourcebook.render.vocabulary import vocabulary, words_of
from tests.unit.render.sample import context_of, of_symbols, symbol


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


def test_a_word_counts_with_its_plural_and_is_defined_by_name_or_by_kind(tmp_path):
    made = of_symbols(
        symbol("a.py", "Blueprint", SymbolKind.CLASS),
        symbol("a.py", "AdminBlueprint", SymbolKind.CLASS),
        symbol("a.py", "iter_blueprints"),
        symbol("b.py", "handle_one"),
        symbol("b.py", "handle_two"),
        symbol("b.py", "handle_all"),
        symbol("test_a.py", "test_blueprint"),
    )
    (word,) = vocabulary(context_of(tmp_path, made).view)
    assert (word.text, word.names) == ("blueprint", 3)
    assert [place.qualified for place in word.places] == ["Blueprint", "AdminBlueprint"]


def test_a_single_name_is_a_word_only_of_a_type(tmp_path):
    made = of_symbols(symbol("a.py", "Cart", SymbolKind.CLASS), symbol("a.py", "main"))
    assert [word.text for word in vocabulary(context_of(tmp_path, made).view)] == ["cart"]
