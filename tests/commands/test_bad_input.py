"""Bad input gets a clear message and loses nothing."""

import os
import shutil
import sys
from pathlib import Path

import pytest

from tests.harness.folders import contents, differences, stamps, strict_json, written
from tests.harness.limits import as_ordinary_account, on_full_disk
from tests.harness.making import git, put
from tests.harness.running import Finished, environment, run, sourcebook


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "repo"
    put(root, "shop/money.py", "def add(a, b):\n    return a + b\n")
    put(root, "page.js", "export function show(text) { return text; }\n")
    return root


def _index(repository: Path, home: Path, *more: str | Path) -> Finished:
    return sourcebook("index", repository, "-o", home / "out", "-q", *more, home=home)


def _explained(done: Finished, *words: str | Path) -> None:
    """Wrong use or broken input: code 2, words that help, no traceback."""
    assert done.code == 2, done.said
    assert "Traceback" not in done.said
    assert done.err.startswith("error: ")
    for word in words:
        assert str(word) in done.err


def _report(home: Path) -> dict[str, dict[str, object]]:
    text = (home / "out" / "book" / "report.json").read_text(encoding="utf-8")
    return {row["path"]: row for row in strict_json(text)["files"]}


def test_an_empty_folder(tmp_path: Path):
    (tmp_path / "empty").mkdir()
    done = _index(tmp_path / "empty", tmp_path)
    assert done.code == 0, done.said
    assert _report(tmp_path) == {}


def test_a_folder_that_is_no_git_repository(repository: Path, tmp_path: Path):
    done = _index(repository, tmp_path)
    assert done.code == 0, done.said
    assert _report(tmp_path).keys() == {"shop/money.py", "page.js"}


def test_a_repository_without_a_commit(repository: Path, tmp_path: Path):
    git(repository, "init", "-q")
    done = _index(repository, tmp_path)
    assert done.code == 0, done.said
    assert _report(tmp_path).keys() == {"shop/money.py", "page.js"}


def test_a_folder_that_is_not_there(tmp_path: Path):
    _explained(_index(tmp_path / "nowhere", tmp_path), tmp_path / "nowhere", "no such folder")


def test_a_file_in_place_of_a_repository(repository: Path, tmp_path: Path):
    _explained(_index(repository / "page.js", tmp_path), "page.js", "is a file")


def test_an_unreadable_file(repository: Path, tmp_path: Path):
    """It is told and reported; the rest is read."""
    (repository / "page.js").chmod(0)
    arguments = [sys.executable, "-m", "sourcebook", "index", repository, "-o", tmp_path / "out"]
    done = run(as_ordinary_account(arguments), cwd=tmp_path, env=environment(tmp_path))
    assert done.code == 0, done.said
    report = _report(tmp_path)
    assert report["page.js"]["file_class"] == "unreadable"
    assert report["page.js"]["reason"]
    assert report["shop/money.py"]["status"] == "indexed"


def test_a_read_only_repository(repository: Path, tmp_path: Path):
    """It is read; what cannot be written into it is refused with the way out."""
    for folder in (repository / "shop", repository):
        folder.chmod(0o555)
    try:
        base = [sys.executable, "-m", "sourcebook", "build", repository, "-q"]
        into = run(as_ordinary_account(base), cwd=tmp_path, env=environment(tmp_path))
        _explained(into, ".sourcebook", "--output")
        outside = [*base, "-o", tmp_path / "out"]
        done = run(as_ordinary_account(outside), cwd=tmp_path, env=environment(tmp_path))
        assert done.code == 0, done.said
        assert (tmp_path / "out" / "site" / "index.html").is_file()
    finally:
        for folder in (repository, repository / "shop"):
            folder.chmod(0o755)


def test_an_output_folder_that_is_a_file(repository: Path, tmp_path: Path):
    (tmp_path / "out").write_text("precious")
    _explained(_index(repository, tmp_path), tmp_path / "out", "file", "--output")
    assert (tmp_path / "out").read_text() == "precious"


def test_an_output_folder_below_a_file(repository: Path, tmp_path: Path):
    (tmp_path / "out").write_text("precious")
    done = sourcebook("index", repository, "-o", tmp_path / "out" / "deep", "-q", home=tmp_path)
    _explained(done, "--output")
    assert (tmp_path / "out").read_text() == "precious"


def test_a_full_disk(repository: Path, tmp_path: Path):
    """The message names the place, and nothing half-written stays in the old one's stead."""
    put(repository, "big.py", "".join(f"def f{i}(x):\n    return x + {i}\n" for i in range(3000)))
    small = tmp_path / "small"
    small.mkdir()
    arguments = [sys.executable, "-m", "sourcebook", "build", repository, "-q", "-o", small / "out"]
    done = run(on_full_disk(arguments, small, 600), cwd=tmp_path, env=environment(tmp_path))
    _explained(done, small)
    assert "space" in done.err.lower()


def test_another_process_writes(repository: Path, tmp_path: Path):
    from filelock import FileLock

    (tmp_path / "out").mkdir()
    with FileLock(tmp_path / "out" / "lock"):
        _explained(_index(repository, tmp_path), tmp_path / "out", "another process")


def test_mistakes_of_the_configuration_are_told_at_once(repository: Path, tmp_path: Path):
    put(
        repository,
        "sourcebook.toml",
        'workers = "two"\nnmae = "x"\n\n[chunk]\nstrategy = "lines"\nsize = -1\n',
    )
    done = _index(repository, tmp_path)
    _explained(done, "workers", "nmae", "chunk.strategy", "chunk.size", "a whole number", "syntax")


def test_a_configuration_that_is_no_toml(repository: Path, tmp_path: Path):
    put(repository, "sourcebook.toml", "workers = \n")
    _explained(_index(repository, tmp_path), "sourcebook.toml", "TOML")


@pytest.mark.parametrize("command", ["query", "stats", "export", "render"])
def test_no_book_yet(repository: Path, tmp_path: Path, command: str):
    arguments = {"query": ["query", "add", "--repo"], "export": ["export", "jsonl"]}
    done = sourcebook(
        *arguments.get(command, [command]), repository, "-o", tmp_path / "out", home=tmp_path
    )
    _explained(done, "no book", "sourcebook index")


def test_a_damaged_book_is_made_anew(repository: Path, tmp_path: Path):
    assert _index(repository, tmp_path).code == 0
    before = contents(tmp_path / "out" / "book")
    (tmp_path / "out" / "book" / "chunks.jsonl").write_text("{")
    done = sourcebook("build", repository, "-o", tmp_path / "out", "-q", home=tmp_path)
    assert done.code == 0, done.said
    assert differences(contents(tmp_path / "out" / "book"), before) == []


def test_a_book_of_another_schema_is_made_anew(repository: Path, tmp_path: Path):
    assert _index(repository, tmp_path).code == 0
    manifest = tmp_path / "out" / "book" / "manifest.json"
    before = manifest.read_text(encoding="utf-8")
    manifest.write_text(before.replace('"schema": 2', '"schema": 999'))
    _explained(
        sourcebook("stats", repository, "-o", tmp_path / "out", home=tmp_path), "schema", "index"
    )
    assert _index(repository, tmp_path).code == 0
    assert manifest.read_text(encoding="utf-8") == before


def test_files_of_the_user_in_the_output_folder_stay(repository: Path, tmp_path: Path):
    put(tmp_path, "out/notes.txt", "mine")
    assert _index(repository, tmp_path).code == 0
    assert sourcebook("clean", repository, "-o", tmp_path / "out", home=tmp_path).code == 0
    assert (tmp_path / "out" / "notes.txt").read_text() == "mine"


def test_the_repository_stays_as_it_was(repository: Path, tmp_path: Path):
    """Also with the output in it: the one new folder ignores itself for git."""
    git(repository, "init", "-q")
    git(repository, "add", "-A")
    git(repository, "commit", "-qm", "x")
    before = stamps(repository)
    assert sourcebook("build", repository, "-q", home=tmp_path).code == 0
    after = {name: state for name, state in stamps(repository).items() if ".sourcebook" not in name}
    assert [name for name in written(before, after) if not name.startswith(".git")] == []
    status = run(["git", "status", "--porcelain"], cwd=repository, env=environment(tmp_path))
    assert status.out == ""


def test_names_of_every_kind_are_listed(tmp_path: Path):
    """File names that are no UTF-8, and a pipe, which would block whoever opens it."""
    root = tmp_path / "odd"
    put(root, "plain.py", "def plain():\n    return 1\n")
    Path(os.fsdecode(os.fsencode(root) + b"/caf\xe9.py")).write_text("def cafe():\n    return 1\n")
    os.mkfifo(root / "pipe.py")
    done = sourcebook("index", root, "-o", tmp_path / "out", "-q", home=tmp_path, seconds=30)
    assert done.code == 0, done.said
    report = _report(tmp_path)
    assert len([path for path in report if path.startswith("caf")]) == 1
    assert report["plain.py"]["status"] == "indexed"
    assert "pipe.py" not in report or report["pipe.py"]["status"] == "skipped"


def test_a_lost_work_folder(repository: Path, tmp_path: Path):
    """The command is started in a folder that is then removed."""
    gone = tmp_path / "gone"
    gone.mkdir()
    script = 'rmdir "$PWD"; exec "$@"'
    done = run(
        ["bash", "-c", script, "bash", sys.executable, "-m", "sourcebook", "index", repository,
         "-o", tmp_path / "out", "-q"],
        cwd=gone,
        env=environment(tmp_path),
    )  # fmt: skip
    assert done.code == 0, done.said
    shutil.rmtree(tmp_path / "out")
