"""The repository as the auditor reads it: lines of files, and what Python's ``ast`` sees."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"[\w$]+[!?]?")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef
Import = ast.Import | ast.ImportFrom


@dataclass(frozen=True, slots=True)
class Defined:
    """A class, function or method of a Python file; ``start`` counts its decorators."""

    name: str  # qualified
    node: Definition
    start: int
    stop: int


class Source:
    """The files of one repository, each read once or, if many, again."""

    def __init__(self, repository: Path) -> None:
        self.root = repository.resolve()
        self.lines = lru_cache(maxsize=2048)(self._lines)
        self.defined = lru_cache(maxsize=2048)(self._defined)
        self.imports = lru_cache(maxsize=2048)(self._imports)
        self._tree = lru_cache(maxsize=4)(self._parsed)

    def words(self, path: str, line: int, end: int = 0) -> set[str]:
        """The names that stand in lines of a file."""
        found = set(_WORD.findall(self.text(path, line, end)))
        return found | {word.rstrip("!?") for word in found}

    def text(self, path: str, line: int, end: int = 0) -> str:
        """Lines of a file, "" where there are none."""
        return "\n".join((self.lines(path) or [])[max(line, 1) - 1 : max(line, end)])

    def _lines(self, path: str) -> list[str] | None:
        """Lines of a file, by its own encoding where that can be told; None for no file."""
        try:
            file = (self.root / path).resolve()
            if not file.is_relative_to(self.root):
                return None
            raw = file.read_bytes()
        except (OSError, ValueError):
            return None
        return _LINE_END.split(decoded(raw).replace("\0", "\ufffd"))

    def _defined(self, path: str) -> tuple[Defined, ...] | None:
        """Classes, functions and methods of a Python file, None if it cannot be parsed."""
        tree = self._tree(path)
        return None if tree is None else tuple(definitions(tree))

    def _imports(self, path: str) -> dict[int, Import]:
        """The import statements of a Python file by the line that each begins at."""
        tree = self._tree(path)
        found = [] if tree is None else [one for one in ast.walk(tree) if isinstance(one, Import)]
        return {one.lineno: one for one in reversed(found)}

    def _parsed(self, path: str) -> ast.Module | None:
        lines = self.lines(path)
        if lines is None or not path.endswith((".py", ".pyi")):
            return None
        try:
            return ast.parse("\n".join(lines))
        except (SyntaxError, ValueError, RecursionError):
            return None

    @cached_property
    def at_root(self) -> frozenset[str]:
        """The names of files and folders at the root, without their endings."""
        return frozenset(one.stem for one in self.root.iterdir())


def definitions(node: ast.AST, prefix: str = "") -> Iterator[Defined]:
    """Definitions below a node, those within functions too, outermost first."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Definition):
            name = f"{prefix}{child.name}"
            start = min([child.lineno, *(mark.lineno for mark in child.decorator_list)])
            yield Defined(name, child, start, child.end_lineno or child.lineno)
            yield from definitions(child, f"{name}.")
        else:
            yield from definitions(child, prefix)


def decoded(raw: bytes) -> str:
    """The text of a file by its mark, its declaration, or what it is most likely to be."""
    for mark, name in (
        (b"\xef\xbb\xbf", "utf-8-sig"),
        (b"\xff\xfe", "utf-16"),
        (b"\xfe\xff", "utf-16"),
    ):
        if raw.startswith(mark):
            return raw.decode(name, errors="replace")
    declared = re.search(rb"coding[:=]\s*([-\w.]+)", raw[:300])
    names = ["utf-8", *([declared.group(1).decode("ascii")] if declared else ())]
    for name in names:
        try:
            return raw.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
    return raw.decode("cp1252", errors="replace")
