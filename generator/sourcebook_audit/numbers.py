"""Numbers: each is counted again, from the repository or from what other pages state.

``lines`` of a file are counted in the file. ``lines-in``, ``files-in``, ``symbols-in`` (of
a folder or file, ``data-of``) and ``lines-of-language`` are sums over the pages of files.
``calls-…`` add up to ``call-sites``, ``rules`` are as many as the conditions listed. A ``picture`` draws as many edges as the list beside it
names, and the same ones as its interactive form. A ``commit`` is one of git's.
"""

import json
import subprocess
from collections import Counter, defaultdict
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath

from sourcebook_audit.built import Built, number
from sourcebook_audit.pages import Fact
from sourcebook_audit.source import Source

_SUMS = frozenset(
    {"lines-in", "files-in", "symbols-in", "lines-of-language", "call-sites", "rules"}
)


class Numbers:
    """The numbers of one site."""

    def __init__(self, site: Path, source: Source, built: Built) -> None:
        self._site, self._source, self._built = site, source, built

    def fault(self, page: str, fact: Fact) -> str | None:
        """Why a number is not right, "" when it is, None when it is no such fact."""
        if fact.kind == "lines":
            return self._same(fact, self._lines(fact.get("file")))
        if fact.kind in _SUMS:
            return self._same(fact, self._sums[fact.kind][fact.get("of")])
        if fact.kind == "picture":
            return self._picture(page, fact)
        if fact.kind == "commit":
            return self._commit(fact)
        return None

    def _same(self, fact: Fact, counted: int) -> str:
        return "" if number(fact.text) == counted else f"says {fact.text.strip()}, is {counted:,}"

    def _lines(self, file: str) -> int:
        lines = self._source.lines(file) or []
        return len(lines) - (1 if lines and not lines[-1] else 0)

    @cached_property
    def _sums(self) -> dict[str, Counter[str]]:
        """The right number of each kind, by what it is of."""
        sums: dict[str, Counter[str]] = defaultdict(Counter)
        for file in self._built.files:
            lines = self._lines(file)
            for fact in self._built.of_file[file, "language"]:
                sums["lines-of-language"][fact.text] += lines
            symbols = len(self._built.of_file[file, "symbol"])
            for folder in (file, *_folders(file)):
                sums["files-in"][folder] += 1
                sums["lines-in"][folder] += lines
                sums["symbols-in"][folder] += symbols
        for _, fact in self._built.facts():
            if fact.kind.startswith("calls-"):
                sums["call-sites"][""] += number(fact.text)
            elif fact.kind == "condition":
                sums["rules"][""] += 1
        return sums

    def _picture(self, page: str, fact: Fact) -> str:
        drawn = number(fact.get("paths") or "0")
        listed = Counter(
            " ".join(edge.text.split())
            for name, edge in self._edges
            if name == page and edge.get("picture") == fact.get("graph")
        )
        if drawn != listed.total():
            return f"draws {drawn} edges, lists {listed.total()}"
        path = normpath(join(dirname(page), fact.get("graph")))
        try:
            model = json.loads((self._site / path).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return f"{path} cannot be read"
        same = len(model["edges"]) == drawn
        return "" if same else f"{path} holds {len(model['edges'])} edges, {drawn} are drawn"

    @cached_property
    def _edges(self) -> list[tuple[str, Fact]]:
        return [(page, fact) for page, fact in self._built.facts() if fact.kind == "edge"]

    def _commit(self, fact: Fact) -> str:
        subject = self._commits.get(fact.get("id"))
        if subject is None:
            return f"git knows no commit {fact.get('id')}" if self._commits else ""
        said = " ".join(fact.text.split())
        marked = "[redacted" in said
        return "" if marked or subject[:60] in said else f"its subject is {subject}"

    @cached_property
    def _commits(self) -> dict[str, str]:
        """Subjects by the first eight letters of the id."""
        done = subprocess.run(
            ["git", "log", "--all", "--format=%H %s"],
            cwd=self._source.root,
            capture_output=True,
            check=False,
        )
        lines = done.stdout.decode(errors="replace").splitlines() if done.returncode == 0 else []
        return {line[:8]: " ".join(line[41:].split()) for line in lines}


def _folders(file: str) -> list[str]:
    found = []
    while file:
        file = dirname(file)
        found.append(file or ".")
    return found
