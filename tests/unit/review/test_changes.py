import subprocess

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourcebook.errors import QueryError
from sourcebook.review.changes import changes_of, parse_patch
from tests.unit.analyze.making import commit, git, put

LINES = st.lists(st.sampled_from(["a", "b", "", "+x", "-y", "@@ -1 +1 @@", "--- z"]), max_size=8)


def test_a_range_is_read_with_its_lines(tmp_path):
    root = put(tmp_path, {"a.py": "one\ntwo\nthree\n", "old.py": "x\ny\nz\n" * 9, "gone.py": "g\n"})
    commit(root, "one")
    git(root, "mv", "old.py", "new name.py")
    (root / "gone.py").unlink()
    put(root, {"a.py": "one\nTWO\n", "é.py": "e\n"})
    commit(root, "two")
    changes = changes_of(root, "HEAD~1..HEAD", None)
    found = {change.name: change for change in changes.files}
    assert found["a.py"].added == ((2, "TWO"),)
    assert found["a.py"].removed == ((2, "two"), (3, "three"))
    assert found["a.py"].touched == (2,)
    assert (found["new name.py"].before, found["new name.py"].added) == ("old.py", ())
    assert (found["gone.py"].path, found["gone.py"].before) == ("", "gone.py")
    assert found["é.py"].added == ((1, "e"),)
    assert changes.read("a.py") == b"one\nTWO\n"
    assert changes.read_before("a.py") == b"one\ntwo\nthree\n"
    assert changes.read("gone.py") is None


def test_the_working_tree_is_a_change(tmp_path):
    root = put(tmp_path, {"a.py": "one\n"})
    commit(root, "one")
    put(root, {"a.py": "two\n"})
    changes = changes_of(root, "HEAD", None)
    assert [change.name for change in changes.files] == ["a.py"]
    assert changes.read("a.py") == b"two\n"


def test_a_patch_is_laid_over_what_is_there(tmp_path):
    root = put(tmp_path, {"a.py": "one\ntwo\nthree\n"})
    commit(root, "one")
    put(root, {"a.py": "one\n2\nthree\nfour\n"})
    patch = git(root, "diff")
    git(root, "checkout", "-q", "a.py")
    changes = changes_of(root, "-", lambda: patch)
    assert changes.read("a.py") == b"one\n2\nthree\nfour\n"
    (change,) = changes.files
    assert (change.added, change.removed) == (((2, "2"), (4, "four")), ((2, "two"),))


@pytest.mark.parametrize("named", ["nowhere..HEAD", "HEAD..nowhere", "--output=x..HEAD"])
def test_unknown_commits_are_told(tmp_path, named):
    commit(put(tmp_path, {"a.py": "one\n"}), "one")
    with pytest.raises(QueryError, match="does not know"):
        changes_of(tmp_path, named, None)


def test_what_is_no_patch_is_told(tmp_path):
    with pytest.raises(QueryError, match="no patch"):
        changes_of(tmp_path, "-", lambda: "hello\n")
    with pytest.raises(QueryError, match="no git repository"):
        changes_of(tmp_path, "HEAD", None)


@settings(max_examples=25)
@given(old=LINES, new=LINES, context=st.integers(0, 3))
def test_any_patch_gives_the_new_text(tmp_path_factory, old, new, context):
    root = put(tmp_path_factory.mktemp("patch"), {"f": "\n".join(old) + "\n"})
    put(root, {"g": "\n".join(new) + "\n"})
    patch = subprocess.run(
        ["git", "diff", "--no-index", f"-U{context}", "f", "g"],
        cwd=root, capture_output=True, text=True, check=False,
    ).stdout.replace("b/g", "b/f")  # fmt: skip
    changes = changes_of(root, "-", lambda: patch)
    if patch:
        assert changes.read("f") == ("\n".join(new) + "\n").encode()
    assert len(list(parse_patch(patch))) == bool(patch)


def test_files_that_are_too_large_or_oddly_named_do_not_stop_the_others(tmp_path):
    large = "x" * 1_000_001
    root = put(tmp_path, {"a.py": "one\n", "large.txt": large, "b blob 7 x.py": "b\n"})
    commit(root, "one")
    put(root, {"a.py": "two\n", "large.txt": large + "y", "b blob 7 x.py": "c\n"})
    commit(root, "two")
    changes = changes_of(root, "HEAD~1..HEAD", None)
    assert changes.read("a.py") == b"two\n"
    assert changes.read_before("b blob 7 x.py") == b"b\n"
    assert changes.read("large.txt") is None


def test_git_is_asked_once_for_all_files_of_a_side(tmp_path, monkeypatch):
    names = [f"{number}.py" for number in range(30)]
    root = put(tmp_path, dict.fromkeys(names, "one\n"))
    commit(root, "one")
    put(root, dict.fromkeys(names, "two\n"))
    commit(root, "two")
    changes = changes_of(root, "HEAD~1..HEAD", None)
    asked = []
    run = subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda *a, **k: asked.append(a) or run(*a, **k))
    assert {changes.read(name) for name in names} == {b"two\n"}
    assert len(asked) == 2
