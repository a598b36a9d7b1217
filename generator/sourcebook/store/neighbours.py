"""Which chunks are near each other, by the vectors of a book.

Comparing all with all would take the square of their number. So chunks whose vectors point
the same way are put into one list, by k-means on the sphere, and each is compared with the
others of its list. Where a provider's vectors are in the book, they are taken. Products of
int8 values are whole numbers that floats hold exactly, and everything is seeded, so that
the same book gives the same neighbours.
"""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from sourcebook.model import ChunkId
from sourcebook.store.book import Book, embeddings_of
from sourcebook.store.meanings import read_meanings

#: Rows of a list at least; a large book has as many lists as a list has rows.
LIST_ROWS = 192

_SEED, _SAMPLE, _ROUNDS = 20260101, 50_000, 8

#: Products of two int8 values, added up, that a float of 32 bits holds exactly.
_EXACT = 2**24 // 127**2

Near = tuple[ChunkId, float]
Rows = NDArray[np.int8]
Points = NDArray[np.float32]


def neighbours(
    book: Book, group_of: Mapping[ChunkId, str], most: int, least: float
) -> dict[ChunkId, Sequence[Near]]:
    """For each chunk of ``group_of`` the nearest ones of other groups, the nearest first.

    At most ``most`` a chunk, with a cosine of ``least`` or more.
    """
    every, all_rows = _vectors(book)
    kept = [at for at, chunk in enumerate(every) if chunk in group_of and all_rows[at].any()]
    chunks, rows = [every[at] for at in kept], all_rows[kept]
    numbers = {group: at for at, group in enumerate(sorted(set(group_of.values())))}
    groups = np.array([numbers[group_of[chunk]] for chunk in chunks], dtype=np.int64)
    found: dict[ChunkId, Sequence[Near]] = {}
    with threadpool_limits(1):
        for members in _lists(rows):
            cosines = _cosines(rows[members])
            cosines[groups[members][:, None] == groups[members][None, :]] = -1.0
            order = np.argsort(-cosines, axis=1, kind="stable")[:, :most]
            for row, best in enumerate(order):
                near = [
                    (chunks[members[other]], float(cosines[row, other]))
                    for other in best
                    if cosines[row, other] >= least
                ]
                if near:
                    found[chunks[members[row]]] = near
    return found


def _vectors(book: Book) -> tuple[list[ChunkId], Rows]:
    """Chunks with their rows, the provider's where there are some."""
    meanings = read_meanings(book.folder)
    if meanings.chunks:
        names, raw, dimension = meanings.chunks, meanings.rows, meanings.dimension
    else:
        embeddings = embeddings_of(book)
        names, raw, dimension = embeddings.chunks, embeddings.chunk_rows, embeddings.dimension
    rows = np.frombuffer(raw, dtype=np.int8).reshape(-1, max(dimension, 1))
    return [ChunkId(name) for name in names], rows


def _cosines(rows: Rows) -> NDArray[np.float64]:
    """The cosines of all pairs of rows, none of which is all zero."""
    points: NDArray[np.float32 | np.float64] = rows.astype(
        np.float32 if rows.shape[1] <= _EXACT else np.float64
    )
    products = np.asarray(np.matmul(points, points.T), dtype=np.float64)
    lengths = np.sqrt(products.diagonal())
    return np.asarray(products / lengths[:, None] / lengths[None, :], dtype=np.float64)


def _lists(rows: Rows) -> list[NDArray[np.int64]]:
    """The numbers of the rows of each list."""
    count = len(rows)
    wanted = min(round(math.sqrt(count)), count // LIST_ROWS)
    if wanted < 2:
        return [np.arange(count)] if count else []
    random = np.random.default_rng(_SEED)
    sample = np.sort(random.choice(count, min(count, _SAMPLE), replace=False))
    points = _unit(rows[sample].astype(np.float32))
    centres = points[np.sort(random.choice(len(points), wanted, replace=False))]
    for _ in range(_ROUNDS):
        nearest = _nearest(points, centres)
        sums = np.zeros_like(centres)
        np.add.at(sums, nearest, points)
        filled = sums.any(axis=1)
        centres[filled] = _unit(sums[filled])
    list_of = _nearest(rows.astype(np.float32), centres)
    return [np.flatnonzero(list_of == number) for number in np.unique(list_of)]


def _nearest(points: Points, centres: Points) -> NDArray[np.int64]:
    blocks = [
        np.argmax(points[at : at + 4096] @ centres.T, axis=1) for at in range(0, len(points), 4096)
    ]
    return np.concatenate(blocks)


def _unit(rows: Points) -> Points:
    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    return np.asarray(rows / np.maximum(lengths, 1e-9), dtype=np.float32)
