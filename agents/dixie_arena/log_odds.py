"""A score that can't saturate: log-odds above the fair share, their mean over cells, and the worst cell.

A cell has the games of one copy of an agent against copies of one opponent at one kind of table. With half a
win added to both sides its log-odds stay finite, and winning 99 % instead of 98 % still counts. If games
follow a Plackett-Luce rating they are the difference of two log strengths, whatever the number of players.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.bootstrap import CONFIDENCE, RESAMPLES, Bootstrap, Interval

HALF = 0.5
TAIL = (1 - CONFIDENCE) / 2
_SEED = 20_261_118


@dataclass(frozen=True)
class LogOdds:
    """Log-odds above the fair share.

    Attributes:
        cells: One for each cell, table by table.
        mean: The mean over all cells.
        worst: The smallest cell. Its interval is for the smallest of the true values, whichever cell has it:
            it starts at the lowest end of all cells, and its upper end allows for having looked at all cells.
            A cell of the agent against itself says nothing, and does not count here.
        worst_cell: Number of the cell with the smallest estimate.
    """

    cells: list[Interval]
    mean: Interval
    worst: Interval
    worst_cell: int


def above_fair(
    wins: NDArray[np.float64], games: int | NDArray[np.float64], players: int
) -> NDArray[np.float64]:
    """Return the log-odds of winning, with half a win added to both sides, minus those of the fair share."""
    return np.asarray(np.log((wins + HALF) / (games - wins + HALF)) + np.log(players - 1))


def score_tables(tables: Sequence[NDArray[np.float64]], itself: Sequence[bool] | None = None) -> LogOdds:
    """Return the log-odds of all cells with their intervals, from resampling the blocks of each table.

    Args:
        tables: For each table the agent's win shares, by block, opponent and rotation. There are as many
            rotations as players. Tables are independent of each other; the cells of one are not.
        itself: For each cell, whether the opponent is the agent itself.
    """
    random = np.random.default_rng(_SEED)
    values, resampled = [], []
    fewest = min(len(shares) for shares in tables)
    for shares in tables:
        blocks, _, players = shares.shape
        bootstrap = Bootstrap(np.arange(blocks))
        by_group = np.stack(
            [bootstrap.sums(cell, np.zeros(blocks, np.int64), 1)[:, 0] for cell in shares.sum(axis=2).T],
            axis=1,
        )
        wins, games = by_group.sum(axis=0), blocks * players
        again = np.clip(bootstrap.weights @ by_group, 0, games)
        # A cell that always ends in the same way does so in every resample: chance of half a win instead.
        for cell in np.flatnonzero((wins == 0) | (wins == games)):
            again[:, cell] = random.binomial(games, (wins[cell] + HALF) / (games + 2 * HALF), RESAMPLES)
        values.append(above_fair(wins, games, players))
        # Bootstraps of the same number of blocks draw the same resamples: shuffled, tables are independent.
        order = random.permutation(RESAMPLES)
        spread = above_fair(again[order], games, players) - values[-1]
        resampled.append(spread * np.sqrt(bootstrap.groups / max(1, bootstrap.groups - 1)))
    cells, noise = np.concatenate(values), np.concatenate(resampled, axis=1)
    errors = noise.std(axis=0)
    freedom = max(1, fewest - 1)
    reach = float(stats.t.ppf(1 - TAIL, freedom))
    reach_of_all = float(stats.t.ppf(1 - TAIL / len(cells), freedom))
    mean, error = float(cells.mean()), float(noise.mean(axis=1).std())
    tested = np.ones(len(cells), np.bool_) if itself is None or np.all(itself) else ~np.asarray(itself)
    return LogOdds(
        [
            Interval(
                float(value), float(value - reach * spread), float(value + reach * spread), float(spread)
            )
            for value, spread in zip(cells, errors, strict=True)
        ],
        Interval(mean, mean - reach * error, mean + reach * error, error),
        Interval(
            float(cells[tested].min()),
            float((cells - reach * errors)[tested].min()),
            float((cells + reach_of_all * errors)[tested].min()),
            None,
        ),
        int(np.where(tested, cells, np.inf).argmin()),
    )
