"""The effects of abilities on one board: least squares, with a covariance from deleting blocks of games.

The win share of a seat is fitted to its ability, its agent, its place in the first order of play, and ability
x agent. That is one mean for each **cell** (agent and ability) and an effect for each place. The effect of an
ability in the hands of an agent is the difference of its cell to the mean of the agent's cells, so the
effects of each agent add up to 0.

Errors come from a delete-a-block jackknife and never from p (1 - p) / n: seats of a game are not independent,
and an error that is believed 5 % too small doubles the variance that is left for board x players. The
jackknife's variance of a cell with m seats is too large by about 1 / m of itself: 1 % with 1,400 games of 4
players and a pool of 6.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_arena.studying.seats import Seats
from dixie_env.engine.words import ABILITIES

__all__ = ["BoardFit", "Projection", "fit_board"]


@dataclass(frozen=True)
class BoardFit:
    """What was found on one board.

    Attributes:
        effects: Agents x abilities: the effect of an ability for each agent; rows add up to 0.
        covariance: Their covariance, for the effects in one row (agent 0 first).
        games: Number of games.
    """

    effects: NDArray[np.float64]
    covariance: NDArray[np.float64]
    games: int


class Projection:
    """The least squares of one board, ready for any outcome of its seats.

    Args:
        seats: The games.
        agents: How many agents are in the pool.
        abilities: How many abilities are compared.

    Raises:
        ValueError: An agent never held an ability, or did so in one block only.
    """

    def __init__(self, seats: Seats, agents: int, abilities: int = len(ABILITIES)) -> None:
        _check(seats, agents, abilities)
        self._agents, self._abilities = agents, abilities
        cell = (seats.agent * abilities + seats.ability - 1).ravel()
        cells = agents * abilities
        places = np.equal.outer(seats.place.ravel(), np.arange(seats.players)).astype(np.float64)
        # Each place against the last one: a place adds nothing on average over all places.
        design = np.hstack([np.eye(cells)[cell], places[:, :-1] - places[:, -1:]])
        _, block = np.unique(seats.block, return_inverse=True)
        self._block = np.repeat(block, seats.players)
        self._blocks = int(block.max()) + 1
        if self._blocks < 2:
            raise ValueError("the jackknife needs games of 2 or more blocks, not of 1")
        self._design = [design[self._block == number] for number in range(self._blocks)]
        squares = np.stack([part.T @ part for part in self._design])
        self._check_cells(np.stack([np.diag(square)[:cells] for square in squares]))
        left = squares.sum(axis=0) - squares
        self._inverse = np.linalg.inv(np.concatenate([squares.sum(axis=0)[None], left]))

    def _check_cells(self, counts: NDArray[np.float64]) -> None:
        left = counts.sum(axis=0) - counts
        if (left > 0).all():
            return
        agent, ability = divmod(int(np.argmin(left.min(axis=0))), self._abilities)
        raise ValueError(
            f"agent {agent} held ability {ability + 1} in no game, or in those of one block only; play more "
            "games on this board, or deal each ability to each agent more evenly"
        )

    def replicates(self, outcome: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the effects (agents x abilities) from all games, and then with each block deleted.

        Args:
            outcome: Games x players.
        """
        flat = outcome.ravel()
        products = np.stack(
            [part.T @ flat[self._block == number] for number, part in enumerate(self._design)]
        )
        total = products.sum(axis=0)
        right = np.concatenate([total[None], total - products])
        found = np.einsum("bij,bj->bi", self._inverse, right)
        cells = found[:, : self._agents * self._abilities].reshape(-1, self._agents, self._abilities)
        return np.asarray(cells - cells.mean(axis=2, keepdims=True))

    def effects(self, outcome: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the effects from all games."""
        return np.asarray(self.replicates(outcome)[0])


def fit_board(seats: Seats, agents: int, abilities: int = len(ABILITIES)) -> BoardFit:
    """Return the effects of abilities on the win share on one board.

    Args:
        seats: The games.
        agents: How many agents are in the pool.
        abilities: How many abilities are compared.

    Raises:
        ValueError: An agent never held an ability, or did so in one block only.
    """
    found = Projection(seats, agents, abilities).replicates(seats.win_share)
    effects, left_out = found[0], found[1:].reshape(len(found) - 1, -1)
    apart = left_out - left_out.mean(axis=0)
    blocks = len(left_out)
    return BoardFit(effects, apart.T @ apart * (blocks - 1) / blocks, seats.games)


def _check(seats: Seats, agents: int, abilities: int) -> None:
    for name, values, low, high in (
        ("ability", seats.ability, 1, abilities),
        ("agent", seats.agent, 0, agents - 1),
        ("place", seats.place, 0, seats.players - 1),
    ):
        if values.min() < low or values.max() > high:
            raise ValueError(f"{name} must be from {low} to {high}; found {values.min()} to {values.max()}")
