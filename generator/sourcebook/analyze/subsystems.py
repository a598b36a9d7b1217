"""Subsystems: folders that belong together because their code does.

Folders with code are the nodes of a weighted graph. Imports and resolved calls between
them are its edges, and a weak tie binds each to the nearest folder with code above it.
Communities of that graph (Louvain, fixed seed) are the subsystems. Tests, examples and
documents would pull everything into one heap, since they use everything: they go with the
folder they lie in, or stand alone where they lie at the top. Folders without code follow
the folder above them.
"""

import posixpath
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import networkx as nx

from sourcebook.model import CallGraph, CallStatus, ParsedFile, SymbolKind

#: Weights of one import, one call, and of lying below another folder.
_IMPORT, _CALL, _BELOW = 1.0, 0.5, 0.5

#: Folders whose files use everything and belong to nothing.
_ASIDE = frozenset(
    {"test", "tests", "__tests__", "testing", "spec", "specs", "e2e", "bench", "benchmark"}
    | {"benchmarks", "example", "examples", "sample", "samples", "demo", "demos"}
    | {"doc", "docs", "documentation"}
)
_NO_CODE = frozenset({SymbolKind.MODULE, SymbolKind.SECTION, SymbolKind.KEY})


def subsystems(
    graph: CallGraph, parsed: Sequence[ParsedFile]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Returns the subsystems by name, each with its folders; a folder is in exactly one."""
    size: Counter[str] = Counter()
    for file in parsed:
        size[_above(file.path)] += sum(symbol.kind not in _NO_CODE for symbol in file.symbols)
    core = [folder for folder in sorted(size) if size[folder] and not _aside(folder)]
    home: dict[str, int] = {}
    groups: list[list[str]] = []
    for community in _communities(core, graph):
        home.update(dict.fromkeys(community, len(groups)))
        groups.append(sorted(community))
    apart: defaultdict[str, list[str]] = defaultdict(list)
    for folder in sorted(size):
        if folder in home:
            continue
        host = _nearest(folder, home)
        if host is None:
            apart[_aside(folder) or folder.split("/", 1)[0]].append(folder)
        else:
            groups[home[host]].append(folder)
    return _named([*groups, *(group for _, group in sorted(apart.items()))], size)


def _above(path: str) -> str:
    """The folder that holds a file or folder; "." for the root."""
    return posixpath.dirname(path) or "."


def _aside(folder: str) -> str:
    """The folder from the root down to the first that is set aside, or ""."""
    parts = folder.split("/")
    for number, part in enumerate(parts, 1):
        if part.lower() in _ASIDE:
            return "/".join(parts[:number])
    return ""


def _nearest(folder: str, known: Mapping[str, object]) -> str | None:
    """The nearest known folder above, the root apart."""
    while (folder := _above(folder)) != ".":
        if folder in known:
            return folder
    return None


def _communities(folders: Sequence[str], graph: CallGraph) -> list[set[str]]:
    known = dict.fromkeys(folders)
    weights: defaultdict[tuple[str, str], float] = defaultdict(float)

    def tie(one: str, other: str, weight: float) -> None:
        low, high = sorted((one, other))
        if low != high and low in known and high in known:
            weights[low, high] += weight

    for edge in graph.imports:
        if edge.target:
            tie(_above(edge.path), _above(edge.target), _IMPORT)
    for call in graph.calls:
        if call.status is CallStatus.RESOLVED:
            for target in call.targets:
                tie(_folder_of(call.caller), _folder_of(target), _CALL)
    for folder in folders:
        host = _nearest(folder, known)
        if host is not None:
            tie(folder, host, _BELOW)
    if not folders:
        return []
    ties: Any = nx.Graph()
    ties.add_nodes_from(folders)
    ties.add_weighted_edges_from((a, b, weight) for (a, b), weight in sorted(weights.items()))
    found = nx.community.louvain_communities(ties, weight="weight", seed=0)
    return sorted((set(group) for group in found), key=min)


def _folder_of(symbol: str) -> str:
    return _above(symbol.split("::", 1)[0])


def _named(
    groups: Sequence[Sequence[str]], size: Counter[str]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Names each group after the folder that most of it lies in; names are unique.

    A folder that is in one group names no other.
    """
    home = {folder: number for number, group in enumerate(groups) for folder in group}
    order = sorted(
        range(len(groups)), key=lambda at: (-sum(size[one] for one in groups[at]), groups[at])
    )
    taken: dict[str, tuple[str, ...]] = {}
    for at in order:
        names = (one for one in _names(groups[at], size) if home.get(one, at) == at)
        taken[next(one for one in names if one not in taken)] = tuple(sorted(groups[at]))
    return tuple(sorted(taken.items()))


def _names(group: Sequence[str], size: Counter[str]) -> Iterable[str]:
    """Names for a group, the best first: the deepest folder over most of its code."""
    total = sum(size[name] + 1 for name in group)
    over: Counter[str] = Counter()
    for folder in group:
        at = folder
        while at != ".":
            over[at] += size[folder] + 1
            at = _above(at)
    main = [name for name, part in over.items() if part * 10 >= total * 6]
    yield from sorted(main, key=lambda name: (-name.count("/"), name))
    yield from sorted(group, key=lambda name: (-size[name], name))
