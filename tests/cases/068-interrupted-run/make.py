"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put


def make(root: Path) -> None:
    for part in range(400):
        functions = (
            f"def work_{part:03}_{step}(x):\n"
            f'    """Does step {step} of part {part}."""\n    return x + {step}\n\n\n'
            for step in range(5)
        )
        put(root, f"src/p{part % 20}/m{part:03}.py", "".join(functions))
