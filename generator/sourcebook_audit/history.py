"""Statements about an earlier commit, checked by what git has of it.

- ``gone``: the line of the file in that commit holds the name, and no page has the
  definition now;
- ``was``: the signature stands in that commit from that line on;
- ``new``: the line holds the name now, and in that commit Python's ``ast`` finds no such
  definition in the file.

Where git does not have the commit, nothing is said against a statement about it.
"""

import ast
import subprocess
from functools import lru_cache

from sourcebook_audit.built import Built, number
from sourcebook_audit.pages import Fact
from sourcebook_audit.source import Source, decoded, definitions

#: Lines after its name in which a signature ends.
_SIGNATURE = 60


class History:
    """Earlier commits of one repository."""

    def __init__(self, source: Source, built: Built) -> None:
        self._source, self._built = source, built
        self._lines = lru_cache(maxsize=512)(self._read)

    def fault(self, fact: Fact) -> str | None:
        """Why a statement is not true, "" when it is, None when it is of another kind."""
        if fact.kind not in {"gone", "was", "new"}:
            return None
        commit = fact.get("commit")
        if not commit or not self._known(commit):
            return ""
        lines = self._lines(commit, fact.get("path"))
        if fact.kind == "was":
            return self._was(fact, lines)
        return self._gone(fact, lines) if fact.kind == "gone" else self._new(fact, lines)

    def _was(self, fact: Fact, lines: list[str]) -> str:
        start = max(number(fact.get("line")) - 1, 0)
        place = _tight("".join(lines[start : start + _SIGNATURE]))
        return "" if _tight(fact.text) in place else "was not there"

    def _gone(self, fact: Fact, lines: list[str]) -> str:
        path, line, name = fact.get("path"), number(fact.get("line")), _name(fact)
        if _last(name) not in "".join(lines[line - 1 : line]):
            return f"line {line} of {path} did not hold {_last(name)}"
        return f"{name} is there" if self._built.symbols.get(path, {}).get(name) else ""

    def _new(self, fact: Fact, lines: list[str]) -> str:
        path, line, name = fact.get("path"), number(fact.get("line")), _name(fact)
        if _last(name) not in self._source.text(path, line):
            return f"line {line} of {path} does not hold {_last(name)}"
        return f"{name} was there" if name in _defined(lines, path) else ""

    @lru_cache(maxsize=8)  # noqa: B019 - lives as long as one audit
    def _known(self, commit: str) -> bool:
        return self._git("cat-file", "-e", f"{commit}^{{commit}}") is not None

    def _read(self, commit: str, path: str) -> list[str]:
        raw = self._git("show", f"{commit}:./{path}")
        return decoded(raw).split("\n") if raw is not None else []

    def _git(self, *arguments: str) -> bytes | None:
        done = subprocess.run(
            ["git", *arguments], cwd=self._source.root, capture_output=True, check=False
        )
        return done.stdout if done.returncode == 0 else None


def _defined(lines: list[str], path: str) -> set[str]:
    """The definitions of a Python file."""
    if not path.endswith((".py", ".pyi")):
        return set()
    try:
        return {one.name for one in definitions(ast.parse("\n".join(lines)))}
    except (SyntaxError, ValueError, RecursionError):
        return set()


def _name(fact: Fact) -> str:
    return " ".join(fact.text.split())


def _last(name: str) -> str:
    return name.replace("::", ".").rpartition(".")[2]


def _tight(text: str) -> str:
    return "".join(text.split()).replace(",)", ")").rstrip("…")
