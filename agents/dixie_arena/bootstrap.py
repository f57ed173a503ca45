"""Confidence intervals that respect the pairing: whole blocks are resampled, never single games.

Games of one block share a seed and line-ups, so they are not independent; blocks are. An interval is
the percentile interval of the bootstrap, widened for small numbers of blocks (Hesterberg 2015, "expanded
percentile interval"): with n blocks its two tails are those beyond sqrt(n / (n - 1)) times the t quantile.
With fewer than 20 blocks it is the t interval with the standard error of the bootstrap. Shares have intervals
of their own, which hold at the edge: see `korn_graubard`.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

CONFIDENCE = 0.95
RESAMPLES = 2000
FEW_GROUPS = 20
"""With fewer blocks, resamples are too coarse for percentiles, and Student's t interval is used."""
MOST_GROUPS = 500
"""With more blocks than this, neighbouring blocks are merged. Merged blocks are still independent."""
_SEED = 20_151_119


@dataclass(frozen=True)
class Interval:
    """An estimate with its confidence interval. An end is None if it is unbounded."""

    value: float
    low: float | None
    high: float | None
    error: float | None
    """Standard error."""

    def as_object(self) -> dict[str, float | None]:
        """Return it for JSON, rounded."""
        return {name: _rounded(getattr(self, name)) for name in ("value", "low", "high")}


class Bootstrap:
    """Resamples the blocks of a tournament once for all estimates, so that differences stay paired."""

    def __init__(self, blocks: NDArray[np.int64]) -> None:
        _, numbers = np.unique(blocks, return_inverse=True)
        self.blocks = int(numbers.max()) + 1
        self.groups = min(self.blocks, MOST_GROUPS)
        self.group_of_game: NDArray[np.int64] = numbers * self.groups // self.blocks

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """How often each group is in each resample."""
        random = np.random.default_rng(_SEED)
        chances = np.full(self.groups, 1 / self.groups)
        return random.multinomial(self.groups, chances, RESAMPLES).astype(float)

    def sums(self, values: NDArray[Any], index: NDArray[np.int64], size: int) -> NDArray[np.float64]:
        """Return sums of values (games x anything) by group and by an index of the same shape."""
        index = np.broadcast_to(index, values.shape)
        groups = self.group_of_game.reshape(-1, *[1] * (values.ndim - 1))
        where = np.broadcast_to(groups, values.shape) * size + index
        total: NDArray[Any] = np.bincount(where.ravel(), values.ravel().astype(float), self.groups * size)
        return total.reshape(self.groups, size)

    def ratios(
        self, sums: NDArray[np.float64], counts: NDArray[np.float64]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return sum / count, estimated from all groups and from each resample."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return sums.sum(axis=0) / counts.sum(axis=0), (self.weights @ sums) / (self.weights @ counts)

    def interval(self, value: float, resampled: NDArray[np.float64]) -> Interval:
        """Return the confidence interval of an estimate."""
        resampled = resampled[np.isfinite(resampled)]
        if self.groups < 2 or not len(resampled):
            return Interval(float(value), None, None, None)
        error = float(resampled.std() * np.sqrt(self.groups / (self.groups - 1)))
        if self.groups < FEW_GROUPS:
            low, high = value - self.quantile * error, value + self.quantile * error
        else:
            low, high = np.quantile(resampled, [self.tail, 1 - self.tail])
        return Interval(float(value), float(low), float(high), error)

    @cached_property
    def tail(self) -> float:
        """The share of resamples beyond each end of an interval."""
        wider = np.sqrt(self.groups / (self.groups - 1)) * self.quantile
        return float(stats.norm.cdf(-wider))

    @cached_property
    def quantile(self) -> float:
        """Standard errors from the estimate to an end of its interval."""
        return float(stats.t.ppf((1 + CONFIDENCE) / 2, self.groups - 1))


def blocks_needed(
    difference: float, error: float, blocks: int, power: float = 0.8, critical: float | None = None
) -> int | None:
    """Return how many blocks are needed to show a difference with the given power; None if no number is.

    Args:
        difference: True difference between two agents.
        error: Standard error of the estimated difference after ``blocks`` blocks.
        blocks: Blocks behind the error.
        power: Probability that the interval excludes zero.
        critical: Standard errors from the estimate to an end of that interval; by default those of a single
            95 % interval.
    """
    if difference == 0 or not np.isfinite(error):
        return None
    critical = float(stats.norm.ppf((1 + CONFIDENCE) / 2)) if critical is None else critical
    reach = critical + stats.norm.ppf(power)
    return max(2, int(np.ceil(blocks * (reach * error / difference) ** 2)))


def _rounded(value: float | None) -> float | None:
    return None if value is None or not np.isfinite(value) else round(value, 6)
