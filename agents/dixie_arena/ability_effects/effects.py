"""Effects of the ten abilities with their uncertainty."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.ability_effects.designs import COUNT
from dixie_arena.ability_effects.holm import holm
from dixie_env.engine.words import ABILITIES

CONFIDENCE = 0.95
RANK_DRAWS = 20_000
SET_DRAWS = 4_000


@dataclass(frozen=True)
class Effects:
    """What holding each ability changes, compared with the average of the ten.

    Attributes:
        metric: ``win_share``, ``rank`` or ``score``, or a source of points.
        values: Ten effects, ability 1 first; they add up to 0.
        covariance: Covariance of these estimates, 10 x 10.
        degrees: Degrees of freedom: the number of independent clusters minus one.
        games: Number of games played.
        mean: Mean of the metric over all abilities.
    """

    metric: str
    values: NDArray[np.float64]
    covariance: NDArray[np.float64]
    degrees: int
    games: int
    mean: float

    @cached_property
    def errors(self) -> NDArray[np.float64]:
        """Standard errors."""
        return np.sqrt(np.diag(self.covariance))

    @property
    def worst_error(self) -> float:
        """The largest of the ten standard errors."""
        return float(self.errors.max())

    @property
    def p_values(self) -> NDArray[np.float64]:
        """Uncorrected p-values of "as good as the average"."""
        ratios = np.divide(
            np.abs(self.values), self.errors, out=np.zeros_like(self.values), where=self.errors > 0
        )
        return np.asarray(2 * stats.t.sf(ratios, self.degrees))

    @property
    def p_holm(self) -> NDArray[np.float64]:
        """P-values of "as good as the average" after Holm's correction for ten comparisons.

        They don't say which ability is the strongest: that is `strongest`.
        """
        return holm(self.p_values)

    def half_width(self, *, corrected: bool) -> NDArray[np.float64]:
        """Return half the width of the 95 % intervals.

        Args:
            corrected: Correct for ten comparisons (Šidák), so that all ten intervals together cover with 95
                %.
        """
        level = CONFIDENCE ** (1 / COUNT) if corrected else CONFIDENCE
        return np.asarray(stats.t.ppf((1 + level) / 2, self.degrees) * self.errors)

    @property
    def order(self) -> list[int]:
        """Indices of the abilities in the arrays, strongest first."""
        return [int(place) for place in np.argsort(self._badness(self.values), kind="stable")]

    def rank_probabilities(self) -> NDArray[np.float64]:
        """Return the probability of each rank (columns, strongest first) for each ability (rows).

        Drawn from the normal distribution of the estimates, so it shows what the data leave open.
        """
        random = np.random.default_rng(0)
        draws = self.values + random.standard_normal((RANK_DRAWS, COUNT)) @ _root(self.covariance).T
        places = self._badness(draws).argsort(axis=1).argsort(axis=1)
        counts = np.zeros((COUNT, COUNT))
        for ability in range(COUNT):
            counts[ability] = np.bincount(places[:, ability], minlength=COUNT)
        return counts / RANK_DRAWS

    def pairs(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return how much stronger each ability (row) is than each other one, and Holm's p over 45 pairs."""
        difference, error = self._leads(), self._lead_errors()
        ratio = np.divide(np.abs(difference), error, out=np.zeros_like(error), where=error > 0)
        p_values = 2 * stats.t.sf(ratio, self.degrees)
        upper = np.triu_indices(COUNT, 1)
        corrected = np.ones((COUNT, COUNT))
        corrected[upper] = holm(p_values[upper])
        return difference, np.minimum(corrected, corrected.T)

    def strongest(self) -> dict[str, Any]:
        """Return whether the first ability may be called the strongest, and which others may be instead.

        It is *named* only if its lead over each of the nine others is significant on its own at the 95 %
        level (two-sided). All nine must be, so there is no correction for nine: of two that are tied for
        best, one is named in 5 % of studies at most. The *candidates* are Gupta's set: with a probability of
        95 % the truly strongest ability is among them.

        Returns:
            ``ability``; ``named``; ``rival``, the ability with the smallest lead in standard errors, with
            this ``lead`` and its 95 % interval, ``lead_low`` and ``lead_high``; ``candidates``, strongest
            first.
        """
        difference, error, order = self._leads(), self._lead_errors(), self.order
        best, others = order[0], order[1:]
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = np.nan_to_num(difference[best, others] / error[best, others], nan=0.0)
        rival = others[int(np.argmin(ratios))]
        reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, self.degrees))
        lead, half = float(difference[best, rival]), reach * float(error[best, rival])
        return {
            "ability": ABILITIES[best],
            "named": bool((ratios > reach).all()),
            "rival": ABILITIES[rival],
            "lead": lead,
            "lead_low": lead - half,
            "lead_high": lead + half,
            "candidates": [ABILITIES[place] for place in order if self._may_be_strongest(place)],
        }

    def _may_be_strongest(self, ability: int) -> bool:
        """Return whether an ability is in Gupta's set.

        It is unless it trails another one by more than the 95 % point of the largest of its nine studentised
        differences, which are correlated; that point is drawn.
        """
        others = np.delete(np.arange(COUNT), ability)
        error = self._lead_errors()[ability, others]
        behind = -self._leads()[ability, others]
        if (error == 0).any():
            return bool((behind <= 0).all())
        largest = ((self._noise[:, others] - self._noise[:, [ability]]) / error).max(axis=1)
        return bool((behind <= np.quantile(largest, CONFIDENCE) * error).all())

    @cached_property
    def _noise(self) -> NDArray[np.float64]:
        """Draws of the errors, with Student's t distribution."""
        random = np.random.default_rng(0)
        noise = random.standard_normal((SET_DRAWS, COUNT)) @ _root(self.covariance).T
        return np.asarray(noise / np.sqrt(random.chisquare(self.degrees, (SET_DRAWS, 1)) / self.degrees))

    def _leads(self) -> NDArray[np.float64]:
        """How much stronger each ability (row) is than each other one."""
        strength = -self._badness(self.values)
        return np.asarray(strength[:, None] - strength[None, :])

    def _lead_errors(self) -> NDArray[np.float64]:
        """Standard errors of the differences."""
        variance = np.diag(self.covariance)
        return np.sqrt(np.maximum(variance[:, None] + variance[None, :] - 2 * self.covariance, 0))

    def rows(self) -> list[dict[str, Any]]:
        """Return the effects as plain data, strongest first."""
        plain, wide = self.half_width(corrected=False), self.half_width(corrected=True)
        p_holm, ranks = self.p_holm, self.rank_probabilities()
        return [
            {
                "ability": ABILITIES[place],
                "effect": float(self.values[place]),
                "se": float(self.errors[place]),
                "low": float(self.values[place] - plain[place]),
                "high": float(self.values[place] + plain[place]),
                "low_corrected": float(self.values[place] - wide[place]),
                "high_corrected": float(self.values[place] + wide[place]),
                "p_holm": float(p_holm[place]),
                "first": float(ranks[place, 0]),
            }
            for place in self.order
        ]

    def _badness(self, values: NDArray[np.float64]) -> NDArray[np.float64]:
        return values if self.metric == "rank" else -values


def _root(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return a square root of a matrix without full rank: the ten effects add up to 0."""
    values, vectors = np.linalg.eigh(covariance)
    return np.asarray(vectors * np.sqrt(np.maximum(values, 0)))
