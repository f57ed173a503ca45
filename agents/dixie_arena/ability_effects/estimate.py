"""The two estimators: dealt abilities compared between games, and twins compared within a seed.

Both are linear regressions by statsmodels with cluster-robust covariance. Abilities are coded against their
average, so the ten effects add up to 0.
"""

from dataclasses import replace

import numpy as np
import statsmodels.api as sm
from numpy.typing import NDArray

from dixie_arena.ability_effects.designs import COUNT
from dixie_arena.ability_effects.effects import Effects
from dixie_arena.ability_effects.sample import Sample


class Regression:
    """Least squares on the abilities and the other columns of the design, for one outcome at a time.

    Args:
        design: A row for each seat; the first nine columns are the abilities.
        clusters: Cluster of each row. Rows of a cluster are not independent.
        games: Number of games played for these rows.
    """

    def __init__(self, design: NDArray[np.float64], clusters: NDArray[np.integer], games: int) -> None:
        _, self._groups = np.unique(clusters, return_inverse=True)
        self._model = sm.OLS(np.zeros(len(design)), design)
        self._games = games
        self._contrasts = np.zeros((COUNT, design.shape[1]))
        self._contrasts[: COUNT - 1, : COUNT - 1] = np.eye(COUNT - 1)
        self._contrasts[COUNT - 1, : COUNT - 1] = -1

    def fit(self, metric: str, outcome: NDArray[np.float64]) -> Effects:
        """Estimate the effects on an outcome."""
        self._model.endog = self._model.wendog = (
            outcome  # the design is decomposed only once for all outcomes
        )
        fit = self._model.fit(cov_type="cluster", cov_kwds={"groups": self._groups}, use_t=True)
        return Effects(
            metric,
            self._contrasts @ fit.params,
            self._contrasts @ fit.cov_params() @ self._contrasts.T,
            int(self._groups.max()),
            self._games,
            float(outcome.mean()),
        )


def dealt_regression(sample: Sample) -> Regression:
    """Return the regression for dealt games, with seat and first turn order. The game is the cluster."""
    design = np.column_stack(
        [
            _code_abilities(sample.columns["ability"]),
            np.ones(len(sample)),
            _dummies(sample.columns["seat"], sample.players),
            _dummies(sample.columns["turn"], sample.players),
        ]
    )
    return Regression(design, sample.game, sample.games)


def estimate_dealt(sample: Sample, *metrics: str) -> dict[str, Effects]:
    """Estimate effects on some columns from dealt games."""
    regression = dealt_regression(sample)
    return {metric: regression.fit(metric, sample.values(metric)) for metric in metrics}


def estimate_twins(sample: Sample, *metrics: str) -> dict[str, Effects]:
    """Estimate effects from twins: differences within the same seed and seat. The seed is the cluster.

    Every focal seat holds each ability once on a seed, so subtracting the mean of these ten games from
    outcome and abilities leaves only the differences between twins.

    Args:
        sample: The focal seats of the design.
        metrics: Columns.
    """
    _, block = np.unique(sample.block, return_inverse=True)
    design = _code_abilities(sample.columns["ability"])
    design = np.column_stack([_within(column, block) for column in design.T])
    # All games of a seed had to be played, even if only some of their seats are compared.
    replicates = sample.columns["replicate"]
    regression = Regression(design, replicates, COUNT * len(np.unique(replicates)))
    found = {}
    for metric in metrics:
        outcome = sample.values(metric)
        within = regression.fit(metric, _within(outcome, block))
        found[metric] = replace(within, mean=float(outcome.mean()))
    return found


def twin_correlation(sample: Sample, metric: str) -> float:
    """Return how similar the outcomes of a seat are on the same seed (intraclass correlation)."""
    outcome = sample.values(metric)
    ability = sample.columns["ability"].astype(np.int64) - 1
    outcome = outcome - (np.bincount(ability, outcome) / np.bincount(ability))[ability]
    _, block = np.unique(sample.block, return_inverse=True)
    means = np.bincount(block, outcome) / COUNT
    between = COUNT * means.var(ddof=1)
    within = _within(outcome, block).var() * COUNT / (COUNT - 1)
    return float((between - within) / (between + (COUNT - 1) * within))


def _code_abilities(abilities: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return nine columns: 1 for the ability, -1 for the tenth."""
    return np.asarray(
        np.equal.outer(abilities, np.arange(1, COUNT)).astype(np.float64) - (abilities == COUNT)[:, None]
    )


def _dummies(places: NDArray[np.integer], count: int) -> NDArray[np.float64]:
    return np.asarray(np.equal.outer(places, np.arange(1, count)), np.float64)


def _within(values: NDArray[np.float64], block: NDArray[np.integer]) -> NDArray[np.float64]:
    return np.asarray(values - (np.bincount(block, values) / np.bincount(block))[block])
