import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sourcebook.analyze.git import open_repository, web_address
from sourcebook.analyze.scan import scan
from sourcebook.config import Config
from sourcebook.errors import RepositoryError
from tests.unit.analyze.making import commit, git, put


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("git@github.com:owner/repo.git", "https://github.com/owner/repo"),
        ("github.com:owner/repo", "https://github.com/owner/repo"),
        ("ssh://git@gitlab.example.org:2222/group/sub/repo.git", "https://gitlab.example.org/group/sub/repo"),
        ("git://example.org/repo.git", "https://example.org/repo"),
        ("https://github.com/owner/repo.git/", "https://github.com/owner/repo"),
        ("https://user:token@github.com/owner/repo.git", "https://github.com/owner/repo"),
        ("https://x-access-token@github.com/owner/repo", "https://github.com/owner/repo"),
        ("https://git.example.org:8443/repo", "https://git.example.org:8443/repo"),
        ("http://git.example.org/repo", "http://git.example.org/repo"),
        ("git@ssh.dev.azure.com:v3/org/project/repo", "https://dev.azure.com/org/project/_git/repo"),
        ("/home/someone/repo", ""),
        ("../repo", ""),
        ("file:///home/someone/repo", ""),
        ("C:\\Users\\someone\\repo", ""),
        ("C:/Users/someone/repo", ""),
        ("work:owner/repo.git", ""),
        ("git@10.0.0.5:owner/repo.git", ""),
        ("http://localhost:3000/owner/repo", ""),
        ("http://proxy@127.0.0.1:4000/git/owner/repo", ""),
        ("https://build.internal/owner/repo", ""),
        ("https://[bad/owner", ""),
        ("", ""),
    ],
)  # fmt: skip
def test_a_remote_becomes_the_address_of_its_page(url, address):
    assert web_address(url) == address


@given(st.text(max_size=40))
def test_no_url_is_too_odd(url):
    assert web_address(url) == "" or web_address(url).startswith(("https://", "http://"))


def test_the_remote_names_the_repository(tmp_path):
    root = put(tmp_path / "checkout", {"a.py": ""})
    commit(root, "one")
    git(root, "remote", "add", "origin", "https://me:secret@github.com/owner/fine-name.git")
    repository = scan(root, Config())
    assert repository.remote == "https://github.com/owner/fine-name"
    assert repository.name == "fine-name"


def test_history_is_newest_first_and_in_todays_names(tmp_path):
    body = "".join(f"line {number}\n" for number in range(40))
    put(tmp_path, {"old.py": body, "gone.py": "x\n", "stay.py": "s\n"})
    commit(tmp_path, "first", day=1)
    git(tmp_path, "mv", "old.py", "mid.py")
    commit(tmp_path, "rename", day=2)
    put(tmp_path, {"mid.py": body.replace("line 3\n", "changed\n")})
    (tmp_path / "gone.py").unlink()
    git(tmp_path, "mv", "mid.py", "new.py")
    commit(tmp_path, "rename and change", day=3)
    put(tmp_path, {"stay.py": "t\n"})
    commit(tmp_path, "stay", day=4)
    history = scan(tmp_path, Config()).history
    assert [(entry.subject, entry.paths) for entry in history] == [
        ("stay", ("stay.py",)),
        ("rename and change", ("new.py",)),
        ("rename", ("new.py",)),
        ("first", ("new.py", "stay.py")),
    ]
    assert [entry.time for entry in history] == sorted(
        (entry.time for entry in history), reverse=True
    )


def test_a_name_that_was_used_again_keeps_both_histories_apart(tmp_path):
    body = "".join(f"line {number}\n" for number in range(40))
    put(tmp_path, {"a.py": body})
    commit(tmp_path, "a is born", day=1)
    git(tmp_path, "mv", "a.py", "b.py")
    commit(tmp_path, "a becomes b", day=2)
    put(tmp_path, {"a.py": "something else\n"})
    commit(tmp_path, "another a", day=3)
    history = scan(tmp_path, Config()).history
    assert [(entry.subject, entry.paths) for entry in history] == [
        ("another a", ("a.py",)),
        ("a becomes b", ("b.py",)),
        ("a is born", ("b.py",)),
    ]


def test_a_side_branch_may_use_the_old_name_after_the_rename(tmp_path):
    body = "".join(f"line {number}\n" for number in range(40))
    put(tmp_path, {"old.py": body})
    commit(tmp_path, "first", day=1)
    git(tmp_path, "checkout", "-q", "-b", "side")
    put(tmp_path, {"old.py": body + "more\n"})
    commit(tmp_path, "on the side", day=3)
    git(tmp_path, "checkout", "-q", "main")
    git(tmp_path, "mv", "old.py", "new.py")
    commit(tmp_path, "rename", day=2)
    git(tmp_path, "merge", "-q", "-m", "merge", "side", day=4)
    history = scan(tmp_path, Config()).history
    assert [(entry.subject, entry.paths) for entry in history] == [
        ("on the side", ("new.py",)),
        ("rename", ("new.py",)),
        ("first", ("new.py",)),
    ]


def test_subjects_are_redacted_and_bots_known(tmp_path):
    secret = "gh" + "p_" + "a1B2c3D4e5" * 3 + "F6g7H8"
    put(tmp_path, {"a.py": ""})
    commit(tmp_path, f"add token {secret}", day=1)
    put(tmp_path, {"a.py": "x\n"})
    commit(tmp_path, "Bump x", day=2, author="dependabot[bot]")
    put(tmp_path, {"a.py": "y\n"})
    commit(tmp_path, "Talk", day=3, author="Robot Abbott")
    history = scan(tmp_path, Config()).history
    assert [(entry.subject, entry.bot) for entry in history] == [
        ("Talk", False),
        ("Bump x", True),
        ("add token [redacted: token]", False),
    ]


def test_odd_subjects_and_names_do_not_confuse_the_log(tmp_path):
    put(tmp_path, {"a b\tc.py": "", "M": "", "R100": ""})
    commit(tmp_path, "\u0001 M R100 subject", day=1)
    git(tmp_path, "commit", "-q", "--allow-empty", "--allow-empty-message", "-m", "", day=2)
    put(tmp_path, {"M": "x"})
    commit(tmp_path, "M", day=3)
    history = scan(tmp_path, Config()).history
    assert history[0].paths == ("M",)
    assert history[-1].paths == ("M", "R100", "a b\\x09c.py")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the program")
@pytest.mark.parametrize(
    "setting",
    ["core.fsmonitor", "filter.evil.clean", "filter.evil.process", "core.hooksPath", "diff.external",
     "core.pager", "diff.evil.textconv"],
)  # fmt: skip
def test_no_program_of_the_repository_is_run(tmp_path, setting):
    root = put(
        tmp_path / "r", {"a.py": "x = 1\n", ".gitattributes": "*.py filter=evil diff=evil\n"}
    )
    commit(root, "one")
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n")
    script.chmod(0o755)
    git(root, "config", setting, str(script))
    put(root, {"a.py": "x = 2\n"})
    assert scan(root, Config()).state == "dirty"
    assert not (tmp_path / "ran").exists()


def test_settings_of_the_user_and_of_a_surrounding_call_change_nothing(tmp_path, monkeypatch):
    root = put(tmp_path / "r", {"\u00e9.py": "", "a.py": "", "note.txt": ""})
    commit(root, "one")
    put(root, {"new.txt": ""})
    plain = scan(root, Config())
    put(tmp_path, {"home/.gitconfig": "[core]\n quotePath = true\n excludesFile = ~/ignored\n[log]\n showSignature = true\n",
                   "home/ignored": "*.txt\n", "home/.config/git/ignore": "*.txt\n"})  # fmt: skip
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home/.config"))
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "nowhere/index"))
    assert scan(root, Config()) == plain
    assert "new.txt" in [file.path for file in plain.files]


def test_a_broken_repository_is_named(tmp_path):
    put(tmp_path, {"a.py": ""})
    commit(tmp_path, "one")
    (tmp_path / ".git/index").write_bytes(b"no index")
    with pytest.raises(Exception, match="git ls-files failed"):
        scan(tmp_path, Config())


def test_a_history_that_breaks_off_is_said(tmp_path):
    ids = []
    for day in (1, 2, 3, 4):
        put(tmp_path, {"a.py": f"x = {day}\n"})
        ids.append(commit(tmp_path, f"day {day}", day=day))
    tree = git(tmp_path, "rev-parse", f"{ids[0]}^{{tree}}").strip()
    (tmp_path / ".git/objects" / tree[:2] / tree[2:]).unlink()
    repository = scan(tmp_path, Config())
    assert [each.subject for each in repository.history] == [
        "day 4"
    ]  # of day 3, not all may have been told
    assert repository.flaw.startswith("git log failed: ")
    opened = open_repository(tmp_path)
    assert opened is not None
    with pytest.raises(RepositoryError, match="git log failed"):
        list(opened.removals())
    with pytest.raises(RepositoryError, match="git grep failed"):
        opened.grep(ids[0], ["x"], [])
    assert opened.grep(ids[3], ["nowhere"], []) == {}


def test_a_file_whose_content_is_missing_does_not_end_the_history(tmp_path):
    put(tmp_path, {"a.py": "a = 1\n" * 30, "big.py": "b = 2\n" * 40})
    commit(tmp_path, "one")
    blob = git(tmp_path, "rev-parse", "HEAD:big.py").strip()
    git(tmp_path, "mv", "a.py", "c.py")
    put(tmp_path, {"big.py": "b = 2\n" * 30, "more.py": "b = 2\n" * 35})
    commit(tmp_path, "two", day=2)
    git(tmp_path, "mv", "big.py", "small.py")
    put(tmp_path, {"small.py": "b = 2\n" * 29, "c.py": "c = 3\n"})
    commit(tmp_path, "three", day=3)
    put(tmp_path, {"new.py": "a = 1\n" * 29})
    git(tmp_path, "rm", "-q", "more.py")
    commit(tmp_path, "four", day=4)
    for name in (blob, git(tmp_path, "rev-parse", "HEAD~2:big.py").strip()):
        (tmp_path / ".git/objects" / name[:2] / name[2:]).unlink()
    repository = scan(tmp_path, Config())
    assert [each.subject for each in repository.history] == ["four", "three", "two", "one"]
    assert repository.flaw == ""
    opened = open_repository(tmp_path)
    assert opened is not None
    assert [(before, after) for *_, before, after in opened.removals()] == [
        ("more.py", ""),
        ("big.py", ""),
        ("a.py", "c.py"),
    ]


def test_an_open_repository_knows_where_it_stands(tmp_path):
    put(tmp_path, {"a/b/c.py": ""})
    commit(tmp_path, "one")
    at_top, below = open_repository(tmp_path), open_repository(tmp_path / "a/b")
    assert at_top is not None
    assert below is not None
    assert (at_top.prefix, below.prefix) == (b"", b"a/b/")


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands for the program")
def test_an_older_commit_is_unpacked_without_running_anything(tmp_path):
    root = put(tmp_path / "r", {"in/a.py": "x = 1\n", ".gitattributes": "*.py filter=evil\n"})
    (root / "in" / "out").symlink_to("../../elsewhere")
    (root / "in" / "near").symlink_to("a.py")
    old = commit(root, "one")
    put(root, {"in/a.py": "x = 2\n", "in/b.py": ""})
    commit(root, "two")
    script = put(tmp_path, {"script": f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n"}) / "script"
    script.chmod(0o755)
    git(root, "config", "filter.evil.smudge", str(script))
    below = open_repository(root / "in")
    assert below is not None
    below.unpack(old, tmp_path / "old")
    assert sorted(path.name for path in (tmp_path / "old").iterdir()) == ["a.py", "near"]
    assert (tmp_path / "old" / "a.py").read_text() == "x = 1\n"
    assert not (tmp_path / "ran").exists()
    with pytest.raises(RepositoryError, match="git archive failed"):
        below.unpack("0" * 40, tmp_path / "none")
