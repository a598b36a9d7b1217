"""Where the same words stand decides what they count."""

import pytest

from sourcebook.model import ChunkKind, Fields
from sourcebook.store.lexical import AROUND_SHARE, function_matrix


def test_code_around_functions_counts_less_than_a_function_with_the_same_words():
    same = Fields((), (), (), ("parse", "header"), (), (), (), 1)
    kinds = [ChunkKind.FUNCTION, ChunkKind.STATEMENTS, ChunkKind.CLASS, ChunkKind.SECTION]
    matrix = function_matrix([same] * 4, kinds)
    start = matrix.indptr[matrix.places["parse"]]
    scores = (matrix.data[start : start + 4] / matrix.data[start]).tolist()
    assert scores == pytest.approx([1.0, AROUND_SHARE, AROUND_SHARE, 1.0])
