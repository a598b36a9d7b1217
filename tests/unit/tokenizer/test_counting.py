"""Rows of counts are the matrix that dictionaries would give."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.tokenizer.counting import Numbers, Rows, places_of, rows_of

DOCUMENTS = st.lists(st.text("abcd", min_size=0, max_size=12), min_size=1, max_size=8)


@given(DOCUMENTS, st.sets(st.sampled_from("abcd")))
def test_a_matrix_holds_the_counts_of_the_vocabulary(documents: list[str], words: set[str]):
    numbers = Numbers()
    counts = [Counter(one) for one in documents]
    rows = rows_of(counts, numbers)
    known = sorted(words & set(numbers))
    dense = rows.matrix(places_of(known, numbers), len(known)).toarray()
    assert dense.tolist() == [[one[word] for word in known] for one in counts]
    assert len(rows) == len(documents)
    in_how_many = dict(zip(numbers, rows.frequency().tolist(), strict=True))
    assert in_how_many == Counter(word for one in counts for word in one)


def test_rows_share_their_vocabulary_and_may_hold_fractions():
    numbers = Numbers()
    first, second = Rows(numbers), Rows(numbers, whole=False)
    first.add({"a": 2})
    second.add({"b": 0.1, "a": 1})
    places = places_of(["a", "b"], numbers)
    assert first.matrix(places, 2).toarray().tolist() == [[2, 0]]
    assert second.matrix(places, 2).toarray().tolist() == [[1, 0.1]]
    assert second.frequency().tolist() == [1, 1]
    assert second.matrix(places, 2).dtype == np.float64
