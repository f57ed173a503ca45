"""Rewards: what a game was worth to each seat, for training.

=========  ==========================================================  =======================
name       at the end of the game                                      range
=========  ==========================================================  =======================
``win``    the winner gets 1, the others share -1; a tie splits both   -1 to 1
``rank``   evenly spaced from 1 (first) to -1 (last); a tie averages   -1 to 1
``score``  (final score - mean of all seats) / 60                      about -1 to 1; worst: -2
=========  ==========================================================  =======================

All three sum to 0 over the seats of a game. With ``shaping`` above 0 a seat also gets, from one of its
decisions to the next, ``shaping * (discount * potential there - potential here)``. A seat's potential is
its running score (reward minus penalty points, minus the pit for a fallen seat) compared with the mean of
all seats, divided by 60, and 0 when the game is over. Shaping of this form does not change which policies
are best (Ng, Harada and Russell, 1999) for a learner with that discount. With discount 1 it sums to 0 over
the seats too.
"""

from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dixie_env.engine import DixieError
from dixie_env.engine.rewards import PAID_RANK, PAID_SCORE, PAID_WIN, REWARD_SCALE, final_rewards

Floats: TypeAlias = NDArray[np.float32]
PAID = {"win": PAID_WIN, "rank": PAID_RANK, "score": PAID_SCORE}
KINDS = tuple(PAID)
SCALE = float(REWARD_SCALE)
WORST = {"win": -1.0, "rank": -1.0, "score": -2.0}


@dataclass(frozen=True)
class Reward:
    """The reward to pay.

    Attributes:
        kind: ``win``, ``rank`` or ``score``.
        shaping: Weight of the shaping by the running score, 0 for none.
        discount: The learner's discount from one of its decisions to the next. Shaping must use the same
            value to leave the best policies unchanged.
    """

    kind: str = "win"
    shaping: float = 0.0
    discount: float = 1.0

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise DixieError(f"reward must be one of {', '.join(KINDS)}, not {self.kind!r}")
        if not 0 <= self.shaping < np.inf:
            raise DixieError(f"shaping must be 0 or more, not {self.shaping!r}")
        if not 0 < self.discount <= 1:
            raise DixieError(f"discount must be above 0 and at most 1, not {self.discount!r}")

    @staticmethod
    def of(reward: "str | Reward") -> "Reward":
        """Return a `Reward` from its name, or unchanged."""
        return reward if isinstance(reward, Reward) else Reward(reward)

    @property
    def worst(self) -> float:
        """The reward of a seat that loses by an illegal action."""
        return WORST[self.kind]

    def final(self, ranks: NDArray[np.integer], scores: NDArray[np.integer]) -> Floats:
        """Return the rewards at the end of games, one row per game, one column per seat.

        In games with fewer players than columns, absent seats have rank 0 and get 0.
        """
        return final_rewards(ranks, scores, PAID[self.kind])

    def potential(self, states: NDArray[np.void], pit: int | NDArray[np.integer]) -> Floats:
        """Return each seat's potential, one row per game; 0 where the game is over.

        Args:
            states: The games. If their numbers of players differ, there are as many columns as in the largest
                game, and absent seats get 0.
            pit: The penalty points at which a seat falls, one number or one for each game.
        """
        players = int(states["players"][0])
        if (states["players"] != players).any():
            numbers = np.unique(states["players"])
            potentials = np.zeros((len(states), int(numbers[-1])), np.float32)
            pits = np.broadcast_to(pit, len(states))
            for number in numbers.tolist():
                rows = np.flatnonzero(states["players"] == number)
                potentials[rows, :number] = self.potential(states[rows], pits[rows])
            return potentials
        running = (states["rewards"][:, :players] - states["penalties"][:, :players]).astype(np.float32)
        fallen = states["in_play"][:, :players] == 0
        running = np.where(fallen, -np.reshape(pit, (-1, 1)).astype(np.float32), running)
        running -= running.mean(axis=1, keepdims=True)
        running[states["seat"] < 0] = 0
        potential: Floats = running * np.float32(self.shaping / SCALE)
        return potential

    def shape(self, before: Floats, after: Floats, deciding: NDArray[np.integer]) -> Floats:
        """Return what shaping pays for a step, one row per game, from the potentials before and after it.

        The discount applies between two decisions of one seat, so it is paid when the seat's turn comes.

        Args:
            before: Potentials before the step.
            after: Potentials after it.
            deciding: The seat that decides after the step, -1 where the game is over.
        """
        paid = after - before
        asked = np.flatnonzero(deciding >= 0)
        seats = deciding[asked]
        paid[asked, seats] -= np.float32(1 - self.discount) * after[asked, seats]
        return paid


def rewards_of(game_state: Any, reward: Reward) -> Floats:
    """Return the rewards at the end of one game, from its state."""
    players = int(game_state["players"])
    rewards: Floats = reward.final(game_state["ranks"][None, :players], game_state["scores"][None, :players])[
        0
    ]
    return rewards
