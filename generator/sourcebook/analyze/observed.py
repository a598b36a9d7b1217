"""What the code has chosen by itself: habits so general that they look like decisions.

A repository decides much that nobody writes down: which package serves a purpose, which
folder may use which, what is raised when something fails. This stage counts. It says that
something is so in so many of so many places, and names the places where it is not; it
never says that it was decided, nor why.

- ``only``: one package serves a purpose nearly everywhere (the purposes are a table,
  ``purposes.toml``); ``rivals``: several share it;
- ``dependency``: a package that many files use and that the table does not know;
- ``layer``: one folder uses its neighbour and hardly the other way round; ``knot``: both do;
- ``errors``: nearly all that is raised descends from one class; ``mixed errors``: it does not.

Fewer than :data:`FEWEST` observations are no habit, and below :data:`SHARE` it is none.
"""

import re
import sys
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib import resources

from sourcebook.analyze.verify import Sources
from sourcebook.model import (
    CallGraph,
    Choice,
    Commit,
    Decision,
    DecisionStatus,
    Evidence,
    FileClass,
    FileRecord,
    ImportEdge,
    ParsedFile,
)

FEWEST = 10
SHARE = 0.95

_SHOWN = 5  # places that prove, and exceptions that are named
_MOST = 30  # choices of one kind
_OVER = {DecisionStatus.REJECTED, DecisionStatus.WITHDRAWN, DecisionStatus.SUPERSEDED}
_JVM = {"java", "kotlin", "scala", "groovy"}
_JVM_OWN = ("java.", "javax.", "kotlin.", "scala.", "groovy.")
_CODE = re.compile(r"`([^`\n]+)`")
_SEPARATOR = re.compile(r"[./:\\]")

Place = tuple[str, int]


def observed(
    parsed: Sequence[ParsedFile],
    files: Sequence[FileRecord],
    graph: CallGraph,
    decisions: Sequence[Decision],
    history: Sequence[Commit],
) -> tuple[Choice, ...]:
    """The choices of the code, by kind, the most observed first."""
    classes = {record.report.path: record.report.file_class for record in files}
    languages = {record.report.path: record.report.language for record in files}
    source = {path for path, kind in classes.items() if kind is FileClass.SOURCE}
    read = source | {path for path, kind in classes.items() if kind is FileClass.TEST}
    ledger = _Ledger(Sources(parsed), decisions, history)
    outside = [edge for edge in graph.imports if edge.external and edge.path in read]
    inside = [edge for edge in graph.imports if edge.target in source and edge.path in source]
    own = [edge for edge in outside if edge.path in source]
    return (
        *_by_purpose(outside, ledger),
        *_dependencies(own, languages, ledger),
        *_layers(inside, ledger),
        *_errors(graph, source, ledger),
    )


class _Ledger:
    """Makes choices of counted places: with quotes, the oldest file and the records."""

    def __init__(
        self, sources: Sources, decisions: Sequence[Decision], history: Sequence[Commit]
    ) -> None:
        self._sources = sources
        self._said = [(each.key, _said(each)) for each in decisions if each.status not in _OVER]
        self._oldest: dict[str, int] = {}
        for commit in history:
            for path in commit.paths:
                self._oldest[path] = min(commit.time, self._oldest.get(path, commit.time))

    def choice(
        self,
        kind: str,
        groups: Sequence[tuple[str, Sequence[Place]]],
        purpose: str = "",
        words: Iterable[Sequence[str]] = (),
    ) -> Choice:
        """A choice of named groups of places, the chosen one first."""
        first, *others = groups
        times = [self._oldest[path] for path, _ in first[1] if path in self._oldest]
        day = datetime.fromtimestamp(min(times), UTC).strftime("%Y-%m-%d") if times else ""
        return Choice(
            kind,
            purpose,
            tuple(name for name, _ in groups),
            tuple(len(places) for _, places in groups),
            self._quoted(first[1]),
            self._quoted([place for _, places in others for place in places]),
            day,
            tuple(
                key
                for key, text in self._said
                if any(all(_names(word, text) for word in together) for together in words)
            ),
        )

    def _quoted(self, places: Sequence[Place]) -> tuple[Evidence, ...]:
        quotes = (self._sources.quote(path, line) for path, line in places[:_SHOWN])
        return tuple(quote for quote in quotes if quote is not None)


def _said(decision: Decision) -> str:
    """What a record is about: its title, the sentence that decides, and the code that it decides on.

    Elsewhere in a decision the name of a package may be a mere word ("one click").
    """
    texts = [text for name, text, _ in decision.sections if name == "decision"]
    spans = (span for text in texts for span in _CODE.findall(text))
    return "\n".join([decision.title, decision.sentence, *spans]).lower()


def _names(word: str, text: str) -> bool:
    return re.search(rf"(?<![\w-]){re.escape(word.lower())}(?![\w-])", text) is not None


# ------------------------------------------------------------------------------ packages


def _by_purpose(edges: Sequence[ImportEdge], ledger: _Ledger) -> Iterator[Choice]:
    """For each purpose the packages that serve it, by the number of files that use them."""
    found: dict[str, dict[str, dict[str, int]]] = defaultdict(lambda: defaultdict(dict))
    for edge in edges:
        for purpose, package in _serves(edge.external):
            found[purpose][package].setdefault(edge.path, edge.line)
    made = []
    for purpose, packages in found.items():
        groups = _ordered({name: list(places.items()) for name, places in packages.items()})
        total = sum(len(places) for _, places in groups)
        if total >= FEWEST:
            kind = "only" if len(groups[0][1]) >= SHARE * total else "rivals"
            words = [[_short(name)] for name, _ in groups]
            made.append(ledger.choice(kind, groups, purpose, words))
    yield from sorted(made, key=lambda one: (one.kind, -sum(one.counts), one.purpose))


def _ordered(groups: Mapping[str, Sequence[Place]]) -> list[tuple[str, Sequence[Place]]]:
    return sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))


def _serves(package: str) -> Iterator[tuple[str, str]]:
    """The purposes of a package, with the entry of the table: the longest name that fits."""
    for purpose, names in purposes().items():
        fitting = [
            name
            for name in names
            if package == name
            or (package.startswith(name) and _SEPARATOR.match(package[len(name) :]))
        ]
        if fitting:
            yield purpose, max(fitting, key=len)


@cache
def purposes() -> Mapping[str, Sequence[str]]:
    """The table: packages by the purpose that each of them serves."""
    source = resources.files(__package__).joinpath("purposes.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))


def _dependencies(
    edges: Sequence[ImportEdge], languages: Mapping[str, str], ledger: _Ledger
) -> Iterator[Choice]:
    """Packages from outside that the table does not know, by the files that use them."""
    places: dict[str, dict[str, int]] = defaultdict(dict)
    for edge in edges:
        name = _package(edge.external, languages.get(edge.path, ""))
        if name and not any(True for _ in _serves(edge.external)):
            places[name].setdefault(edge.path, edge.line)
    for name, found in _ordered({name: list(one.items()) for name, one in places.items()})[:_MOST]:
        if len(found) >= FEWEST:
            yield ledger.choice("dependency", [(name, found)], words=[[_short(name)]])


def _package(written: str, language: str) -> str:
    """The package of what is imported, "" where it comes with the language."""
    if language == "python":
        name = written.partition(".")[0]
        return "" if name in sys.stdlib_module_names or name == "typing_extensions" else name
    if language in _JVM:
        return "" if written.startswith(_JVM_OWN) else ".".join(written.split(".")[:2])
    if language == "go":
        parts = written.split("/")
        return "/".join(parts[:3]) if "." in parts[0] else ""
    if language in {"javascript", "typescript", "tsx", "vue", "svelte"}:
        parts = written.split("/")
        return "" if written.startswith("node:") else "/".join(parts[: 1 + (written[0] == "@")])
    if language == "rust":
        name = written.partition("::")[0]
        return "" if name in {"std", "core", "alloc"} else name
    return ""


def _short(package: str) -> str:
    """The part of a name by which people speak of a package."""
    parts = [
        part for part in re.split(r"[./:]+", package) if part not in {"api", "core", "annotations"}
    ]
    return parts[-1]


# ------------------------------------------------------------------------------- folders


def _layers(edges: Sequence[ImportEdge], ledger: _Ledger) -> Iterator[Choice]:
    """Folders side by side and which of them uses the other."""
    places: dict[tuple[str, str], list[Place]] = defaultdict(list)
    for edge in edges:
        pair = _siblings(edge.path, edge.target)
        if pair is not None:
            places[pair].append((edge.path, edge.line))
    made: dict[str, list[Choice]] = {"layer": [], "knot": []}
    for (one, other), uses in places.items():
        back = places.get((other, one), [])
        total = len(uses) + len(back)
        if total < FEWEST or (len(back), other) > (len(uses), one):
            continue
        kind = "layer" if len(uses) >= SHARE * total else "knot"
        words = [[name.rpartition("/")[2] for name in (one, other)]]
        made[kind].append(ledger.choice(kind, [(one, uses), (other, back)], words=words))
    for choices in made.values():
        yield from sorted(choices, key=lambda one: (-sum(one.counts), one.names))[:_MOST]


def _siblings(path: str, target: str) -> tuple[str, str] | None:
    """The two folders side by side that the paths lie in, None where there are none."""
    one, other = path.split("/")[:-1], target.split("/")[:-1]
    for depth, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return "/".join(one[: depth + 1]), "/".join(other[: depth + 1])
    return None


# -------------------------------------------------------------------------------- errors


def _errors(graph: CallGraph, source: set[str], ledger: _Ledger) -> Iterator[Choice]:
    """What functions raise, by the class of the repository that it descends from, else its name."""
    bases = {symbol.name: symbol.bases for symbol in graph.symbols if symbol.bases}
    defined = Counter(symbol.name for symbol in graph.symbols)
    places: dict[str, list[Place]] = defaultdict(list)
    for symbol in graph.symbols:
        if symbol.path in source:
            for written in symbol.raises:
                name = re.split(r"[.:\\]+", written)[-1]
                if name[:1].isupper():
                    root = _root(name, bases, defined)
                    places[root].append((symbol.path, symbol.name_line))
    groups = _ordered(places)
    total = sum(len(found) for _, found in groups)
    if total >= FEWEST:
        kind = "errors" if len(groups[0][1]) >= SHARE * total else "mixed errors"
        yield ledger.choice(kind, groups[:8], words=[[name] for name, _ in groups[:1]])


def _root(name: str, bases: Mapping[str, Sequence[str]], defined: Mapping[str, int]) -> str:
    """The outermost ancestor of a class that the repository defines."""
    seen = {name}
    while True:
        above = [re.split(r"[.:\\]+", base)[-1] for base in bases.get(name, ())]
        own = [base for base in above if defined.get(base) and base not in seen]
        if not own:
            return name
        name = own[0]
        seen.add(name)
