"""The catalogue of a book's search: every chunk and file by number, and who has a name.

A chunk's number is its line in ``chunks.jsonl``; a file's number is its place among the
files that have chunks. Both the Python query and the browser's count this way.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec

from sourcebook.errors import NoBookError
from sourcebook.model import ChunkKind, Contents, Entry, Fields, FileClass
from sourcebook.store.lexical import code_units
from sourcebook.store.query import tongues
from sourcebook.tokenizer import runs, whole

#: Classes of file whose hits count half, unless the query asks for them.
ASIDE = (FileClass.TEST, FileClass.EXAMPLE, FileClass.VENDORED, FileClass.GENERATED)

#: Kind of hit for the sections of a decision record.
DECISION = "decision"

#: Most definitions of one chunk that a result may be named after.
MOST_DEFINED = 64

#: Most definitions of one name that are listed.
MOST_NAMESAKES = 256


class Catalog(msgspec.Struct, frozen=True):
    """``lexical/catalog.json``."""

    ids: Sequence[str]  # of chunks
    kinds: Sequence[str]  # one a chunk
    paths: Sequence[str]  # of files that have chunks, in the order of the chunks
    starts: Sequence[int]  # number of each file's first chunk
    languages: Sequence[str]  # one a file
    scopes: Sequence[str]  # one a file
    classes: Sequence[str]  # one a file
    lines: Sequence[int]  # of each chunk's definition
    tongues: tuple[tuple[tuple[int, int], ...], ...]  # one a file: language of queries, share
    names: dict[str, tuple[tuple[str, int, int], ...]]  # whole term -> qualified, chunk, line

    def file_of(self) -> list[int]:
        """The file's number of each chunk."""
        return [number for number, count in enumerate(self.sizes()) for _ in range(count)]

    def unnamed(self) -> dict[int, list[tuple[str, int]]]:
        """What module-level chunks, which have no name of their own, define: name and line."""
        found: dict[int, list[tuple[str, int]]] = {}
        for definitions in self.names.values():
            for qualified, chunk, line in definitions:
                if self.kinds[chunk] == ChunkKind.STATEMENTS:
                    found.setdefault(chunk, []).append((qualified, line))
        return {
            chunk: sorted(found[chunk], key=lambda one: (one[1], one[0]))[:MOST_DEFINED]
            for chunk in sorted(found)
        }

    def sizes(self) -> list[int]:
        """How many chunks each file has."""
        ends = [*self.starts[1:], len(self.ids)][: len(self.starts)]
        return [end - start for start, end in zip(self.starts, ends, strict=True)]


def make_catalog(contents: Contents, fields: Sequence[Fields]) -> Catalog:
    """Numbers the chunks and files of a book."""
    records = {record.report.path: record for record in contents.files}
    decisions = {decision.path for decision in contents.decisions}
    ids, kinds = [], []
    starts: list[int] = []
    paths: list[str] = []
    languages: list[str] = []
    for at, entry in enumerate(contents.entries):
        ids.append(entry.chunk.id)
        kinds.append(kind_of(entry, decisions))
        if not paths or paths[-1] != entry.chunk.path:
            starts.append(at)
            paths.append(entry.chunk.path)
            languages.append(entry.chunk.language)
    return Catalog(
        ids=tuple(ids),
        kinds=tuple(kinds),
        paths=tuple(paths),
        starts=tuple(starts),
        languages=tuple(languages),
        scopes=tuple(records[path].scope if path in records else "" for path in paths),
        classes=tuple(
            records[path].report.file_class if path in records else FileClass.SOURCE
            for path in paths
        ),
        lines=tuple(one.line for one in fields),
        tongues=tongues(paths),
        names=_names(fields),
    )


def kind_of(entry: Entry, decisions: set[str]) -> str:
    """Kind of a hit: the chunk's, or ``decision`` in a decision record."""
    if entry.chunk.kind is ChunkKind.SECTION and entry.chunk.path in decisions:
        return DECISION
    return entry.chunk.kind.value


def _names(fields: Sequence[Fields]) -> dict[str, tuple[tuple[str, int, int], ...]]:
    names: dict[str, list[tuple[str, int, int]]] = {}
    for number, one in enumerate(fields):
        for qualified, line in one.names:
            last = runs(qualified)[-1:]
            if last:
                names.setdefault(whole(last[0]), []).append((qualified, number, line))
    return {key: tuple(names[key][:MOST_NAMESAKES]) for key in sorted(names, key=code_units)}


def write_catalog(folder: Path, catalog: Catalog) -> None:
    """Writes ``lexical/catalog.json``."""
    path = folder / "lexical" / "catalog.json"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(msgspec.json.encode(catalog) + b"\n")


def read_catalog(folder: Path) -> Catalog:
    """Reads ``lexical/catalog.json``.

    Raises:
        NoBookError: It is missing or damaged.
    """
    path = folder / "lexical" / "catalog.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=Catalog)
    except (OSError, msgspec.DecodeError) as error:
        raise NoBookError(f"{path}: no catalogue: {error}. Run: sourcebook index") from error
