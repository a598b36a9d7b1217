"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put


def make(root: Path) -> None:
    put(root, "src/Timer.ts", "/** Counts down. */\nexport class Timer { start(): void {} }\n")
    put(
        root,
        "src/timer.ts",
        "import { Timer } from './Timer';\n"
        "/** The shared instance. */\nexport const timer = new Timer();\n",
    )
    put(
        root,
        "src/model.py",
        'class Model:\n    """A model."""\n\n\n'
        'def model():\n    """Builds one."""\n    return Model()\n',
    )
