"""Secrets in the repository never reach site, index, prompt or log.

The values are built from pieces and none is real: an environment file, a key file, a token
in a docstring, in a default, in an address, in YAML, in a commit message, in a template
string, split over two lines.
"""

import json
from pathlib import Path

from tests.harness.case import Built, Case
from tests.harness.folders import walk
from tests.harness.general import GeneralConditions
from tests.harness.model_server import model_server

REPOSITORIES = ("repo",)


class TestGeneral(GeneralConditions):
    pass


def _planted(case: Case) -> dict[str, str]:
    values: dict[str, str] = json.loads((case.root / "planted.json").read_text())
    return values


def test_1_no_value_in_the_output(built: Built, case: Case):
    """No full value occurs in a file of the output or in the log."""
    built.done()
    for name, value in _planted(case).items():
        assert value not in built.run.said, name
        for path in walk(built.output):
            assert value.encode() not in path.read_bytes(), (name, path)


def test_1_no_value_is_sent(case: Case, tmp_path: Path):
    """No full value occurs in a request to a model."""
    with model_server("ok", tmp_path) as server:
        sent = case.build(
            "repo",
            variant="model",
            config=f'[model]\nprovider = "openai"\nbase_url = "{server.url}"\n',
            changes={"OPENAI_API_KEY": "test-key-of-nobody"},
        )
        sent.done()
        assert server.requests()
        for name, value in _planted(case).items():
            assert value.encode() not in server.raw, name


def test_2_a_mark_stands_in_its_place(built: Built):
    """A mark stands where a value stood; the report lists line and kind, not the value."""
    marks = {
        path: [(one.line, one.kind) for one in report.redactions]
        for path, report in built.report.items()
        if report.redactions
    }
    assert {line for line, _ in marks["app.py"]} == {1, 2, 6, 7, 12}
    assert {line for line, _ in marks["conf/values.yaml"]} == {2}
    assert "[redacted: " in built.page("app.py").text


def test_3_symbols_around_them_stay(built: Built):
    """The symbols around them are still documented and found."""
    for name in ("connect", "client", "load_env"):
        assert name in built.page("app.py").text
        assert name in built.found(name)


def test_4_nothing_passes_unasked(built: Built):
    """The values in lines marked as fixtures pass only if the user asks for it: here none."""
    source = "".join(one.chunk.text for one in built.book.entries if one.chunk.path == "app.py")
    assert source.count("[redacted: ") >= 5
