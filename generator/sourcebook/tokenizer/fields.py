"""The search fields of a chunk: what its path, name, signature, text and comments say.

Lexical index and word vectors are made of the same fields, so they are defined once.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from sourcebook.model import Chunk, ChunkKind, Claim, ClaimKind, Entry, Fields, Symbol
from sourcebook.tokenizer import tokenize
from sourcebook.tokenizer.cells import text_of

_SENTENCE_END = re.compile(r"[.!?。](?:\s|$)|(?<=。)|\n[ \t]*\n")


def fields_of(entries: Sequence[Entry], symbols: Sequence[Symbol]) -> Iterator[Fields]:
    """Yields the fields of each entry, in order. Entries of a file stand together."""
    by_path: dict[str, list[Symbol]] = {}
    for symbol in symbols:
        if symbol.qualified:
            by_path.setdefault(symbol.path, []).append(symbol)
    for path, group in groupby(entries, key=lambda entry: entry.chunk.path):
        listed = list(group)
        chunks = [entry.chunk for entry in listed]
        path_terms = tuple(tokenize(path))
        homes = _homes(chunks, by_path.get(path, ()))
        for entry in listed:
            one = _fields(entry.chunk, path_terms, homes[entry.chunk.id])
            first = entry.summary.responsibility
            yield replace(
                one,
                responsibility=_written([first] if first is not None else []),
                statements=_written(entry.summary.claims),
            )


def _homes(chunks: Sequence[Chunk], symbols: Sequence[Symbol]) -> Mapping[str, list[Symbol]]:
    """Gives each symbol to the chunk that defines it: its own, else the one it starts in."""
    homes: dict[str, list[Symbol]] = {chunk.id: [] for chunk in chunks}
    own = {chunk.symbol: chunk.id for chunk in reversed(chunks) if chunk.symbol}
    ordered = sorted(chunks, key=lambda chunk: chunk.span.start)
    at = 0
    for symbol in sorted(symbols, key=lambda symbol: (symbol.span.start, symbol.id)):
        while at + 1 < len(ordered) and ordered[at + 1].span.start <= symbol.span.start:
            at += 1
        home = own.get(symbol.id) or (ordered[at].id if ordered else None)
        if home is not None:
            homes[home].append(symbol)
    return homes


def _fields(chunk: Chunk, path: tuple[str, ...], symbols: Sequence[Symbol]) -> Fields:
    if chunk.kind is ChunkKind.SECTION:
        title = chunk.heading[-1] if chunk.heading else chunk.name
        above = " ".join(chunk.heading[:-1])
        text = tuple(tokenize(text_of(chunk)))
        named = ((title, chunk.span.line),)
        return Fields(
            path,
            tuple(tokenize(title)),
            tuple(tokenize(above)),
            text,
            (),
            (),
            named,
            chunk.span.line,
        )
    first = chunk.part == 1
    names = tuple((one.qualified, one.name_line) for one in symbols)
    own = [one.name_line for one in symbols if one.id == chunk.symbol and first]
    spoken = [chunk.qualified, *(symbol.name for symbol in symbols if symbol.id != chunk.symbol)]
    doc = tokenize(" ".join(symbol.doc for symbol in symbols)) if first else []
    code = Counter(tokenize(chunk.text))
    if doc:
        code -= Counter(doc)
    return Fields(
        path=path,
        name=tuple(tokenize(" ".join(spoken))),
        signature=tuple(tokenize(chunk.signature)),
        code=tuple(code.elements()),
        doc=tuple(doc),
        sentence=tuple(tokenize(_first_sentence(symbols[0].doc))) if first and symbols else (),
        names=names,
        line=max(own[0], chunk.span.line) if own else chunk.span.line,
    )


def _written(claims: Iterable[Claim]) -> tuple[str, ...]:
    """The terms that a person or a model wrote; extracted claims hold words of the source."""
    texts = [
        claim.text
        for claim in claims
        if claim.origin != "extracted" and claim.kind is not ClaimKind.ASSUMPTION
    ]
    return tuple(tokenize(" ".join(texts)))


def _first_sentence(doc: str) -> str:
    """The text up to the first full stop or empty line."""
    return _SENTENCE_END.split(doc.strip(), maxsplit=1)[0]
