"""Which numbers of the board an ability's value depends on: regressions over boards."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.ability_effects.holm import holm
from dixie_env.engine.words import ABILITIES

FEWEST_BOARDS = 8
"""Minimum number of boards for statements about single numbers."""


def estimate_knobs(
    names: Sequence[str], numbers: NDArray[np.float64], values: NDArray[np.float64]
) -> list[dict[str, Any]]:
    """Return how the effect of each ability changes with each number of the board, per standard deviation.

    Plain least squares of the effect on one number at a time, with Student's t. Boards are independent and
    their effects vary about alike, so this keeps its level. (Robust standard errors don't with so few boards:
    they find something in 12 % of the studies in which nothing is.) P-values have Holm's correction over all
    abilities and numbers.

    Args:
        names: Names of the numbers.
        numbers: Boards x numbers. A number that is the same on all boards is left out.
        values: Boards x abilities: the estimated effects.
    """
    boards = len(values)
    if boards < FEWEST_BOARDS:
        return []
    rows: list[dict[str, Any]] = []
    p_values: list[float] = []
    centred = values - values.mean(axis=0)
    for name, column in zip(names, numbers.T, strict=True):
        if np.ptp(column) == 0:
            continue
        scaled = (column - column.mean()) / column.std()
        slopes = scaled @ centred / boards
        rest = centred - np.outer(scaled, slopes)
        errors = np.sqrt((rest**2).sum(axis=0) / (boards - 2) / boards)
        ratios = np.divide(slopes, errors, out=np.full_like(slopes, np.inf), where=errors > 0)
        p_values += (2 * stats.t.sf(np.abs(ratios), boards - 2)).tolist()
        rows += [
            {"ability": ability, "knob": name, "slope": float(slope), "se": float(error)}
            for ability, slope, error in zip(ABILITIES, slopes, errors, strict=True)
        ]
    for row, p_value in zip(rows, holm(p_values).tolist(), strict=True):
        row["p_holm"] = p_value
    return rows
