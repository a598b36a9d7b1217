"""Summaries of chunks, callees before callers.

Two passes: file by file, so that a file's lines are read once, all that a chunk says of
itself; then in the order of the call graph, callees first, the sentences that lean on
neighbours. Members of a cycle see none of each other's sentences.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from sourcebook.analyze.notes import corrected
from sourcebook.analyze.summarize.claims import (
    OCCASION,
    Desk,
    claims_of,
    documentation,
    file_documentation,
    whole_documentation,
)
from sourcebook.analyze.summarize.clauses import HERE, sentence
from sourcebook.analyze.summarize.compose import TOLD, Draft, composed, drafted
from sourcebook.analyze.summarize.documented import leaves_room, telling
from sourcebook.analyze.summarize.facts import ChunkFacts, file_facts, linked, targets
from sourcebook.analyze.summarize.functions import is_idle
from sourcebook.analyze.summarize.kin import MAKERS
from sourcebook.analyze.summarize.layouts import note_pages
from sourcebook.analyze.summarize.sentences import LIMIT, OUTSIDE, PROMISES, echoes, fresh
from sourcebook.analyze.verify import Sources, verified_summary
from sourcebook.model import (
    CallGraph,
    CallSite,
    Chunk,
    ChunkId,
    ChunkKind,
    Claim,
    Evidence,
    Level,
    Metadata,
    ParsedFile,
    Summary,
    SymbolId,
    SymbolKind,
)

#: Longest documentation that may only send the reader elsewhere, in characters.
_BRIEF = 40
#: Documentation that speaks of itself, and briefly.
_OF_ITSELF = re.compile(
    r"^(?:(?:(?:This|It) )?(?:[Ss]hould|will|can|may|must|isn.t|doesn.t|is not|does not|is only"
    r"|is (?:necessary|needed|required) because)\b.{0,80}"
    r"|(?:Copied|Taken|Adapted|Borrowed|Ported|Stolen) from\b.{0,60}"
    r"|\[?(?:Note|NOTE)\b.{0,90}|(?:Call|Use) this\b.{0,80}"
    r"|.{0,40}\b(?:must|should|needs? to|has to) be \w+ \w* ?because\b.*)$"
)
#: Documentation that speaks of nothing.
_VOID = re.compile(
    r"^(?:(?:Not used|Unused|Nothing|None|N/A|No-?op)\b.{0,30}|(?:\W*\b[A-Za-z]\b)+\W*)$"
)
#: A body that raises in the end, maybe in place of what its documentation says.
_RAISES = re.compile(r"(?:\{|:|\))\s*(?:throw|raise)\b[^;{}\n]*;?[\s}]*(?:end\s*)*$")
#: What the documentation of a constructor says that says nothing else.
_INITIALISES = re.compile(r"^(?:Initiali[sz]|Construct|Creates? )\w*.{0,35}$")
#: Documentation of fewer words than these, or with fewer beyond the name, needs facts beside it.
_FEW, _FRESH = 3, 4
#: The end of documentation in which it promises what follows, in characters.
_ENDING = 24

_LAST_PART = re.compile(r"\W+")

#: Callers kept for each symbol, to be named in a sentence.
CALLERS = 4


def summarize_chunks(
    parsed: Sequence[ParsedFile],
    graph: CallGraph,
    metadata: Mapping[ChunkId, Metadata],
    written: Mapping[str, Sequence[Claim]] = MappingProxyType({}),
) -> dict[ChunkId, Summary]:
    """Returns the summary of every chunk, in the order of files and chunks.

    ``written`` is what people wrote of chunks, by their ids: it counts first.
    """
    desk = Desk(Sources(parsed), linked(graph))
    summaries: dict[ChunkId, Summary] = {}
    drafts: dict[ChunkId, Draft] = {}
    known: dict[SymbolId, Claim] = {}
    callers: defaultdict[SymbolId, list[tuple[SymbolId, Evidence]]] = defaultdict(list)
    for file in parsed:
        for facts in file_facts(file, desk.graph):
            chunk = facts.chunk
            summary = _own(facts, metadata.get(chunk.id, Metadata()), file, desk)
            summary = corrected(summary, written.get(chunk.id, ()))
            summaries[chunk.id] = summary
            _note_callers(facts, callers, desk)
            note_pages(chunk, desk)
            own = summary.responsibility
            echoing = own is None or echoes(own.text, chunk.qualified) or _refers(own.text, chunk)
            draft = _draft(facts, summary, desk, echoing=echoing)
            if draft is not None:
                drafts[chunk.id] = draft
            if own is not None and not echoing and chunk.symbol is not None and chunk.part == 1:
                brief = documentation(facts.symbol, desk) if facts.symbol is not None else None
                known[chunk.symbol] = own if summary.origin != "extracted" else brief or own
    for group in _leaf_to_root(drafts, graph):
        told: dict[SymbolId, Claim] = {}
        for chunk_id in group:
            draft = drafts[chunk_id]
            claim = composed(draft, *_near(draft, callers, desk), known, desk)
            summaries[chunk_id] = replace(summaries[chunk_id], responsibility=claim)
            first = sentence(draft.clauses[:1], limit=LIMIT if draft.is_class else TOLD)
            if first is not None and draft.symbol is not None:
                told.setdefault(draft.symbol, first)
        for symbol, claim in told.items():
            known.setdefault(symbol, claim)
    for chunk_id, draft in drafts.items():
        if any(HERE in item.text for item in draft.clauses):  # what is in it comes after it
            claim = composed(draft, *_near(draft, callers, desk), known, desk)
            summaries[chunk_id] = replace(summaries[chunk_id], responsibility=claim)
    return summaries


def _own(facts: ChunkFacts, metadata: Metadata, file: ParsedFile, desk: Desk) -> Summary:
    """What a chunk says of itself: its documentation and its claims."""
    responsibility: Claim | None = None
    chunk = facts.chunk
    if facts.symbol is not None and chunk.part == 1:
        # A block that gives methods to a type has not the words of the type.
        here = chunk.span.line <= facts.symbol.name_line <= chunk.span.end_line
        if here or chunk.kind is not ChunkKind.CLASS:
            responsibility = whole_documentation(facts.symbol, desk)
    span = facts.chunk.span
    if facts.chunk.kind is ChunkKind.STATEMENTS and span.line <= file.doc_line <= span.end_line:
        responsibility = file_documentation(file, desk)
    summary = Summary(
        id=facts.chunk.id,
        level=Level.CHUNK,
        title=_title(facts),
        responsibility=responsibility,
        claims=tuple(claims_of(facts, metadata, desk)),
    )
    return verified_summary(summary, desk.sources)


def _draft(facts: ChunkFacts, summary: Summary, desk: Desk, *, echoing: bool) -> Draft | None:
    """What is to follow documentation that is missing, says little or leaves room."""
    own = summary.responsibility
    if summary.origin != "extracted":
        return None
    words = None if own is not None and _VOID.match(own.text) else own
    if echoing or words is None or _is_brief(words, facts):
        return drafted(facts, summary.claims, words, desk)
    if not leaves_room(words, facts):
        return None
    draft = drafted(facts, summary.claims, words, desk)
    return replace(draft, clauses=telling(draft.clauses, facts), is_full=True)


def _refers(text: str, chunk: Chunk) -> bool:
    """Whether documentation only sends the reader elsewhere, or is a word or two."""
    sends = len(text) < _BRIEF and OUTSIDE.match(text) is not None
    sends = sends or _OF_ITSELF.match(text) is not None
    sends = sends or (chunk.name in MAKERS and _INITIALISES.match(text) is not None)
    return sends or _words(text) < _FEW


def _is_brief(own: Claim | None, facts: ChunkFacts) -> bool:
    """Whether documentation says little that its place does not say, so that facts must follow.

    They must too where the body does nothing of what is said.
    """
    chunk = facts.chunk
    place = f"{chunk.qualified} {chunk.path.rpartition('/')[2]}"
    most = _FRESH + 3 if chunk.kind is ChunkKind.STATEMENTS else _FRESH  # a file has a head too
    return (
        own is None
        or chunk.name in MAKERS
        or _words(own.text) <= _FEW
        or own.text.startswith("If ")  # of one case alone
        or (OCCASION.match(own.text) is not None and "; " not in own.text)
        or own.text.endswith("?")
        or PROMISES.search(own.text[-_ENDING:]) is not None
        or (chunk.parts == 1 and _RAISES.search(chunk.text) is not None)
        or is_idle(facts)
        or _is_remark(facts)
        or fresh(own.text, place) < most
    )


def _is_remark(facts: ChunkFacts) -> bool:
    """Whether a comment stands for documentation in Python: it may be about the reason alone."""
    symbol = facts.symbol if facts.chunk.part == 1 else None
    python = facts.chunk.language == "python"
    return python and symbol is not None and 0 < symbol.doc_line < symbol.name_line


def _words(text: str) -> int:
    """How many words a brief text has; many where blanks do not part them."""
    return len(text.split()) if len(text) < _BRIEF and text.isascii() else _BRIEF


def _title(facts: ChunkFacts) -> str:
    """What a chunk is called: its heading, its name, or what it is and where."""
    chunk = facts.chunk
    if chunk.heading:
        return chunk.heading[-1]
    if chunk.qualified:
        part = f" ({chunk.part}/{chunk.parts})" if chunk.parts > 1 else ""
        return chunk.qualified + part
    what = "Statements, lines" if chunk.kind is ChunkKind.STATEMENTS else "Lines"
    return f"{what} {chunk.span.line}-{chunk.span.end_line}"


def _near(
    draft: Draft, callers: Mapping[SymbolId, list[tuple[SymbolId, Evidence]]], desk: Desk
) -> tuple[list[tuple[SymbolId, Evidence]], list[tuple[SymbolId, Evidence]]]:
    """Who calls a definition, and who makes the class that it is a part of."""
    symbol = desk.graph.symbols.get(draft.symbol) if draft.symbol is not None else None
    if symbol is None:
        return [], []
    part = symbol.parent is not None and symbol.name not in MAKERS
    makers = callers.get(symbol.parent, []) if part and symbol.parent is not None else []
    return callers.get(symbol.id, []), makers


def _note_callers(
    facts: ChunkFacts,
    callers: defaultdict[SymbolId, list[tuple[SymbolId, Evidence]]],
    desk: Desk,
) -> None:
    for call in facts.calls:
        for target in _reached(call, desk):
            listed = callers[target]
            if len(listed) >= CALLERS or call.caller in {target, *(known for known, _ in listed)}:
                continue
            quote = desk.sources.quote(facts.chunk.path, call.span.line, around=call.text)
            if quote is not None:
                listed.append((call.caller, quote))


def _reached(call: CallSite, desk: Desk) -> Iterator[SymbolId]:
    """Where a call leads; of one that makes an object to its class too."""
    for target in targets(call):
        yield target
        symbol = desk.graph.symbols.get(target)
        made = desk.graph.symbols.get(symbol.parent) if symbol and symbol.parent else None
        builds = symbol is not None and (
            symbol.kind is SymbolKind.CONSTRUCTOR or symbol.name in MAKERS
        )
        if builds and made is not None and _LAST_PART.split(call.text)[-1] == made.name:
            yield made.id


def _leaf_to_root(drafts: Mapping[ChunkId, Draft], graph: CallGraph) -> Iterator[list[ChunkId]]:
    """Groups of chunks in the order of the graph, a cycle as one group, the rest last."""
    chunks: defaultdict[SymbolId, list[ChunkId]] = defaultdict(list)
    rest = []
    for chunk_id, draft in drafts.items():
        if draft.symbol is None or draft.is_stand_in:
            rest.append(chunk_id)
        else:
            chunks[draft.symbol].append(chunk_id)
    cycle = {symbol: number for number, group in enumerate(graph.components) for symbol in group}
    pending: list[ChunkId] = []
    current: int | None = None
    for symbol in graph.order:
        component = cycle.get(symbol)
        if component is None or component != current:
            yield pending
            pending = []
        current = component
        pending.extend(chunks.pop(symbol, ()))
    yield pending
    yield from chunks.values()
    for chunk_id in rest:
        yield [chunk_id]
