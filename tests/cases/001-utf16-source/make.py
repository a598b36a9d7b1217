"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put


def make(root: Path) -> None:
    put(root, "Le.cs", b"\xff\xfe" + ledger("A").encode("utf-16-le"))
    put(root, "Be.cs", b"\xfe\xff" + ledger("B").encode("utf-16-be"))
    put(root, "NoBom.cs", ledger("C").encode("utf-16-le"))
    put(root, "Utf8Bom.cs", b"\xef\xbb\xbf" + ledger("D").encode())
    put(root, "blob.cs", bytes(range(256)) * 8)


def ledger(letter: str) -> str:
    return (
        f"using System;\r\n\r\npublic class Ledger{letter} {{\r\n"
        "    // closes the café ledger\r\n"
        "    public int Close(int day) { return day + 1; }\r\n}\r\n"
    )
