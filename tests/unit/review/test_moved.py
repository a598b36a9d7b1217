import pytest

from sourcebook.review.changes import FileChange
from sourcebook.review.moved import moved
from sourcebook.review.telling import telling

CODE = ["def f(x):", "    y = x + 1", "", "    return y"]


def change(path: str, added: list[str], removed: list[str]) -> FileChange:
    new, old = tuple(enumerate(added, 1)), tuple(enumerate(removed, 1))
    return FileChange(path, path, new, old, tuple(1 for _ in removed))


def test_code_that_is_moved_to_another_file_tells_nothing():
    here, there = change("a.py", [], CODE), change("b.py", [*CODE, "z = 1"], [])
    found = moved([here, there])
    assert (found[here].removed, found[there].added) == ({1, 2, 3, 4}, {1, 2, 3, 4})
    after = "\n".join([*CODE, "z = 1"]).encode()
    assert telling(there, None, after, found[there]).lines == (5,)
    assert telling(here, "\n".join(CODE).encode(), None, found[here]).lines == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (change("a.py", [], CODE[:2]), change("b.py", CODE[:2], [])),
        (change("a.py", CODE, CODE), change("b.py", [], [])),
        (change("a.py", CODE, []), change("b.py", CODE, [])),
    ],
    ids=["a few lines", "within a file", "copied"],
)
def test_what_is_not_moved_is_not_called_so(one: FileChange, other: FileChange):
    assert not any(each.added or each.removed for each in moved([one, other]).values())
