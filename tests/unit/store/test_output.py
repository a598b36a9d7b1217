"""The output folder: where it is, its lock, and what it says when it cannot be used."""

import subprocess
import sys
from pathlib import Path

import pytest

from sourcebook.errors import LockedError, StoreError
from sourcebook.store.output import (
    Output,
    State,
    output_of,
    read_state,
    remove,
    write_state,
    writing,
)


def test_the_default_folder_ignores_itself_for_git(tmp_path: Path) -> None:
    output = output_of(tmp_path, "", None)
    with writing(output):
        pass
    assert output.root == tmp_path / ".sourcebook"
    assert (output.root / ".gitignore").read_text() == "*\n"


def test_a_named_docs_folder_makes_the_repository_the_project(tmp_path: Path) -> None:
    output = output_of(tmp_path, "site_src/code", None)
    assert output.own_project
    assert output.docs == tmp_path / "site_src/code"
    assert output.project == tmp_path


def test_one_writer_at_a_time(tmp_path: Path) -> None:
    output = output_of(tmp_path, "", tmp_path / "out")
    holder = (
        "import sys, time; from pathlib import Path\n"
        "from sourcebook.store.output import output_of, writing\n"
        "with writing(output_of(Path(sys.argv[1]), '', Path(sys.argv[1]) / 'out')):\n"
        "    print('held', flush=True); time.sleep(60)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", holder, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(LockedError, match="another process"), writing(output):
            pass
        other.kill()
        other.wait()
    with writing(output):
        pass  # a dead process keeps no lock


def test_an_output_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("x")
    with (
        pytest.raises(StoreError, match="is a file"),
        writing(output_of(tmp_path, "", tmp_path / "out")),
    ):
        pass


def test_state_survives_and_a_damaged_one_is_empty(tmp_path: Path) -> None:
    output = Output(tmp_path, tmp_path / "docs", tmp_path)
    assert read_state(output) == State()
    write_state(output, State(docs="d", pages=3, site="s"))
    assert read_state(output) == State(docs="d", pages=3, site="s")
    (tmp_path / "state.json").write_text("{")
    assert read_state(output) == State()


def test_remove_takes_what_is_ours_and_keeps_the_memo(tmp_path: Path) -> None:
    output = output_of(tmp_path, "", tmp_path / "out")
    for folder in (output.book, output.docs, output.site):
        folder.mkdir(parents=True)
    output.memo.write_bytes(b"")
    (output.root / "mine.txt").write_text("kept")
    remove(output, everything=False)
    assert {p.name for p in output.root.iterdir()} == {"memo.sqlite", "mine.txt"}
    remove(output, everything=True)
    assert {p.name for p in output.root.iterdir()} == {"mine.txt"}
