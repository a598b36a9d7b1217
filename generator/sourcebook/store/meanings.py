"""Vectors of a provider's embedding model, where a book has them.

``lexical/provider.json`` names the model, its dimension and the chunks that have a row;
``lexical/provider.npy`` holds the rows. Only the command line reads them: to compare a
query with them the provider must be asked, and the browser asks nobody.
"""

from collections.abc import Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from sourcebook.errors import NoBookError
from sourcebook.model import Meanings
from sourcebook.store.catalog import Catalog

#: Chunks that count as near to a query; to the rest the vectors give nothing.
NEAREST = 200

#: What the nearest chunk counts. Models differ in how great their cosines are; with this it
#: counts as much as the best hit of words.
FIRST = 0.5


class _Names(msgspec.Struct):
    name: str
    dimension: int
    chunks: tuple[str, ...]
    probes: bytes = b""


class _Model(msgspec.Struct):
    name: str = ""
    probes: bytes = b""


def write_meanings(folder: Path, meanings: Meanings) -> None:
    """Writes the rows, unless there are none."""
    if not meanings.chunks:
        return
    names = _Names(meanings.name, meanings.dimension, meanings.chunks, meanings.probes)
    (folder / "lexical" / "provider.json").write_bytes(msgspec.json.encode(names) + b"\n")
    rows = np.frombuffer(meanings.rows, dtype=np.int8).reshape(-1, meanings.dimension)
    np.save(folder / "lexical" / "provider.npy", rows)


def read_meanings(folder: Path) -> Meanings:
    """Reads the rows of a book; a value without chunks where it has none.

    Raises:
        NoBookError: They are damaged.
    """
    path = folder / "lexical" / "provider.json"
    if not path.is_file():
        return Meanings()
    try:
        names = msgspec.json.decode(path.read_bytes(), type=_Names)
        rows = np.load(path.with_suffix(".npy")).astype(np.int8)
    except (OSError, EOFError, ValueError, msgspec.DecodeError) as error:
        raise NoBookError(f"{path}: cannot be read: {error}. Run: sourcebook index") from error
    if rows.shape != (len(names.chunks), names.dimension):
        raise NoBookError(f"{path}: tells of other rows than there are. Run: sourcebook index")
    return Meanings(names.name, names.dimension, names.chunks, rows.tobytes(), names.probes)


def read_model(folder: Path) -> tuple[str, bytes]:
    """The model of a book's rows: its name and its probes, and nothing of the rows.

    The name is empty where the book has no rows.
    """
    try:
        data = (folder / "lexical" / "provider.json").read_bytes()
        model = msgspec.json.decode(data, type=_Model)
    except (OSError, msgspec.DecodeError):
        return "", b""
    return model.name, model.probes


class Compass:
    """Compares the direction of a query with those of all chunks."""

    def __init__(self, meanings: Meanings, catalog: Catalog) -> None:
        numbers = {chunk: at for at, chunk in enumerate(catalog.ids)}
        self._chunks = [numbers[chunk] for chunk in meanings.chunks]
        rows = np.frombuffer(meanings.rows, dtype=np.int8).reshape(-1, meanings.dimension)
        self._rows = _unit(rows.astype(np.float32))

    def cosines(self, direction: Sequence[int]) -> dict[int, float]:
        """The positive cosines, by chunk."""
        wanted = _unit(np.asarray([direction], dtype=np.float32))[0]
        values = (self._rows @ wanted).tolist()
        return {chunk: at for chunk, at in zip(self._chunks, values, strict=True) if at > 0}


def nearest(cosines: dict[int, float]) -> dict[int, float]:
    """The nearest chunks alone, the first at :data:`FIRST` whatever its cosine."""
    best = sorted(cosines, key=lambda chunk: (-cosines[chunk], chunk))[:NEAREST]
    return {chunk: cosines[chunk] / cosines[best[0]] * FIRST for chunk in sorted(best)}


def _unit(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return np.asarray(rows / np.maximum(lengths, 1e-9), dtype=np.float32)
