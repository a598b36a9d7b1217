"""The fuzz target, for as long as CI can spare; longer runs are made by hand."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="the target limits its memory as POSIX does")


@pytest.mark.slow
def test_nothing_is_lost_and_nothing_hangs(tmp_path: Path):
    target = Path(__file__).with_name("fuzz.py")
    done = subprocess.run(
        [sys.executable, target, "--seconds", "60", "--work", tmp_path],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
