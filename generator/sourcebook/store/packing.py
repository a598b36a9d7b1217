"""Arrays of numbers in JSON files: text, a character a number.

A number below :data:`DIGIT` is the character whose code is the number and :data:`FIRST`; a
greater one is two characters, the first for how often :data:`DIGIT` goes into it. The codes
lie above the control characters and below the surrogates, so that every JSON reader gets
them back. Small numbers are one byte in UTF-8, and stay whole bytes for the compression of
the web server: after gzip such text is smaller than the same numbers in base64, and
smaller than the same bytes in a binary file.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

#: Code of the character for 0.
FIRST = 35

#: Numbers from here on take two characters.
DIGIT = 27_000


def packed(values: Sequence[int] | NDArray[np.int64]) -> str:
    """Packs numbers of 0 to 700 million."""
    numbers = np.asarray(values, dtype=np.int64)
    high, low = np.divmod(numbers, DIGIT)
    codes = np.stack([np.where(high > 0, high + DIGIT, 0), low], axis=-1) + FIRST
    wanted = np.stack([high > 0, np.ones(low.shape, dtype=bool)], axis=-1)
    text: str = codes[wanted].astype("<u2").tobytes().decode("utf-16-le")
    return text


def unpacked(text: str) -> NDArray[np.int64]:
    """The numbers of a packed text."""
    codes = np.frombuffer(text.encode("utf-16-le"), dtype="<u2").astype(np.int64) - FIRST
    leads = codes >= DIGIT
    values = codes.copy()
    values[1:] += np.where(leads[:-1], (codes[:-1] - DIGIT) * DIGIT, 0)
    return values[~leads]


def deltas(ascending: NDArray[np.int64]) -> NDArray[np.int64]:
    """The first number and the differences of an ascending list."""
    return np.diff(ascending, prepend=0)
