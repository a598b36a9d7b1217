"""Worker processes: one function over many items, results as they come.

Processes and not threads, since parsing holds the interpreter lock; and a process even for
few items, since native code may crash, and take with it whoever called it. An item that
kills its worker costs that item and nothing else: it is tried again in a new worker by the
next, humbler function. So is one that takes more than a worker may have: the system itself
ends the worker that computes for too long or asks for too much memory, even within a library
that nothing else could stop. (Windows has neither limit.) A worker that has grown leaves
after its item, and a new one takes its place, since some libraries never give memory back.

Workers ignore the interrupt that the terminal sends to the whole group: the parent alone
ends them. On Linux they are forks, which start in milliseconds.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar

from sourcebook.memory import held, mapped

if sys.platform != "win32":
    import resource

Item = TypeVar("Item")
T = TypeVar("T")

#: Items handed out ahead of their turn, for each worker.
AHEAD = 8


@dataclass(frozen=True)
class Limits:
    """What a worker may take."""

    seconds: float = 120.0
    """Of the processor, for one item."""
    memory: int = 3 << 30
    """Bytes of address space, beyond what it starts with."""
    growth: int = 512 << 20
    """Bytes by which it may have grown and still get another item."""


LIMITS = Limits()

_READY = -1
_LEAVING = -2

#: A position, and which of the functions is to be called on it.
_Order = tuple[int, int]


def run_many(
    functions: Sequence[Callable[[Item], T]],
    items: Sequence[Item],
    workers: int,
    limits: Limits = LIMITS,
) -> Iterator[tuple[int, T]]:
    """Yields ``(position, result)`` for all of ``items``, in any order.

    The result is that of the first of ``functions`` that does not kill its worker. The last
    of them is called by this process itself. Functions and items must be picklable.

    Raises:
        Exception: What a function raised.
    """
    waiting: deque[_Order] = deque((position, 0) for position in range(len(items)))
    pool: list[_Worker[Item, T]] = []
    try:
        while waiting or pool:
            while len(pool) < max(workers, 1) and len(waiting) > sum(one.free for one in pool):
                pool.append(_Worker(functions, items, limits))
            for worker in pool[:]:
                worker.take(waiting)
                if not worker.pending:  # others took the last: it would have no more news
                    pool.remove(worker)
                    worker.end()
            for worker in _with_news(pool) if pool else ():
                yield from worker.results()
                if not worker.left and (waiting or worker.pending):
                    continue
                pool.remove(worker)
                worker.end()
                for position, rung in _orphaned(worker, waiting, len(functions) - 1):
                    yield position, functions[rung](items[position])
    finally:
        for worker in pool:
            worker.end()


def processors() -> int:
    """Returns how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Worker(Generic[Item, T]):
    """One process, and the positions that it was given: it answers them in their order."""

    def __init__(
        self, functions: Sequence[Callable[[Item], T]], items: Sequence[Item], limits: Limits
    ) -> None:
        method = _method()
        context = multiprocessing.get_context(method)
        self._connection, other = context.Pipe()
        self._process = context.Process(  # type: ignore[attr-defined]
            target=_serve, args=(other, method, functions, items, limits), daemon=True
        )
        with warnings.catch_warnings():
            # Threads of libraries that compute: idle by now, and they expect to be forked.
            warnings.simplefilter("ignore", DeprecationWarning)
            self._process.start()
        other.close()
        self.pending: deque[_Order] = deque()
        self.started = self.leaving = self.left = False

    @property
    def free(self) -> int:
        """How many positions it may still be given."""
        return AHEAD - len(self.pending)

    @property
    def connection(self) -> Connection:
        return self._connection

    def take(self, waiting: deque[_Order]) -> None:
        """Moves what it has room for from ``waiting`` to it."""
        while waiting and self.free:
            self.pending.append(waiting.popleft())
            try:
                self._connection.send(self.pending[-1])
            except OSError:
                return  # it is dead, as its results will tell

    def results(self) -> Iterator[tuple[int, T]]:
        """Yields what it has finished by now."""
        while self._connection.poll():
            try:
                position, result, error = self._connection.recv()
            except (EOFError, OSError):
                self.left = True
                return
            if error is not None:
                raise error
            if position in (_READY, _LEAVING):
                self.started, self.leaving = True, position == _LEAVING
                continue
            self.pending.popleft()
            yield position, result

    def end(self) -> None:
        """Ends the process at once."""
        self._process.terminate()
        self._process.join()
        self._connection.close()


def _with_news(pool: Sequence[_Worker[Item, T]]) -> list[_Worker[Item, T]]:
    """Waits until some worker of ``pool`` has something to tell."""
    ready = wait([worker.connection for worker in pool])
    return [worker for worker in pool if worker.connection in ready]


def _orphaned(worker: _Worker[Item, T], waiting: deque[_Order], last: int) -> Iterator[_Order]:
    """Puts what a worker left undone back to ``waiting``; yields what this process must do."""
    if not worker.started:
        # Workers cannot be started here: not even the first word came.
        yield from ((position, last if rung else 0) for position, rung in worker.pending)
        yield from ((position, last if rung else 0) for position, rung in waiting)
        waiting.clear()
        return
    if worker.pending and not worker.leaving:
        position, rung = worker.pending.popleft()
        if rung + 1 >= last:
            yield position, last
        else:
            worker.pending.appendleft((position, rung + 1))
    waiting.extendleft(reversed(worker.pending))


# --------------------------------------------------------------------- in the worker


def _method() -> str:
    """How to start a process: by a fork where that is safe, since it costs next to nothing."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


def _serve(
    connection: Connection,
    method: str,
    functions: Sequence[Callable[[Item], T]],
    items: Sequence[Item],
    limits: Limits,
) -> None:
    """Answers orders until the parent is gone, or until this process has grown."""
    if method == "fork":
        _let_go(connection.fileno())
    _limit(limits.memory)
    most = held() + limits.growth
    with contextlib.suppress(EOFError, OSError):
        connection.send((_READY, None, None))
        while held() < most:
            position, rung = connection.recv()
            connection.send((position, *_answer(functions[rung], items[position], limits.seconds)))
        connection.send((_LEAVING, None, None))


def _let_go(kept: int) -> None:
    """Closes what a fork has open of its parent: a lock must end with the one that holds it."""
    most = os.sysconf("SC_OPEN_MAX")
    os.closerange(3, kept)
    os.closerange(kept + 1, most)


def _limit(memory: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    if sys.platform != "win32":
        most = resource.getrlimit(resource.RLIMIT_AS)[1]
        allowed = mapped() + memory
        if most == resource.RLIM_INFINITY or most > allowed:
            resource.setrlimit(resource.RLIMIT_AS, (allowed, most))


def _answer(
    function: Callable[[Item], T], item: Item, seconds: float
) -> tuple[T | None, Exception | None]:
    """What ``function`` returns, or raises; too much time or memory ends the process."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return function(item), None
    except MemoryError:
        os._exit(1)
    except Exception as error:  # noqa: BLE001 - told to the parent, which raises it
        return None, error
    finally:
        if sys.platform != "win32":
            signal.setitimer(signal.ITIMER_PROF, 0)
