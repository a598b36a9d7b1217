"""Near chunks of other groups, by vectors."""

import numpy as np
import pytest

from sourcebook.model import ChunkId, Embeddings, Meanings
from sourcebook.store.catalog import Catalog
from sourcebook.store.meanings import write_meanings
from sourcebook.store.neighbours import neighbours
from sourcebook.store.vectors import write_vectors

ROWS = {"a.py::one": (100, 0, 0), "a.py::two": (99, 10, 0), "b.py::one": (90, 20, 0)} | {
    "b.py::two": (0, 100, 0),
    "c.py::none": (0, 0, 0),
}
GROUPS = {ChunkId(chunk): chunk.partition("::")[0] for chunk in ROWS}


@pytest.fixture
def folder(tmp_path):
    raw = np.array(list(ROWS.values()), dtype=np.int8).tobytes()
    embeddings = Embeddings("test", 3, (), b"", tuple(ROWS), raw)
    write_vectors(tmp_path, embeddings, Catalog(tuple(ROWS), (), (), (), (), (), (), (), (), {}))
    return tmp_path


def test_only_other_groups_are_near_the_nearest_first(folder):
    found = neighbours(folder, GROUPS, 2, 0.1)
    assert [other for other, _ in found["b.py::one"]] == ["a.py::two", "a.py::one"]
    assert all(other.startswith("b.py") for other, _ in found["a.py::one"])
    assert found["b.py::one"][0][1] == pytest.approx(0.993, abs=0.01)


def test_what_points_nowhere_is_near_nothing(folder):
    assert "c.py::none" not in neighbours(folder, GROUPS, 4, 0.01)


def test_chunks_that_are_not_asked_about_are_left_out(folder):
    asked = {chunk: group for chunk, group in GROUPS.items() if group != "b.py"}
    assert neighbours(folder, asked, 4, 0.1) == {}


def test_a_providers_vectors_come_first(folder):
    rows = np.array([(0, 100), (100, 0)], dtype=np.int8).tobytes()
    write_meanings(folder, Meanings("model", 2, ("b.py::two", "a.py::one"), rows))
    assert neighbours(folder, GROUPS, 4, 0.1) == {}
