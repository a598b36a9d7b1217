"""Stage 4, continued: indexes and language servers tell about what the resolver left open.

An index that the project has built is read first, since it costs next to nothing; then each
server is asked about the sites that are still open, and for the types of results that the
source does not write.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sourcebook.analyze.decode import unredacted
from sourcebook.analyze.definitions import Joiner, OpenSites, open_sites, unanswered
from sourcebook.analyze.inferred import silent_functions, types
from sourcebook.analyze.lsp.positions import Lines
from sourcebook.analyze.lsp.registry import Server
from sourcebook.analyze.names import on_disk
from sourcebook.analyze.scip import ScipError, ScipIndex, indexes
from sourcebook.config import LspConfig
from sourcebook.model import CallGraph, CallSite, Definitions, ParsedFile, Symbol
from sourcebook.progress import Progress
from sourcebook.shelf import ByPath

if TYPE_CHECKING:
    from sourcebook.analyze.lsp.ask import Question, Told

#: Gives what is kept of a server's answers and lets the rest be asked: gets the positions of
#: the questions without an answer, and yields each position with what was told.
Recall = Callable[
    [Server, Sequence["Question"], Callable[[list[int]], Iterator[tuple[int, "Told"]]]],
    list["Told"],
]


@dataclass(frozen=True, slots=True)
class Closed:
    """The calls after everyone was asked.

    ``said`` is what they said, by provenance: it determines ``calls`` and ``types``. Symbol
    -> type of its result and who told it. ``failed`` says that a server did not answer.
    """

    calls: tuple[CallSite, ...]
    types: dict[str, tuple[str, str]]
    said: tuple[tuple[str, tuple[object, ...]], ...]
    failed: bool


class Closing:
    """Asks indexes and servers, one after the other."""

    def __init__(
        self,
        root: Path,
        parsed: Sequence[ParsedFile],
        graph: CallGraph,
        config: LspConfig,
        progress: Progress,
    ) -> None:
        self._root = root
        self._parsed = ByPath(parsed)
        self._config = config
        self._progress = progress
        self._symbols = graph.symbols
        self._calls = unanswered(graph.calls) if config.use == "only" else graph.calls
        self._types: dict[str, tuple[str, str]] = {}
        self._said: list[tuple[str, tuple[object, ...]]] = []
        self._failed = False
        self._text = lru_cache(maxsize=256)(self._read)

    def closed(self) -> Closed:
        return Closed(self._calls, self._types, tuple(self._said), self._failed)

    def read(self, path: str) -> None:
        """Reads the SCIP index at a path in the repository."""
        self._progress.start("scip")
        try:
            index = ScipIndex(on_disk(self._root, path).read_bytes())
        except ScipError as error:
            self._progress.warn(f"{path}: {error}. Build it anew or leave it out of lsp.scip.")
            return
        sites = open_sites(self._root, self._calls, self._parsed)
        answers = {site.path: index.answers(site.path, site.offsets, self._text) for site in sites}
        self._join(sites, answers, "scip")
        self._said.append(("scip", (answers,)))

    def ask(self, server: Server, recall: Recall, end: float) -> None:
        """Asks a server, until ``end`` on the monotonic clock."""
        # Most runs ask none, and what talks to one takes long to load.
        from sourcebook.analyze.lsp.ask import Question, ask  # noqa: PLC0415
        from sourcebook.analyze.lsp.session import Limits  # noqa: PLC0415

        self._progress.start("ask")
        identifiers = {
            path: identifier
            for path, file in self._parsed.items()
            if (identifier := server.identifier(path, file.language))
        }
        sites = {site.path: site for site in open_sites(self._root, self._calls, identifiers)}
        silent = self._silent(server, identifiers)
        questions = [
            Question(
                path,
                identifiers[path],
                sites[path].offsets if path in sites else (),
                tuple(offset for _, offset in silent.get(path, ())),
            )
            for path in sorted({*sites, *silent})
        ]

        def compute(missing: list[int]) -> "Iterator[tuple[int, Told]]":
            limits = Limits(self._config.timeout, end, self._config.memory * 1_000_000)
            todo = [questions[position] for position in missing]
            answers = ask(server, self._root, todo, self._parsed, limits)
            if answers.failure:
                self._progress.warn(
                    f"language server {server.name} {answers.failure}. What it said is left "
                    "out; without it: --no-lsp, or name other languages in lsp.languages."
                )
            for position, question in zip(missing, todo, strict=True):
                if question.path in answers.told:
                    yield position, answers.told[question.path]

        told = recall(server, questions, compute)
        if len(told) < len(questions):
            self._failed = True
            return
        by_path = dict(zip([question.path for question in questions], told, strict=True))
        provenance = f"lsp:{server.name}"
        answers = {path: each.definitions for path, each in by_path.items()}
        added = self._join(list(sites.values()), answers, provenance)
        for path, functions in silent.items():
            found = types([symbol for symbol, _ in functions], by_path[path].shown)
            self._types |= {identity: (kind, provenance) for identity, kind in found.items()}
        self._said.append((provenance, tuple(told)))
        asked = sum(len(site.offsets) for site in sites.values())
        self._progress.finish(f"{server.name}: {added} of {asked} open calls")

    def _silent(
        self, server: Server, paths: Sequence[str] | dict[str, str]
    ) -> dict[str, list[tuple[Symbol, int]]]:
        """The functions whose result a server may know and the source does not write."""
        if not server.infers:
            return {}
        found = {path: silent_functions(self._root, self._parsed[path]) for path in paths}
        return {path: functions for path, functions in found.items() if functions}

    @cached_property
    def _joiner(self) -> Joiner:
        return Joiner(self._symbols)

    def _join(
        self, sites: Sequence[OpenSites], answers: dict[str, Definitions], provenance: str
    ) -> int:
        """Takes over what was answered; returns how many calls that changed."""
        before = self._calls
        self._calls = self._joiner.join(before, sites, answers, provenance)
        return sum(new is not old for new, old in zip(self._calls, before, strict=True))

    def _read(self, path: str) -> Lines:
        """The text of a file of the repository; an index may name any other."""
        if path not in self._parsed:
            return Lines(b"")
        try:
            return Lines(unredacted(on_disk(self._root, path).read_bytes()))
        except OSError:
            return Lines(b"")


def close_sites(
    root: Path,
    parsed: Sequence[ParsedFile],
    graph: CallGraph,
    servers: Sequence[Server],
    config: LspConfig,
    recall: Recall,
    progress: Progress,
) -> Closed:
    """The calls of the graph with what indexes and servers know about the open ones."""
    paths = indexes(root, config)
    if not paths and not servers and config.use != "only":
        return Closed(graph.calls, {}, (), False)
    closing = Closing(root, parsed, graph, config, progress)
    for path in paths:
        closing.read(path)
    end = time.monotonic() + config.seconds
    for server in servers:
        closing.ask(server, recall, end)
    return closing.closed()
