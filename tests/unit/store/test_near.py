"""Words that no index holds: beginnings and slips, in a book as in the files of a site."""

import pytest

from sourcebook.render.words import WordShards
from sourcebook.store.near import prefixed, slips
from sourcebook.store.places import Places, between


class Listed:
    """Words with their frequency, all listed; from some frequency on they are frequent."""

    def __init__(self, *words: str, frequent: int = 1, **counts: int) -> None:
        self._words = dict.fromkeys(words, 1) | counts
        self._least = frequent

    def beginning(self, prefix: str) -> list[str]:
        return prefixed(prefix, self._words.items())

    def listed(self, word: str) -> int:
        return self._words.get(word, 0)

    def frequent(self, word: str) -> int:
        count = self._words.get(word, 0)
        return count if count >= self._least else 0


@pytest.mark.parametrize(
    ("typed", "term"),
    [
        ("refnud", "refund"),
        ("refun", "refund"),
        ("reffund", "refund"),
        ("refand", "refund"),
        ("erfund", "refund"),
        ("efund", "refund"),
        ("xrefund", "refund"),
        ("rxfund", "refund"),
        ("rfeund", "refund"),
        ("currncy", "currenc"),
        ("connectoin", "connect"),
        ("cxnnection", "connect"),
    ],
)
def test_a_slip_is_mended_before_stemming(typed: str, term: str) -> None:
    assert slips(typed, Listed("refund", "currenc", "connect")) == [term]


@pytest.mark.parametrize("typed", ["rfeudn", "re", "refnd2", "認証"])
def test_more_than_a_slip_is_not_mended(typed: str) -> None:
    assert slips(typed, Listed("refund", "re")) == []


def test_a_slip_at_the_beginning_finds_frequent_words_alone() -> None:
    words = Listed(rariti=3, total=20, frequent=4)
    assert slips("rraity", words) == []
    assert slips("rariyt", words) == ["rariti"]
    assert slips("ttoal", words) == ["total"]


@pytest.mark.parametrize(("count", "found"), [(9, ["mount", "round"]), (10, ["round"])])
def test_frequent_words_are_asked_where_what_begins_alike_is_rare(
    count: int, found: list[str]
) -> None:
    assert slips("rount", Listed(round=count, mount=20)) == found


WORDS = [
    (f"{a}{b}{c}est{'ed' * (ord(c) % 3)}", ord(c))
    for a in "abct"
    for b in "aeiou"
    for c in "bdklmnprst"
]


@pytest.mark.parametrize("letters", [30, 200, 10_000])
def test_one_file_tells_the_most_frequent_words_of_a_beginning(
    letters: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sourcebook.render.words.LETTERS", letters)
    shards = WordShards(WORDS)
    files, places = list(shards), Places(shards.firsts)
    assert " ".join(file["words"] for file in files) == " ".join(sorted(word for word, _ in WORDS))
    for prefix in sorted({word[:length] for word, _ in WORDS for length in range(3, 9)}):
        file = files[places.of(prefix)] if places.of(prefix) >= 0 else {"wide": {}, "words": ""}
        counts = dict(WORDS)
        own = [(word, counts[word]) for word in file["words"].split()]
        found = file["wide"].get(prefix, "").split() or prefixed(prefix, own)
        assert found == prefixed(prefix, WORDS), prefix


def test_a_text_stands_in_the_last_file_that_does_not_begin_after_it() -> None:
    assert between("cargo", "cart") == "cart"
    assert between("bus", "cart") == "c"
    places = Places(["b", "cart"])
    assert [places.of(text) for text in ("a", "b", "car", "cart", "z")] == [-1, 0, 0, 1, 1]
