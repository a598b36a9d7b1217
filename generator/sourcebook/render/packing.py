"""Arrays of numbers in JSON files: varints and bytes, written as base64.

A varint holds seven bits a byte, the lowest first; the high bit says that more follow.
"""

import base64
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def varints(values: Sequence[int] | NDArray[np.int64]) -> str:
    """Packs numbers of 0 to 2**49 - 1."""
    numbers = np.asarray(values, dtype=np.uint64)
    places = np.arange(7, dtype=np.uint64) * np.uint64(7)
    septets = (numbers[:, None] >> places) & np.uint64(127)
    lengths = np.maximum(7 - (septets[:, ::-1] != 0).argmax(axis=1), 1)
    lengths[numbers == 0] = 1
    position = np.arange(7)
    more = position < (lengths - 1)[:, None]
    packed = (septets.astype(np.uint8) | (more.astype(np.uint8) << 7))[position < lengths[:, None]]
    return octets(packed.tobytes())


def octets(raw: bytes) -> str:
    """Packs bytes."""
    return base64.b64encode(raw).decode("ascii")


def nibbles(rows: NDArray[np.int8]) -> str:
    """Packs rows of numbers of -8 to 7, two a byte, the first in the low half.

    A row of odd length ends with an empty half.
    """
    halves = np.pad(rows.astype(np.uint8) & 15, ((0, 0), (0, rows.shape[1] % 2)))
    return octets((halves[:, ::2] | halves[:, 1::2] << 4).tobytes())


def deltas(ascending: NDArray[np.int64]) -> NDArray[np.int64]:
    """The first number and the differences of an ascending list."""
    return np.diff(ascending, prepend=0)
