"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import commit_all, put


def make(root: Path) -> None:
    for i in range(20):
        call = f"fn_{i - 1:02}(x)" if i else "x"
        put(
            root,
            f"pkg/m{i:02}.py",
            f'def fn_{i:02}(x):\n    """Number {i}."""\n    return {call}\n',
        )
    put(root, "old_name.py", 'def keep_text():\n    """Stays the same."""\n    return 1\n')
    commit_all(root)
