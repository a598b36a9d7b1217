import hashlib
import os
import shutil
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.analyze.names import on_disk, raw, shown
from sourcebook.analyze.scan import scan
from sourcebook.config import Config, Exclude
from sourcebook.errors import RepositoryError
from sourcebook.model import FileClass, FileStatus
from tests.unit.analyze.making import commit, git, put

posix = pytest.mark.skipif(sys.platform == "win32", reason="names and links of POSIX systems")


def paths(repository):
    return [file.path for file in repository.files]


def by_path(repository):
    return {file.path: file for file in repository.files}


def state_of(root):
    """Names, bytes and times of everything below ``root``, git's folder included."""
    return {
        path.relative_to(root).as_posix(): (path.lstat().st_mtime_ns, path.read_bytes())
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


@pytest.fixture
def no_git(tmp_path, monkeypatch):
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))


def test_the_list_is_what_git_shows(tmp_path):
    put(tmp_path, {"a.py": "x = 1\n", "sub/b.py": "", ".gitignore": "*.log\n/out/\n"})
    commit(tmp_path, "one")
    put(tmp_path, {"new.py": "", "x.log": "", "out/y.py": "", "sub/out/z.py": ""})
    assert paths(scan(tmp_path, Config())) == [
        ".gitignore", "a.py", "new.py", "sub/b.py", "sub/out/z.py",
    ]  # fmt: skip


def test_without_git_the_same_rules_hold(tmp_path, no_git):
    root = tmp_path / "r"
    put(root, {
        "a.py": "", ".gitignore": "*.log\n/out/\nbuild/\n!keep.log\n# no rule\n\n", "x.log": "",
        "keep.log": "", "out/y.py": "", "sub/out/z.py": "", "sub/.gitignore": "!*.log\nz*\n",
        "sub/a.log": "", "sub/z.py": "", "sub/build/deep/q.py": "", "other/z.py": "",
    })  # fmt: skip
    assert paths(scan(root, Config())) == [
        ".gitignore", "a.py", "keep.log", "other/z.py", "sub/.gitignore", "sub/a.log",
    ]  # fmt: skip


def test_both_lists_agree(tmp_path, monkeypatch):
    rules = "*.o\n/top\nmid/*/deep\n**/any/\n!any/keep\n\\#odd\nspace\\ \ntemp-[0-9]\n"
    put(tmp_path, {
        ".gitignore": rules, "a.o": "", "top/x": "", "in/top/x": "", "mid/a/deep/x": "",
        "mid/a/b/deep/x": "", "any/keep": "", "in/any/x": "", "#odd": "", "space ": "", "temp-1": "",
        "temp-x": "", "in/.gitignore": "!*.o\n", "in/b.o": "",
    })  # fmt: skip
    git(tmp_path, "init", "-q")
    with_git = paths(scan(tmp_path, Config()))
    shutil.rmtree(tmp_path / ".git")
    (tmp_path / "none").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    assert paths(scan(tmp_path, Config())) == with_git


def test_a_digest_is_that_of_the_bytes(tmp_path):
    put(tmp_path, {"a.py": "x = 1\n"})
    (file,) = scan(tmp_path, Config()).files
    assert file.digest == hashlib.sha256(b"x = 1\n").hexdigest()
    assert (file.size, file.language, file.file_class) == (6, "python", FileClass.SOURCE)


def test_files_are_sorted_by_path(tmp_path):
    put(tmp_path, {"b.py": "", "a/c.py": "", "a.py": "", "B.py": ""})
    assert paths(scan(tmp_path, Config())) == ["B.py", "a.py", "a/c.py", "b.py"]


@posix
def test_links_are_told_and_never_followed(tmp_path):
    root = tmp_path / "repo"
    put(tmp_path, {"outside/secret.py": "CANARY"})
    put(root, {"src/real.py": "def real(): pass\n", "lib/x.py": ""})
    for link, target in [
        ("src/self", "self"), ("src/up", ".."), ("a_to_b", "b_to_a"), ("b_to_a", "a_to_b"),
        ("gone.py", "missing.py"), ("out.py", "../outside/secret.py"), ("outdir", "../outside"),
        ("nowhere", "../never/was"), ("alias.py", "src/real.py"), ("folder", "lib"),
        ("absolute", str(root / "lib")), ("home", str(tmp_path / "outside")),
    ]:  # fmt: skip
        (root / link).symlink_to(target)
    commit(root, "links")
    found = by_path(scan(root, Config()))
    links = {path: file for path, file in found.items() if file.file_class is FileClass.LINK}
    assert {path: file.link_kind for path, file in links.items()} == {
        "src/self": "loop", "src/up": "loop", "a_to_b": "loop", "b_to_a": "loop", "gone.py": "broken",
        "out.py": "outside", "outdir": "outside", "nowhere": "outside", "alias.py": "inside",
        "folder": "inside", "absolute": "inside", "home": "outside",
    }  # fmt: skip
    assert links["alias.py"].link_target == "src/real.py"
    assert links["absolute"].link_target == "lib"
    assert links["home"].link_target == ""  # a place of this machine is not repeated
    assert all(file.status is FileStatus.SKIPPED and file.reason for file in links.values())
    assert set(found) - set(links) == {"src/real.py", "lib/x.py"}


@posix
def test_links_are_told_without_git_too(tmp_path, no_git):
    root = put(tmp_path / "r", {"a/real.py": ""})
    (root / "a/up").symlink_to("..")
    (root / "b").symlink_to("a")
    found = by_path(scan(root, Config()))
    assert {path: file.link_kind for path, file in found.items()} == {
        "a/real.py": "", "a/up": "loop", "b": "inside",
    }  # fmt: skip


@posix
def test_names_in_no_encoding_survive(tmp_path):
    names = [b"caf\xe9.py", "caf\u00e9.py".encode(), b"line\nend.py", b"back\\slash.py", b"\\xE9.py", b"tab\t.py"]  # fmt: skip
    for name in names:
        (tmp_path / os.fsdecode(name)).write_bytes(name)
    git(tmp_path, "init", "-q")
    found = by_path(scan(tmp_path, Config()))
    assert sorted(found) == sorted(
        [
            "caf\\xE9.py",
            "caf\u00e9.py",
            "line\\x0Aend.py",
            "back\\x5Cslash.py",
            "\\x5CxE9.py",
            "tab\\x09.py",
        ]
    )
    for path, file in found.items():
        content = on_disk(tmp_path, path).read_bytes()
        assert hashlib.sha256(content).hexdigest() == file.digest
        assert content == raw(path)


@given(st.binary(min_size=1, max_size=30))
def test_a_shown_name_is_printable_and_leads_back(name):
    path = shown(name)
    assert raw(path) == name
    assert not any(char < " " or 0xD800 <= ord(char) < 0xE000 for char in path)


@given(st.binary(max_size=6), st.binary(max_size=6))
def test_no_two_names_are_shown_alike(one, other):
    assert (shown(one) == shown(other)) == (one == other)


def test_our_own_output_is_not_read(tmp_path):
    put(tmp_path, {
        "a.py": "", ".sourcebook/book/x.json": "{}", "site/code/index.md": "", "site/hand.md": "",
        "elsewhere/.sourcebook-output": "", "elsewhere/docs/x.md": "",
    })  # fmt: skip
    commit(tmp_path, "one")
    put(tmp_path, {"elsewhere/docs/y.md": ""})
    repository = scan(tmp_path, Config(docs="site/code"))
    assert paths(repository) == ["a.py", "site/hand.md"]
    assert repository.state == "commit"


def test_excluded_files_are_listed_and_not_read(tmp_path):
    put(tmp_path, {"a.py": "", "gen/b.py": "", "c.sql": "", "deep/gen/d.py": ""})
    found = by_path(scan(tmp_path, Config(exclude=Exclude(read=("gen/", "*.sql")))))
    assert [path for path, file in found.items() if file.file_class is FileClass.EXCLUDED] == [
        "c.sql", "deep/gen/d.py", "gen/b.py",
    ]  # fmt: skip
    assert found["c.sql"].digest == ""
    assert "exclude.read" in found["c.sql"].reason


def test_a_secret_file_is_never_opened(tmp_path):
    put(tmp_path, {".env": "TOKEN=x", "deploy/id_rsa": "x", "k.pem": "x", ".env.example": "TOKEN="})
    found = by_path(scan(tmp_path, Config()))
    secret = [file for file in found.values() if file.file_class is FileClass.SECRET]
    assert [file.path for file in secret] == [".env", "deploy/id_rsa", "k.pem"]
    assert {file.digest for file in secret} == {""}
    assert found[".env.example"].status is FileStatus.INDEXED


@contextmanager
def somebody():
    """A folder that everybody may enter, and the rights of an ordinary user."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o755)
        scan(root, Config())  # loads what a user might not be allowed to load
        is_root = os.geteuid() == 0
        try:
            yield root, (lambda: os.seteuid(65534)) if is_root else (lambda: None)
        finally:
            if is_root:
                os.seteuid(0)
            for path in (root, *root.iterdir()):
                path.chmod(0o755)


@posix
@pytest.mark.parametrize("with_git", [True, False])
def test_what_cannot_be_read_is_said_to_be(monkeypatch, with_git):
    with somebody() as (root, act):
        put(root, {"a.py": "", "b.py": "", "shut/c.py": ""})
        if with_git:
            git(root, "init", "-q")
        else:
            monkeypatch.setenv("PATH", "")
        (root / "a.py").chmod(0)
        (root / "shut").chmod(0)
        act()
        found = by_path(scan(root, Config()))
    assert {path: file.file_class for path, file in found.items()} == {
        "a.py": FileClass.UNREADABLE,
        "b.py": FileClass.SOURCE,
        "shut": FileClass.UNREADABLE,
    }


@posix
def test_a_root_that_cannot_be_read_is_refused():
    with somebody() as (root, act):
        root.chmod(0)
        act()
        with pytest.raises(RepositoryError, match="cannot be listed"):
            scan(root, Config())


@posix
def test_a_pipe_is_not_opened(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (file,) = scan(tmp_path, Config()).files
    assert file.file_class is FileClass.UNREADABLE


def test_a_large_file_is_listed_by_its_size(tmp_path):
    put(tmp_path, {"rows.json": "[" + "1," * 700_000 + "1]", "small.py": ""})
    found = by_path(scan(tmp_path, Config()))
    assert found["rows.json"].file_class is FileClass.HUGE
    assert found["rows.json"].size == 1_400_003
    assert found["rows.json"].digest == ""


def test_a_folder_without_git_has_no_history(tmp_path, no_git):
    root = put(tmp_path / "plain", {"work.py": "def work(): pass\n"})
    repository = scan(root, Config())
    assert (repository.name, repository.state, repository.commit) == ("plain", "none", "")
    assert (repository.time, repository.history, repository.ref) == (0, (), "")


def test_without_a_git_program_a_repository_is_a_folder(tmp_path, monkeypatch):
    root = put(tmp_path / "r", {"work.py": "", "sub/x.py": ""})
    commit(root, "one")
    commit(root / "sub", "a repository within")
    (tmp_path / "none").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "none"))
    repository = scan(root, Config())
    assert [(file.path, file.file_class) for file in repository.files] == [
        ("sub", FileClass.SUBMODULE),
        ("work.py", FileClass.SOURCE),
    ]
    assert repository.state == "none"


def test_a_repository_before_its_first_commit(tmp_path):
    put(tmp_path, {"work.py": ""})
    git(tmp_path, "init", "-q")
    repository = scan(tmp_path, Config())
    assert (repository.state, repository.commit, repository.time) == ("unborn", "", 0)
    assert paths(repository) == ["work.py"]


def test_a_detached_head_is_named_by_its_tag(tmp_path):
    put(tmp_path, {"work.py": ""})
    first = commit(tmp_path, "one", day=1)
    git(tmp_path, "tag", "v1.9")
    git(tmp_path, "tag", "v1.10")
    second = commit(tmp_path, "two", day=2)
    git(tmp_path, "checkout", "-q", "v1.9")
    repository = scan(tmp_path, Config())
    assert (repository.commit, repository.ref) == (first, "v1.10")
    git(tmp_path, "checkout", "-q", "--detach", second)
    assert scan(tmp_path, Config()).ref == ""


def test_a_change_makes_the_state_dirty(tmp_path):
    put(tmp_path, {"a.py": "x = 1\n"})
    identity = commit(tmp_path, "one", day=3)
    clean = scan(tmp_path, Config())
    assert (clean.state, clean.commit, clean.ref) == ("commit", identity, "main")
    assert clean.time == 1704240000
    put(tmp_path, {"a.py": "x = 2\n"})
    assert scan(tmp_path, Config()).state == "dirty"
    put(tmp_path, {"a.py": "x = 1\n", "new.py": ""})
    assert scan(tmp_path, Config()).state == "dirty"


@pytest.mark.parametrize("folder", ["bare.git", "r/.git"])
def test_a_bare_repository_is_refused_in_one_line(tmp_path, folder):
    put(tmp_path / "r", {"a.py": ""})
    commit(tmp_path / "r", "one")
    git(tmp_path, "clone", "-q", "--bare", str(tmp_path / "r"), str(tmp_path / "bare.git"))
    with pytest.raises(RepositoryError) as caught:
        scan(tmp_path / folder, Config())
    assert "bare" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["missing", "file.py"])
def test_what_is_no_folder_is_refused(tmp_path, name):
    put(tmp_path, {"file.py": ""})
    with pytest.raises(RepositoryError, match=name):
        scan(tmp_path / name, Config())


def test_submodules_and_worktrees_are_one_entry_each(tmp_path):
    put(tmp_path / "dep", {"dep_fn.py": ""})
    commit(tmp_path / "dep", "dep")
    main = put(tmp_path / "main", {"core_fn.py": ""})
    commit(main, "core")
    git(main, "submodule", "add", "-q", str(tmp_path / "dep"), "libs/dep")
    commit(main, "sub", day=2)
    git(main, "worktree", "add", "-q", "-b", "feature", "wt/feature")
    git(main, "worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    found = by_path(scan(main, Config()))
    assert sorted(found) == [".gitmodules", "core_fn.py", "libs/dep", "wt/feature"]
    assert found["libs/dep"].file_class is found["wt/feature"].file_class is FileClass.SUBMODULE
    linked = scan(tmp_path / "linked", Config())
    assert (linked.ref, linked.state) == ("side", "commit")
    assert paths(linked) == [".gitmodules", "core_fn.py", "libs/dep"]
    assert paths(scan(main / "libs/dep", Config())) == ["dep_fn.py"]


def test_a_folder_of_a_larger_repository_stands_alone(tmp_path):
    put(tmp_path, {"in/a.py": "x = 1\n" * 9, "other.py": "", ".gitignore": "*.log\n"})
    commit(tmp_path, "all", day=1)
    put(tmp_path, {"other.py": "y = 2\n"})
    commit(tmp_path, "other only", day=2)
    put(tmp_path, {"in/x.log": "", "other.py": "y = 3\n"})
    repository = scan(tmp_path / "in", Config())
    assert paths(repository) == ["a.py"]
    assert repository.prefix == "in/"
    assert [entry.subject for entry in repository.history] == ["all"]
    assert repository.history[0].paths == ("a.py",)
    assert repository.state == "commit"


def test_a_folder_that_the_repository_around_ignores_is_read_as_it_is(tmp_path):
    put(tmp_path, {".gitignore": "out/\n", "a.py": ""})
    commit(tmp_path, "one")
    put(tmp_path, {"out/b.py": ""})
    repository = scan(tmp_path / "out", Config())
    assert (paths(repository), repository.state) == (["b.py"], "none")


def test_a_sparse_checkout_accounts_for_what_is_left_out(tmp_path):
    put(tmp_path, {"in/a.py": "", "out/b.py": "", "top.py": ""})
    commit(tmp_path, "one")
    git(tmp_path, "sparse-checkout", "set", "in")
    found = by_path(scan(tmp_path, Config()))
    assert found["in/a.py"].status is FileStatus.INDEXED
    assert found["out/b.py"].file_class is FileClass.EXCLUDED
    assert scan(tmp_path, Config()).state == "commit"


def test_a_shallow_clone_says_so(tmp_path):
    put(tmp_path / "r", {"a.py": ""})
    commit(tmp_path / "r", "one", day=1)
    commit(tmp_path / "r", "two", day=2)
    git(tmp_path, "clone", "-q", "--depth=1", (tmp_path / "r").as_uri(), "shallow")
    assert scan(tmp_path / "shallow", Config()).shallow
    assert not scan(tmp_path / "r", Config()).shallow


def test_a_deleted_file_is_not_listed(tmp_path):
    put(tmp_path, {"a.py": "", "b.py": ""})
    commit(tmp_path, "one")
    (tmp_path / "a.py").unlink()
    repository = scan(tmp_path, Config())
    assert (paths(repository), repository.state) == (["b.py"], "dirty")


def test_nothing_is_written_to_the_repository(tmp_path):
    put(tmp_path, {"a.py": "x = 1\n", "b.py": ""})
    commit(tmp_path, "one")
    os.utime(tmp_path / "a.py", (1, 1))  # git would like to refresh its index
    before = state_of(tmp_path)
    scan(tmp_path, Config())
    assert state_of(tmp_path) == before


def test_an_empty_folder_has_no_files(tmp_path):
    assert scan(tmp_path, Config()).files == ()


@pytest.mark.parametrize(
    ("file", "content"),
    [
        ("pyproject.toml", '[project]\nname = "fine"\n'),
        ("pyproject.toml", '[tool.poetry]\nname = "fine"\n'),
        ("setup.cfg", "[metadata]\nname = fine\n"),
        ("Cargo.toml", '[package]\nname = "fine"\n'),
        ("package.json", '{"name": "@scope/fine"}'),
        ("composer.json", '{"name": "vendor/fine"}'),
        ("go.mod", "module example.org/x/fine/v2\n\ngo 1.21\n"),
    ],
)
def test_a_project_is_named_by_the_file_that_describes_it(tmp_path, file, content):
    assert scan(put(tmp_path / "folder", {file: content}), Config()).name == "fine"


@pytest.mark.parametrize("content", ["", "{", '{"name": 3}', '["name"]', '{"name": " "}', b"\xff"])
def test_a_description_of_another_form_names_nothing(tmp_path, content):
    root = put(tmp_path / "folder", {"package.json": content, "pyproject.toml": "x = ["})
    assert scan(root, Config()).name == "folder"
