"""Runs that are ended in the middle, and what they leave behind."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from tests.harness.running import environment


@dataclass(frozen=True, slots=True)
class Ended:
    """How an interrupted run ended."""

    code: int
    err: str
    took: float  # seconds from the signal to the end
    left: tuple[int, ...]  # processes of its session that still ran after it
    in_time: bool  # the signal came before the run was done


def interrupt(
    arguments: list[str | Path], *, home: Path, after: float, number: signal.Signals
) -> Ended:
    """Starts Sourcebook in a session of its own and sends it a signal after some seconds."""
    with (home / "interrupted.err").open("w+b") as err:
        process = subprocess.Popen(
            [sys.executable, "-m", "sourcebook", *map(str, arguments)],
            env=environment(home),
            cwd=home,
            stdout=subprocess.DEVNULL,
            stderr=err,
            start_new_session=True,
        )
        try:
            process.wait(after)
            in_time = False
        except subprocess.TimeoutExpired:
            in_time = True
        sent = time.perf_counter()
        if in_time:
            # A terminal's Ctrl-C reaches every process of the group.
            os.killpg(process.pid, number) if number is signal.SIGINT else process.send_signal(
                number
            )
        process.wait(60)
        took = time.perf_counter() - sent
        left = _alive(process.pid)
        err.seek(0)
        return Ended(process.returncode, err.read().decode(), took, left, in_time)


def _alive(session: int) -> tuple[int, ...]:
    """The processes of a session that are no zombies, a moment after its leader's end."""
    deadline = time.perf_counter() + 2
    while True:
        found = tuple(_members(session))
        if not found or time.perf_counter() > deadline:
            return found
        time.sleep(0.05)


def _members(session: int) -> list[int]:
    members = []
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] != "Z":
            members.append(int(entry.name))
    return members
