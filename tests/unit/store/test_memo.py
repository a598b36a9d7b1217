"""The memo keeps what was computed under the digest of its inputs, and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.model import Boundary, CallGraph, Span, SymbolId
from sourcebook.store import memo as memos
from sourcebook.store.memo import KEEP_RUNS, Memo, digest


def _encode(value: object) -> bytes:
    return msgspec.msgpack.encode(value)


def test_once_computes_once(tmp_path: Path) -> None:
    calls = []

    def compute() -> Span:
        calls.append(1)
        return Span(1, 2, 3, 4)

    for _ in range(2):
        with Memo(tmp_path / "memo.sqlite") as memo:
            assert memo.once("parse", "k", Span, compute) == Span(1, 2, 3, 4)
    assert calls == [1]


def test_many_computes_what_is_missing_and_keeps_order(tmp_path: Path) -> None:
    asked: list[list[int]] = []

    def compute(missing: list[int]) -> Iterator[tuple[int, bytes]]:
        asked.append(missing)
        for position in reversed(missing):
            yield position, _encode(f"r{position}")

    with Memo(tmp_path / "memo.sqlite") as memo:
        assert memo.many("s", ["a", "b"], str, compute) == ["r0", "r1"]
        assert memo.many("s", ["b", "x", "a"], str, compute) == ["r1", "r1", "r0"]
    assert asked == [[0, 1], [1]]


def test_packed_results_are_read_when_they_are_looked_at(tmp_path: Path) -> None:
    def compute(missing: list[int]) -> Iterator[tuple[int, bytes]]:
        yield from ((position, _encode(position)) for position in missing if position != 1)

    with Memo(tmp_path / "memo.sqlite") as memo:
        kept = memo.packed("s", ["a", "b", "c"], compute)
        assert [kept[0], kept[1], kept[2]] == list(kept) == [_encode(0), b"", _encode(2)]
        assert kept[1:] == [b"", _encode(2)]
        assert memo.many("s", ["a", "b", "c"], int, compute) == [0, 2]
        memo.put("s", "b", 7)
        assert kept[1] == _encode(7)


def test_a_large_value_is_kept_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memos, "PART", 2)
    places = tuple(Boundary(SymbolId(f"a.py::f{n}"), "files", "open", n) for n in range(5))
    graph = CallGraph((), (), (), order=tuple(one.symbol for one in places), boundaries=places)
    made = []

    def compute() -> CallGraph:
        made.append(1)
        return graph

    for _ in range(2):
        with Memo(tmp_path / "memo.sqlite") as memo:
            assert memo.in_parts("link", "k", CallGraph, compute) == graph
            assert memo.get("link", "k.boundaries.2", tuple[Boundary, ...]) == places[4:]
    assert made == [1]


def test_what_was_finished_before_an_interruption_is_kept(tmp_path: Path) -> None:
    def compute(missing: list[int]) -> Iterator[tuple[int, bytes]]:
        yield missing[0], _encode("done")
        raise KeyboardInterrupt

    try:
        with Memo(tmp_path / "memo.sqlite") as memo:
            memo.many("s", ["a", "b"], str, compute)
    except KeyboardInterrupt:
        pass
    with Memo(tmp_path / "memo.sqlite") as memo:
        assert memo.get("s", "a", str) == "done"
        assert memo.get("s", "b", str) is None


def test_stages_do_not_share_results(tmp_path: Path) -> None:
    with Memo(tmp_path / "memo.sqlite") as memo:
        memo.put("parse", "k", "a")
        assert memo.get("link", "k", str) is None


def test_results_that_no_run_uses_are_dropped(tmp_path: Path) -> None:
    path = tmp_path / "memo.sqlite"
    with Memo(path) as memo:
        memo.put("s", "old", "x")
        memo.put("s", "used", "y")
    for _ in range(KEEP_RUNS + 2):
        with Memo(path) as memo:
            assert memo.get("s", "used", str) == "y"
            memo.put("s", "now", "z")
    with Memo(path) as memo:
        assert memo.get("s", "old", str) is None


def test_a_damaged_memo_is_thrown_away(tmp_path: Path) -> None:
    path = tmp_path / "memo.sqlite"
    path.write_bytes(b"this is no database at all, just text" * 100)
    with Memo(path) as memo:
        assert memo.get("s", "k", str) is None
        memo.put("s", "k", "v")
        assert memo.get("s", "k", str) == "v"


@given(st.lists(st.text(), max_size=4), st.lists(st.text(), max_size=4))
def test_digests_differ_when_the_parts_differ(left: list[str], right: list[str]) -> None:
    assert (digest(*left) == digest(*right)) == (left == right)
