"""The equilibrium for tables of several players: each seat draws its agent from the same mixture.

The matrix of duels compares two agents at a time. At a table of n players it also matters who else is there,
and how many copies. Here the payoff of an agent is its win share, given which agents have the other seats. In
equilibrium no agent wins more than the fair share at a table whose other seats are drawn from the mixture.
For 2 players this is the equilibrium of the matrix. For more players it is a polynomial problem that may have
several solutions; the one found here is at the end of the path that starts at equal masses.
"""

from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import comb, factorial

import numpy as np
from numpy.typing import NDArray

from dixie_arena.bootstrap import Bootstrap
from dixie_arena.equilibrium import central_path
from dixie_arena.results import GameResults

RESAMPLES = 300
MOST_CELLS = 6000
"""Agents times companies: with more there would be too few games for each."""
PRIOR_GAMES = 1.0
"""Games that each cell has from the rating, so that a company that was never seen has a payoff too."""
REGRET = 1e-4
"""A mixture that an agent beats by more than this is no equilibrium."""

Grid = NDArray[np.float64]


@dataclass(frozen=True)
class TableGame:
    """Win shares by agent and by company, that is by who has the other seats.

    Attributes:
        copies: Companies x agents: how many seats each agent has in each company.
        ways: In how many orders each company can sit.
        payoffs: Agents x companies: the agent's win share.
        seen: Agents x companies: whether there was such a game (or the company is copies of the agent).
        resampled: Resamples x agents x companies: the win shares in resamples of blocks.
    """

    copies: NDArray[np.int64]
    ways: NDArray[np.float64]
    payoffs: Grid
    seen: NDArray[np.bool_]
    resampled: Grid

    def chances(self, masses: Grid) -> Grid:
        """Return the probability of each company, if all seats are drawn from a mixture (... x agents)."""
        return np.asarray(self.ways * np.prod(masses[..., None, :] ** self.copies, axis=-1))

    def shares(self, masses: Grid) -> Grid:
        """Return the win share of each agent against companies drawn from a mixture."""
        return np.asarray(self.payoffs @ self.chances(masses))

    def coverage(self, masses: Grid) -> float:
        """Return how much of the companies was seen, for the agent with the least."""
        return float((self.seen @ self.chances(masses)).min())


def read_table_game(results: GameResults, bootstrap: Bootstrap, expected: Grid) -> TableGame | None:
    """Estimate the win share of each agent in each company; None if there are too many companies.

    Args:
        results: All games.
        bootstrap: The resamples of the tournament.
        expected: Agents x agents: shares according to a rating, for companies with few or no games.
    """
    count, players = len(results.labels), results.players
    if count * comb(count + players - 2, players - 1) > MOST_CELLS:
        return None
    companies = np.array(list(combinations_with_replacement(range(count), players - 1)), np.int64)
    size = len(companies)
    base = count ** np.arange(players - 1)[::-1]
    keys = companies @ base
    copies = (companies[:, :, None] == np.arange(count)).sum(axis=1)
    seats = np.arange(players)
    cells = np.empty_like(results.agents)
    for seat in seats:
        others = np.sort(results.agents[:, seats != seat], axis=1)
        cells[:, seat] = results.agents[:, seat] * size + np.searchsorted(keys, others @ base)
    wins = bootstrap.sums(results.win_shares, cells, count * size)
    games = bootstrap.sums(np.ones(cells.shape), cells, count * size)
    # The company decides the strength against it: Plackett-Luce, with the strengths of the rating.
    against = np.clip(expected[:, 0], 1e-12, 1 - 1e-12)
    odds = against / (1 - against)
    prior = odds[:, None] / (odds[:, None] + copies @ odds)
    weights = bootstrap.weights[:RESAMPLES]
    alone = copies.transpose() == players - 1  # among copies of itself: the fair share, by symmetry

    def payoffs(total: Grid, number: Grid) -> Grid:
        shape = (*total.shape[:-1], count, size)
        found = (total.reshape(shape) + PRIOR_GAMES * prior) / (number.reshape(shape) + PRIOR_GAMES)
        return np.asarray(np.where(alone, 1 / players, found))

    return TableGame(
        copies,
        np.array([factorial(players - 1) / np.prod([factorial(number) for number in row]) for row in copies]),
        payoffs(wins.sum(axis=0), games.sum(axis=0)),
        np.asarray((games.sum(axis=0).reshape(count, size) > 0) | alone),
        payoffs(weights @ wins, weights @ games),
    )


def table_equilibrium(game: TableGame, payoffs: Grid) -> Grid:
    """Return the equilibrium of table games with the same companies, many at a time.

    Args:
        game: The companies.
        payoffs: ... x agents x companies.

    Returns:
        Masses, ... x agents; NaN where the path does not end in an equilibrium.
    """

    def play(masses: Grid) -> tuple[Grid, Grid]:
        chances = game.chances(masses)
        slopes = (payoffs * chances[..., None, :]) @ game.copies / masses[..., None, :]
        return np.einsum("...ic,...c->...i", payoffs, chances), slopes

    masses = central_path(play, payoffs.shape[:-1])
    shares, _ = play(masses)
    regret = shares.max(axis=-1, keepdims=True) - (shares * masses).sum(axis=-1, keepdims=True)
    return np.asarray(np.where(regret < REGRET, masses, np.nan))
