"""What code is about the same: for each file the nearest chunks of other files.

Nearness is that of the book's vectors. A vector cannot be checked by a reader, so a pair is
shown only with words that stand in both, the most telling first; pairs without such words,
and those that a call joins already, are left out.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from sys import intern

from msgspec.structs import replace

from sourcebook.model import Chunk, ChunkId, ChunkKind, FileClass
from sourcebook.render.view import View
from sourcebook.store.neighbours import neighbours

#: Rows of a file, and of them with one other file; words that a row names.
ROWS, OF_ONE, WORDS = 5, 2, 3

#: Neighbours of each chunk that are looked at.
LOOKED_AT = 4

#: Cosine from which chunks are near, and how many words they must have in common.
NEAR, COMMON = 0.6, 2

#: Chunks that say too little to be compared.
LEAST_LETTERS = 120

_WORD = re.compile(r"[^\W\d_][^\W_]{3,}")

#: Kinds of chunks that are compared: definitions, and the sections of documents.
_COMPARED = frozenset({ChunkKind.FUNCTION, ChunkKind.METHOD, ChunkKind.CLASS, ChunkKind.SECTION})


@dataclass(frozen=True, slots=True)
class Pair:
    """A chunk of a file, the chunk of another file that is near it, and words of both."""

    own: Chunk
    other: Chunk
    words: tuple[str, ...]


#: The related chunks of each file.
Near = Mapping[str, Sequence[Pair]]


def related(view: View) -> dict[str, tuple[Pair, ...]]:
    """The related chunks of each file."""
    # The chunks are read twice, since all of them would take too much room.
    paths = {chunk.id: chunk.path for chunk in _compared(view)}
    near = neighbours(view.book, paths, LOOKED_AT, NEAR)
    wanted = {*near, *(other for found in near.values() for other, _ in found)}
    chunks: dict[ChunkId, Chunk] = {}
    words: dict[ChunkId, tuple[str, ...]] = {}
    spread: Counter[str] = Counter()
    for chunk in _compared(view):
        if chunk.id in wanted:
            # As a tuple: a table of each chunk's words would take ten times as much.
            words[chunk.id] = tuple(map(intern, _WORD.findall(chunk.text.lower())))
            spread.update(set(words[chunk.id]))
            chunks[chunk.id] = replace(chunk, text="")
    pairs = sorted(
        ((-cosine, own, other) for own, found in near.items() for other, cosine in found),
    )
    rows: dict[str, list[Pair]] = {}
    for _, own, other in pairs:
        found = rows.setdefault(paths[own], [])
        if len(found) < ROWS and not _known(view, found, chunks[own], chunks[other]):
            common = Counter(words[own]) & Counter(words[other])
            if len(common) >= COMMON:
                telling = sorted(common, key=lambda word: (-common[word] / spread[word], word))
                found.append(Pair(chunks[own], chunks[other], tuple(telling[:WORDS])))
    return {path: tuple(found) for path, found in rows.items() if found}


def _compared(view: View) -> Iterator[Chunk]:
    """The chunks that can be related to others."""
    classes = {FileClass.SOURCE, FileClass.DOCUMENT}
    paths = {path for path, record in view.files.items() if record.report.file_class in classes}
    for chunk in view.book.iter_chunks():
        if (
            chunk.kind in _COMPARED
            and chunk.part == 1
            and len(chunk.text) >= LEAST_LETTERS
            and not chunk.name.startswith("__")
            and (chunk.symbol is not None or chunk.kind is ChunkKind.SECTION)
            and chunk.path in paths
        ):
            yield chunk


def _known(view: View, rows: Sequence[Pair], own: Chunk, other: Chunk) -> bool:
    """Whether a pair tells nothing new: rows have one of them, or a call joins them."""
    if any(pair.own.id == own.id or pair.other.id == other.id for pair in rows):
        return True
    if sum(pair.other.path == other.path for pair in rows) >= OF_ONE:
        return True
    return any(
        two.symbol in call.targets
        for one, two in ((own, other), (other, own))
        if one.symbol is not None
        for call in view.calls_of.get(one.symbol, ())
    )
