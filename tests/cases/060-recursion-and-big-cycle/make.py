"""Makes the repository of this case."""

from collections.abc import Callable
from pathlib import Path

from tests.harness.making import put


def make(root: Path) -> None:
    put(
        root,
        "r/basic.py",
        "def fact(n):\n    return 1 if n < 2 else n * fact(n - 1)\n\n\n"
        "def even(n):\n    return n == 0 or odd(n - 1)\n\n\n"
        "def odd(n):\n    return n != 0 and even(n - 1)\n",
    )
    calls(root, "ring", 3000, lambda number: (number + 1) % 3000)
    calls(root, "chain", 20000, lambda number: number + 1 if number + 1 < 20000 else None)
    put(
        root,
        "two.py",
        "def p1():\n    return p2()\n\n\ndef p2():\n    q1()\n    return p1()\n\n\n"
        "def q1():\n    return q2()\n\n\ndef q2():\n    return q1()\n",
    )


def calls(root: Path, prefix: str, total: int, after: Callable[[int], int | None]) -> None:
    """Writes ``total`` functions, 100 a file; each calls the one that ``after`` names."""
    for module in range(total // 100):
        lines = []
        for number in range(module * 100, module * 100 + 100):
            target = after(number)
            lines.append(f"def {prefix}{number}(x):")
            if target is not None and target // 100 != module:
                lines.append(f"    from {prefix}_{target // 100} import {prefix}{target}")
            lines.append("    return x" if target is None else f"    return {prefix}{target}(x)")
            lines += ["", ""]
        put(root, f"{prefix}_{module}.py", "\n".join(lines) + "\n")
