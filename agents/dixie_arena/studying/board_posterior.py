"""What the evidence says of the board: each number before and after, and the most plausible board."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_arena.studying.board_numbers import NUMBERS, read_boards
from dixie_arena.studying.evidence_weight import at_the_edge
from dixie_env.boards.prior import TILE_ROWS
from dixie_env.config import FOODS, ROW_OF_SPACE, Board

__all__ = ["board_vector", "describe_boards", "nearest_board"]

MOVED = 2.0
"""How many times its prior weight the end of a range must have to be called an edge."""
_LEVELS = 8
"""A number with no more values than this is shown by their probabilities."""


def describe_boards(
    boards: Sequence[Board], prior: NDArray[np.float64], weights: NDArray[np.float64]
) -> list[dict[str, Any]]:
    """Return each number that can be read off a board: mean and spread by prior and evidence.

    Args:
        boards: The weighed boards.
        prior: Their weights by the prior alone.
        weights: Their weights by prior and evidence.
    """
    values = read_boards(boards)
    rows = []
    for column, number in enumerate(NUMBERS):
        own = values[:, column]
        levels = np.unique(own)
        row: dict[str, Any] = {
            "key": number.key,
            "title": number.title,
            "prior": _moments(own, prior),
            "posterior": _moments(own, weights),
            "edge": _edge(own, prior, weights) if len(levels) <= _LEVELS else None,
        }
        if len(levels) <= _LEVELS:
            row["levels"] = [
                {"value": level, "prior": prior[own == level].sum(), "posterior": weights[own == level].sum()}
                for level in levels.tolist()
            ]
        rows.append(row)
    return rows


def nearest_board(boards: Sequence[Board], prior: NDArray[np.float64], weights: NDArray[np.float64]) -> int:
    """Return the most plausible board: of those with the commonest length, the one nearest to the mean.

    Distances are over all numbers of the board, each scaled by its standard deviation in the prior.
    """
    lengths = np.array([board.track_length for board in boards])
    levels = np.unique(lengths)
    commonest = int(levels[np.argmax([weights[lengths == level].sum() for level in levels])])
    among = np.flatnonzero((lengths == commonest) & (weights > 0))
    vectors = np.array([board_vector(boards[number]) for number in among.tolist()])
    mean = weights[among] @ vectors / weights[among].sum()
    # Boards of one length only: rows of other lengths have other entries.
    own = np.flatnonzero(lengths == commonest)
    everything = np.array([board_vector(boards[number]) for number in own.tolist()])
    shares = prior[own] / prior[own].sum()
    spread = np.sqrt(shares @ (everything - shares @ everything) ** 2)
    apart = np.where(spread > 0, (vectors - mean) / np.where(spread > 0, spread, 1), 0)
    return int(among[np.argmin((apart**2).sum(axis=1))])


def board_vector(board: Board) -> list[float]:
    """Return all numbers of a board in a row; boards with tracks of one length have rows of one length."""
    row: list[float] = []
    for key in ("track_penalties", "track_rewards", "silver_per_gold", "gold_per_ring", *TILE_ROWS):
        row += getattr(board, key)
    symbols = list(board.mine_symbols)
    row += [len(symbols), *(float(value) for value in (symbols[:1] + symbols[-1:] if symbols else (0, 0)))]
    row += [board.whip_die.count(face) for face in (1, 2, 3)]
    row += [board.casino_die.count(face) for face in ("food", "silver", "gold")]
    for space in range(1, len(ROW_OF_SPACE) + 1):
        row += [board.icons[str(space)].get(food, 0) for food in FOODS]
    return [float(value) for value in row]


def _edge(
    values: NDArray[np.float64], prior: NDArray[np.float64], weights: NDArray[np.float64]
) -> float | None:
    """Return the end of a number's range that the evidence moved more than 40 % of the weight to.

    It must have at least twice the weight that the prior gives it: of two values, one always has 40 %.
    """
    end = at_the_edge(values, weights, np.unique(values))
    moved = end is not None and weights[values == end].sum() >= MOVED * prior[values == end].sum()
    return end if moved else None


def _moments(values: NDArray[np.float64], weights: NDArray[np.float64]) -> dict[str, float]:
    mean = float(weights @ values)
    order = np.argsort(values, kind="stable")
    ends = np.cumsum(weights[order])
    low, high = (float(values[order][np.searchsorted(ends, q * ends[-1])]) for q in (0.05, 0.95))
    return {"mean": mean, "sd": float(np.sqrt(weights @ (values - mean) ** 2)), "low": low, "high": high}
