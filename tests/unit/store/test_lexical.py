"""Where the same words stand decides what they count."""

import math
from dataclasses import replace

import pytest

from sourcebook.model import ChunkKind, Fields, WrittenWeights
from sourcebook.store.lexical import (
    AROUND_SHARE,
    FUNCTION_RARITY,
    Matrix,
    function_matrix,
)


def test_code_around_functions_counts_less_than_a_function_with_the_same_words():
    same = Fields((), (), (), ("parse", "header"), (), (), (), 1)
    kinds = [ChunkKind.FUNCTION, ChunkKind.STATEMENTS, ChunkKind.CLASS, ChunkKind.SECTION]
    matrix = function_matrix([same] * 4, kinds, WrittenWeights())
    start = matrix.indptr[matrix.places["parse"]]
    scores = (matrix.data[start : start + 4] / matrix.data[start]).tolist()
    assert scores == pytest.approx([1.0, AROUND_SHARE, AROUND_SHARE, 1.0])


def score(matrix: Matrix, term: str, document: int) -> float:
    """What a term gives a document, as it was before it was put in steps."""
    start, end = (int(matrix.indptr[matrix.places[term] + at]) for at in (0, 1))
    found = dict(
        zip(matrix.indices[start:end].tolist(), matrix.data[start:end].tolist(), strict=True)
    )
    return found.get(document, 0.0)


def test_what_a_model_or_a_person_wrote_counts_by_its_weights():
    plain = Fields((), (), (), ("parse",), (), (), (), 1)
    told = replace(plain, responsibility=("cookie",), statements=("seconds",))
    fields, kinds = [plain, told, plain, plain], [ChunkKind.FUNCTION] * 4
    usual = function_matrix(fields, kinds, WrittenWeights())
    assert score(usual, "cookie", 1) > score(usual, "seconds", 1) > 0
    assert score(usual, "cookie", 0) == 0
    turned = function_matrix(fields, kinds, WrittenWeights(1.0, 3.0))
    assert score(turned, "seconds", 1) > score(turned, "cookie", 1)
    without = function_matrix(fields, kinds, WrittenWeights(0.0, 0.0))
    assert score(without, "cookie", 1) == score(without, "seconds", 1) == 0
    assert score(without, "parse", 1) == score(usual, "parse", 1)


def test_rarity_counts_less_in_a_function_than_in_plain_bm25():
    def one(*code: str) -> Fields:
        return Fields((), (), (), code, (), (), (), 1)

    fields = [one("cookie", "value"), *(one("session", "value") for _ in range(7))]
    matrix = function_matrix(fields, [ChunkKind.FUNCTION] * 8, WrittenWeights())
    rare, common = score(matrix, "cookie", 0), score(matrix, "session", 1)
    plain = math.log1p((8 - 1 + 0.5) / 1.5) / math.log1p((8 - 7 + 0.5) / 7.5)
    assert rare / common == pytest.approx(plain**FUNCTION_RARITY)
    assert 1 < rare / common < plain
