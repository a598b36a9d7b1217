"""A new generation of a folder: unchanged files stay, the rest appears at once."""

from pathlib import Path

from sourcebook.store.generation import clear_leftovers, replace_folder


def _fill(folder: Path, **files: str) -> Path:
    for name, text in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def _names(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


def test_unchanged_files_keep_inode_and_time(tmp_path: Path) -> None:
    target = _fill(tmp_path / "docs", a="1", sub__b="2", gone="x")
    before = (target / "a").stat()
    staging = _fill(tmp_path / ".docs.new", a="1", sub__b="3", new="4")
    assert replace_folder(staging, target) == 3
    after = (target / "a").stat()
    assert (after.st_ino, after.st_mtime_ns) == (before.st_ino, before.st_mtime_ns)
    assert _names(target) == {"a", "sub/b", "new"}
    assert (target / "sub/b").read_text() == "3"
    assert not staging.exists()


def test_nothing_changed_leaves_the_folder_alone(tmp_path: Path) -> None:
    target = _fill(tmp_path / "docs", a="1")
    before = target.stat()
    assert replace_folder(_fill(tmp_path / ".docs.new", a="1"), target) == 0
    assert target.stat().st_ino == before.st_ino
    assert target.stat().st_mtime_ns == before.st_mtime_ns


def test_the_first_generation(tmp_path: Path) -> None:
    assert replace_folder(_fill(tmp_path / ".docs.new", a="1"), tmp_path / "docs") == 1
    assert _names(tmp_path / "docs") == {"a"}


def test_leftovers_of_an_interrupted_run(tmp_path: Path) -> None:
    _fill(tmp_path / ".site.new", half="x")
    _fill(tmp_path / ".docs.old", a="1")
    _fill(tmp_path / ".book.old", a="old")
    _fill(tmp_path / "book", a="new")
    (tmp_path / ".state.json.new").write_text("{")
    clear_leftovers(tmp_path)
    assert {p.name for p in tmp_path.iterdir()} == {"docs", "book"}
    assert (tmp_path / "docs/a").read_text() == "1"
    assert (tmp_path / "book/a").read_text() == "new"
