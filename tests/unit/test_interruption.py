"""A signal ends a run, also when it arrives where it is dropped."""

import contextlib
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from sourcebook import cli, interruption
from sourcebook.store.generation import replace_folder
from sourcebook.store.memo import Memo

pytestmark = pytest.mark.usefixtures("_watched")


@pytest.fixture
def _watched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(interruption, "_noted", [])
    before = (
        signal.signal(signal.SIGINT, signal.default_int_handler),
        signal.getsignal(signal.SIGTERM),
    )
    interruption.watch()
    yield
    signal.signal(signal.SIGINT, before[0])
    signal.signal(signal.SIGTERM, before[1])


def test_each_signal_has_its_error():
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    assert interruption.interrupted()
    with pytest.raises(SystemExit) as ended:
        signal.raise_signal(signal.SIGTERM)
    assert ended.value.code == 128 + signal.SIGTERM


def test_nothing_is_interrupted_before_a_signal():
    interruption.check()
    assert not interruption.interrupted()


def test_a_request_to_end_is_no_interruption():
    with pytest.raises(SystemExit):
        signal.raise_signal(signal.SIGTERM)
    assert not interruption.interrupted()


def test_a_dropped_interruption_changes_no_folder(tmp_path: Path):
    for name in ("old", "new"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "page").write_text(name)
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        replace_folder(tmp_path / "new", tmp_path / "old")
    assert (tmp_path / "old" / "page").read_text() == "old"


def test_a_result_of_an_interrupted_computation_is_not_kept(tmp_path: Path):
    """Such as a file read as text, because its grammar failed of the signal."""

    def compute() -> str:
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        return "wrong"

    with Memo(tmp_path / "memo.sqlite") as memo, pytest.raises(KeyboardInterrupt):
        memo.once("stage", "key", str, compute)
    with Memo(tmp_path / "memo.sqlite") as memo:
        assert memo.get("stage", "key", str) is None


def test_a_dropped_interruption_ends_the_command(monkeypatch, capfd):
    """Whatever swallowed it, the command does not end as if it were done."""

    def swallowing(*_arguments: object, **_options: object) -> None:
        with contextlib.suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)

    def left(code: int) -> None:
        raise SystemExit(code)

    monkeypatch.setattr(cli.cli, "main", swallowing)
    monkeypatch.setattr("os._exit", left)
    with pytest.raises(SystemExit) as ended:
        cli.main([])
    assert ended.value.code == cli.INTERRUPTED
    assert capfd.readouterr().err.startswith("interrupted")
