"""Runs programs under the limits of a full disk or of an ordinary account."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest


def as_ordinary_account(arguments: Sequence[str | Path]) -> list[str | Path]:
    """The same program, for which the permission bits count even if root runs it."""
    if os.name != "posix":
        pytest.skip("permission bits are those of POSIX")
    if os.geteuid() != 0:
        return list(arguments)
    if shutil.which("setpriv") is None:
        pytest.skip("root obeys no permission bit, and there is no setpriv")
    return ["setpriv", "--bounding-set=-dac_override,-dac_read_search", *arguments]


def on_full_disk(arguments: Sequence[str | Path], folder: Path, kilobytes: int) -> list[str | Path]:
    """The same program, with a small file system of its own at ``folder``."""
    if shutil.which("unshare") is None:
        pytest.skip("there is no unshare")
    mount = f"mount -t tmpfs -o size={kilobytes}k none '{folder}'"
    if subprocess.run(
        ["unshare", "-m", "sh", "-c", mount], capture_output=True, check=False
    ).returncode:
        pytest.skip("no file system may be mounted here")
    return ["unshare", "-m", "sh", "-c", f'{mount} && exec "$@"', "sh", *arguments]
