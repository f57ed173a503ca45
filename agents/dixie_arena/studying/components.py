"""How effects vary over players and boards, and where the doubt about them comes from.

The effect of ability k for agent a on board b is

    mu_k + alpha_ka + beta_kb + gamma_kab

where alpha averages to 0 over the pool, beta over boards, and gamma over both. Variances are weighted moments
with divisor 1 - sum w^2 (w the weights of the boards), less the part that luck adds. The pool is the whole
population of players, so the variance of alpha has no such divisor; only what boards and luck add to it is
taken off. Gamma has one variance for all abilities. No REML: it has the same spread, no weights, and can't
hold the known error fixed.

A variance estimated so can come out below 0. It is then shown as 0, beside the raw value.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dixie_arena.studying.cells import Cells, effective_number

__all__ = ["SOURCES", "Components", "Doubt", "split"]

SOURCES = ("luck", "players", "board", "board_players")
"""Where doubt comes from, in the order of the forest plot."""


@dataclass(frozen=True)
class Doubt:
    """The doubt about one effect, or about a difference of two, as raw variances.

    Attributes:
        luck: Variance of the estimated mean from games alone; it shrinks as games grow.
        players: Variance over the pool.
        board: Variance over boards.
        board_players: Variance of what players and board do together.
    """

    luck: float
    players: float
    board: float
    board_players: float

    @property
    def shown(self) -> dict[str, float]:
        """The variances by source, with 0 in place of what is below 0."""
        return {name: max(0.0, float(getattr(self, name))) for name in SOURCES}

    @property
    def total(self) -> float:
        """Their sum."""
        return sum(self.shown.values())

    @property
    def percent(self) -> dict[str, float]:
        """What each source has of the total, in percent; all 0 if there is no doubt at all."""
        total = self.total
        return {name: 100 * value / total if total > 0 else 0.0 for name, value in self.shown.items()}


@dataclass(frozen=True)
class Components:
    """Effects split into their parts.

    Attributes:
        mean: mu, one for each ability.
        players: alpha, agents x abilities.
        boards: beta, boards x abilities.
        luck_covariance: Covariance of ``mean`` from games alone.
        players_covariance: Raw covariance of alpha over the pool, abilities x abilities.
        board_covariance: Raw covariance of beta.
        mixed_variance: Raw variance of gamma, pooled over abilities and averaged over the pool.
    """

    mean: NDArray[np.float64]
    players: NDArray[np.float64]
    boards: NDArray[np.float64]
    luck_covariance: NDArray[np.float64]
    players_covariance: NDArray[np.float64]
    board_covariance: NDArray[np.float64]
    mixed_variance: float

    @cached_property
    def order(self) -> NDArray[np.int64]:
        """Numbers of the abilities in the arrays, strongest first."""
        return np.asarray(np.argsort(-self.mean, kind="stable"), np.int64)

    def doubt(self, ability: int) -> Doubt:
        """Return where the doubt about an ability's effect comes from; ability 1 is number 0."""
        return self.doubt_about(np.eye(len(self.mean))[ability])

    def margin(self) -> tuple[float, Doubt]:
        """Return the margin between the first two abilities, and where the doubt about it comes from."""
        first, second = (np.eye(len(self.mean))[number] for number in self.order[:2])
        return float((first - second) @ self.mean), self.doubt_about(first - second)

    def doubt_about(self, contrast: NDArray[np.float64]) -> Doubt:
        """Return where the doubt about a combination of effects comes from.

        Args:
            contrast: A factor for each ability.
        """
        luck, players, board = (
            float(contrast @ covariance @ contrast)
            for covariance in (self.luck_covariance, self.players_covariance, self.board_covariance)
        )
        mixed = self.mixed_variance * float(contrast @ alike(len(contrast)) @ contrast)
        return Doubt(luck, players, board, mixed)


def split(cells: Cells) -> Components:
    """Split the effects on all boards into mean, players, boards and both together.

    Raises:
        ValueError: There is only one board, or one has all the weight.
    """
    boards, pool, effects = cells.boards, cells.pool, cells.effects
    squares = float(boards @ boards)
    if effective_number(boards) < 1 + 1e-9:
        raise ValueError("at least 2 boards must have weight: one board has no variance over boards")
    agents, abilities = len(pool), cells.abilities
    mean = boards @ cells.board_means
    beta = cells.board_means - mean
    alpha = np.einsum("b,bak->ak", boards, effects) - mean
    gamma = effects - cells.board_means[:, None] - alpha

    board_total = np.einsum("b,bk,bl->kl", boards, beta, beta, optimize=True) / (1 - squares)
    centre = np.kron(np.eye(agents) - pool, np.eye(abilities))  # from cells to gamma
    luck = (centre @ cells.covariance @ centre.T).reshape(agents, abilities, agents, abilities)
    mixed_luck = np.einsum("a,akal->kl", pool, luck)
    mixed_total = np.einsum("b,a,bak,bal->kl", boards, pool, gamma, gamma, optimize=True) / (1 - squares)
    # alpha is a mean over boards: it has this part of what varies between boards, luck included.
    players = np.einsum("a,ak,al->kl", pool, alpha, alpha) - squares * mixed_total
    return Components(
        mean,
        alpha,
        beta,
        squares * cells.mean_covariance,
        players,
        board_total - cells.mean_covariance,
        float(np.trace(mixed_total - mixed_luck)) / abilities,
    )


def alike(abilities: int) -> NDArray[np.float64]:
    """Return the covariance of effects that add up to 0 and are alike, each with variance 1."""
    return np.asarray((np.eye(abilities) - 1 / abilities) * abilities / (abilities - 1))
