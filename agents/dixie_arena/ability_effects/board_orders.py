"""Which orders of two abilities hold on other boards, and which depend on the board.

For a pair of abilities, the difference on a board of the prior is taken to be normal over boards, with a mean
and a standard deviation that are not known; what is estimated on a board is that difference plus an error of
known size. From this model come the probability that the order holds on a new board, and a test of "the
difference is the same on all boards". Counting estimated signs would mistake noise for a change of order.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.ability_effects.effects import Effects
from dixie_arena.ability_effects.holm import holm
from dixie_env.engine.words import ABILITIES

SIGNIFICANT = 0.05
FEWEST_BOARDS = 4
"""With fewer boards nothing can be said about how much they vary."""
SPREADS = 400
WIDEST = 6.0
"""The standard deviation over boards is at most this many times that of the estimates."""


def summarize_orders(boards: Sequence[Effects], standard: Effects) -> list[dict[str, Any]]:
    """Return all significant orders of two abilities on the standard board, with what other boards say.

    Returns:
        For each order: ``mean``, the mean difference over boards; ``spread``, its standard deviation over
        boards without the error of the estimates; ``probability`` that the order holds on a new board;
        ``p_varies``, the p-value of "the difference is the same on all boards"; ``reversed``, on how many
        boards the order is significantly reversed. Both tests have Holm's correction over everything they
        look at, so where all boards equal the standard one, each finds something in 5 % of studies at most.
        With fewer than four boards there are only mean and ``reversed``.
    """
    difference, p_values = standard.pairs()
    shown = [
        (one, other)
        for one in standard.order
        for other in standard.order
        if difference[one, other] > 0 and p_values[one, other] < SIGNIFICANT
    ]
    if not shown:
        return []
    one, other = np.array(shown).T
    values = np.array([effects.values[one] - effects.values[other] for effects in boards])
    variances = np.array([_variances(effects, one, other) for effects in boards])
    degrees = min(effects.degrees for effects in boards)
    against = stats.t.cdf(values / np.sqrt(variances), degrees)  # one-sided: the order is the reverse
    reversed_on = (holm(against.ravel()).reshape(against.shape) < SIGNIFICANT).sum(axis=0)
    enough = len(boards) >= FEWEST_BOARDS
    p_varies = holm(same_on_all_boards(values, variances)) if enough else np.full(len(shown), np.nan)
    rows = []
    for number in range(len(shown)):
        row: dict[str, Any] = {
            "stronger": ABILITIES[one[number]],
            "weaker": ABILITIES[other[number]],
            "mean": float(values[:, number].mean()),
            "spread": None,
            "probability": None,
            "p_varies": None,
            "reversed": int(reversed_on[number]),
        }
        if enough:
            spread, probability = new_board(values[:, number], variances[:, number])
            row |= {"spread": spread, "probability": probability, "p_varies": float(p_varies[number])}
        rows.append(row)
    return rows


def same_on_all_boards(values: NDArray[np.float64], variances: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the p-value of "the same on all boards" for each column (Cochran's Q).

    Args:
        values: Boards x anything: estimates.
        variances: Their variances.
    """
    weights = 1 / variances
    mean = (weights * values).sum(axis=0) / weights.sum(axis=0)
    return np.asarray(stats.chi2.sf((weights * (values - mean) ** 2).sum(axis=0), len(values) - 1))


def new_board(values: NDArray[np.float64], variances: NDArray[np.float64]) -> tuple[float, float]:
    """Return the spread over boards and the probability that a new board has a difference above 0.

    Mean and spread over boards have flat priors. The spread returned is the median of its posterior.

    Args:
        values: Estimated difference on each board.
        variances: Variances of these estimates.
    """
    spreads = np.linspace(0, WIDEST * max(values.std(), np.sqrt(variances.mean())), SPREADS)
    weights = 1 / (variances[:, None] + spreads**2)
    total = weights.sum(axis=0)
    means = weights.T @ values / total
    misfit = (weights * (values[:, None] - means) ** 2).sum(axis=0)
    log = (np.log(weights).sum(axis=0) - np.log(total) - misfit) / 2
    posterior = np.exp(log - log.max())
    posterior /= posterior.sum()
    above = stats.norm.cdf(means / np.sqrt(1 / total + spreads**2))
    median = spreads[np.searchsorted(np.cumsum(posterior), 0.5)]
    return float(median), float(posterior @ above)


def _variances(effects: Effects, one: NDArray[np.integer], other: NDArray[np.integer]) -> NDArray[np.float64]:
    covariance = effects.covariance
    return np.asarray(covariance[one, one] + covariance[other, other] - 2 * covariance[one, other])
