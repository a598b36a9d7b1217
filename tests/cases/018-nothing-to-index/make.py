"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put


def make(root: Path) -> None:
    (root / "r1").mkdir()
    for name in ("a.py", "b.js", "c.go", "pkg/__init__.py"):
        put(root, f"r2/{name}", b"")
    put(root, "r3/only.py", "# the\n# a of for\n")
    put(root, "r3/only.c", "/* is it */\n")
    put(root, "r4/x.py", "x = 1\n")
    put(root, "r5/pic.bin", bytes(range(256)))
    put(root, "r5/LICENSE", "Permission is hereby granted.\n")
