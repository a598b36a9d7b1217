"""A small book made by hand: hostile in every name, so that no page trusts any of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import networkx as nx

from sourcebook.config import Config
from sourcebook.model import (
    Access,
    CallGraph,
    CallSite,
    CallStatus,
    Chunk,
    ChunkId,
    ChunkKind,
    Claim,
    ClaimKind,
    CodeLink,
    Commit,
    Contents,
    Decision,
    DecisionStatus,
    Embeddings,
    Entry,
    Evidence,
    FileClass,
    FileRecord,
    FileReport,
    FileStatus,
    ImportEdge,
    Level,
    Metadata,
    Milestone,
    ModuleFigures,
    Parameter,
    Relation,
    Repository,
    Role,
    Span,
    StateEdge,
    StateKind,
    Summary,
    Symbol,
    SymbolId,
    SymbolKind,
)
from sourcebook.render.context import Context
from sourcebook.render.links import Links
from sourcebook.render.related import related
from sourcebook.render.templates import Templates
from sourcebook.render.view import View
from sourcebook.store.book import Book, open_book, write_book
from sourcebook.tokenizer.fields import fields_of

HOSTILE = '<script>alert("x")</script> {{ 7*7 }} `tick` ```fence [a](b.md) \u202e\x07 & *it* __b__'

APP = 'def main(argv):\n\tif not argv:\n\t\traise ValueError("none")\n    \n\treturn run(argv)\n'
LIB = "```\ndef run(argv):\n    return argv\n~~~~\n"


def symbol(path: str, name: str, kind: SymbolKind = SymbolKind.FUNCTION, **more) -> Symbol:
    return Symbol(
        id=SymbolId(f"{path}::{name}" if name else path),
        path=path,
        name=name.rpartition(".")[2],
        qualified=name,
        kind=kind,
        span=Span(0, 10, 1, 5),
        name_line=1,
        **more,
    )


def entry(of: Symbol, text: str, kind: ChunkKind = ChunkKind.FUNCTION, claim: str = "") -> Entry:
    chunk = Chunk(
        id=ChunkId(f"{of.path}::{of.qualified or 'statements'}"),
        path=of.path,
        language="python",
        kind=kind,
        span=Span(0, len(text), 1, text.count("\n")),
        text=text,
        name=of.name,
        qualified=of.qualified,
        symbol=of.id,
        signature=of.signature,
    )
    proof = Evidence(of.path, 1, 1, text.split("\n", maxsplit=1)[0])
    found = Claim(claim, ClaimKind.RESPONSIBILITY, (proof,)) if claim else None
    raised = Claim("Raises `ValueError`.", ClaimKind.EXCEPTION, (proof,))
    claims = (raised,) if claim else ()
    return Entry(chunk, Metadata(), Summary(chunk.id, Level.CHUNK, of.name, found, claims))


def record(path: str, file_class: FileClass = FileClass.SOURCE, **more) -> FileRecord:
    status = FileStatus.SKIPPED if file_class is FileClass.BINARY else FileStatus.INDEXED
    report = FileReport(path, status, file_class, "python", 100, lines=5, reason="", **more)
    return FileRecord(report, "0" * 64)


def contents() -> Contents:
    main = symbol(
        "src/App.py",
        "main",
        signature="def main(argv: list[str] | None = None) -> int",
        doc=f"{HOSTILE}\n\nMore.",
        parameters=(Parameter("argv", "list[str] | None", "None", "a || b\nsecond line"),),
        raises=("ValueError",),
    )
    run = symbol("src/lib/run.py", "run", signature="def run(argv)")
    field = symbol("src/App.py", "HOSTILE_", SymbolKind.CONSTANT, signature=HOSTILE)
    files = [symbol(path, "", SymbolKind.MODULE) for path in ("src/App.py", "src/lib/run.py")]
    calls = (
        CallSite(
            main.id, "run", Span(0, 3, 5, 5), 2, CallStatus.RESOLVED, (run.id,), provenance="import"
        ),
        CallSite(
            main.id, "print", Span(0, 3, 4, 4), 2, CallStatus.EXTERNAL, external="builtins.print"
        ),
        CallSite(main.id, "self.x", Span(0, 3, 4, 4), 2, reason="receiver unknown"),
    )
    graph = CallGraph(
        symbols=(files[0], main, field, files[1], run),
        calls=calls,
        imports=(ImportEdge("src/App.py", 1, "lib.run", target="src/lib/run.py"),),
        order=(run.id, main.id),
        roles=((main.id, Role.ENTRY),),
        state=(
            StateEdge(main.id, StateKind.TABLE, HOSTILE, Access.WRITE, 2),
            StateEdge(run.id, StateKind.TABLE, HOSTILE, Access.READ, 2),
            StateEdge(run.id, StateKind.FILE, "logo.png", Access.READ, 2, "logo.png"),
        ),
        modules=(ModuleFigures("src/lib", 3, 1, 4, 1),),
    )
    decision = Decision(
        "0001-use-it",
        "docs/0001.md",
        HOSTILE,
        DecisionStatus.ACCEPTED,
        "Accepted",
        date="2024-01-02",
        number="0001",
        sections=(("context", HOSTILE, 3), ("decision", "We do.", 9), ("Odd # title", "x", 12)),
        relations=(Relation("relates", "", "the other one", 4),),
        links=(CodeLink("src/App.py", main.id, Evidence("src/App.py", 1, 1, "def main"), "code"),),
    )
    doc = symbol("docs/0001.md", "Title", SymbolKind.SECTION)
    entries = (
        Entry(
            Chunk(
                ChunkId("docs/0001.md::Title"),
                "docs/0001.md",
                "markdown",
                ChunkKind.SECTION,
                Span(0, 9, 1, 3),
                f"# Title\n\n```py\n{HOSTILE}\n",
                symbol=doc.id,
                heading=("Title",),
            ),
            Metadata(),
            Summary("docs/0001.md::Title", Level.CHUNK, "Title"),
        ),
        entry(main, APP, claim=HOSTILE),
        entry(run, LIB),
    )
    return Contents(
        repository=Repository("sample", "commit", "a" * 40, 1_700_000_000, ref="main"),
        files=(
            record("docs/0001.md", FileClass.DOCUMENT),
            record("logo.png", FileClass.BINARY),
            record("src/App.py"),
            record("src/app.py"),
            record("src/lib/run.py"),
        ),
        entries=entries,
        fields=tuple(fields_of(entries, (doc, *graph.symbols))),
        graph=replace(graph, symbols=(doc, *graph.symbols)),
        summaries=(
            Summary("src/App.py", Level.FILE, "App.py", Claim(HOSTILE, ClaimKind.RESPONSIBILITY)),
            Summary("src", Level.MODULE, "src", Claim("Holds two.", ClaimKind.RESPONSIBILITY)),
            Summary("all", Level.SUBSYSTEM, HOSTILE, children=("src", "src/lib")),
            Summary("system", Level.SYSTEM, "sample", Claim("Runs.", ClaimKind.RESPONSIBILITY)),
        ),
        embeddings=Embeddings("none", 0),
        decisions=(decision,),
        milestones=(
            Milestone("m1", HOSTILE, "component", ("src",), (run.id,), (), (), 10),
            Milestone("m2", "Next", "cycle", ("src",), (), ("m1",), (), 10),
        ),
        history=(Commit("b" * 40, 1_700_000_000, HOSTILE, ("src/App.py",)),),
    )


def book(folder: Path, made: Contents | None = None) -> Book:
    write_book(folder, made or contents(), inputs="", fingerprint=(), languages=(("python", 15),))
    return open_book(folder)


def context_of(folder: Path, made: Contents) -> Context:
    """What pages of a book are made with."""
    opened = book(folder, made)
    links = Links(opened, Config())
    view = View(opened, Config(), links)
    return Context(view, links, Templates("en"), related(view))


def of_symbols(
    *symbols: Symbol,
    calls: Sequence[tuple[Symbol, Symbol]] = (),
    texts: Mapping[str, str] | None = None,
    rows: Mapping[str, tuple[int, ...]] | None = None,
) -> Contents:
    """A book of these symbols: their calls, the texts and vectors of those that have some."""
    paths = dict.fromkeys(one.path for one in symbols)
    entries = tuple(entry(one, (texts or {}).get(one.id, "x = 1\n")) for one in symbols)
    sites = tuple(
        CallSite(one.id, two.name, Span(0, 1, 2, 2), 0, CallStatus.RESOLVED, (two.id,))
        for one, two in calls
    )
    components = nx.strongly_connected_components(nx.DiGraph((a.id, b.id) for a, b in calls))
    vectors = rows or {}
    flat = [value for row in vectors.values() for value in row]
    return replace(
        contents(),
        files=tuple(
            record(path, FileClass.TEST if "test" in path else FileClass.SOURCE)
            for path in sorted(paths)
        ),
        entries=entries,
        fields=tuple(fields_of(entries, symbols)),
        graph=CallGraph(
            symbols,
            sites,
            (),
            tuple(tuple(sorted(members)) for members in components if len(members) > 1),
        ),
        summaries=(),
        embeddings=Embeddings(
            "hand", 2 if flat else 0, (), b"", tuple(vectors), bytes(v % 256 for v in flat)
        ),
        decisions=(),
        milestones=(),
        history=(),
    )
