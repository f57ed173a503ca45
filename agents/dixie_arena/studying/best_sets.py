"""Sets of abilities that may be the best, and intervals that hold for all of them together.

All critical values come from a bootstrap over boards of studentised differences (`differences.resample`).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.ability_effects.holm import holm
from dixie_arena.studying.differences import CONFIDENCE, Differences, studentised

__all__ = ["Intervals", "critical_values", "equals_average", "gupta_set", "hsu_intervals", "pair_intervals"]


@dataclass(frozen=True)
class Intervals:
    """Intervals that hold together with 95 %, arrays of one shape."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]


def critical_values(resampled: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return for each ability the 95 % point of how far the foremost of the others is ahead of it."""
    ahead = resampled.copy()
    abilities = ahead.shape[1]
    ahead[:, np.arange(abilities), np.arange(abilities)] = -np.inf
    return _quantile(ahead.max(axis=1))


def gupta_set(found: Differences, resampled: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which abilities may be the best on average: the answer if none is named the strongest.

    An ability is in the set unless another one is ahead of it by more than the critical number of standard
    errors. The best ability is in it with a probability of 95 % or more.
    """
    ratios = found.ratios.copy()
    np.fill_diagonal(ratios, -np.inf)
    return np.asarray(ratios.max(axis=0) <= critical_values(resampled))


def pair_intervals(found: Differences, resampled: NDArray[np.float64]) -> Intervals:
    """Return intervals for all differences, row less column, that hold together with 95 %."""
    reach = _times(_quantile(np.abs(resampled).max(axis=(1, 2))), found.errors)
    return Intervals(found.values - reach, found.values + reach)


def hsu_intervals(found: Differences, resampled: NDArray[np.float64]) -> Intervals:
    """Return Hsu's intervals: how far each ability is ahead of the best of the others, all with 95 %.

    They are shown, not used: to name the strongest by them would halve the power.
    """
    needed = critical_values(resampled)
    others = ~np.eye(len(found.means), dtype=bool)
    upper = np.where(others, found.values + _times(needed[:, None], found.errors), np.inf).min(axis=1)
    high = np.maximum(upper, 0)
    candidates = upper > 0
    behind = found.values - _times(needed[None, :], found.errors)
    lower = np.where(others & candidates[None, :], behind, np.inf).min(axis=1)
    # No other candidate is left for the only one: it is the best, so its lead is at least 0.
    return Intervals(np.where(np.isfinite(lower), np.minimum(lower, 0), 0.0), high)


def equals_average(found: Differences) -> NDArray[np.float64]:
    """Return Holm's p-values of "its effect equals the average of all abilities"."""
    ratios = studentised(np.abs(found.means), found.mean_errors)
    return holm(2 * stats.t.sf(ratios, found.degrees))


def _times(critical: NDArray[np.float64], errors: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return critical values times errors; 0 without an error, even if the critical value is infinite."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(errors == 0, 0.0, critical * errors))


def _quantile(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the 95 % point of each column. Between two infinite values it is infinite, too.

    With a handful of boards some resamples have only one of them, and no error.
    """
    with np.errstate(invalid="ignore"):
        found = np.quantile(values, CONFIDENCE, axis=0)
    return np.asarray(np.where(np.isnan(found), np.inf, found))
