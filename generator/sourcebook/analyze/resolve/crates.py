"""The module tree of Rust, from the paths of files and the names of crates.

A space is ``<folder of the crate's root>#.module.module``.
"""

import re
from collections.abc import Iterable
from posixpath import dirname

from sourcebook.analyze.resolve.modules_python import above
from sourcebook.model import ParsedFile

ROOTS = ("lib.rs", "main.rs")


class Crates:
    """Crates of the repository."""

    def __init__(self, parsed: Iterable[ParsedFile]) -> None:
        files = list(parsed)
        self.paths = {file.path for file in files if file.language == "rust"}
        self.names: dict[str, str] = {}  # name of a crate -> folder of its root
        self.bases: dict[str, str] = {}
        for file in files:
            if file.path.rpartition("/")[2] == "Cargo.toml":
                text = "\n".join(chunk.text for chunk in file.chunks)
                match = re.search(r"^\s*name\s*=\s*\"([\w-]+)\"", text, re.MULTILINE)
                if match:
                    home = "/".join(part for part in (dirname(file.path), "src") if part)
                    self.names.setdefault(match[1].replace("-", "_"), home)

    def root(self, path: str) -> str:
        """The folder of the root of the crate that a file is in."""
        for folder in above(dirname(path)):
            if any(f"{folder}/{name}".lstrip("/") in self.paths for name in ROOTS):
                return folder
        return dirname(path)

    def base(self, path: str) -> str:
        """The space of a file."""
        found = self.bases.get(path)
        if found is None:
            root = self.root(path)
            inner = path[len(root) :].strip("/").removesuffix(".rs")
            parts = inner.split("/")
            if parts[-1] == "mod" or (len(parts) == 1 and f"{parts[0]}.rs" in ROOTS):
                parts.pop()
            found = self.bases[path] = f"{root}#" + "".join(f".{part}" for part in parts)
        return found

    def start(self, path: str, inner: str, written: str) -> tuple[str, list[str]]:
        """The space that a path begins in and the rest of it; "" when it leads outside."""
        parts = written.split(".")
        space = self.base(path) + inner
        if parts[0] == "crate":
            return f"{self.root(path)}#", parts[1:]
        if parts[0] in ("self", "super"):
            while parts and parts[0] in ("self", "super"):
                if parts.pop(0) == "super":
                    space = space.rpartition(".")[0] if "." in space else space
            return space, parts
        if parts[0] in self.names:
            return f"{self.names[parts[0]]}#", parts[1:]
        return "", parts

    def space(self, path: str, inner: str, written: str) -> str:
        """The space that ``use written::*`` opens."""
        start, parts = self.start(path, inner, written)
        if not start:
            start, parts = self.base(path) + inner, written.split(".")
        return start + "".join(f".{part}" for part in parts)
