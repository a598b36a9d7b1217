"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put


def make(root: Path) -> None:
    put(root, "oldmac.py", b"def one():\r    return 1\r\rdef two():\r    return 2\r")
    put(root, "mixed.py", b"def alpha():\r\n    return 1\n\ndef beta():\n    return 2\r\n")
    put(root, "feed.py", b"def page1():\n    return 1\n\n\x0c\ndef page2():\n    return 2\n")
    put(root, "sep.js", "const s = 'a\u2028b';\nfunction tail() { return s; }\n")
    put(root, "last.py", b"def end():\n    return 1")
