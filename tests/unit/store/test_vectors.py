"""Rows in 15 steps point where they did."""

import numpy as np

from sourcebook.store.vectors import coarse


def test_coarse_rows_point_the_same_way():
    rows = np.random.default_rng(3).normal(0, 20, (200, 64)).round().clip(-127, 127)
    fine = rows.astype(np.int8)
    steps = coarse(fine).astype(float)
    assert np.abs(steps).max(axis=1).tolist() == [7.0] * len(rows)
    cosines = (steps * rows).sum(1) / np.linalg.norm(steps, axis=1) / np.linalg.norm(rows, axis=1)
    assert cosines.min() > 0.98


def test_a_row_that_points_nowhere_stays_so():
    assert not coarse(np.zeros((2, 8), np.int8)).any()
