"""Does an ability's value depend on the number of players, the edition, the board, or who plays?

Each value of the question is a *condition* with games and seeds of its own. The effect of an ability is
divided by the fair share (1 / players), so that tables of different sizes can be compared: +0.2 means that it
is worth a fifth of the fair share more than the average ability.

All conditions are compared with the first. There are ten abilities, so ten differences for each further
condition; p-values are corrected for all of them (Holm), and the intervals hold for all of them together:
their width follows from the largest of all studentised differences (max-t), drawn with the covariance of the
effects over games (a bootstrap of the games with normal multipliers, and Student's t for few games). A
difference is *said* only if both agree, so in at most 5 % of contrasts without any difference.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.ability_effects.designs import COUNT
from dixie_arena.ability_effects.effects import CONFIDENCE, Effects
from dixie_arena.ability_effects.holm import holm

DRAWS = 10_000
SIGNIFICANT = 1 - CONFIDENCE
_SEED = 20_261_120


@dataclass(frozen=True)
class Contrast:
    """Differences between conditions. Rows are the conditions after the first, columns the ten abilities.

    Attributes:
        scaled: Conditions (the first one, too) x abilities: effects divided by the fair share.
        differences: The condition's scaled effect minus that of the first condition.
        errors: Their standard errors.
        p_values: Of "no difference", each on its own.
        p_holm: The same, corrected for all differences.
        critical: How many standard errors the intervals reach that hold for all differences together.
    """

    scaled: NDArray[np.float64]
    differences: NDArray[np.float64]
    errors: NDArray[np.float64]
    p_values: NDArray[np.float64]
    p_holm: NDArray[np.float64]
    critical: float

    @property
    def low(self) -> NDArray[np.float64]:
        """Lower ends of the intervals that hold for all differences together."""
        return np.asarray(self.differences - self.critical * self.errors)

    @property
    def high(self) -> NDArray[np.float64]:
        """Upper ends."""
        return np.asarray(self.differences + self.critical * self.errors)

    @property
    def said(self) -> NDArray[np.bool_]:
        """Which abilities are said to differ: Holm's p is below 5 %, and the interval excludes 0."""
        return np.asarray((self.p_holm < SIGNIFICANT) & ((self.low > 0) | (self.high < 0)))


def contrast_effects(effects: Sequence[Effects], players: Sequence[int]) -> Contrast:
    """Compare the effects under several conditions with those under the first.

    Args:
        effects: Effects on win share, from games that are independent of each other.
        players: The number of players of each condition.
    """
    seats = np.array(players, np.float64)
    scaled = np.array([one.values for one in effects]) * seats[:, None]
    roots = [count * _root(one.covariance) for one, count in zip(effects, seats, strict=True)]
    variances = np.array([(root**2).sum(axis=1) for root in roots])
    differences = scaled[1:] - scaled[0]
    errors = np.sqrt(variances[1:] + variances[0])
    degrees = min(one.degrees for one in effects)
    varies = errors > 0
    ratios = np.divide(np.abs(differences), errors, out=np.zeros_like(errors), where=varies)
    p_values = 2 * stats.t.sf(ratios, degrees)
    return Contrast(
        scaled,
        differences,
        errors,
        p_values,
        holm(p_values.ravel()).reshape(p_values.shape),
        _largest(roots, errors, degrees),
    )


def _largest(roots: list[NDArray[np.float64]], errors: NDArray[np.float64], degrees: int) -> float:
    """Return the 95 % point of the largest of all studentised differences."""
    random = np.random.default_rng(_SEED)
    noise = np.array([random.standard_normal((DRAWS, COUNT)) @ root.T for root in roots])
    sizes = np.where(errors > 0, errors, np.inf)
    draws = np.abs((noise[1:] - noise[0]) / sizes[:, None, :]).max(axis=(0, 2))
    draws /= np.sqrt(random.chisquare(degrees, DRAWS) / degrees)
    return float(np.quantile(draws, CONFIDENCE))


def _root(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a square root of a covariance. It has no full rank: the ten effects add up to 0."""
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0)))
