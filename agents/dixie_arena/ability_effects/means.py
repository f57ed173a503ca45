"""A mean with its uncertainty, where games on the same seed belong together."""

from dataclasses import asdict, dataclass

import numpy as np
import statsmodels.api as sm
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.ability_effects.effects import CONFIDENCE

TINY = 1e-9


@dataclass(frozen=True)
class Mean:
    """A mean, its standard error, its 95 % interval, and the p-value of "it is 0"."""

    value: float
    se: float
    low: float
    high: float
    p: float

    def as_object(self) -> dict[str, float]:
        """Return it as plain data."""
        return asdict(self)


def clustered_mean(values: NDArray[np.float64], clusters: NDArray[np.integer]) -> Mean:
    """Return a mean with cluster-robust uncertainty."""
    _, groups = np.unique(clusters, return_inverse=True)
    if (
        np.abs(np.bincount(groups, values)).max() < TINY
    ):  # nothing differs on any seed, so there is no uncertainty
        return Mean(0.0, 0.0, 0.0, 0.0, 1.0)
    fit = sm.OLS(values, np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": groups}, use_t=True
    )
    mean, error, degrees = float(fit.params[0]), float(fit.bse[0]), int(groups.max())
    half = float(stats.t.ppf((1 + CONFIDENCE) / 2, degrees)) * error
    p_value = float(2 * stats.t.sf(abs(mean) / error, degrees)) if error else 1.0
    return Mean(mean, error, mean - half, mean + half, p_value)
