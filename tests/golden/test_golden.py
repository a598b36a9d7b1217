"""What is said about the small repositories is what was read and found good."""

import pytest

from tests.golden.books import kept, made, names


@pytest.mark.parametrize("name", names())
def test_as_it_was(name: str):
    now, then = made(name), kept(name)
    mend = f"if the difference is right, keep it with: python -m tests.golden {name}"
    assert now.keys() == then.keys(), mend
    for path, text in now.items():
        assert text == then[path], f"{name}/{path}: {mend}"
