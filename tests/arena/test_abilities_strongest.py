"""When an ability may be called the strongest: how often it is where it isn't so, and where it is."""

import numpy as np
import pytest
from numpy.typing import NDArray

from dixie_arena.ability_effects.effects import Effects
from dixie_env.engine.words import ABILITIES

CENTRE = np.eye(10) - 0.1
ERROR = 0.0045
"""Standard error of an effect on win share after 20,000 games."""


def repeated(truth: NDArray[np.float64], repetitions: int, seed: int, degrees: int = 1000) -> list[dict]:
    """Estimate known effects many times, with the covariance estimated from as many degrees of freedom."""
    random = np.random.default_rng(seed)
    found = []
    for _ in range(repetitions):
        values = truth - truth.mean() + ERROR * (CENTRE @ random.standard_normal(10))
        variance = ERROR**2 * random.chisquare(degrees) / degrees
        found.append(Effects("win_share", values, CENTRE * variance, degrees, degrees + 1, 0.25).strongest())
    return found


def tied(count: int) -> NDArray[np.float64]:
    """So many abilities tied for best, the others well behind."""
    return np.where(np.arange(10) < count, 0.04, -0.04)


@pytest.mark.parametrize("count", [2, 3, 10])
@pytest.mark.parametrize("degrees", [30, 1000])
def test_of_those_tied_for_best_none_is_named_in_more_than_5_percent(count: int, degrees: int) -> None:
    found = repeated(tied(count), 200, count, degrees)
    named = sum(row["named"] for row in found)
    assert named <= 0.05 * 200 + 2.33 * np.sqrt(200 * 0.05 * 0.95)
    if count == 2:
        assert named > 0  # the rule is not deaf: it is at its level here
    missing = sum(not set(ABILITIES[:count]) & set(row["candidates"]) for row in found)
    assert missing == 0
    best = sum(ABILITIES[0] in row["candidates"] for row in found)
    assert best >= 0.95 * 200 - 2.33 * np.sqrt(200 * 0.05 * 0.95)


def test_a_clear_lead_is_named() -> None:
    """Three points ahead after 20,000 games: named nearly always, and the lead is covered in 95 %."""
    truth = np.array([0.05, 0.02, *([-0.01] * 8)])
    found = repeated(truth, 200, 1)
    assert sum(row["named"] for row in found) >= 193
    assert all(row["ability"] == ABILITIES[0] and row["rival"] == ABILITIES[1] for row in found)
    covered = sum(row["lead_low"] <= 0.03 <= row["lead_high"] for row in found)
    assert 0.95 * 200 - 2.6 * 3.1 <= covered <= 0.95 * 200 + 2.6 * 3.1
    assert all(set(row["candidates"]) <= set(ABILITIES[:2]) for row in found)


def test_lower_ranks_are_better() -> None:
    values = np.array([0.3, -0.4, *([0.0125] * 8)])
    found = Effects("rank", values, CENTRE * 1e-4, 100, 101, 2.5).strongest()
    assert found["ability"] == ABILITIES[1] and found["named"] and found["lead"] > 0.4


def test_without_errors_nothing_is_divided_by_nothing() -> None:
    same = Effects("win_share", np.zeros(10), np.zeros((10, 10)), 10, 11, 0.25).strongest()
    assert not same["named"] and len(same["candidates"]) == 10
