"""Words of prose and the words that code has for them."""

from importlib.resources import files

from sourcebook.model import ChunkKind, Fields, WrittenWeights
from sourcebook.store.lexical import function_matrix
from sourcebook.tokenizer import term
from sourcebook.tokenizer.related import meant_by, said_for, spoken


def test_each_line_of_the_table_is_a_word_and_others_with_tenths():
    text = files("sourcebook.tokenizer").joinpath("related.txt").read_text("utf-8")
    rows = [line.split() for line in text.splitlines() if not line.startswith("#")]
    words = [row[0] for row in rows]
    assert words == sorted(set(words))
    for word, *others in rows:
        assert term(word) not in map(term, others[::2]), word
        assert all(1 <= int(tenths) <= 10 for tenths in others[1::2]), word


def test_both_directions_say_the_same():
    forth = {(prose, code) for prose, shares in meant_by().items() for code in shares}
    assert forth == {(prose, code) for code, shares in said_for().items() for prose in shares}


def test_a_name_is_found_by_what_prose_calls_it_and_less_than_by_its_own_word():
    counts = spoken({"get": 2, "user": 1})
    assert counts["get"] == 2
    assert 0 < counts[term("obtain")] < 2


def test_a_sentence_finds_the_name_that_has_another_word_for_it():
    def called(*name: str) -> Fields:
        return Fields((), name, (), ("body",), (), (), (), 1)

    fields = [called("open", "user"), called("delet", "user"), called("remov", "user")]
    matrix = function_matrix(fields, [ChunkKind.FUNCTION] * 3, WrittenWeights())
    start, end = matrix.indptr[matrix.places["remov"] : matrix.places["remov"] + 2]
    scores = dict(zip(matrix.indices[start:end], matrix.data[start:end], strict=True))
    assert scores.keys() == {1, 2}
    assert scores[1] < scores[2]
