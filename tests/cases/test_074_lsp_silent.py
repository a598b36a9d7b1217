"""A language server that hangs, dies or never answers."""

import contextlib
import json
import sys
from pathlib import Path

import pytest

from tests.harness.case import Built, Case
from tests.harness.folders import differences, relative
from tests.harness.general import GeneralConditions

MODES = ("silent", "hang", "dead", "absent")


class TestGeneral(GeneralConditions):
    pass


def _with_server(case: Case, mode: str) -> Built:
    command = (
        ["no-such-language-server"]
        if mode == "absent"
        else [sys.executable, str(case.folder / "fake_lsp.py"), mode]
    )
    config = f"""
        [lsp.servers.fake]
        command = {json.dumps(command[0])}
        arguments = {json.dumps(command[1:])}
        extensions = ["py"]
        language_id = "python"
    """
    return case.build(variant=mode, config=config, changes={"LSP_ENABLE_LANGS": "python"})


def test_0_all_symbols_without_a_server(built: Built):
    """Without a server all symbols are there through the syntax."""
    assert built.names() == {f"fn_{number}" for number in range(10)}


@pytest.mark.parametrize("mode", MODES)
def test_1_falls_back_and_says_so_once(case: Case, mode: str):
    """Exit 0, all symbols, and one line that says why the server was not used."""
    built = _with_server(case, mode)
    assert built.names() == {f"fn_{number}" for number in range(10)}
    assert built.run.err.count("language server") == 1


@pytest.mark.parametrize("mode", ["silent", "hang"])
def test_2_the_delay_is_bounded(case: Case, mode: str):
    """The whole delay is at most 20 s for the server, not per file."""
    built = _with_server(case, mode)
    built.done()
    assert built.run.seconds < 20 + 20


@pytest.mark.parametrize("mode", MODES)
def test_3_no_process_remains(case: Case, mode: str):
    """No server process remains after the run."""
    _with_server(case, mode).done()
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            assert b"fake_lsp.py" not in entry.read_bytes()


@pytest.mark.parametrize("mode", MODES)
def test_4_the_result_is_that_without(case: Case, mode: str):
    """The result equals a run with language servers off."""
    built, plain = _with_server(case, mode), case.build()
    assert built.book.entries == plain.book.entries
    assert (
        differences(
            dict.fromkeys(relative(built.output / "site"), b""),
            dict.fromkeys(relative(plain.output / "site"), b""),
        )
        == []
    )
