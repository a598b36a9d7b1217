"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put


def make(root: Path) -> None:
    put(
        root,
        "cookie.py",
        '# -*- coding: latin-1 -*-\ndef greet():\n    """A naïve greeting."""\n    return 1\n'.encode(
            "latin-1"
        ),
    )
    put(
        root,
        "prix.c",
        "/* prix total du café */\nint prix_total(int n) { return n * 2; }\n".encode("latin-1"),
    )
    put(
        root,
        "stray.py",
        "# tolerance ± 5\n# bad byte: ".encode()
        + b"\xb1"
        + b"\ndef measure(x):\n    y = x + 1\n    return y\n",
    )
    put(root, "plain.py", "def plain():\n    return 0\n")
