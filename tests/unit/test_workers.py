"""Worker processes: every item is answered, whatever its worker does."""

import os
import sys
import time
from collections.abc import Callable

import pytest

from sourcebook.workers import run_many


def _square(number: int) -> int:
    return number * number


def _die_on_seven(number: int) -> int:
    if number == 7:
        os._exit(1)
    return number


def _lost(number: int) -> int:
    return -number


@pytest.mark.parametrize("workers", [1, 2])
def test_results_carry_their_position(workers: int) -> None:
    items = list(range(40))
    found = dict(run_many(_square, items, workers, _lost))
    assert found == {number: number * number for number in items}


def test_an_item_that_kills_its_worker_costs_itself_alone() -> None:
    found = dict(run_many(_die_on_seven, list(range(30)), 2, _lost))
    assert found == {number: (-7 if number == 7 else number) for number in range(30)}


def _sleep(seconds: int) -> int:
    time.sleep(seconds)
    return seconds


def test_leaving_early_ends_the_workers() -> None:
    begun = time.monotonic()
    for position, _ in run_many(_sleep, [0, 60, 60], 2, _lost):
        assert position == 0
        break
    else:
        pytest.fail("nothing was yielded")
    assert time.monotonic() - begun < 20


def test_no_items_no_work() -> None:
    assert list(run_many(_square, [], 2, _lost)) == []


def _ask_for_all_memory(number: int) -> int:
    return len(bytearray(1 << 40)) if number == 3 else number


def _compute_for_ever(number: int) -> int:
    while number == 3:
        pass
    return number


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limits")
@pytest.mark.parametrize("function", [_ask_for_all_memory, _compute_for_ever])
def test_an_item_that_takes_too_much_costs_itself_alone(
    function: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sourcebook.workers.SECONDS", 0.5)
    found = dict(run_many(function, list(range(8)), 2, _lost))
    assert found == {number: (-3 if number == 3 else number) for number in range(8)}
