"""How well a policy plays that is only a function: for learners of other libraries."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dixie_agents.base import Agent
from dixie_agents.gym_vector import DixieGymVector
from dixie_env.engine import DixieError
from dixie_env.shares import exact_interval

Chooser = Callable[[NDArray[np.float32], NDArray[np.bool_]], ArrayLike]
"""Returns an option for each row of observations and masks."""

FRESH = 1_000_000_000
"""The first seed of the games: far from those that people train with."""


@dataclass(frozen=True)
class WinShare:
    """A share of won games.

    Attributes:
        share: The share; a tie between k players counts 1/k.
        games: How many games were played.
    """

    share: float
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval: the exact one, since every game has its own seed. It always has a width."""
        return exact_interval(self.share, self.games)

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval, which need not be symmetric."""
        low, high = self.interval
        return (high - low) / 2

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.share:.1%} [{100 * low:.1f}, {100 * high:.1f}] of {self.games:,} games"


def win_share(
    choose: Chooser,
    opponents: Sequence[str | Agent] | str | Agent = "sane",
    players: int = 2,
    games: int = 1000,
    seed: int = FRESH,
    **arguments: Any,
) -> WinShare:
    """Let a policy play games on fresh seeds, all at once, and return the share that it wins.

    The seat is drawn for each game. A fair share is 1 / `players`. For more than this one number, make the
    policy a `dixie_agents.Agent` and play a tournament.

    Args:
        choose: Gets observations (games x numbers) and masks (games x options), and returns one option for
            each row.
        opponents: The agents in the other seats, as in `DixieGym`.
        players: The number of players.
        games: How many games.
        seed: The seed of the first game. The others count up from there.
        arguments: Other arguments of `dixie_env.dixie_v0`.
    """
    if games < 1:
        raise DixieError(f"games must be at least 1, not {games}")
    env = DixieGymVector(games, opponents, players=players, **arguments)
    observations, infos = env.reset(seed=seed)
    won = np.full(games, np.nan)  # until the first game in a row is over; others follow it there
    while np.isnan(won).any():
        actions = np.asarray(choose(observations, infos["action_mask"]))
        observations, _, over, _, infos = env.step(actions)
        rows = np.flatnonzero(over & np.isnan(won))
        first = infos["ranks"][rows] == 1
        won[rows] = first[np.arange(len(rows)), infos["seat"][rows]] / first.sum(axis=1)
    return WinShare(float(won.mean()), games)
