"""The stages in order. Read this file first.

:func:`build` runs two phases. Phase 1, :func:`index`, reads a repository and writes the
book; phase 2, :func:`render` and :func:`publish`, reads the book alone and writes the
site. Each phase first compares the digest of its inputs with the one that its last result
was made from, and does nothing when they are equal. Within phase 1 the memo keeps the
results of the stages, so that every build is a full build, and a cheap one.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import msgspec

from sourcebook.config import Config
from sourcebook.errors import NoBookError
from sourcebook.fingerprint import (
    file_digest,
    inputs_digest,
    parse_key,
    recut,
    shaped_by,
    stage_version,
)
from sourcebook.model import (
    CallGraph,
    ChunkId,
    Commit,
    Contents,
    Embeddings,
    Entry,
    Fields,
    FileRecord,
    FileReport,
    FileStatus,
    Manifest,
    Meanings,
    Metadata,
    ParsedFile,
    PersonNote,
    Repository,
    SourceFile,
    Summary,
    WrittenWeights,
)
from sourcebook.presenting import publish, render
from sourcebook.run import Run
from sourcebook.store.book import fallbacks, open_book, write_book
from sourcebook.store.ledger import read_ledger
from sourcebook.store.memo import Memo, digest
from sourcebook.workers import processors, run_many

if TYPE_CHECKING:
    from sourcebook.analyze.closing import Closed
    from sourcebook.analyze.lsp.ask import Question, Told
    from sourcebook.analyze.lsp.registry import Server
    from sourcebook.analyze.work import Work
    from sourcebook.shelf import Files
    from sourcebook.writing import Desk

#: Below this many bytes of source, one worker process is enough.
PARALLEL_BYTES = 8_000_000


def build(run: Run) -> Manifest:
    """Repository to site: everything."""
    manifest = index(run)
    render(run)
    publish(run)
    return manifest


# ------------------------------------------------------------------------- phase 1


def index(run: Run) -> Manifest:
    """Phase 1: reads the repository and writes the book, unless it is up to date."""
    from sourcebook.analyze.scan import scan
    from sourcebook.analyze.scip import indexes

    run.progress.start("scan")
    repository = scan(run.repository, run.config)
    run.progress.finish(f"{len(repository.files)} files")
    if repository.shallow:
        run.progress.warn(
            "the checkout is shallow: search misses the history of the files. "
            "In CI, fetch all of it (fetch-depth: 0)."
        )
    if repository.flaw:
        run.progress.warn(
            f"only the newest {len(repository.history)} commits could be read: {repository.flaw}"
        )
    servers = _servers(run, repository)
    inputs = digest(
        inputs_digest(repository, run.config, read_ledger(run.repository)),
        [server.identity for server in servers],
        [file_digest(run.repository / path) for path in indexes(run.repository, run.config.lsp)],
    )
    try:
        # Opening verifies every file: a damaged book is made anew.
        manifest = open_book(run.output.book).manifest
    except NoBookError:
        manifest = None
    if manifest is not None and manifest.inputs == inputs and _by_this_model(run):
        run.progress.finish("the book is up to date")
        return manifest
    if manifest is not None and (change := recut(manifest, run.config)):
        run.progress.finish(change)
    with Memo(run.output.memo) as memo:
        contents = analyze(run, repository, servers, memo)
    run.progress.start("write")
    manifest = write_book(
        run.output.book,
        contents,
        # A book to which a model or a language server still owes something is never up to date.
        inputs="" if contents.owed or fallbacks(contents.entries, contents.summaries) else inputs,
        fingerprint=shaped_by(run.config, contents),
        languages=_languages(contents),
    )
    run.progress.finish(f"{len(contents.entries)} chunks")
    return manifest


def analyze(run: Run, repository: Repository, servers: "Sequence[Server]", memo: Memo) -> Contents:
    """Stages 2 to 8 in order, each with the memo around it."""
    from sourcebook.analyze.decisions import read_decisions
    from sourcebook.analyze.observed import observed
    from sourcebook.analyze.plan import plan
    from sourcebook.analyze.synonyms import synonyms
    from sourcebook.analyze.thresholds import signed
    from sourcebook.tokenizer.fields import fields_of

    parsed, graph, everything, closed = _linked(run, repository, servers, memo)
    entries, levels, notes = _entries(run, repository, parsed, graph, closed.types, memo)
    history = repository.history
    files = _records(repository, signed(parsed, graph))
    decided = read_decisions(parsed, graph, repository, run.config, read_ledger(run.repository))
    milestones = plan(files, graph, history, decided.records, parsed)
    choices = observed(parsed, files, graph, decided.records, history)
    del parsed  # what follows looks at the entries, which hold the same text
    fields = tuple(fields_of(entries, graph.symbols))
    embeddings = _embed_all(run, entries, fields, history, everything, memo)
    meanings, lost = _meanings(run, entries, memo)
    return Contents(
        repository=replace(repository, files=(), history=(), former=()),
        files=files,
        entries=entries,
        fields=fields,
        graph=graph,
        summaries=levels,
        embeddings=embeddings,
        meanings=meanings,
        notes=notes,
        decisions=decided.records,
        names=decided.names,
        weights=WrittenWeights(
            run.config.search.responsibility_weight, run.config.search.statement_weight
        ),
        ledger=decided.ledger,
        milestones=milestones,
        choices=choices,
        synonyms=synonyms(files, entries, graph, embeddings),
        history=history,
        owed=closed.failed or lost,
    )


def _linked(
    run: Run, repository: Repository, servers: "Sequence[Server]", memo: Memo
) -> "tuple[Files, CallGraph, str, Closed]":
    """Stages 2 and 4: the parsed files, their call graph, its key, and what servers said."""
    from sourcebook.analyze.link import link

    parsed = _parse_all(run, repository, memo)
    everything = digest(
        stage_version("analyze"), [parse_key(f, run.config.chunk) for f in _readable(repository)]
    )
    run.progress.start("link")
    graph = memo.in_parts("link", everything, CallGraph, lambda: link(parsed))
    run.progress.finish(f"{len(graph.calls)} call sites")
    graph, everything, closed = _close_sites(run, parsed, graph, servers, everything, memo)
    return parsed, graph, everything, closed


def _servers(run: Run, repository: Repository) -> "tuple[Server, ...]":
    """The language servers that this run may ask."""
    from sourcebook.analyze.lsp.registry import choose

    files = [(file.path, file.language) for file in _readable(repository)]
    choice = choose(run.repository, files, run.config.lsp, os.environ, trusted=run.trusted)
    for warning in choice.warnings:
        run.progress.warn(warning)
    return choice.servers


def _readable(repository: Repository) -> list[SourceFile]:
    return [file for file in repository.files if file.status is not FileStatus.SKIPPED]


def _parse_all(run: Run, repository: Repository, memo: Memo) -> "Files":
    """Stage 2: bytes to ParsedFile, in worker processes, kept by file digest."""
    from sourcebook.analyze.read import RUNGS
    from sourcebook.shelf import Files

    files = _readable(repository)
    run.progress.start("parse", len(files))

    def compute(missing: list[int]) -> Iterator[tuple[int, bytes]]:
        todo = [files[position] for position in missing]
        small = sum(file.size for file in todo) < PARALLEL_BYTES
        workers = 1 if small else (run.config.workers or processors())
        rungs = [partial(rung, run.repository, run.config.chunk) for rung in RUNGS]
        for number, packed in run_many(rungs, todo, workers):
            run.progress.step(todo[number].path)
            yield missing[number], packed

    keys = [parse_key(file, run.config.chunk) for file in files]
    parsed = Files([file.path for file in files], memo.packed("parse", keys, compute))
    chunks = 0
    damaged: list[tuple[str, int]] = []
    given_up: dict[str, list[str]] = {}
    for file in parsed:
        chunks += len(file.chunks)
        damaged += [(file.path, span.line) for span in file.damaged[:1]]
        for note in file.workarounds:
            if note.startswith("grammar"):
                given_up.setdefault(note, []).append(file.path)
    run.progress.finish(
        f"{len(parsed)} files, {chunks} chunks"
        + (f", {len(damaged)} partly parsed" if damaged else "")
    )
    run.progress.detail(f"{memo.hits} files kept from before, {memo.misses} read anew")
    for path, line in damaged:
        run.progress.detail(f"{path}:{line}: cannot be parsed from here")
    for note, paths in given_up.items():
        more = f" and {len(paths) - 1} more files" if len(paths) > 1 else ""
        run.progress.warn(f"{paths[0]}{more}: {note}")
    return parsed


def _close_sites(
    run: Run,
    parsed: Sequence[ParsedFile],
    graph: CallGraph,
    servers: "Sequence[Server]",
    everything: str,
    memo: Memo,
) -> "tuple[CallGraph, str, Closed]":
    """Stage 4, continued: indexes and language servers tell about the calls left open.

    Returns the graph, the digest of what it was made from, and what they said.
    """
    from sourcebook.analyze.closing import close_sites
    from sourcebook.analyze.link import relink

    def recall(
        server: "Server",
        questions: "Sequence[Question]",
        compute: "Callable[[list[int]], Iterator[tuple[int, Told]]]",
    ) -> "list[Told]":
        from sourcebook.analyze.lsp.ask import Told

        def packed(missing: list[int]) -> Iterator[tuple[int, bytes]]:
            for position, told in compute(missing):
                yield position, msgspec.msgpack.encode(told)

        keys = [digest(everything, server.name, server.identity, each) for each in questions]
        return memo.many("ask", keys, Told, packed)

    config = run.config.lsp
    closed = close_sites(run.repository, parsed, graph, servers, config, recall, run.progress)
    if not closed.said and config.use != "only":
        return graph, everything, closed
    key = digest(everything, config.use, closed.said)
    languages = {file.path: file.language for file in parsed}
    linked = memo.in_parts("relink", key, CallGraph, lambda: relink(graph, closed.calls, languages))
    return linked, key, closed


def _metadata_all(
    parsed: Sequence[ParsedFile], graph: CallGraph, types: dict[str, tuple[str, str]]
) -> dict[ChunkId, Metadata]:
    """Stage 3: metadata of every chunk, from syntax and the linked calls."""
    from sourcebook.analyze.metadata import metadata

    path_of = {symbol.id: symbol.path for symbol in graph.symbols}
    calls: dict[str, list[int]] = {}
    for number, call in enumerate(graph.calls):
        calls.setdefault(path_of[call.caller], []).append(number)
    crossings: dict[str, list[int]] = {}
    for number, boundary in enumerate(graph.boundaries):
        crossings.setdefault(path_of[boundary.symbol], []).append(number)
    found: dict[ChunkId, Metadata] = {}
    for file in parsed:
        found |= metadata(
            file,
            [graph.calls[number] for number in calls.get(file.path, ())],
            [graph.boundaries[number] for number in crossings.get(file.path, ())],
            types,
        )
    return found


@dataclass(frozen=True, slots=True)
class Material:
    """All that summaries are made of, and the extractive ones."""

    parsed: Sequence[ParsedFile]
    graph: CallGraph
    facts: dict[ChunkId, Metadata]
    chunks: dict[ChunkId, Summary]
    levels: tuple[Summary, ...]
    notes: tuple[PersonNote, ...]


def _extract(
    run: Run,
    repository: Repository,
    parsed: Sequence[ParsedFile],
    graph: CallGraph,
    types: dict[str, tuple[str, str]],
) -> Material:
    """Stages 3 and 5: metadata, then summaries leaf to root, up to the system."""
    from sourcebook.analyze.notes import claims_by_unit, read_notes
    from sourcebook.analyze.summarize import summarize_chunks, summarize_levels

    facts = _metadata_all(parsed, graph, types)
    run.progress.start("summarize")
    notes = read_notes(parsed, repository.former)
    written = claims_by_unit(notes)
    chunks = summarize_chunks(parsed, graph, facts, written)
    levels = summarize_levels(parsed, graph, chunks, repository, written)
    run.progress.finish(f"{len(chunks)} chunks, {len(levels)} files, modules and above")
    return Material(parsed, graph, facts, chunks, levels, notes)


def _entries(
    run: Run,
    repository: Repository,
    parsed: Sequence[ParsedFile],
    graph: CallGraph,
    types: dict[str, tuple[str, str]],
    memo: Memo,
) -> tuple[Sequence[Entry], tuple[Summary, ...], tuple[PersonNote, ...]]:
    """Every chunk with what is known of it, on the disk; the summaries above; the notes."""
    from sourcebook.shelf import shelved

    material = _extract(run, repository, parsed, graph, types)
    summaries, levels = _written(run, material, memo)
    entries = (
        Entry(chunk, material.facts[chunk.id], summaries[chunk.id])
        for file in parsed
        for chunk in file.chunks
    )
    return shelved(Entry, entries, run.output.root), levels, material.notes


def _written(
    run: Run, material: Material, memo: Memo
) -> tuple[dict[ChunkId, Summary], tuple[Summary, ...]]:
    """The summaries, by the model where one is configured; every claim of it is verified."""
    if not run.config.model.writes:
        return material.chunks, material.levels
    from sourcebook.writing import write

    run.progress.start("model")
    return write(desk(run, memo), _work(run, material), material.levels)


def desk(run: Run, memo: Memo | None = None) -> "Desk":
    """Where a model is asked from; without a memo nothing is kept."""
    from sourcebook.analyze.provider import with_environment
    from sourcebook.writing import Desk

    model = with_environment(run.config.model, run.environment)
    return Desk(model, run.environment, memo, run.output.root, run.progress, run.account)


def _work(run: Run, material: Material) -> "Work":
    from sourcebook.analyze.ignore import matching
    from sourcebook.analyze.work import Work
    from sourcebook.shelf import paths_of

    paths = paths_of(material.parsed)
    withheld = matching(paths, run.config.exclude.send)
    return Work(material.parsed, material.graph, material.chunks, withheld)


def with_material(run: Run, use: "Callable[[Desk, Work, Material], None]") -> None:
    """Reads the repository as far as summaries need it, and hands it to ``use``."""
    from sourcebook.analyze.scan import scan

    repository = scan(run.repository, run.config)
    with Memo(run.output.memo) as memo:
        parsed, graph, _, closed = _linked(run, repository, _servers(run, repository), memo)
        material = _extract(run, repository, parsed, graph, closed.types)
        use(desk(run, memo), _work(run, material), material)


def _embed_all(
    run: Run,
    entries: Sequence[Entry],
    fields: Sequence[Fields],
    history: Sequence[Commit],
    everything: str,
    memo: Memo,
) -> Embeddings:
    """Stage 6: word vectors trained on all entries but those that the configuration excludes."""
    from sourcebook.analyze.embed import embed
    from sourcebook.analyze.ignore import matching

    run.progress.start("embed")
    without = run.config.exclude.embed
    places = [(entry.chunk.id, entry.chunk.path) for entry in entries]
    out = matching(list(dict.fromkeys(path for _, path in places)), without)
    kept = [number for number, (_, path) in enumerate(places) if path not in out]
    embeddings = memo.once(
        "embed",
        digest(everything, history, without),
        Embeddings,
        lambda: embed([places[n] for n in kept], [fields[n] for n in kept], history),
    )
    run.progress.finish(f"{len(embeddings.chunks)} vectors of {embeddings.dimension}")
    return embeddings


def _meanings(run: Run, entries: Sequence[Entry], memo: Memo) -> tuple[Meanings, bool]:
    """Vectors by an embedding model, where one is configured, and whether some are missing."""
    if not run.config.model.gives_vectors:
        return Meanings(), False
    from sourcebook.analyze.ignore import matching
    from sourcebook.withheld import outside
    from sourcebook.writing import meanings

    run.progress.start("vectors")
    paths = list(dict.fromkeys(entry.chunk.path for entry in entries))
    out = unembedded(run.config, paths)
    unsent = matching(paths, run.config.exclude.send) & out
    told = outside(entries, unsent, out)
    return meanings(desk(run, memo), told)


def unembedded(config: Config, paths: Iterable[str]) -> frozenset[str]:
    """The files among ``paths`` of which an embedding model is given nothing."""
    from sourcebook.analyze.ignore import matching

    once = list(dict.fromkeys(paths))
    out = matching(once, config.exclude.embed)
    if not config.model.local_embedder:
        out |= matching(once, config.exclude.send)
    return frozenset(out)


def _by_this_model(run: Run) -> bool:
    """Whether the vectors of the book are by the model that would be asked now."""
    if not run.config.model.gives_vectors:
        return True
    from sourcebook.writing import by_this_model

    with Memo(run.output.memo) as memo:
        return by_this_model(desk(run, memo), run.output.book)


def _records(repository: Repository, read: Iterator[ParsedFile]) -> tuple[FileRecord, ...]:
    """One record for each file of the repository."""
    return tuple(
        _record(file, None if file.status is FileStatus.SKIPPED else next(read))
        for file in repository.files
    )


def _record(file: SourceFile, parsed: ParsedFile | None) -> FileRecord:
    report = FileReport(
        path=file.path,
        status=file.status,
        file_class=file.file_class,
        language=file.language,
        size=file.size,
        reason=file.reason,
        link_target=file.link_target,
        link_kind=file.link_kind,
    )
    if parsed is None:
        return FileRecord(report, file.digest, file.scope)
    report = replace(
        report,
        status=FileStatus.PARTLY if parsed.damaged else FileStatus.INDEXED,
        lines=parsed.lines,
        encoding=parsed.encoding,
        guessed=parsed.guessed,
        replaced=parsed.replaced,
        error_line=parsed.damaged[0].line if parsed.damaged else 0,
        rung=parsed.rung,
        notes=parsed.workarounds,
        redactions=parsed.redactions,
    )
    return FileRecord(
        report,
        file.digest,
        file.scope,
        doc=parsed.doc,
        doc_line=parsed.doc_line,
        doc_end_line=parsed.doc_end_line,
        exports=parsed.exports,
        notes=parsed.notes,
        rules=parsed.rules,
        damaged=parsed.damaged,
    )


def _languages(contents: Contents) -> list[tuple[str, int]]:
    """Lines by language, most first."""
    lines: dict[str, int] = {}
    for record in contents.files:
        report = record.report
        if report.language and report.status is not FileStatus.SKIPPED:
            lines[report.language] = lines.get(report.language, 0) + report.lines
    return sorted(lines.items(), key=lambda item: (-item[1], item[0]))


__all__ = [
    "Material",
    "Run",
    "analyze",
    "build",
    "desk",
    "index",
    "publish",
    "render",
    "with_material",
]
