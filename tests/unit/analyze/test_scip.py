"""SCIP indexes: read from the wire, and joined to open calls."""

from pathlib import Path

import pytest

from sourcebook.analyze.lsp.positions import Lines
from sourcebook.analyze.scip import ScipError, ScipIndex
from sourcebook.model import Definition
from tests.harness.scip import document, index, occurrence

ADD = "scip-x python shop 1.0 shop/add()."
GET = "scip-x python requests 2.0 `requests.api`/get()."
FETCH = "scip-x npm node-fetch 3.0 src/`index.ts`/fetch()."

FILES = {
    "shop.py": "def add(a, b):\n    return a + b\n",
    "cart.py": 'print("😀", add(1, 2), get(), inner(), fetch())\n',
}


def text(path: str) -> Lines:
    return Lines(FILES[path].encode())


def offsets(*names: str) -> list[int]:
    return [FILES["cart.py"].encode().index(name.encode()) for name in names]


def made(encoding: int, at: int) -> ScipIndex:
    """An index in which the name after the emoji stands at column ``at``."""
    data = index(
        document("shop.py", [occurrence([0, 4, 7], ADD, 1)]),
        document(
            "cart.py",
            [
                occurrence([0, at, at + 3], ADD),
                occurrence([0, at + 11, 0, at + 14], GET),
                occurrence([0, at + 18, at + 23], "local 3"),
                occurrence([0, at + 27, at + 32], FETCH),
            ],
            encoding,
        ),
    )
    return ScipIndex(data)


@pytest.mark.parametrize(
    ("encoding", "at"), [(0, 11), (1, 14), (2, 12), (3, 11)], ids=["usual", "8", "16", "32"]
)
def test_definitions_of_what_is_used(encoding: int, at: int):
    names = ("add", "get", "inner", "fetch", "print")
    found = made(encoding, at).answers("cart.py", offsets(*names), text)
    assert found == (
        (Definition("add", "shop.py", 1),),
        (Definition("", external="requests.api"),),
        (),
        (Definition("", external="node-fetch"),),
        (),
    )


def test_local_symbols_belong_to_their_file():
    data = index(
        document("shop.py", [occurrence([0, 4, 7], "local 1", 1)]),
        document("cart.py", [occurrence([0, 11, 14], "local 1")]),
    )
    assert ScipIndex(data).answers("cart.py", offsets("add"), text) == ((),)


def test_a_file_that_the_index_does_not_know():
    assert made(0, 11).answers("other.py", [0], text) == ()


def test_an_index_of_other_sources_names_lines_that_are_gone():
    data = index(
        document("shop.py", [occurrence([90, 4, 7], ADD, 1)]),
        document("cart.py", [occurrence([0, 11, 14], ADD)]),
    )
    assert ScipIndex(data).answers("cart.py", offsets("add"), text) == ((),)


@pytest.mark.parametrize(
    "data",
    [
        b"\x12\x7fshort",
        b"\xff\xff\xff",
        b"\x80" * 99,
        b"\x13",
        b"#!/bin/sh\n",
        Path(__file__).read_bytes(),
    ],
)
def test_what_is_no_index(data: bytes):
    with pytest.raises(ScipError, match="is no SCIP index"):
        ScipIndex(data)
