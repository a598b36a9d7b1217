"""A case: a small repository, and what the command line makes of it.

A case's folder holds ``input/`` (the repository) or ``make.py`` (which makes it). Its test
file may set, at the top,

``REPOSITORIES``
    folders below what is made, each taken as a repository of its own (default: the whole);
``SECONDS``
    how long a build of it may take (default: 60).
"""

import importlib.util
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from types import ModuleType

from sourcebook.model import CallSite, CallStatus, Entry, FileReport, Symbol
from sourcebook.store.book import Book, open_book
from tests.harness.folders import stamps
from tests.harness.running import Finished, sourcebook
from tests.harness.site import Html, Site

CASES = Path(__file__).parents[1] / "cases"


@dataclass(frozen=True)
class Built:
    """One build of one repository, and all that can be asked of it."""

    repository: Path
    output: Path
    home: Path
    arguments: tuple[str | Path, ...]
    run: Finished
    before: dict[str, tuple[object, ...]]  # of the repository
    after: dict[str, tuple[object, ...]]

    @cached_property
    def again(
        self,
    ) -> tuple[dict[str, tuple[object, ...]], Finished, dict[str, tuple[object, ...]]]:
        """A second run without changes, with the output's state before and after it."""
        self.done()
        first = stamps(self.output)
        run = sourcebook(*self.arguments, home=self.home)
        return first, run, stamps(self.output)

    def done(self) -> None:
        """Fails, with what was said, unless the run ended well."""
        assert self.run.code == 0, f"exit {self.run.code}\n{self.run.said[-4000:]}"

    @cached_property
    def book(self) -> Book:
        self.done()
        return open_book(self.output / "book")

    @cached_property
    def site(self) -> Site:
        self.done()
        return Site(self.output / "site")

    @cached_property
    def report(self) -> dict[str, FileReport]:
        return {record.report.path: record.report for record in self.book.files}

    # Symbols

    def symbols(self, path: str = "") -> list[Symbol]:
        """The definitions, of one file or of all."""
        return [
            symbol
            for symbol in self.book.graph.symbols
            if symbol.qualified and (not path or symbol.path == path)
        ]

    def names(self, path: str = "") -> set[str]:
        return {symbol.qualified for symbol in self.symbols(path)}

    def named(self, qualified: str, path: str = "") -> list[Symbol]:
        return [symbol for symbol in self.symbols(path) if symbol.qualified == qualified]

    def symbol(self, qualified: str, path: str = "") -> Symbol:
        """The one definition of this name."""
        found = self.named(qualified, path)
        assert len(found) == 1, (
            f"{qualified}: {len(found)} found; there are {sorted(self.names(path))}"
        )
        return found[0]

    def entry(self, symbol: Symbol) -> Entry:
        """The chunk of a symbol."""
        found = [one for one in self.book.entries if one.chunk.symbol == symbol.id]
        assert found, f"{symbol.id} has no chunk"
        return found[0]

    # Calls

    @cached_property
    def edges(self) -> frozenset[tuple[str, str]]:
        """Every sure or possible edge, as ``path::name`` of caller and callee."""
        label = {
            symbol.id: f"{symbol.path}::{symbol.qualified}" for symbol in self.book.graph.symbols
        }
        return frozenset(
            (label[call.caller], label[target])
            for call in self.book.graph.calls
            if call.status in (CallStatus.RESOLVED, CallStatus.AMBIGUOUS)
            for target in call.targets
        )

    def callees(self, caller: str) -> set[str]:
        return {callee for one, callee in self.edges if one == caller}

    def callers(self, callee: str) -> set[str]:
        return {caller for caller, one in self.edges if one == callee}

    def calls(self, caller: str, text: str = "") -> list[CallSite]:
        """The call sites in ``path::name`` whose callee is written like ``text``."""
        label = {
            symbol.id: f"{symbol.path}::{symbol.qualified}" for symbol in self.book.graph.symbols
        }
        return [
            call
            for call in self.book.graph.calls
            if label[call.caller] == caller and text in call.text
        ]

    # Pages and search

    def page(self, path: str) -> Html:
        """The page of a file of the repository."""
        found = [page for page in self.site.pages.values() if _file_of(page) == path]
        assert len(found) == 1, f"{path}: {len(found)} pages"
        return found[0]

    @cached_property
    def file_pages(self) -> dict[str, Html]:
        """The page of each file that has one."""
        return {path: page for page in self.site.pages.values() if (path := _file_of(page))}

    def hits(self, query: str, **options: object) -> list[dict[str, object]]:
        """What the browser's search answers, best first."""
        (result,) = self.site.search(query, **options).results
        assert "error" not in result, result["error"]
        hits = result["hits"]
        assert isinstance(hits, list)
        return hits

    def found(self, query: str, top: int = 3, **options: object) -> list[str]:
        """The symbols or, where there is none, the paths of the first hits."""
        return [str(hit["symbol"] or hit["path"]) for hit in self.hits(query, **options)[:top]]


def _file_of(page: Html) -> str:
    """The path of the repository's file that a page is about, "" for other pages."""
    node = page.tree.css_first("[data-file]")
    return (node.attributes["data-file"] or "") if node is not None else ""


@dataclass(frozen=True)
class Case:
    """A case in a working folder, with the builds asked for so far."""

    folder: Path
    work: Path
    arguments: tuple[int, ...] = ()  # of make()
    built: dict[tuple[str, str], Built] = field(default_factory=dict)

    @cached_property
    def root(self) -> Path:
        """The made repository, or the folder that holds several."""
        root = self.work / "made" / self.folder.name
        root.parent.mkdir(parents=True, exist_ok=True)
        if (self.folder / "input").is_dir():
            shutil.copytree(self.folder / "input", root)
        else:
            root.mkdir()
            make_of(self.folder).make(root, *self.arguments)
        return root

    def build(
        self,
        repository: str = "",
        *,
        variant: str = "",
        config: str = "",
        changes: Mapping[str, str] | None = None,
        seconds: float = 300,
    ) -> Built:
        """Builds a repository of the case, once for each ``variant``."""
        key = (repository, variant)
        if key not in self.built:
            self.built[key] = self._build(repository, variant, config, changes, seconds)
        return self.built[key]

    def _build(
        self,
        repository: str,
        variant: str,
        config: str,
        changes: Mapping[str, str] | None,
        seconds: float,
    ) -> Built:
        source = self.root / repository
        place = self.work / (repository.replace("/", "-") + "+" + variant)
        home = place / "home"
        home.mkdir(parents=True, exist_ok=True)
        output = place / "out"
        arguments: list[str | Path] = ["build", source, "--output", output, "--quiet"]
        if config:
            (place / "sourcebook.toml").write_text(config, encoding="utf-8")
            arguments += ["--config", place / "sourcebook.toml"]
        before = stamps(source)
        run = sourcebook(*arguments, home=home, changes=changes, seconds=seconds)
        return Built(source, output, home, tuple(arguments), run, before, stamps(source))


def make_of(folder: Path) -> ModuleType:
    """The module ``make.py`` of a case."""
    spec = importlib.util.spec_from_file_location("make_" + folder.name, folder / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
