"""Progress: nothing, plain lines, one redrawn line; warnings always and counted."""

import io

import pytest

from sourcebook.progress import Lines, Quiet, Terminal, progress_for


def test_plain_lines_name_stage_and_result() -> None:
    stream = io.StringIO()
    told = Lines(stream)
    told.start("parse", 3)
    told.step("a.py")
    told.finish("3 files")
    assert stream.getvalue().startswith("parse      3 files  (")
    assert "\x1b" not in stream.getvalue()


def test_long_stages_tell_count_rate_time_left_and_file(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter([0.0, 10.0])
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    stream = io.StringIO()
    told = Lines(stream)
    told.start("parse", 5)
    told.step("src/a.py")
    assert stream.getvalue() == "parse      1/5, 0/s, 40 s left  src/a.py\n"


def test_quiet_tells_warnings_alone_and_counts_them() -> None:
    stream = io.StringIO()
    told = Quiet(stream)
    told.start("parse")
    told.step("a")
    told.finish("x")
    told.warn("shallow")
    assert stream.getvalue() == "warning: shallow\n"
    assert told.warnings == 1


def test_the_terminal_line_is_erased_before_a_warning() -> None:
    stream = io.StringIO()
    told = Terminal(stream)
    told.start("parse", 1)
    told.warn("w")
    assert stream.getvalue() == "\r\x1b[Kwarning: w\n"


def test_details_are_for_those_who_ask() -> None:
    for verbose, text in ((False, ""), (True, "  a.py:3\n")):
        stream = io.StringIO()
        Lines(stream, verbose=verbose).detail("a.py:3")
        assert stream.getvalue() == text


def test_the_form_follows_the_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    plain, terminal = io.StringIO(), io.StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    assert type(progress_for(plain, quiet=False)) is Lines
    assert type(progress_for(terminal, quiet=False)) is Terminal
    assert type(progress_for(terminal, quiet=True)) is Quiet
    monkeypatch.setenv("CI", "true")
    assert type(progress_for(terminal, quiet=False)) is Lines
