"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put


def make(root: Path) -> None:
    rows = ",".join(f'{{"id":{number},"v":"{"x" * 20}"}}' for number in range(260000))
    put(root, "data/rows.json", f'{{"rows":[{rows}]}}')
    put(root, "data/log.txt", "key=abcdefghijklmnop[(" * 140000)
    put(root, "src/one.py", "def small_one():\n    return 1\n")
    put(root, "src/two.js", "export function small_two() { return 2; }\n")
