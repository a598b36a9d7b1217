"""Runs programs as a user would, and measures what they take."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.harness.making import GIT_ENVIRONMENT

#: An account name that no repository holds, so that its appearance in output is a leak.
ACCOUNT = "quillfeather-7731"


@dataclass(frozen=True, slots=True)
class Finished:
    """How a program ended and what it took, child processes included."""

    code: int
    out: str
    err: str
    seconds: float
    cpu: float
    peak: int  # bytes, of the largest process

    @property
    def taken(self) -> float:
        """Seconds: a busy machine adds to the clock, several processes to the processor time."""
        return min(self.seconds, self.cpu) if self.cpu else self.seconds

    @property
    def said(self) -> str:
        return self.out + self.err


def environment(home: Path, changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment of a run: a new home, a known account, git without configuration."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTEST_", "COV_", "OPENAI_", "SOURCEBOOK_"))
    }
    scripts = str(Path(sys.executable).parent)
    return {
        **kept,
        **GIT_ENVIRONMENT,
        "PATH": scripts + os.pathsep + kept.get("PATH", ""),
        "HOME": str(home),
        "USER": ACCOUNT,
        "LOGNAME": ACCOUNT,
        **(changes or {}),
    }


def run(
    arguments: list[str | Path],
    *,
    cwd: Path,
    env: Mapping[str, str],
    seconds: float = 300,
) -> Finished:
    """Runs a program to its end; kills it after ``seconds``."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        started = time.perf_counter()
        process = subprocess.Popen(
            [str(argument) for argument in arguments],
            cwd=cwd,
            env=dict(env),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
        )
        cpu, peak = _wait(process, started + seconds)
        elapsed = time.perf_counter() - started
        out.seek(0)
        err.seek(0)
        return Finished(
            process.returncode,
            out.read().decode("utf-8", "replace"),
            err.read().decode("utf-8", "replace"),
            elapsed,
            cpu,
            peak,
        )


def sourcebook(
    *arguments: str | Path,
    home: Path,
    cwd: Path | None = None,
    changes: Mapping[str, str] | None = None,
    seconds: float = 300,
) -> Finished:
    """Runs the command line of Sourcebook."""
    return run(
        [sys.executable, "-m", "sourcebook", *arguments],
        cwd=cwd or home,
        env=environment(home, changes),
        seconds=seconds,
    )


def _wait(process: subprocess.Popen[bytes], deadline: float) -> tuple[float, int]:
    """Waits for the end; returns CPU seconds and peak bytes (zeros where unknown)."""
    if not hasattr(os, "wait4"):
        process.wait(max(0.0, deadline - time.perf_counter()))
        return 0.0, 0
    pause = 0.002
    while True:
        pid, status, usage = os.wait4(process.pid, os.WNOHANG)
        if pid:
            break
        if time.perf_counter() > deadline:
            process.kill()
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
    process.returncode = os.waitstatus_to_exitcode(status)
    unit = 1 if sys.platform == "darwin" else 1024
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss * unit
