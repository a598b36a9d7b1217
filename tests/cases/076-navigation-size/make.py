"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put


def make(root: Path, count: int = 300) -> None:
    for i in range(count):
        put(
            root,
            f"src/d{i // 900:02}/e{i // 30:03}/m{i:04}.py",
            f'def fn_{i:04}(x):\n    """Part {i} of the machine."""\n    return x + {i}\n',
        )
