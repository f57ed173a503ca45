"""Two abilities in one game: does mine get worse when you hold yours?

For every ordered pair (own, other) the mean outcome of the holder of ``own`` in games where somebody else
holds ``other`` is compared with the sum of the separate effects of ``own`` and ``other``. The rest is the
interaction.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.ability_effects.designs import COUNT
from dixie_arena.ability_effects.holm import holm
from dixie_arena.ability_effects.sample import Sample
from dixie_env.engine.words import ABILITIES

_OWN, _OTHER = np.nonzero(~np.eye(COUNT, dtype=bool))
PAIRS = len(_OWN)


@dataclass(frozen=True)
class Interactions:
    """Interactions of all ordered pairs of abilities.

    Attributes:
        values: One for each pair. Above 0, ``own`` does better in games with ``other`` than expected.
        errors: Their standard errors.
        degrees: Degrees of freedom.
    """

    values: NDArray[np.float64]
    errors: NDArray[np.float64]
    degrees: int

    @property
    def p_holm(self) -> NDArray[np.float64]:
        """P-values after Holm's correction for all pairs."""
        p_values = 2 * stats.t.sf(np.abs(self.values) / self.errors, self.degrees)
        return holm(p_values)

    def matrix(self) -> NDArray[np.float64]:
        """Return the interactions, own by other; NaN where both are the same."""
        grid = np.full((COUNT, COUNT), np.nan)
        grid[_OWN, _OTHER] = self.values
        return grid

    def rows(self) -> list[dict[str, Any]]:
        """Return them as plain data, the largest first."""
        p_holm = self.p_holm
        return [
            {
                "own": ABILITIES[_OWN[pair]],
                "other": ABILITIES[_OTHER[pair]],
                "interaction": float(self.values[pair]),
                "se": float(self.errors[pair]),
                "p_holm": float(p_holm[pair]),
            }
            for pair in np.argsort(-np.abs(self.values), kind="stable").tolist()
        ]


def estimate_interactions(sample: Sample, metric: str = "win_share") -> Interactions:
    """Estimate all interactions from dealt games. The game is the cluster."""
    means, covariance, games = pair_means(sample, metric)
    additive = np.column_stack([np.ones(PAIRS), np.eye(COUNT)[_OWN][:, 1:], np.eye(COUNT)[_OTHER][:, 1:]])
    rest = np.eye(PAIRS) - additive @ np.linalg.pinv(additive)
    return Interactions(rest @ means, np.sqrt(np.diag(rest @ covariance @ rest)), games - 1)


def pair_means(sample: Sample, metric: str) -> tuple[NDArray[np.float64], NDArray[np.float64], int]:
    """Return the mean outcome of each ordered pair, their cluster-robust covariance, and the games."""
    players = sample.players
    ability = sample.columns["ability"].astype(np.int64).reshape(-1, players) - 1
    outcome = sample.values(metric).reshape(-1, players)
    number = np.full((COUNT, COUNT), -1)
    number[_OWN, _OTHER] = np.arange(PAIRS)
    games = len(ability)
    seats, others = np.nonzero(~np.eye(players, dtype=bool))
    pair = number[ability[:, seats], ability[:, others]]
    counts = np.bincount(pair.ravel(), minlength=PAIRS)
    means = np.bincount(pair.ravel(), outcome[:, seats].ravel(), PAIRS) / counts
    scores = np.zeros((games, PAIRS))
    scores[np.arange(games)[:, None], pair] = outcome[:, seats] - means[pair]
    scores /= counts
    return means, scores.T @ scores * games / (games - 1), games
