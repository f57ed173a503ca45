"""Shares of the win, and places that are shared."""

import numpy as np

from dixie_env.results import mid_ranks, win_shares

RANKS = np.array([[1, 2, 3], [1, 1, 3], [2, 1, 2], [1, 1, 1]], np.int8)


def test_win_shares() -> None:
    assert win_shares(RANKS).tolist() == [[1, 0, 0], [0.5, 0.5, 0], [0, 1, 0], [1 / 3, 1 / 3, 1 / 3]]


def test_mid_ranks() -> None:
    assert mid_ranks(RANKS).tolist() == [[1, 2, 3], [1.5, 1.5, 3], [2.5, 1, 2.5], [2, 2, 2]]
