"""Worker processes: every item is answered, whatever its worker does."""

import ctypes
import mmap
import os
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from sourcebook.workers import Limits, run_many


def _square(number: int) -> int:
    return number * number


def _die_on_seven(number: int) -> int:
    if number == 7:
        os._exit(1)
    return number


def _lost(number: int) -> int:
    return -number


@pytest.fixture(params=["fork", "spawn"])
def _method(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "fork" and sys.platform != "linux":
        pytest.skip("forks are safe on Linux only")
    monkeypatch.setattr("sourcebook.workers._method", lambda: request.param)


@pytest.mark.usefixtures("_method")
@pytest.mark.parametrize("workers", [1, 2])
def test_results_carry_their_position(workers: int) -> None:
    items = list(range(40))
    found = dict(run_many([_square, _lost], items, workers))
    assert found == {number: number * number for number in items}


@pytest.mark.usefixtures("_method")
@pytest.mark.parametrize("workers", [1, 2])
def test_an_item_that_kills_its_worker_costs_itself_alone(workers: int) -> None:
    found = dict(run_many([_die_on_seven, _lost], list(range(30)), workers))
    assert found == {number: (-7 if number == 7 else number) for number in range(30)}


def _sleep(seconds: int) -> int:
    time.sleep(seconds)
    return seconds


def test_leaving_early_ends_the_workers() -> None:
    begun = time.monotonic()
    for position, _ in run_many([_sleep, _lost], [0, 60, 60], 2):
        assert position == 0
        break
    else:
        pytest.fail("nothing was yielded")
    assert time.monotonic() - begun < 20


def test_no_items_no_work() -> None:
    assert list(run_many([_square, _lost], [], 2)) == []


def _ask_for_all_memory(number: int) -> int:
    return len(bytearray(1 << 40)) if number == 3 else number


def _compute_for_ever(number: int) -> int:
    while number == 3:
        pass
    return number


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.usefixtures("_method")
@pytest.mark.parametrize("function", [_ask_for_all_memory, _compute_for_ever])
def test_an_item_that_takes_too_much_costs_itself_alone(function: Callable[[int], int]) -> None:
    found = dict(run_many([function, _lost], list(range(8)), 2, Limits(seconds=0.5)))
    assert found == {number: (-3 if number == 3 else number) for number in range(8)}


def _crash_in_native_code(number: int) -> int:
    if number in (2, 3):
        ctypes.string_at(0)
    return number


def _pid(number: int) -> int:
    if number == 2:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def test_each_function_gets_its_turn_and_the_last_is_called_here() -> None:
    found = dict(run_many([_crash_in_native_code, _pid, _lost], list(range(6)), 2))
    assert found.pop(2) == -2
    assert found.pop(3) not in (3, -3, os.getpid())
    assert found == {number: number for number in (0, 1, 4, 5)}


_never_given_back: list[mmap.mmap] = []


def _grow(number: int) -> tuple[int, int]:
    # Not from the allocator: a fork may have as much left over from its parent.
    block = mmap.mmap(-1, 64 << 20)
    for start in range(0, len(block), mmap.PAGESIZE):
        block[start] = 1
    _never_given_back.append(block)
    return number, os.getpid()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows does not tell")
@pytest.mark.usefixtures("_method")
def test_a_worker_that_has_grown_is_replaced() -> None:
    limits = Limits(growth=32 << 20)
    found = [result for _, result in run_many([_grow, _grow], list(range(4)), 1, limits)]
    assert [number for number, _ in found] == [0, 1, 2, 3]
    assert len({pid for _, pid in found}) == 4


def _refuse(number: int) -> int:
    raise ValueError(f"not {number}")


def test_what_a_function_raises_is_raised_here() -> None:
    with pytest.raises(ValueError, match="not 5"):
        list(run_many([_refuse, _lost], [5], 1))


@pytest.fixture
def _forks(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform != "linux":
        pytest.skip("forks are safe on Linux only")
    monkeypatch.setattr("sourcebook.workers._method", lambda: "fork")


@pytest.mark.usefixtures("_forks")
def test_a_worker_lets_go_of_what_its_parent_holds(tmp_path: Path) -> None:
    with (tmp_path / "lock").open("w") as stream:
        found = dict(run_many([_is_open, _is_open], [stream.fileno()], 1))
        assert _is_open(stream.fileno())
    assert found == {0: False}


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


@pytest.mark.usefixtures("_forks")
def test_where_no_worker_starts_this_process_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sourcebook.workers._limit", lambda _memory: os.abort())
    found = dict(run_many([_pid, _lost], [0, 1], 2))
    assert found == {0: os.getpid(), 1: os.getpid()}
