"""Signals that end a run, remembered: native code drops what is raised while it calls back.

Or it makes an error of its own of it, which would count as a fault of the file that is read.
A signal belongs to the process, and so does the note of it here.
"""

import signal
from types import FrameType
from typing import NoReturn

_noted: list[BaseException] = []


def watch() -> None:
    """Raises ``KeyboardInterrupt`` at SIGINT and ``SystemExit`` at SIGTERM, and notes both.

    A process that was started with SIGINT ignored goes on ignoring it.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _note)
    signal.signal(signal.SIGTERM, _note)


def check() -> None:
    """Raises again what a signal raised before.

    To be called before a result is kept or takes the place of an older one.
    """
    if _noted:
        raise _noted[-1]


def interrupted() -> bool:
    """Whether a user interrupted this process."""
    return any(isinstance(one, KeyboardInterrupt) for one in _noted)


def _note(number: int, _frame: FrameType | None) -> NoReturn:
    error = KeyboardInterrupt() if number == signal.SIGINT else SystemExit(128 + number)
    _noted.append(error)
    raise error
