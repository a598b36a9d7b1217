"""Who uses whom, between files, folders and packages, with the line that shows it."""

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

from sourcebook.analyze.summarize.claims import Desk
from sourcebook.analyze.summarize.clauses import Clause, code, counted
from sourcebook.analyze.summarize.facts import is_test, path_of, targets
from sourcebook.analyze.summarize.sentences import WORDS
from sourcebook.model import CallGraph, Claim, ClaimKind, Evidence, ImportEdge

#: Most neighbours named at the levels above the file.
NEIGHBOURS = 8


class Ties:
    """The imports between files, and how often each definition is called from elsewhere.

    Calls from tests do not count: they say what is tested, not what carries the rest.
    """

    def __init__(self, graph: CallGraph, desk: Desk) -> None:
        self._sources = desk.sources
        self.imports: dict[str, list[ImportEdge]] = defaultdict(list)
        self.importers: dict[str, list[ImportEdge]] = defaultdict(list)
        self.reached: Counter[str] = Counter()
        for edge in graph.imports:
            self.imports[edge.path].append(edge)
            if edge.target and edge.target != edge.path:
                self.importers[edge.target].append(edge)
        for call in graph.calls:
            for target in targets(call):
                caller = path_of(call.caller)
                if path_of(target) != caller and not is_test(caller):
                    self.reached[target] += 1

    def quote(self, edge: ImportEdge) -> Evidence | None:
        """The line of an import."""
        return self._sources.quote(edge.path, edge.line, around=edge.module)

    def imported_by(self, path: str) -> Iterator[Clause]:
        """Who imports a file, as a clause."""
        edges = self.importers.get(path, [])
        quote = self.quote(edges[0]) if edges else None
        if quote is not None:
            names = [code(name, 50) for name in dict.fromkeys(edge.path for edge in edges)]
            yield Clause(f"imported by {counted(names, 1, 'files')}", (quote,))

    def uses(self, path: str) -> Iterator[Claim]:
        """The files and packages that a file imports, each once."""
        edges = self.imports.get(path, [])
        yield from self._claims(edges, lambda edge: edge.target or edge.external, len(edges))

    def talks(self, paths: Iterable[str], name: Callable[[ImportEdge], str]) -> Iterator[Claim]:
        """The neighbours that files import most; ``name`` gives "" for no neighbour.

        What comes with the language is no neighbour.
        """
        edges = [
            edge
            for path in paths
            for edge in self.imports.get(path, ())
            if edge.target or not _is_standard(edge.external)
        ]
        yield from self._claims(edges, name, NEIGHBOURS)

    def _claims(
        self, edges: Iterable[ImportEdge], name: Callable[[ImportEdge], str], most: int
    ) -> Iterator[Claim]:
        counted: Counter[str] = Counter()
        first: dict[str, ImportEdge] = {}
        for edge in edges:
            if name(edge):
                counted[name(edge)] += 1
                first.setdefault(name(edge), edge)
        for neighbour, count in sorted(counted.items(), key=lambda item: (-item[1], item[0]))[
            :most
        ]:
            quote = self.quote(first[neighbour])
            what = "Uses" if first[neighbour].target else "Uses the package"
            times = f", {count} imports" if count > 1 else ""
            if quote is not None:
                yield Claim(f"{what} {code(neighbour)}{times}.", ClaimKind.DEPENDENCY, (quote,))


def _is_standard(package: str) -> bool:
    """Whether a package comes with its language."""
    head = package.split(".", 1)[0].split("/", 1)[0].removeprefix("node:")
    return head in sys.stdlib_module_names or head in _STANDARD


_STANDARD = frozenset(WORDS["standard"])
