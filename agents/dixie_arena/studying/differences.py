"""Differences between abilities over boards, their standard errors, and their bootstrap.

With weights w that add up to 1 and n = 1 / sum w^2, the difference of two abilities is the weighted mean over
boards, and its squared standard error is  sum w^2 (d_b - d)^2 * n / (n - 1).  A bootstrap draws boards.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.studying.cells import normalised

__all__ = ["CONFIDENCE", "Differences", "compare", "draw_boards", "resample"]

CONFIDENCE = 0.95
RESAMPLES = 2000
_SEED = 20_261_205


@dataclass(frozen=True)
class Differences:
    """Effects averaged over boards, and all differences between two of them.

    Attributes:
        means: The effect of each ability.
        mean_errors: Their standard errors.
        values: Abilities x abilities: how much stronger the row is than the column.
        errors: Standard errors; 0 on the diagonal.
        number: Effective number of boards.
        heaviest: The largest weight of a board.
    """

    means: NDArray[np.float64]
    mean_errors: NDArray[np.float64]
    values: NDArray[np.float64]
    errors: NDArray[np.float64]
    number: float
    heaviest: float

    @cached_property
    def ratios(self) -> NDArray[np.float64]:
        """Differences in standard errors; 0 on the diagonal."""
        return studentised(self.values, self.errors)

    @property
    def degrees(self) -> float:
        """Degrees of freedom."""
        return self.number - 1

    def intervals(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return the ends of the 95 % intervals of the effects, each on its own."""
        reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, self.degrees)) * self.mean_errors
        return self.means - reach, self.means + reach


def compare(effects: NDArray[np.float64], weights: NDArray[np.float64]) -> Differences:
    """Compare all abilities.

    Args:
        effects: Boards x abilities, averaged over the pool.
        weights: Weights of the boards; they add up to 1.

    Raises:
        ValueError: Less than 2 boards have weight.
    """
    boards = normalised(weights)
    number = float(1 / (boards @ boards))
    if number < 1 + 1e-9:
        raise ValueError("at least 2 boards must have weight: one board has no standard error")
    means = boards @ effects
    apart = (effects - means) * boards[:, None]
    covariance = apart.T @ apart * number / (number - 1)
    variance = np.diag(covariance)
    squares = variance[:, None] + variance[None, :] - 2 * covariance
    return Differences(
        means,
        np.sqrt(np.maximum(variance, 0)),
        means[:, None] - means[None, :],
        np.sqrt(np.maximum(squares, 0)),
        number,
        float(boards.max()),
    )


def resample(
    effects: NDArray[np.float64],
    weights: NDArray[np.float64],
    resamples: int = RESAMPLES,
    seed: int = _SEED,
) -> NDArray[np.float64]:
    """Return studentised differences of resampled boards: resamples x abilities x abilities.

    Each is the difference less the one that was found, in standard errors of the resample: how far luck and
    the choice of boards move a difference.
    """
    boards = normalised(weights)
    abilities = effects.shape[1]
    times = draw_boards(len(boards), resamples, seed)
    mass = times * boards  # resamples x boards
    total = mass.sum(axis=1)
    squares = times * boards**2 / total[:, None] ** 2
    number = 1 / squares.sum(axis=1)
    one, other = np.triu_indices(abilities, 1)
    # Differences to the ones found: their squares lose no digits when the mean is taken off below.
    found = boards @ effects
    apart = (effects - found)[:, one] - (effects - found)[:, other]
    moved = mass @ apart / total[:, None]
    spread = squares @ apart**2 - 2 * moved * (squares @ apart) + moved**2 / number[:, None]
    errors = np.sqrt(np.maximum(spread, 0) * (number / np.maximum(number - 1, 1e-9))[:, None])
    ratios = np.zeros((resamples, abilities, abilities))
    ratios[:, one, other] = studentised(moved, errors)
    ratios[:, other, one] = -ratios[:, one, other]
    return ratios


def draw_boards(boards: int, resamples: int, seed: int = _SEED) -> NDArray[np.float64]:
    """Return how often each board is in each resample: as many draws as boards, all equally likely."""
    random = np.random.default_rng(seed)
    return random.multinomial(boards, np.full(boards, 1 / boards), resamples).astype(np.float64)


def studentised(values: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return values in standard errors. Without an error, a value other than 0 is infinitely far from it."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.where(values == 0, 0.0, values / errors))
