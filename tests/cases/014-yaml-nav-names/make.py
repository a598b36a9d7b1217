"""Makes the repository of this case."""

from pathlib import Path

from tests.harness.making import put

NAMES = (
    "on",
    "null",
    "1.0",
    "a: b",
    "- dash",
    "*star",
    "&amp",
    "@at",
    "{curly}",
    '"quoted"',
    "!tag",
    "%percent",
    "#hash",
)


def make(root: Path) -> None:
    for number, name in enumerate(NAMES):
        title = name.replace('"', "'")
        put(
            root,
            f"{name}/mod{number:02}.py",
            f'"""{title}: title | with > yaml"""\n\n\ndef f{number:02}():\n    return 1\n',
        )
