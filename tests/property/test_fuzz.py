"""The fuzz target, for as long as CI can spare; longer runs are made by hand."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("resource", reason="the target limits its memory as POSIX does")


TARGET = Path(__file__).with_name("fuzz.py")


def _run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, TARGET, *arguments], capture_output=True, text=True, check=False
    )


def test_a_corpus_that_holds_nothing_is_an_error_in_words(tmp_path: Path):
    (tmp_path / "link").symlink_to("nowhere")
    done = _run("--corpus", tmp_path, "--work", tmp_path)
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].endswith(f"{tmp_path} holds no file that can be read")


@pytest.mark.slow
def test_nothing_is_lost_and_nothing_hangs(tmp_path: Path):
    done = _run("--seconds", "60", "--work", tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr
