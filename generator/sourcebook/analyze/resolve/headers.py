"""Which file an ``#include`` of C or C++ names."""

from collections.abc import Iterable
from posixpath import commonprefix, dirname, join, normpath


class Headers:
    """Files of the repository by the last parts of their paths."""

    def __init__(self, paths: Iterable[str]) -> None:
        self.paths = set(paths)
        self.named: dict[str, list[str]] = {}
        for path in sorted(self.paths):
            self.named.setdefault(path.rpartition("/")[2], []).append(path)

    def find(self, importer: str, written: str) -> str:
        """The file beside the includer, else the nearest whose path ends so; "" if none."""
        beside = normpath(join(dirname(importer), written))
        if beside in self.paths:
            return beside
        tail = normpath(written).lstrip("./")
        found = [
            path
            for path in self.named.get(tail.rpartition("/")[2], ())
            if path == tail or path.endswith(f"/{tail}")
        ]
        return min(
            found,
            key=lambda path: (-len(commonprefix([path, importer])), len(path), path),
            default="",
        )
