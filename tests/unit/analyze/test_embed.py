"""The words of queries among the vectors of a repository."""

import numpy as np

from sourcebook.analyze.embed import embed
from sourcebook.model import ChunkId, Fields
from sourcebook.tokenizer import term

NAMES = [("get", "user"), ("delet", "user"), ("get", "page"), ("open", "page")]


def test_a_word_that_the_repository_never_says_points_where_code_has_another():
    fields = [
        Fields((), name, (), (*name, f"w{at % 3}"), (), (), (), 1)
        for at in range(4)
        for name in NAMES
    ]
    places = [(ChunkId(f"a.py::{at}"), "a.py") for at in range(len(fields))]
    found = embed(places, fields, ())
    rows = np.frombuffer(found.word_rows, np.int8).reshape(-1, found.dimension).astype(float)
    directions = dict(zip(found.words, rows, strict=True))
    asked, own = directions[term("obtain")], directions["get"]
    assert term("obtain") not in {word for one in fields for word in one.code}
    assert asked @ own > 0.9 * np.linalg.norm(asked) * np.linalg.norm(own)
