"""What a run tells while it works: nothing, plain lines, or one line that is redrawn.

Progress and warnings go to the error stream, results to the output stream.
"""

import os
import sys
import time
from typing import Protocol, TextIO


class Progress(Protocol):
    """What a stage may tell."""

    def start(self, stage: str, total: int = 0) -> None:
        """A stage begins; ``total`` is its number of items, 0 when unknown."""

    def step(self, item: str) -> None:
        """An item was finished; ``item`` names it."""

    def finish(self, note: str = "") -> None:
        """The stage is done; ``note`` says with what result."""

    def detail(self, text: str) -> None:
        """Something that only who asked for more wants to know."""

    def warn(self, message: str) -> None:
        """Something is not as it should be; the run goes on."""


class Quiet:
    """Tells warnings only, and counts them; with ``verbose`` also details."""

    def __init__(self, stream: TextIO | None = None, *, verbose: bool = False) -> None:
        self._stream = stream if stream is not None else sys.stderr
        self._verbose = verbose
        self.warnings = 0

    def start(self, stage: str, total: int = 0) -> None:
        """Says nothing."""

    def step(self, item: str) -> None:
        """Says nothing."""

    def finish(self, note: str = "") -> None:
        """Says nothing."""

    def detail(self, text: str) -> None:
        if self._verbose:
            print(f"  {text}", file=self._stream)

    def warn(self, message: str) -> None:
        self.warnings += 1
        print(f"warning: {message}", file=self._stream)


class Lines(Quiet):
    """One plain line a stage, and one every few seconds within a long stage."""

    #: Seconds between two lines within one stage.
    INTERVAL = 5.0

    def __init__(self, stream: TextIO | None = None, *, verbose: bool = False) -> None:
        super().__init__(stream, verbose=verbose)
        self._stage = ""
        self._total = 0
        self._done = 0
        self._begun = 0.0
        self._told = 0.0

    def start(self, stage: str, total: int = 0) -> None:
        self._stage, self._total, self._done = stage, total, 0
        self._begun = self._told = time.monotonic()

    def step(self, item: str) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._told >= self.INTERVAL:
            self._told = now
            print(f"{self._line(now)}  {item}", file=self._stream)

    def finish(self, note: str = "") -> None:
        seconds = time.monotonic() - self._begun
        print(f"{self._stage:<10} {note}  ({seconds:.1f} s)", file=self._stream)

    def _line(self, now: float) -> str:
        """Counts, rate and time left."""
        seconds = max(now - self._begun, 1e-6)
        rate = self._done / seconds
        count = f"{self._done}/{self._total}" if self._total else f"{self._done}"
        left = f", {(self._total - self._done) / rate:.0f} s left" if self._total and rate else ""
        return f"{self._stage:<10} {count}, {rate:.0f}/s{left}"


class Terminal(Lines):
    """One line that is redrawn, with the item under way."""

    INTERVAL = 0.1

    def step(self, item: str) -> None:
        self._done += 1
        now = time.monotonic()
        if now - self._told >= self.INTERVAL:
            self._told = now
            width = _width(self._stream)
            text = f"{self._line(now)}  {item}"
            print(f"\r\x1b[K{text[: width - 1]}", end="", file=self._stream, flush=True)

    def finish(self, note: str = "") -> None:
        print("\r\x1b[K", end="", file=self._stream)
        super().finish(note)

    def detail(self, text: str) -> None:
        if self._verbose:
            print("\r\x1b[K", end="", file=self._stream)
        super().detail(text)

    def warn(self, message: str) -> None:
        print("\r\x1b[K", end="", file=self._stream)
        super().warn(message)


def progress_for(stream: TextIO, *, quiet: bool, verbose: bool = False) -> Quiet:
    """Returns the form that suits ``stream``."""
    if quiet:
        return Quiet(stream)
    if stream.isatty() and not os.environ.get("CI"):
        return Terminal(stream, verbose=verbose)
    return Lines(stream, verbose=verbose)


def _width(stream: TextIO) -> int:
    try:
        return os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        return 80
