"""Runs programs as a user would, and measures what they take."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.harness.making import GIT_ENVIRONMENT

MEASURE = Path(__file__).with_name("measure.py")

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
    """The environment of a run: a new home, a known account, no servers, git as it comes."""
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
        "LSP_ENABLE_LANGS": "none",
        **(changes or {}),
    }


def run(
    arguments: list[str | Path],
    *,
    cwd: Path,
    env: Mapping[str, str],
    seconds: float = 300,
) -> Finished:
    """Runs a program to its end; kills it and its children after ``seconds``."""
    with tempfile.TemporaryDirectory() as folder:
        out, err, taken = (Path(folder) / name for name in ("out", "err", "taken"))
        started = time.perf_counter()
        with out.open("wb") as out_stream, err.open("wb") as err_stream:
            process = subprocess.Popen(
                [sys.executable, "-I", "-S", str(MEASURE), str(taken), *map(str, arguments)],
                cwd=cwd,
                env=dict(env),
                stdin=subprocess.DEVNULL,
                stdout=out_stream,
                stderr=err_stream,
                start_new_session=True,
            )
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                _kill(process)
        elapsed = time.perf_counter() - started
        result = json.loads(taken.read_text()) if taken.exists() else {"code": -9}
        return Finished(
            result["code"],
            out.read_bytes().decode("utf-8", "replace"),
            err.read_bytes().decode("utf-8", "replace"),
            elapsed,
            result.get("cpu", 0.0),
            result.get("peak", 0),
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


def _kill(process: "subprocess.Popen[bytes]") -> None:
    if os.name == "posix":
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
