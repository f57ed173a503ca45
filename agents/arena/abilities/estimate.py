"""The two estimators: dealt abilities compared between games, and twins compared within a seed.

Both are linear regressions of statsmodels with cluster-robust covariance. Abilities are coded against their
average, so the ten effects add up to 0.
"""

import numpy as np
import statsmodels.api as sm
from numpy.typing import NDArray

from agents.arena.abilities.designs import COUNT
from agents.arena.abilities.effects import Effects
from agents.arena.abilities.sample import Sample


def estimate_dealt(sample: Sample, metric: str, values: NDArray[np.float64] | None = None) -> Effects:
    """Estimate effects from dealt games: adjusted for seat and first turn order, the game is the cluster.

    Args:
        sample: Rows of the design ``dealt``.
        metric: Name of the column, or of what ``values`` are.
        values: What to explain, if it is not a column.
    """
    outcome = sample.values(metric) if values is None else values
    design = np.column_stack(
        [
            _code_abilities(sample.columns["ability"]),
            np.ones(len(sample)),
            _dummies(sample.columns["seat"], sample.players),
            _dummies(sample.columns["turn"], sample.players),
        ]
    )
    return _fit(metric, outcome, design, sample.game, sample.games)


def estimate_twins(sample: Sample, metric: str, values: NDArray[np.float64] | None = None) -> Effects:
    """Estimate effects from twins: differences within the same seed and seat, the seed is the cluster.

    Every seat that the design is about holds each ability once on a seed, so taking the mean of these ten
    games from outcome and abilities leaves just the differences between twins.
    """
    outcome = sample.values(metric) if values is None else values
    _, block = np.unique(sample.block, return_inverse=True)
    design = _code_abilities(sample.columns["ability"])
    design = np.column_stack([_within(column, block) for column in design.T])
    # All games of the seed had to be played, whichever of their seats are compared.
    rounds = sample.columns["round"]
    fit = _fit(metric, _within(outcome, block), design, rounds, COUNT * len(np.unique(rounds)))
    return Effects(metric, fit.values, fit.covariance, fit.degrees, fit.games, float(outcome.mean()))


def twin_correlation(sample: Sample, metric: str) -> float:
    """Return how alike the outcomes of a seat are on the same seed (intraclass correlation)."""
    outcome = sample.values(metric)
    ability = sample.columns["ability"].astype(np.int64) - 1
    outcome = outcome - (np.bincount(ability, outcome) / np.bincount(ability))[ability]
    _, block = np.unique(sample.block, return_inverse=True)
    means = np.bincount(block, outcome) / COUNT
    between = COUNT * means.var(ddof=1)
    within = _within(outcome, block).var() * COUNT / (COUNT - 1)
    return float((between - within) / (between + (COUNT - 1) * within))


def _fit(
    metric: str,
    outcome: NDArray[np.float64],
    design: NDArray[np.float64],
    clusters: NDArray[np.integer],
    games: int,
) -> Effects:
    """Fit by least squares; the first nine columns are the abilities."""
    _, groups = np.unique(clusters, return_inverse=True)
    fit = sm.OLS(outcome, design).fit(cov_type="cluster", cov_kwds={"groups": groups}, use_t=True)
    contrasts = np.zeros((COUNT, design.shape[1]))
    contrasts[: COUNT - 1, : COUNT - 1] = np.eye(COUNT - 1)
    contrasts[COUNT - 1, : COUNT - 1] = -1
    return Effects(
        metric,
        contrasts @ fit.params,
        contrasts @ fit.cov_params() @ contrasts.T,
        int(groups.max()),
        games,
        float(outcome.mean()),
    )


def _code_abilities(abilities: NDArray[np.integer]) -> NDArray[np.float64]:
    """Return nine columns: 1 for the ability, -1 for the tenth."""
    return np.asarray(
        np.equal.outer(abilities, np.arange(1, COUNT)).astype(np.float64) - (abilities == COUNT)[:, None]
    )


def _dummies(places: NDArray[np.integer], count: int) -> NDArray[np.float64]:
    return np.equal.outer(places, np.arange(1, count)).astype(np.float64)


def _within(values: NDArray[np.float64], block: NDArray[np.integer]) -> NDArray[np.float64]:
    return np.asarray(values - (np.bincount(block, values) / np.bincount(block))[block])
