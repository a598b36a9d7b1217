"""Near chunks of other groups, by vectors."""

import numpy as np
import pytest

from sourcebook.model import ChunkId, Meanings
from sourcebook.store.meanings import write_meanings
from sourcebook.store.neighbours import neighbours
from tests.unit.render.sample import book, of_symbols, symbol

ROWS = {
    "a.py::one": (100, 0),
    "a.py::two": (99, 10),
    "b.py::one": (90, 20),
    "b.py::two": (0, 100),
    "c.py::none": (0, 0),
}
GROUPS = {ChunkId(chunk): chunk.partition("::")[0] for chunk in ROWS}


@pytest.fixture
def made(tmp_path):
    symbols = [symbol(*chunk.split("::")) for chunk in ROWS]
    return book(tmp_path, of_symbols(*symbols, rows=ROWS))


def test_only_other_groups_are_near_the_nearest_first(made):
    found = neighbours(made, GROUPS, 2, 0.1)
    assert [other for other, _ in found["b.py::one"]] == ["a.py::two", "a.py::one"]
    assert all(other.startswith("b.py") for other, _ in found["a.py::one"])
    assert found["b.py::one"][0][1] == pytest.approx(0.993, abs=0.01)


def test_what_points_nowhere_is_near_nothing(made):
    assert "c.py::none" not in neighbours(made, GROUPS, 4, 0.01)


def test_chunks_that_are_not_asked_about_are_left_out(made):
    asked = {chunk: group for chunk, group in GROUPS.items() if group != "b.py"}
    assert neighbours(made, asked, 4, 0.1) == {}


def test_a_providers_vectors_come_first(made):
    rows = np.array([(0, 100), (100, 0)], dtype=np.int8).tobytes()
    write_meanings(made.folder, Meanings("model", 2, ("b.py::two", "a.py::one"), rows))
    assert neighbours(made, GROUPS, 4, 0.1) == {}


def test_a_large_book_is_compared_list_by_list(tmp_path):
    random = np.random.default_rng(5)
    turns = random.uniform(0, 2 * np.pi, 900)
    rows = {
        f"{at}.py::f": tuple(int(v) for v in np.rint(127 * np.array([np.cos(t), np.sin(t)])))
        for at, t in enumerate(turns)
    }
    made = book(tmp_path, of_symbols(*(symbol(f"{at}.py", "f") for at in range(900)), rows=rows))
    groups = {ChunkId(chunk): chunk for chunk in rows}
    found = neighbours(made, groups, 1, 0.9)
    assert len(found) > 890
    assert min(cosine for ((_, cosine),) in found.values()) > 0.99
