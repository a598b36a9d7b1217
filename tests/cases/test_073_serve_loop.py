"""Serving must come to rest: one change, one rebuild, then silence."""

import contextlib
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.harness.case import Built, Case
from tests.harness.folders import stamps, written
from tests.harness.general import GeneralConditions
from tests.harness.running import environment, sourcebook

QUIET = 10.0


class TestGeneral(GeneralConditions):
    pass


@contextmanager
def _served(arguments: list[str], cwd: Path, log: Path) -> Iterator[None]:
    """Runs a server, waits for its first words, ends it."""
    with log.open("wb") as stream:
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=cwd,
            env=environment(log.parent, {"PYTHONUNBUFFERED": "1"}),
            stdout=stream,
            stderr=stream,
        )
        try:
            _until(lambda: "http://127.0.0.1:" in log.read_text(), 60, log)
            yield
        finally:
            process.terminate()
            process.wait(20)


def _until(condition, seconds: float, log: Path) -> None:
    deadline = time.perf_counter() + seconds
    while not condition():
        assert time.perf_counter() < deadline, log.read_text()
        time.sleep(0.1)


def _served_text(output: Path, word: bytes) -> bool:
    """Whether a page holds the word; the site may be switched while it is read."""
    try:
        return any(word in path.read_bytes() for path in output.glob("site/files/*"))
    except OSError:
        return False


def _steady(folder: Path) -> dict[str, tuple[object, ...]]:
    """The state of a folder, looked at again if it was switched meanwhile."""
    for _ in range(20):
        with contextlib.suppress(OSError):
            return stamps(folder)
        time.sleep(0.1)
    return stamps(folder)


def _settle(folder: Path) -> dict[str, tuple[object, ...]]:
    """The state of a folder once it has not changed for two seconds."""
    state = _steady(folder)
    since = time.perf_counter()
    deadline = since + 60
    while time.perf_counter() - since < 2 and time.perf_counter() < deadline:
        time.sleep(0.2)
        now = _steady(folder)
        if now != state:
            state, since = now, time.perf_counter()
    return state


@pytest.mark.slow
def test_1_one_change_one_rebuild(case: Case, tmp_path: Path):
    """One change causes one rebuild of the site; within 10 s after it no further one."""
    fresh = Case(case.folder, tmp_path)
    output = tmp_path / "out"
    arguments = ["sourcebook", "serve", str(fresh.root), "--port", "0", "-o", str(output)]
    with _served(arguments, tmp_path, tmp_path / "log"):
        before = _settle(output)
        (fresh.root / "one.py").write_text(
            "def one():\n    return 11\n\n\ndef eleven():\n    return 1\n"
        )
        _until(
            lambda: _served_text(output, b"eleven"),
            60,
            tmp_path / "log",
        )
        after = _settle(output)
        assert written(before, after)
        time.sleep(QUIET)
        assert written(after, stamps(output)) == []


@pytest.mark.slow
def test_1_mkdocs_serve_comes_to_rest(case: Case, tmp_path: Path):
    """`mkdocs serve` on the generated project rebuilds once for a change."""
    fresh = Case(case.folder, tmp_path)
    output = tmp_path / "out"
    build = ["build", fresh.root, "-q", "-o", output]
    assert sourcebook(*build, home=tmp_path).code == 0
    log = tmp_path / "log"
    serve = ["mkdocs", "serve", "-f", str(output / "mkdocs.yml"), "-a", "127.0.0.1:0"]
    serve[-1] = f"127.0.0.1:{_free_port()}"
    with _served(serve, tmp_path, log):
        time.sleep(1)
        (fresh.root / "two.py").write_text("def two():\n    return 22\n")
        assert sourcebook(*build, home=tmp_path).code == 0
        _until(lambda: log.read_text().count("Building documentation") >= 2, 30, log)
        _until(lambda: log.read_text().count("Documentation built") >= 2, 30, log)
        time.sleep(QUIET)
        assert log.read_text().count("Building documentation") == 2


def _free_port() -> int:
    import socket

    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def test_2_unchanged_files_keep_their_time(built: Built, case: Case, tmp_path: Path):
    """Files whose content did not change keep their time stamp."""
    fresh = Case(case.folder, tmp_path)
    fresh.build().done()
    output = fresh.build().output
    before = stamps(output)
    (fresh.root / "one.py").write_text("def one():\n    return 111\n")
    fresh.built.clear()
    fresh.build().done()
    after = stamps(output)
    for name, state in before.items():
        if name in after and state[4] and state[4] == after[name][4]:
            assert after[name][3] == state[3], name


def test_3_pages_of_deleted_sources_go(case: Case, tmp_path: Path):
    """Pages of deleted sources are removed."""
    fresh = Case(case.folder, tmp_path)
    page = fresh.build().page("two.py").path
    (fresh.root / "two.py").unlink()
    fresh.built.clear()
    assert page not in fresh.build().site.files
