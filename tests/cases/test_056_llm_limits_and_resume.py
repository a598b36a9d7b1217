"""429, 5xx, time-outs, a wrong key, and going on where it stopped."""

import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.harness.case import Built, Case
from tests.harness.general import GeneralConditions
from tests.harness.model_server import Server, model_server
from tests.harness.running import environment

KEY = "test-key-of-nobody"


class TestGeneral(GeneralConditions):
    pass


def _config(server: Server, more: str = "") -> str:
    return (
        f'[model]\nprovider = "openai"\nbase_url = "{server.url}"\nsummarizer = "fake"\n'
        f"concurrency = 1\n{more}"
    )


def _build(case: Case, mode: str, folder: Path, more: str = "") -> tuple[Built, Server]:
    with model_server(mode, folder) as server:
        built = case.build(
            variant=mode + "-model", config=_config(server, more), changes={"OPENAI_API_KEY": KEY}
        )
        return built, server


def _origins(built: Built) -> set[str]:
    return {entry.summary.origin for entry in built.book.entries if entry.chunk.kind == "function"}


def test_1_waits_and_goes_on(case: Case, tmp_path: Path):
    """http429: waits for the time asked, all summaries come from the model, exit 0."""
    built, _ = _build(case, "http429", tmp_path)
    assert _origins(built) == {"model:fake"}
    assert built.run.seconds >= 3


@pytest.mark.parametrize("mode", ["http429forever", "http500forever"])
def test_2_gives_up_in_bounded_time(case: Case, mode: str, tmp_path: Path):
    """Ends within a bounded time; extracted summaries, marked; one line with the count."""
    built, _ = _build(case, mode, tmp_path)
    assert _origins(built) == {"extracted"}
    assert built.run.seconds < 60
    assert any("fail" in line or "gave up" in line for line in built.run.err.splitlines())


@pytest.mark.parametrize("mode", ["slow", "drop"])
def test_3_gives_a_request_up(case: Case, mode: str, tmp_path: Path):
    """A request is given up after the configured time; the run does not hang."""
    built, _ = _build(case, mode, tmp_path, "timeout = 1.0\n")
    assert built.run.code == 0, built.run.said
    assert built.run.seconds < 60


@pytest.mark.parametrize(
    ("mode", "setting"), [("http401", "OPENAI_API_KEY"), ("http404model", "summarizer")]
)
def test_4_stops_after_the_first_refusal(case: Case, mode: str, setting: str, tmp_path: Path):
    """Stops with a line naming the setting; at most 2 requests; the key is not printed."""
    built, server = _build(case, mode, tmp_path)
    assert setting in built.run.err
    assert len(server.requests("chat/completions")) <= 2
    assert KEY not in built.run.said


def test_5_goes_on_where_it_stopped(case: Case, tmp_path: Path):
    """Interrupted after 2 of 3 answers, a run in mode ok makes exactly the rest."""
    repository = tmp_path / "repo"
    shutil.copytree(case.root, repository)
    with model_server("ok", tmp_path / "whole") as server:
        (tmp_path / "whole.toml").write_text(_config(server))
        _run(repository, tmp_path / "one", tmp_path / "whole.toml").wait(120)
        needed = len(server.requests("chat/completions"))
    with model_server("late", tmp_path / "cut") as server:
        (tmp_path / "cut.toml").write_text(_config(server))
        process = _run(repository, tmp_path / "two", tmp_path / "cut.toml")
        while len(server.requests("chat/completions")) < 2 and process.poll() is None:
            time.sleep(0.002)
        process.send_signal(signal.SIGINT)
        process.wait(60)
        made = len(server.requests("chat/completions"))
        _run(repository, tmp_path / "two", tmp_path / "cut.toml").wait(120)
        # The answer that was under way when the signal came may be asked for again.
        assert needed <= len(server.requests("chat/completions")) <= needed + 1
        assert made < needed or needed <= 2


def _run(repository: Path, output: Path, config: Path) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "sourcebook", "index", repository, "-o", output, "--config", config],
        env=environment(repository.parent, {"OPENAI_API_KEY": KEY}),
        stderr=subprocess.DEVNULL,
    )


def test_6_a_third_run_asks_nothing(case: Case, tmp_path: Path):
    """A further run without changes makes 0 requests."""
    with model_server("ok", tmp_path) as server:
        (tmp_path / "ok.toml").write_text(_config(server))
        assert _run(case.root, tmp_path / "out", tmp_path / "ok.toml").wait(120) == 0
        asked = len(server.requests())
        assert _run(case.root, tmp_path / "out", tmp_path / "ok.toml").wait(120) == 0
        assert len(server.requests()) == asked > 0
