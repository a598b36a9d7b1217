"""Which chunks are near each other: vectors compared within the lists of the query.

Chunks whose vectors point the same way share a list (see :mod:`sourcebook.store.vectors`),
so that each chunk is compared with some hundred others and not with all. Where a provider's
vectors are in the book, the cosines are those of the provider. Products of int8 values are
whole numbers that floats hold exactly, so that the order never depends on the machine.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from sourcebook.model import ChunkId
from sourcebook.store.meanings import read_meanings
from sourcebook.store.vectors import read_lists

#: Products of two int8 values, added up, that a float of 32 bits holds exactly.
_EXACT = 2**24 // 127**2

Near = tuple[ChunkId, float]


def neighbours(
    folder: Path, group_of: Mapping[ChunkId, str], most: int, least: float
) -> dict[ChunkId, Sequence[Near]]:
    """For each chunk of ``group_of`` the nearest ones of other groups, the nearest first.

    At most ``most`` a chunk, with a cosine of ``least`` or more.
    """
    chunks, rows, list_of = _vectors(folder)
    kept = [at for at, chunk in enumerate(chunks) if chunk in group_of]
    numbers = {group: at for at, group in enumerate(sorted(set(group_of.values())))}
    groups = np.array([numbers[group_of[chunks[at]]] for at in kept], dtype=np.int64)
    found: dict[ChunkId, Sequence[Near]] = {}
    if not kept:
        return found
    lists, places = list_of[kept], np.array(kept)
    with threadpool_limits(1):
        for number in np.unique(lists).tolist():
            members = np.flatnonzero(lists == number)
            cosines = _cosines(rows[places[members]])
            cosines[groups[members][:, None] == groups[members][None, :]] = -1.0
            order = np.argsort(-cosines, axis=1, kind="stable")[:, :most]
            for row, (member, best) in enumerate(zip(members, order, strict=True)):
                near = [
                    (chunks[places[members[other]]], float(cosines[row, other]))
                    for other in best
                    if cosines[row, other] >= least
                ]
                if near:
                    found[chunks[places[member]]] = near
    return found


def _vectors(folder: Path) -> tuple[list[ChunkId], NDArray[np.int8], NDArray[np.int64]]:
    """Chunks with their rows and lists; by the provider's vectors where there are some."""
    embeddings, list_of = read_lists(folder)
    chunks = [ChunkId(chunk) for chunk in embeddings.chunks]
    rows = np.frombuffer(embeddings.chunk_rows, dtype=np.int8)
    rows = rows.reshape(-1, max(embeddings.dimension, 1))
    meanings = read_meanings(folder)
    if meanings.chunks:
        lists = dict(zip(chunks, list_of.tolist(), strict=True))
        named = [at for at, chunk in enumerate(meanings.chunks) if chunk in lists]
        rows = np.frombuffer(meanings.rows, dtype=np.int8).reshape(-1, meanings.dimension)[named]
        chunks = [ChunkId(meanings.chunks[at]) for at in named]
        list_of = np.array([lists[chunk] for chunk in chunks], dtype=np.int64)
    return chunks, rows, list_of


def _cosines(rows: NDArray[np.int8]) -> NDArray[np.float64]:
    """The cosines of all pairs of rows; 0 for a row that points nowhere."""
    points: NDArray[np.float32 | np.float64] = rows.astype(
        np.float32 if rows.shape[1] <= _EXACT else np.float64
    )
    products = np.asarray(np.matmul(points, points.T), dtype=np.float64)
    lengths = np.sqrt(np.maximum(products.diagonal(), 1.0))
    return np.asarray(products / lengths[:, None] / lengths[None, :], dtype=np.float64)
