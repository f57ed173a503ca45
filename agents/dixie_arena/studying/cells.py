"""The effects on all boards together: what every statement of the study is computed from."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dixie_arena.studying.board_fit import BoardFit

__all__ = ["Cells", "collect", "effective_number", "normalised"]


@dataclass(frozen=True)
class Cells:
    """Effects by board, agent and ability, with the weights of boards and agents.

    Attributes:
        effects: Boards x agents x abilities. For each board and agent they add up to 0.
        covariance: Covariance of the effects on one board from luck alone, averaged over boards; agents x
            abilities in one row, agent 0 first.
        boards: Weights of the boards; they add up to 1.
        pool: Weights of the agents; they add up to 1. The pool is the whole population of players.
    """

    effects: NDArray[np.float64]
    covariance: NDArray[np.float64]
    boards: NDArray[np.float64]
    pool: NDArray[np.float64]

    def __post_init__(self) -> None:
        boards, agents, abilities = self.effects.shape
        if self.covariance.shape != (agents * abilities,) * 2:
            raise ValueError(
                f"the covariance must be {agents * abilities} x {agents * abilities}, agents x abilities on "
                f"both sides, not of shape {self.covariance.shape}"
            )
        for name, weights, count in (("boards", self.boards, boards), ("pool", self.pool, agents)):
            if weights.shape != (count,) or (weights < 0).any() or not np.isclose(weights.sum(), 1):
                raise ValueError(f"{name} must be {count} weights, none below 0, that add up to 1")

    @property
    def abilities(self) -> int:
        """How many abilities are compared."""
        return int(self.effects.shape[2])

    @cached_property
    def board_means(self) -> NDArray[np.float64]:
        """Boards x abilities: effects averaged over the pool."""
        return np.asarray(np.einsum("a,bak->bk", self.pool, self.effects))

    @cached_property
    def mean_covariance(self) -> NDArray[np.float64]:
        """Covariance of one board's mean effects from luck alone, abilities x abilities."""
        average = np.kron(self.pool, np.eye(self.abilities))
        return np.asarray(average @ self.covariance @ average.T)

    def with_pool(self, weights: ArrayLike) -> "Cells":
        """Return the same games for players of other weights, which are scaled to add up to 1."""
        return replace(self, pool=normalised(weights))

    def without_agent(self, agent: int) -> "Cells":
        """Return the same games for the pool without one of its agents.

        The agent still sits at the tables of the others; only its own seats no longer count.
        """
        return self.with_pool(np.where(np.arange(len(self.pool)) == agent, 0, self.pool))

    def resampled(self, boards: NDArray[np.int64]) -> "Cells":
        """Return these boards, with repetitions, as a bootstrap draws them."""
        return replace(self, effects=self.effects[boards], boards=normalised(self.boards[boards]))


def collect(
    fits: Sequence[BoardFit], boards: ArrayLike | None = None, pool: ArrayLike | None = None
) -> Cells:
    """Return the effects on all boards.

    Args:
        fits: One for each board.
        boards: Their weights, equal if absent. The errors are averaged with them, too: then a board counts in
            the error part as much as it does in the variance from which that is subtracted.
        pool: Weights of the agents, equal if absent.
    """
    if not fits:
        raise ValueError("there must be at least one board")
    weights = normalised(np.ones(len(fits)) if boards is None else boards)
    effects = np.stack([fit.effects for fit in fits])
    covariance = np.zeros_like(fits[0].covariance)
    for weight, fit in zip(weights, fits, strict=True):
        covariance += weight * fit.covariance
    players = normalised(np.ones(effects.shape[1]) if pool is None else pool)
    return Cells(effects, covariance, weights, players)


def normalised(weights: ArrayLike) -> NDArray[np.float64]:
    """Return weights scaled to add up to 1.

    Raises:
        ValueError: A weight is below 0 or not a number, or all are 0.
    """
    values = np.asarray(weights, np.float64)
    if not np.isfinite(values).all() or (values < 0).any() or not values.sum() > 0:
        raise ValueError("weights must be numbers, none below 0 and at least one above")
    return np.asarray(values / values.sum())


def effective_number(weights: ArrayLike) -> float:
    """Return how many equal weights would be as precise: (sum w)^2 / sum w^2."""
    values = normalised(weights)
    return float(1 / (values @ values))
