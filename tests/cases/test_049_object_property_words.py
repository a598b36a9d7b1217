"""Words that are properties of every JavaScript object."""

import pytest

from tests.harness.case import Built
from tests.harness.general import GeneralConditions

WORDS = [
    "constructor",
    "__proto__",
    "prototype",
    "toString",
    "valueOf",
    "hasOwnProperty",
    "isPrototypeOf",
    "__defineGetter__",
    "length",
    "size",
    "get",
    "has",
    "then",
    "toJSON",
    "undefined",
    "null",
    "NaN",
    "true",
]


class TestGeneral(GeneralConditions):
    pass


@pytest.mark.parametrize("word", WORDS)
def test_1_the_symbol_is_found(built: Built, word: str):
    """The search does not throw and the symbol of this name is among the first 3."""
    assert word in built.found(word)


@pytest.mark.parametrize("prefix", ["c", "con", "__pro"])
def test_2_prefixes_do_not_throw(built: Built, prefix: str):
    """Prefixes do not throw."""
    assert isinstance(built.hits(prefix), list)


def test_3_an_absent_word_is_not_found(built: Built):
    """A word that is not in the index gives an empty list of true hits."""
    assert [hit for hit in built.hits("propertyIsEnumerable") if not hit["weak"]] == []


def test_4_nothing_is_polluted(built: Built):
    """After loading the index, `({}).polluted` is undefined, `Object.prototype` unchanged."""
    assert built.site.search(*WORDS, "polluted").prototype == []
