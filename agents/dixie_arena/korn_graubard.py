"""Shares with intervals that hold at the edge: Korn and Graubard's, with the design effect of blocks.

Games of one block share a seed and are not independent. How many independent games they are worth follows
from how much the share varies between blocks; for that number of games the interval is the exact one of
Clopper and Pearson. Rotating seats on one seed makes blocks more alike than chance would, so this number may
exceed that of the games. The estimate is drawn a little towards independent games: a share that happens to be
the same in all blocks, 0 % or 100 % among them, has an interval of positive width, and one more win moves
both ends up. (Korn and Graubard, "Confidence intervals for proportions with small expected number of positive
counts estimated from survey data", 1998.)
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.bootstrap import CONFIDENCE, Bootstrap, Interval
from dixie_env.shares import exact_interval

INDEPENDENT = 4
"""As many groups of blocks, in which games are independent, are added when the design effect is estimated."""


@dataclass(frozen=True)
class Share:
    """A share, from 0 to 1, and what is known about its error.

    Attributes:
        value: The share.
        games: Games behind it. If they count differently, the number of equal ones that are worth as much.
        effective: The number of independent games that are worth as much.
        groups: Groups of blocks behind it.
        influence: What each group of blocks adds to the error of the share.
    """

    value: float
    games: float
    effective: float
    groups: int
    influence: NDArray[np.float64]

    def limits(self, confidence: float = CONFIDENCE) -> tuple[float, float] | None:
        """Return the ends of the confidence interval; None with a single block."""
        if self.groups < 2:
            return None
        tail = (1 - confidence) / 2
        # The design effect is an estimate: with few blocks the interval is wider, as Student's t is.
        sure = stats.t.isf(tail, max(self.games - 1, 1)) / stats.t.isf(tail, self.groups - 1)
        return exact_interval(self.value, self.effective * min(1.0, float(sure)) ** 2, confidence)

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Return the share with its confidence interval."""
        limits = self.limits(confidence)
        if limits is None:
            return Interval(self.value, None, None, None)
        error = float(np.sqrt(self.value * (1 - self.value) / self.effective))
        return Interval(self.value, *limits, error)


def measure_share(
    bootstrap: Bootstrap, hits: NDArray[np.float64], chances: NDArray[np.float64] | None = None
) -> Share:
    """Measure a share of games.

    Args:
        bootstrap: The blocks of the games.
        hits: What counts in each game, from 0 to its chances.
        chances: How much each game counts; 1 by default, 0 for games that don't count.
    """
    chances = np.ones(len(hits)) if chances is None else chances.astype(np.float64)
    by_group = [
        np.bincount(bootstrap.group_of_game, values, bootstrap.groups) for values in (hits * 1.0, chances)
    ]
    total = float(chances.sum())
    value = min(1.0, max(0.0, float(hits.sum()) / total))
    influence = np.asarray((by_group[0] - value * by_group[1]) / total)
    groups = int(np.count_nonzero(by_group[1]))
    games = total**2 / float((chances**2).sum())
    alone = value * (1 - value) / max(games - 1, 1)
    design_effect = 1.0
    if groups > 1 and alone > 0:
        variance = float((influence**2).sum()) * groups / (groups - 1)
        design_effect = (groups * variance / alone + INDEPENDENT) / (groups + INDEPENDENT)
    return Share(value, games, games / design_effect, groups, influence)


def combine(
    shares: Sequence[Share],
    weights: Sequence[float],
    *,
    constant: float = 0.0,
    confidence: float = CONFIDENCE,
    unknown: float = 0.0,
) -> Interval:
    """Return a sum of weighted shares with its interval, from the intervals of the shares.

    Where no share is near an edge, this is the usual interval of a sum of correlated estimates. (MOVER: Zou
    and Donner, "Construction of confidence limits about effect measures", 2008.)

    Args:
        shares: Shares of the same blocks. (Groups of blocks that are independent of each other need
            influences on different groups.)
        weights: Their weights, which may be negative.
        constant: What to add to the sum.
        confidence: Probability that the interval covers.
        unknown: The correlation of two shares where it can't be estimated, because one never varied.
    """
    value = constant + sum(weight * share.value for weight, share in zip(weights, shares, strict=True))
    limits = [share.limits(confidence) for share in shares]
    if not all(limits):
        return Interval(value, None, None, None)
    down, up = [], []
    for weight, share, (low, high) in zip(weights, shares, limits, strict=True):  # type: ignore[misc]
        below, above = share.value - low, high - share.value
        down.append(weight * (below if weight > 0 else above))
        up.append(weight * (above if weight > 0 else below))
    correlation = _correlation(np.array([share.influence for share in shares]), unknown)
    reach_down, reach_up = (
        float(np.sqrt(max(np.array(side) @ correlation @ np.array(side), 0.0))) for side in (down, up)
    )
    reach = stats.norm.isf((1 - confidence) / 2)
    return Interval(value, value - reach_down, value + reach_up, (reach_down + reach_up) / 2 / reach)


def _correlation(influences: NDArray[np.float64], unknown: float) -> NDArray[np.float64]:
    sizes = np.sqrt((influences**2).sum(axis=1))
    flat = sizes < 1e-12
    scaled = influences / np.where(flat, 1, sizes)[:, None]
    found = scaled @ scaled.T
    found[flat, :] = found[:, flat] = unknown
    np.fill_diagonal(found, 1)
    return np.asarray(np.clip(found, -1, 1))
