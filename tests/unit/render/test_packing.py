"""What is packed for the browser is what was there."""

import base64

import numpy as np
import pytest

from sourcebook.render.packing import nibbles


@pytest.mark.parametrize("width", [1, 2, 5, 64])
def test_rows_of_halves_are_kept(width: int):
    rows = np.random.default_rng(width).integers(-8, 8, (7, width)).astype(np.int8)
    octets = np.frombuffer(base64.b64decode(nibbles(rows)), np.uint8).reshape(7, -1)
    halves = np.stack([octets & 15, octets >> 4], axis=2).reshape(7, -1)[:, :width]
    assert octets.shape[1] == (width + 1) // 2
    assert (np.where(halves > 7, halves.astype(int) - 16, halves) == rows).all()
