"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put

NAMES = (
    "a b.py",
    "c#1.py",
    "100%.py",
    "50%25 off.py",
    "x[1].py",
    "q?.py",
    "-rf.py",
    "--help.py",
    "a&b.py",
    "p(1).py",
    'it\'s "q".py',
    "semi;colon+plus=eq.py",
    "tick`star*.py",
)


def make(root: Path) -> None:
    for number, name in enumerate(NAMES):
        put(root, f"src/{name}", f"def special_{number:02}():\n    return {number}\n")
