"""Subsystems: folders that belong together because their code does.

Folders are the nodes of a weighted graph; imports and resolved calls between them are its
edges, and a weak tie binds each folder to the one that holds it. Communities of that graph
(Louvain, fixed seed) are the subsystems. Tests, examples and documents would pull
everything into one heap, since they use everything, so they are grouped by their own top
folder.
"""

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import networkx as nx

from sourcebook.model import CallGraph, CallStatus, ParsedFile

#: Weights of one import, one call, and of lying in the folder above.
_IMPORT, _CALL, _FOLDER = 1.0, 0.5, 0.5

#: Folders whose files use everything and belong to nothing.
_ASIDE = frozenset(
    {"test", "tests", "__tests__", "testing", "spec", "specs", "e2e", "bench", "benchmark"}
    | {"benchmarks", "example", "examples", "sample", "samples", "demo", "demos"}
    | {"doc", "docs", "documentation"}
)


def subsystems(
    graph: CallGraph, parsed: Sequence[ParsedFile]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Returns the subsystems by name, each with its folders; a folder is in exactly one."""
    size: Counter[str] = Counter()
    for file in parsed:
        size[_folder(file.path)] += max(file.lines, 1)
    aside: defaultdict[str, list[str]] = defaultdict(list)
    core = []
    for folder in sorted(size):
        top = _aside(folder)
        if top:
            aside[top].append(folder)
        else:
            core.append(folder)
    groups = [sorted(group) for group in _communities(core, graph)]
    groups += [sorted(group) for _, group in sorted(aside.items())]
    return _named(groups, size)


def _folder(path: str) -> str:
    return posixpath.dirname(path) or "."


def _aside(folder: str) -> str:
    """The folder from the root down to the first that is set aside, or ""."""
    parts = folder.split("/")
    for number, part in enumerate(parts, 1):
        if part.lower() in _ASIDE:
            return "/".join(parts[:number])
    return ""


def _communities(folders: Sequence[str], graph: CallGraph) -> list[set[str]]:
    ties: Any = nx.Graph()
    ties.add_nodes_from(folders)
    known = set(folders)
    weights: defaultdict[tuple[str, str], float] = defaultdict(float)
    for edge in graph.imports:
        if edge.target:
            _tie(weights, known, edge.path, edge.target, _IMPORT)
    for call in graph.calls:
        if call.status is CallStatus.RESOLVED:
            for target in call.targets:
                caller, callee = call.caller.split("::", 1)[0], target.split("::", 1)[0]
                _tie(weights, known, caller, callee, _CALL)
    for folder in folders:
        above = _above(folder, known)
        if above is not None:
            low, high = sorted((folder, above))
            weights[low, high] += _FOLDER
    ties.add_weighted_edges_from((a, b, weight) for (a, b), weight in sorted(weights.items()))
    if not ties:
        return []
    found = nx.community.louvain_communities(ties, weight="weight", seed=0)
    return sorted((set(group) for group in found), key=min)


def _tie(
    weights: defaultdict[tuple[str, str], float],
    known: set[str],
    path: str,
    other: str,
    weight: float,
) -> None:
    low, high = sorted((_folder(path), _folder(other)))
    if low != high and low in known and high in known:
        weights[low, high] += weight


def _above(folder: str, known: set[str]) -> str | None:
    """The nearest folder above that holds files itself."""
    while folder not in {".", ""}:
        folder = _folder(folder)
        if folder in known:
            return folder
    return None


def _named(
    groups: Iterable[Sequence[str]], size: Counter[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Names each group after the folder that holds most of it; names are unique."""
    taken: dict[str, tuple[str, ...]] = {}
    for group in sorted(groups, key=lambda group: (-sum(size[name] for name in group), group)):
        if not group:
            continue
        for name in _names(group, size):
            if name not in taken:
                taken[name] = tuple(group)
                break
    return tuple(sorted(taken.items()))


def _names(group: Sequence[str], size: Counter[str]) -> Iterable[str]:
    """Names for a group, the best first: the deepest folder over most of its lines."""
    total = sum(size[name] for name in group)
    over: Counter[str] = Counter()
    for folder in group:
        at = folder
        while at != ".":
            over[at] += size[folder]
            at = _folder(at)
    main = [name for name, lines in over.items() if lines * 10 >= total * 6]
    yield from sorted(main, key=lambda name: (-name.count("/"), name))
    yield from sorted(group, key=lambda name: (-size[name], name))
    number = 2
    while True:
        yield f"{group[0]} ({number})"
        number += 1
