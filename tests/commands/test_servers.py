"""Language servers in a whole run, with a stand-in that speaks the protocol."""

import io
import json
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from sourcebook import pipeline
from sourcebook.config import Config, LspConfig, ServerConfig
from sourcebook.progress import Quiet
from sourcebook.store.book import Book, open_book
from sourcebook.store.export import statistics
from sourcebook.store.output import Output, output_of, remove, writing
from tests.harness.folders import contents, stamps
from tests.harness.making import put
from tests.harness.running import environment, run, sourcebook
from tests.harness.scip import document, index, occurrence

STAND_IN = Path(__file__).parents[1] / "harness" / "language_server.py"

#: What `shop` is cannot be known here, so the resolver leaves both calls open.
FILES = {
    "money.py": "def add(a, b):\n    return a + b\n",
    "cart.py": 'def total(shop):\n    return "€😀", shop.add(1, 2)\n',
    "tax.py": "def tax(shop):\n    return shop.add(2, 3)\n",
}
#: A file with enough calls to find out a liar, and to die over a second time.
MORE = "def more(shop):\n" + "    shop.add(1, 1)\n" * 6

ADDED = ("resolved", "lsp:stand-in", ("money.py::add",))


@dataclass(frozen=True)
class Place:
    """A repository with an output folder, read within the process of the tests."""

    folder: Path

    @property
    def output(self) -> Output:
        return output_of(self.folder / "repo", "", self.folder / "out")

    def config(self, mode: str) -> Config:
        arguments = (str(STAND_IN), mode, str(self.folder / "log"))
        server = ServerConfig(sys.executable, arguments, ("py",), "python")
        return Config(lsp=LspConfig(timeout=1.0, servers={"stand-in": server}))

    def index(self, mode: str, use: str = "add") -> str:
        """Writes the book with the stand-in in a mode; returns what was warned of."""
        config = self.config(mode)
        config = replace(config, lsp=replace(config.lsp, use=use))
        said = io.StringIO()
        with writing(self.output):
            pipeline.index(
                pipeline.Run(self.folder / "repo", config, self.output, Quiet(said), trusted=True)
            )
        return said.getvalue()

    def starts(self) -> int:
        log = self.folder / "log"
        return len(log.read_text().splitlines()) if log.exists() else 0

    @property
    def book(self) -> Book:
        return open_book(self.output.book)

    def graph(self) -> bytes:
        return (self.output.book / "graph.jsonl").read_bytes()

    def calls(self) -> dict[tuple[str, int], tuple[str, str, tuple[str, ...]]]:
        return {
            (call.caller.partition("::")[0], call.span.line): (
                call.status.value,
                call.provenance,
                call.targets,
            )
            for call in self.book.graph.calls
        }


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("LSP_ENABLE_LANGS", "python")
    for path, text in FILES.items():
        put(tmp_path / "repo", path, text)
    return Place(tmp_path)


def test_a_server_adds_calls_and_the_figures_tell_how_many(place: Place):
    assert place.index("normal") == ""
    assert place.calls() == {("cart.py", 2): ADDED, ("tax.py", 2): ADDED}
    figures = statistics(place.book)
    assert figures["calls_added"] == {"lsp:stand-in": {"resolved": 2}}
    assert figures["calls_by_language_and_provenance"]["python"] == {"lsp:stand-in": 2}


def test_types_of_results_that_the_source_does_not_write(place: Place):
    put(place.folder / "repo", "own.py", "def own() -> int:\n    return 1\n")
    place.index("types")
    facts = {entry.chunk.qualified: entry.metadata for entry in place.book.entries}
    assert facts["add"].returns == "Shop"
    assert ("returns", "lsp:stand-in") in facts["add"].provenance
    assert facts["own"].returns == ""


def test_added_calls_count_in_the_order(place: Place):
    place.index("normal")
    order = list(place.book.graph.order)
    assert order.index("money.py::add") < order.index("cart.py::total")


def test_a_second_run_asks_nothing_and_writes_nothing(place: Place):
    place.index("normal")
    before = stamps(place.folder / "out")
    place.index("normal")
    assert stamps(place.folder / "out") == before
    assert place.starts() == 1


def test_a_run_from_nothing_gives_the_same_bytes(place: Place):
    place.index("normal")
    first = contents(place.output.book)
    list(remove(place.output, everything=True))
    place.index("normal")
    assert contents(place.output.book) == first
    assert place.starts() == 2


@pytest.mark.parametrize("mode", ["dying", "lying", "silent", "garbage", "dead"])
def test_a_server_that_fails_leaves_the_graph_without_it(place: Place, mode: str):
    put(place.folder / "repo", "more.py", MORE)
    place.index("normal", use="off")
    without = place.graph()
    said = place.index(mode)
    assert said.count("warning: ") == said.count("warning: language server stand-in ") == 1
    assert place.graph() == without


def test_the_next_run_asks_again(place: Place):
    put(place.folder / "repo", "more.py", MORE)
    assert "ended with exit code 1" in place.index("dying")
    assert "ended with exit code 1" in place.index("dying")
    assert place.index("normal") == ""
    assert place.calls()["more.py", 2] == ADDED


def test_off_starts_none(place: Place):
    place.index("normal", use="off")
    assert place.starts() == 0
    assert {status for status, _, _ in place.calls().values()} == {"unknown"}


def test_only_takes_nothing_from_the_resolver(place: Place):
    put(place.folder / "repo", "own.py", "from money import add\n\nadd(1, 2)\nprint(3)\n")
    place.index("normal", use="only")
    calls = place.calls()
    assert calls["own.py", 3] == ADDED
    assert calls["own.py", 4] == ("unknown", "", ())


def test_an_index_of_the_project_is_read_before_servers_are_asked(place: Place):
    symbol = "scip-x python shop 1.0 money/add()."
    (place.folder / "repo" / "index.scip").write_bytes(
        index(
            document("money.py", [occurrence([0, 4, 7], symbol, 1)]),
            document("tax.py", [occurrence([1, 16, 19], symbol)]),
        )
    )
    place.index("normal")
    by_index = ("resolved", "scip", ("money.py::add",))
    assert place.calls() == {("cart.py", 2): ADDED, ("tax.py", 2): by_index}
    (place.folder / "repo" / "index.scip").write_bytes(b"no index")
    assert place.index("normal").startswith("warning: index.scip: is no SCIP index")
    assert place.calls()["tax.py", 2] == ADDED


def test_the_options_of_the_command_line(place: Place):
    """A repository's own configuration names a program; the user says whether it runs."""
    put(
        place.folder / "repo",
        "sourcebook.toml",
        f"""
        [lsp.servers.stand-in]
        command = {json.dumps(sys.executable)}
        arguments = {json.dumps([str(STAND_IN), "normal", str(place.folder / "log")])}
        extensions = ["py"]
        language_id = "python"
        """,
    )
    index = ("index", place.folder / "repo")
    allowed = {"LSP_ENABLE_LANGS": "python"}
    unasked = environment(place.folder)
    del unasked["LSP_ENABLE_LANGS"]
    done = run([sys.executable, "-m", "sourcebook", *index], cwd=place.folder, env=unasked)
    assert (done.code, place.starts()) == (0, 0)
    assert "set LSP_ENABLE_LANGS=python, or name the file with --config" in done.err
    assert sourcebook(*index, "--no-lsp", home=place.folder, changes=allowed).code == 0
    assert place.starts() == 0
    assert sourcebook(*index, "--lsp-only", home=place.folder, changes=allowed).code == 0
    assert place.starts() == 1
    stats = sourcebook("stats", place.folder / "repo", home=place.folder)
    assert "lsp:stand-in: 2 resolved" in stats.out
    both = sourcebook(*index, "--no-lsp", "--lsp-only", home=place.folder)
    assert (both.code, "not both" in both.err) == (2, True)
