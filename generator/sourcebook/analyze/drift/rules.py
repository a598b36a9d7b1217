"""Rules that documents state about imports, held against the imports.

"``X`` must not import ``Y``" is a rule where X is a folder or a package of the repository
and Y one, too, or a package from outside. Whatever is said without names of code, or in
other words, is not checked, and not said to be kept.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sourcebook.analyze.drift.mentions import Document
from sourcebook.model import ImportEdge

_RULE = re.compile(
    r"`(?P<who>[\w./@-]+)`(?:\s+\w+){0,2}?\s+(?:must|may|shall|should|can|does|do|will)?\s*(?:not|never)\s+"
    r"(?:ever\s+)?(?:imports?|depends?\s+on|uses?|references?|calls?\s+into)\s+(?:from\s+)?`(?P<what>[\w./@-]+)`"
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One stated rule."""

    document: str
    line: int
    text: str
    who: str
    what: str


def rules(documents: Iterable[Document]) -> Iterator[Rule]:
    """Yields the rules that documents state in parts that speak of the present."""
    for document in documents:
        flat = re.sub(r"\n(?!\s*\n)", " ", document.text)
        for match in _RULE.finditer(flat):
            line = document.text.count("\n", 0, match.start()) + 1
            if document.present is None or line in document.present:
                text = re.sub(r"\s+", " ", match[0])
                yield Rule(document.path, line, text, match["who"], match["what"])


def breaches(
    stated: Iterable[Rule], imports: Sequence[ImportEdge], files: Sequence[str]
) -> Iterator[tuple[Rule, ImportEdge]]:
    """Yields each import that a rule forbids; a rule about what is not here forbids none."""
    for rule in stated:
        within = _within(rule.who, files)
        inside = _within(rule.what, files)
        if not within:
            continue
        outside = rule.what.replace("/", ".")
        for edge in imports:
            if edge.path in within and edge.path not in inside:
                package = edge.external.replace("/", ".")
                if edge.target in inside or (
                    not inside and (package == outside or package.startswith(f"{outside}."))
                ):
                    yield rule, edge


def _within(name: str, files: Sequence[str]) -> frozenset[str]:
    """The files of a folder or package by its name: a path, or a dotted name at its end."""
    wanted = name.strip("/")
    if "/" not in wanted:
        wanted = wanted.replace(".", "/")
    start = frozenset(path for path in files if path.startswith(f"{wanted}/"))
    if start:
        return start
    middle = f"/{wanted}/"
    stem = re.compile(rf"(?:^|/){re.escape(wanted)}\.\w+$")
    found = frozenset(path for path in files if middle in path or stem.search(path))
    homes = {path.partition(middle)[0] for path in found if middle in path}
    return found if len(homes) <= 1 else frozenset()
