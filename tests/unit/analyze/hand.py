"""Parsed files made by hand, so that a stage is tested without the stages before it."""

from sourcebook.model import (
    CallGraph,
    CallSite,
    CallStatus,
    Chunk,
    ChunkId,
    ChunkKind,
    ParsedFile,
    Repository,
    Span,
    Symbol,
    SymbolId,
    SymbolKind,
)

REPOSITORY = Repository(name="shop", state="none")


def span(text: str, part: str) -> Span:
    """Where ``part`` stands in ``text`` (ASCII)."""
    start = text.index(part)
    line = text.count("\n", 0, start) + 1
    return Span(start, start + len(part), line, line + part.rstrip("\n").count("\n"))


def python(path: str, *blocks: str, doc: str = "") -> ParsedFile:
    """A file of blocks, each a function, a class head or statements, one chunk each.

    A docstring on the second line of a block is its documentation.
    """
    text = "".join(blocks)
    chunks, symbols = [], []
    for number, block in enumerate(blocks):
        place = span(text, block)
        head = block.lstrip().split("(", 1)[0].split(":", 1)[0].split()
        if head[0] in {"def", "class"}:
            name, kind = head[1], SymbolKind.FUNCTION if head[0] == "def" else SymbolKind.CLASS
            chunk_kind = ChunkKind.FUNCTION if head[0] == "def" else ChunkKind.CLASS
            symbol = SymbolId(f"{path}::{name}")
            said, end_line = _docstring(block)
            symbols.append(
                Symbol(
                    symbol,
                    path,
                    name,
                    name,
                    kind,
                    place,
                    place.line,
                    signature=block.split("\n", 1)[0].rstrip(":"),
                    doc=said,
                    doc_line=place.line + 1 if said else 0,
                    doc_end_line=place.line + end_line if said else 0,
                )
            )
            chunks.append(
                Chunk(ChunkId(symbol), path, "python", chunk_kind, place, block, name, name, symbol)
            )
        else:
            chunks.append(
                Chunk(
                    ChunkId(f"{path}::statements~{number}"),
                    path,
                    "python",
                    ChunkKind.STATEMENTS,
                    place,
                    block,
                )
            )
    return ParsedFile(
        path, "python", "syntax", "utf-8", guessed=False, replaced=0, lines=text.count("\n"),
        doc=doc, doc_line=1 if doc else 0, doc_end_line=doc.count("\n") + 1 if doc else 0,
        symbols=tuple(symbols), chunks=tuple(chunks),
    )  # fmt: skip


def _docstring(block: str) -> tuple[str, int]:
    parts = block.split('"""')
    if len(parts) < 3:
        return "", 0
    return parts[1].strip(), parts[0].count("\n") + parts[1].count("\n")


def call(file: ParsedFile, caller: str, text: str, target: str) -> CallSite:
    """A resolved call: the first place in the caller's chunk that shows ``text``."""
    chunk = next(chunk for chunk in file.chunks if chunk.name == caller)
    place = span(chunk.text, text)
    first = chunk.span
    return CallSite(
        SymbolId(f"{file.path}::{caller}"),
        text,
        Span(first.start + place.start, first.start + place.end,
             first.line + place.line - 1, first.line + place.end_line - 1),
        column=1,
        status=CallStatus.RESOLVED,
        targets=(SymbolId(target),),
    )  # fmt: skip


def graph(files: list[ParsedFile], *calls: CallSite) -> CallGraph:
    """A graph whose order puts called symbols first (for graphs without cycles)."""
    symbols = tuple(symbol for file in files for symbol in file.symbols)
    rank = {symbol.id: 0 for symbol in symbols}
    for _ in symbols:
        for site in calls:
            rank[site.caller] = max(rank[site.caller], rank[site.targets[0]] + 1)
    order = tuple(sorted(rank, key=lambda name: (rank[name], name)))
    return CallGraph(symbols, calls, (), order=order)
