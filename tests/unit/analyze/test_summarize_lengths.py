"""How long a sentence may be: characters without blanks, words with them."""

import pytest

from sourcebook.analyze.summarize.lengths import LENGTHS, asked, measured, too_long
from sourcebook.model import Level


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("請求書を締める。", 8),
        ("`close` は請求書を締める。", 6 + 9),
        ("Closes the invoice.", 3 * 6),
        ("Closes `a_very_long_identifier_x` – for good.", 4 * 6),
        ("x" * 500, 500),
        ("", 0),
    ],
)
def test_a_word_stands_for_six_characters_whatever_its_letters(text, length):
    assert measured(text) == length


def test_a_chunk_has_200_characters_in_all_and_none_is_let_through_beyond():
    assert LENGTHS[Level.CHUNK].most == 200
    assert not too_long("あ" * 200, Level.CHUNK)
    assert too_long("あ" * 201, Level.CHUNK)
    assert not too_long("word " * 33, Level.CHUNK)
    assert too_long("word " * 34, Level.CHUNK)
    assert all(one.most <= one.asked * 1.25 for one in LENGTHS.values())


def test_each_language_is_asked_in_its_own_measure():
    assert asked(Level.CHUNK, "Japanese") == "at most 160 characters"
    assert asked(Level.CHUNK, "English") == "at most 26 words"
    assert asked(Level.SYSTEM, "german") == "at most 50 words"
