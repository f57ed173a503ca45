"""The probability that an ability is the strongest for a new board and player.

For each board and agent, effects are drawn from their normal posterior given all cells of that board: the
parts beta and gamma have the variances of `components` as their prior, and the cells their error from luck.
The probability of an ability is the weighted share of draws in which its effect is the largest. Raw estimates
plus error would count luck twice.

The mean mu + alpha is estimated, too. What is left of its error after shrinking is part of the draws;
without it, boards that do not differ would give one ability a probability of 1 whatever the luck.

The posterior is normal, the truth need not be. Where an ability has a bonus on five boards of seven and no
ability differs on the others, its probability comes out as 0.84 instead of 0.74 (40 boards of 400 games), and
"whatever the board" is said in 1 case of 250.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from dixie_arena.studying.cells import Cells
from dixie_arena.studying.components import Components, alike, split

__all__ = ["Chances", "Posterior", "chances", "smallest_set"]

DRAWS = 30
RESAMPLES = 200
SURE = 0.95
SURE_OF_BOARDS = 0.90
TAIL = 0.05
_SEED = 20_261_206


@dataclass(frozen=True)
class Posterior:
    """Effects by board, agent and ability given all games: normal distributions.

    Attributes:
        means: Boards x agents x abilities.
        covariance: The same for each board; agents x abilities in one row.
    """

    means: NDArray[np.float64]
    covariance: NDArray[np.float64]

    @classmethod
    def of(cls, cells: Cells, components: Components | None = None) -> "Posterior":
        """Return the posterior of all cells; the components are those of the cells if absent."""
        parts = components or split(cells)
        prior = _prior(cells, parts)
        total = prior + cells.covariance
        shrink = prior @ np.linalg.pinv(total, hermitian=True)
        centre = (parts.mean + parts.players).ravel()
        apart = cells.effects.reshape(len(cells.boards), -1) - centre
        rest = np.eye(len(centre)) - shrink
        of_centre = float(cells.boards @ cells.boards) * rest @ total @ rest.T
        means = (centre + apart @ shrink.T).reshape(cells.effects.shape)
        return cls(means, rest @ prior + of_centre)

    def draw(self, draws: int = DRAWS, seed: int = _SEED) -> NDArray[np.float64]:
        """Return effects: draws x boards x agents x abilities."""
        values, vectors = np.linalg.eigh((self.covariance + self.covariance.T) / 2)
        root = vectors * np.sqrt(np.maximum(values, 0))
        boards = len(self.means)
        noise = np.random.default_rng(seed).standard_normal((draws * boards, len(root))) @ root.T
        return np.asarray(self.means + noise.reshape(draws, *self.means.shape))


@dataclass(frozen=True)
class Chances:
    """Probabilities of being the strongest for a new board and player.

    Attributes:
        values: One for each ability.
        bounds: Their 5 % bounds over resampled boards.
    """

    values: NDArray[np.float64]
    bounds: NDArray[np.float64]

    @cached_property
    def smallest_set(self) -> list[int]:
        """Numbers of the fewest abilities that have 95 % together, the likeliest first."""
        return smallest_set(self.values)

    @property
    def whatever(self) -> int | None:
        """Number of the ability that is the strongest "whatever the board, whoever plays", or None."""
        leader = int(self.values.argmax())
        sure = self.values[leader] >= SURE and self.bounds[leader] >= SURE_OF_BOARDS
        return leader if sure else None


def chances(cells: Cells, draws: int = DRAWS, resamples: int = RESAMPLES, seed: int = _SEED) -> Chances:
    """Return the probability that each ability is the strongest, and its bound.

    Args:
        cells: The effects on all boards.
        draws: Draws for each board and agent.
        resamples: How often boards are resampled for the bounds. Each time everything is estimated again.
        seed: The seed of the draws.
    """
    random = np.random.default_rng([seed, 1])
    count = len(cells.boards)
    again: list[NDArray[np.float64]] = []
    while len(again) < resamples:
        boards = random.integers(count, size=count)
        if len(set(boards.tolist())) > 1:  # one board alone has no variance; never, but with a few boards
            again.append(_shares(cells.resampled(boards), draws, seed + 1 + len(again)))
    return Chances(_shares(cells, draws, seed), np.quantile(np.array(again), TAIL, axis=0))


def smallest_set(probabilities: NDArray[np.float64], level: float = SURE) -> list[int]:
    """Return the numbers of the fewest abilities that have a probability together, the likeliest first."""
    order = np.argsort(-probabilities, kind="stable")
    enough = np.cumsum(probabilities[order]) >= level - 1e-12
    return [int(number) for number in order[: int(np.argmax(enough)) + 1]]


def _shares(cells: Cells, draws: int, seed: int) -> NDArray[np.float64]:
    best = Posterior.of(cells).draw(draws, seed).argmax(axis=3)  # draws x boards x agents
    weights = np.broadcast_to(cells.boards[:, None] * cells.pool / draws, best.shape)
    return np.bincount(best.ravel(), weights.ravel(), cells.abilities).astype(np.float64)


def _prior(cells: Cells, parts: Components) -> NDArray[np.float64]:
    """Return the covariance of beta + gamma, agents x abilities on both sides."""
    agents, abilities = len(cells.pool), cells.abilities
    board = np.kron(np.ones((agents, agents)), positive(parts.board_covariance))
    # Gamma is what is left of equal, independent numbers when their mean over the pool is taken off.
    kept = 1 - float(cells.pool @ cells.pool)
    if kept < 1e-9 or parts.mixed_variance <= 0:
        return np.asarray(board)
    centre = np.eye(agents) - cells.pool
    mixed = np.kron(centre @ centre.T, alike(abilities)) * parts.mixed_variance / kept
    return np.asarray(board + mixed)


def positive(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the covariance without its directions of negative variance.

    That keeps some luck as variance, more so with few boards. To scale the rest down to the same total was
    tried: it makes "whatever the board" too easy where only one ability varies, and all others look fixed.
    """
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    return np.asarray((vectors * np.maximum(values, 0)) @ vectors.T)
