"""The command line: exit codes and messages."""

import re
import tomllib
from pathlib import Path

import pytest

from sourcebook.cli import main


def _exit(arguments: list[str]) -> int:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    code = caught.value.code
    assert isinstance(code, int)
    return code


def test_help_ends_with_zero(capsys: pytest.CaptureFixture[str]) -> None:
    assert _exit(["--help"]) == 0
    assert "Usage: sourcebook" in capsys.readouterr().out


@pytest.mark.parametrize("arguments", [["frob"], ["build", "--frob"], ["export", "xml"]])
def test_wrong_use_ends_with_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert _exit(arguments) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_a_repository_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _exit(["build", str(tmp_path / "gone")]) == 2
    assert "gone: no such folder" in capsys.readouterr().err


def test_a_repository_that_is_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    assert _exit(["stats", str(tmp_path / "a.py")]) == 2
    assert "is a file, not a folder" in capsys.readouterr().err


def test_a_query_without_a_book_says_how_to_make_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _exit(["stats", str(tmp_path)]) == 2
    assert "no book here. Make one with: sourcebook index" in capsys.readouterr().err


def test_mistakes_in_the_configuration_are_told_before_any_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "sourcebook.toml").write_text("nmae = 'x'\n")
    assert _exit(["build", str(tmp_path)]) == 2
    assert "nmae: no such key" in capsys.readouterr().err
    assert not (tmp_path / ".sourcebook").exists()


def test_debug_shows_the_traceback(tmp_path: Path) -> None:
    with pytest.raises(Exception, match="no book here"):
        main(["stats", str(tmp_path), "--debug"])


def test_init_writes_once_and_again_only_by_force(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from sourcebook.config import Config, load_config

    assert _exit(["init", str(tmp_path)]) == 0
    assert load_config(tmp_path) == Config()
    written = (tmp_path / "sourcebook.toml").read_text()
    keys = re.findall(r"^# (\w+ = .*)$", written, re.MULTILINE)
    for line in keys:
        tomllib.loads(line)
    assert len(keys) > 40
    assert (tmp_path / ".github/workflows/sourcebook.yml").is_file()
    (tmp_path / "sourcebook.toml").write_text('name = "mine"\n')
    capsys.readouterr()
    assert _exit(["init", str(tmp_path)]) == 0
    assert "left alone" in capsys.readouterr().out
    assert load_config(tmp_path).name == "mine"
    assert _exit(["init", str(tmp_path), "--force"]) == 0
    assert load_config(tmp_path).name == ""
