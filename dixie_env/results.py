"""Statistics of final ranks: win shares, and ranks that average ties."""

import numpy as np
from numpy.typing import NDArray


def win_shares(ranks: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return each seat's share of the win: 1 for the winner, split evenly in a tie.

    Args:
        ranks: Final ranks, games x players; 1 is best, and a tie shares the better rank. An absent seat has
            rank 0, and no share.
    """
    first = ranks == 1
    return np.asarray(first / first.sum(axis=1, keepdims=True))


def mid_ranks(ranks: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return ranks in which ties get the mean of their places (1.5, 1.5, 3): each game has the same sum.

    Args:
        ranks: Final ranks, games x players; 1 is best, and a tie shares the better rank.
    """
    same = (ranks[:, :, None] == ranks[:, None, :]).sum(axis=2)
    return np.asarray(ranks + (same - 1) / 2)
