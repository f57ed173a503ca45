"""How two agents do at the tables where both sit: the matrix of duels, for any number of players.

At each such table a *copy* of an agent has the mean win share of all its seats there. The wins of A against B
are the sum of the shares of a copy of A over all tables where B sits too. The share of A is its part of the
wins of both. In line-ups ``duels`` (1 against n - 1) and at mixed tables this is the same definition, and if
the games follow a Plackett-Luce rating the odds of A against B are the ratio of their strengths either way.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dixie_arena.bootstrap import Bootstrap
from dixie_arena.results import GameResults

RESAMPLES = 1000
"""Resamples of the whole matrix. Each is fitted and solved again."""
HALF = 0.5
"""Half a win for both sides keeps odds finite."""
_SEED = 20_180_606

Grid = NDArray[np.float64]


@dataclass(frozen=True)
class PairWins:
    """Wins of each agent against each other one.

    Attributes:
        groups: Groups of blocks x agents x agents: ``[g, a, b]``, wins of a copy of a at tables with b.
        tables: Agents x agents: how many games both played.
        bootstrap: The resamples of the tournament.
    """

    groups: Grid
    tables: NDArray[np.int64]
    bootstrap: Bootstrap

    @property
    def count(self) -> int:
        """Number of agents."""
        return int(self.groups.shape[1])

    @cached_property
    def wins(self) -> Grid:
        """Agents x agents: the wins of the row's agent against the column's."""
        return np.asarray(self.groups.sum(axis=0))

    @cached_property
    def all_resamples(self) -> Grid:
        """Resamples x agents x agents: the wins in each resample of blocks."""
        flat = self.groups.reshape(len(self.groups), -1)
        return (self.bootstrap.weights @ flat).reshape(-1, self.count, self.count)

    def resampled(self, expected: Grid) -> Grid:
        """Return the first ``RESAMPLES`` resamples, with chance where resampling shows none.

        If one of two agents took all the wins, it does so in every resample, as if that were certain. Such a
        pair is drawn from a binomial distribution instead, with the share that is expected of it.

        Args:
            expected: Agents x agents: the share of the row's agent according to a rating.
        """
        wins = np.array(self.all_resamples[:RESAMPLES])
        random = np.random.default_rng(_SEED)
        for one, other in zip(*np.nonzero(np.triu(self.one_sided)), strict=True):
            total = wins[:, one, other] + wins[:, other, one]
            drawn = random.binomial(np.rint(total).astype(np.int64), expected[one, other])
            wins[:, one, other], wins[:, other, one] = drawn, np.maximum(total - drawn, 0)
        return wins

    @cached_property
    def one_sided(self) -> NDArray[np.bool_]:
        """Agents x agents: whether one of the two took all the wins."""
        total = self.wins + self.wins.T
        return np.asarray((total > 0) & ((self.wins == 0) | (self.wins.T == 0)))


def pair_wins(results: GameResults, bootstrap: Bootstrap) -> PairWins:
    """Count the wins of each agent against each other one, by group of blocks."""
    count = len(results.labels)
    share, there = copy_shares(results)
    groups = np.zeros((bootstrap.groups, count, count))
    for other in range(count):
        groups[:, :, other] = bootstrap.sums(share * there[:, [other]], np.arange(count), count)
    groups[:, np.arange(count), np.arange(count)] = 0
    tables = there.astype(np.int64).T @ there.astype(np.int64)
    return PairWins(groups, tables, bootstrap)


def copy_shares(results: GameResults) -> tuple[Grid, NDArray[np.bool_]]:
    """Return, games x agents, the mean win share of an agent's copies, and whether it sits there at all."""
    wins, copies = agent_wins(results)
    return wins / np.maximum(copies, 1), copies > 0


def agent_wins(results: GameResults) -> tuple[Grid, NDArray[np.int64]]:
    """Return, games x agents, the win share of all copies of an agent together, and how many there are."""
    shape = results.games, len(results.labels)
    games = np.arange(results.games)[:, None]
    copies: NDArray[np.int64] = np.zeros(shape, np.int64)
    wins = np.zeros(shape)
    np.add.at(copies, (games, results.agents), 1)
    np.add.at(wins, (games, results.agents), results.win_shares)
    return wins, copies


def shares(wins: Grid, add: float = 0.0) -> Grid:
    """Return the part of the row's agent in the wins of both (NaN where there are none).

    Args:
        wins: ... x agents x agents.
        add: Wins to add to both sides.
    """
    with np.errstate(invalid="ignore"):
        return np.asarray((wins + add) / (wins + np.swapaxes(wins, -1, -2) + 2 * add))
