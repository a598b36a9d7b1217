"""The process of a server: started in a group of its own, watched, and ended with its children.

What it writes to its error stream is read on, so that it never blocks, and the end is kept
for the message that says why the server was left out.
"""

import asyncio
import contextlib
import os
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path

#: Bytes of the error stream that are kept.
_TAIL = 4096
#: Seconds that a server has to end by itself.
_PATIENCE = 1.0
_PROC = Path("/proc")


class ServerProcess:
    """A running server."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._tail = b""
        self._drain = asyncio.create_task(self._keep_errors())
        assert process.stdin is not None
        assert process.stdout is not None
        self.input = process.stdin
        self.output = process.stdout

    @classmethod
    async def start(
        cls, command: Sequence[str], environment: Mapping[str, str], folder: Path
    ) -> "ServerProcess":
        """Starts a program; ``folder`` is where it works, which is never the repository."""
        return cls(
            await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
                cwd=folder,
                env={**os.environ, **environment},
                start_new_session=True,
            )
        )

    async def stop(self) -> None:
        """Waits for its end for a moment, then ends it and whatever it started."""
        self.input.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), _PATIENCE)
        self.kill()
        await self._process.wait()
        await self._drain
        with contextlib.suppress(OSError):
            await self.input.wait_closed()

    def kill(self) -> None:
        """Ends the whole group at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()

    async def ending(self) -> str:
        """How it ended, with the last line of its error stream."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._process.wait(), _PATIENCE)
        await asyncio.wait({self._drain}, timeout=_PATIENCE)
        code = self._process.returncode
        how = "closed its output" if code is None else f"ended with exit code {code}"
        lines = self._tail.decode("utf-8", "replace").split("\n")
        said = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return f"{how}: {said[:200]}" if said else how

    def memory(self) -> int:
        """Bytes of memory that the group holds; 0 where the system does not tell."""
        total = 0
        for entry in _PROC.glob("[0-9]*/stat"):
            with contextlib.suppress(OSError, ValueError, IndexError):
                # The name of the program, in parentheses, may hold spaces.
                fields = entry.read_text().rpartition(")")[2].split()
                if int(fields[2]) == self._process.pid:
                    total += int(fields[21]) * os.sysconf("SC_PAGE_SIZE")
        return total

    async def _keep_errors(self) -> None:
        assert self._process.stderr is not None
        while more := await self._process.stderr.read(65536):
            self._tail = (self._tail + more)[-_TAIL:]
