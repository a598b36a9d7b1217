"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put

LONG = "n" * 236 + ".py"
TWIN = "n" * 235 + "x.py"
KANA = "あ" * 79 + ".py"
DEEP = "/".join(f"segment{level:02}" for level in range(30)) + "/Deep.java"


def make(root: Path) -> None:
    put(root, DEEP, "public class Deep { void go() {} }\n")
    put(root, LONG, "def long_name():\n    return 1\n")
    put(root, TWIN, "def long_name_twin():\n    return 2\n")
    put(root, KANA, "def long_kana():\n    return 1\n")
    parameters = ", ".join(f"typename Parameter_number_{number:03}" for number in range(100))
    put(root, "mix.cpp", f"template <{parameters}>\nint mix(int a) {{ return a; }}\n")
