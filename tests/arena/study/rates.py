"""How often something came out in repetitions, against the rate that a truth must have.

A test fails only where the count contradicts the rate at 1 %. One repetition can't do that, so it must
come out right: with its fixed seed it always does, or never.
"""

import numpy as np
from scipy import stats

from dixie_arena.studying.differences import Differences


def at_most(count: int, times: int, rate: float) -> bool:
    return bool(count <= (0 if times == 1 else stats.binom.ppf(0.99, times, rate)))


def at_least(count: int, times: int, rate: float) -> bool:
    return bool(count >= (1 if times == 1 else stats.binom.ppf(0.01, times, rate)))


def covers(found: Differences, truth: np.ndarray) -> float:
    """Return which share of the intervals holds the truth."""
    low, high = found.intervals()
    return float(((low <= truth) & (truth <= high)).mean())
