"""Worker processes: one function over many items, results as they come.

Processes and not threads, since parsing holds the interpreter lock. Workers ignore the
interrupt that the terminal sends to the whole group: the parent alone ends them. An item
that kills its worker costs that item and nothing else. So does one that takes more than a
worker may have: the system itself ends the worker that computes for too long or asks for
too much memory, even within a library that nothing else could stop. (Windows has neither
limit.)
"""

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import TypeVar

if sys.platform != "win32":
    import resource

Item = TypeVar("Item")
T = TypeVar("T")

#: Items handed out ahead of their turn, for each worker.
AHEAD = 8
#: Processor seconds that a worker may take for one item.
SECONDS = 120.0
#: Bytes of address space that a worker may have.
MEMORY = 3 << 30


def run_many(
    function: Callable[[Item], T], items: Sequence[Item], workers: int, lost: Callable[[Item], T]
) -> Iterator[tuple[int, T]]:
    """Yields ``(position, function(item))`` for all of ``items``, in any order.

    ``function`` and the items must be picklable. With one worker the calling process does
    the work itself, without limits. ``lost(item)`` gives the result of an item whose worker
    died.
    """
    if workers <= 1:
        for position, item in enumerate(items):
            yield position, function(item)
        return
    limited = partial(_within_limits, SECONDS, function, lost)
    waiting = deque(range(len(items)))
    while waiting:
        suspects = yield from _run_pool(limited, items, waiting, workers)
        dead: list[int] = []
        for position in suspects:
            # Alone in a fresh pool, so that the one to blame is known.
            dead += yield from _run_pool(limited, items, deque([position]), 1)
        if len(dead) > 1 and dead == suspects:
            # It is the workers that cannot start, not the items that kill them.
            for position in [*dead, *waiting]:
                yield position, function(items[position])
            return
        for position in dead:
            yield position, lost(items[position])


def processors() -> int:
    """Returns how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _run_pool(
    function: Callable[[Item], T], items: Sequence[Item], waiting: deque[int], workers: int
) -> Generator[tuple[int, T], None, list[int]]:
    """Runs the positions in ``waiting`` in one pool, taking each out of it.

    Returns those that were under way when a worker died; the rest is still waiting.
    """
    pool = ProcessPoolExecutor(
        workers, mp_context=multiprocessing.get_context("spawn"), initializer=_prepare
    )
    pending: dict[Future[T], int] = {}
    try:
        while pending or waiting:
            while waiting and len(pending) < workers * AHEAD:
                position = waiting[0]
                pending[pool.submit(function, items[position])] = position
                waiting.popleft()
            done, _ = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                yield pending[future], future.result()
                del pending[future]
    except BrokenProcessPool:
        return sorted(pending.values())
    finally:
        _end(pool)
    return []


def _prepare() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":
        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        if most == resource.RLIM_INFINITY or most > MEMORY:
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, most))


def _within_limits(
    seconds: float, function: Callable[[Item], T], lost: Callable[[Item], T], item: Item
) -> T:
    """``function(item)``; what takes too long ends the process by the signal of the timer."""
    timed = sys.platform != "win32"
    if timed:
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(item)
    except MemoryError:
        return lost(item)
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_PROF, 0)


def _end(pool: ProcessPoolExecutor) -> None:
    """Ends the pool at once, leaving no process behind."""
    processes = list((pool._processes or {}).values())  # noqa: SLF001 - no public way in 3.11
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join()
