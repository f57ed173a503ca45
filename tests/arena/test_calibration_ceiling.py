"""The ceiling of R²: how much of the result can be known at all."""

from typing import Any

import numpy as np
import pytest

from dixie_agents import make_agent
from dixie_arena.calibration_ceiling import _ratio, ceiling
from dixie_env import DixieError, Setup, compile_rules

SECOND: Any = make_agent("ppo:zoo/second")
OTHERS: Any = [make_agent("greedy"), make_agent("balanced")]


@pytest.mark.parametrize("continuations", [2, 20])
def test_planted_chances_are_found(continuations: int) -> None:
    """Positions with known chances: their variance / that of the results is in the intervals."""
    rng = np.random.default_rng(1)
    truth = (1 / 12) / (1 / 4)  # chances from 0 to 1 alike
    held = 0
    for _ in range(200):
        wins = (rng.random((400, continuations)) < rng.random((400, 1))).astype(float)
        products = (wins.sum(axis=1) ** 2 - (wins**2).sum(axis=1)) / (continuations * (continuations - 1))
        r2, margin = _ratio(products, (wins**2).mean(axis=1), wins.mean(axis=1))
        held += abs(r2 - truth) < margin
    assert 180 <= held <= 199


def test_it_rises_from_round_to_round() -> None:
    rules = compile_rules(Setup(3))
    early, late = (ceiling(SECOND, rules, round=number, positions=60, continuations=12) for number in (2, 7))
    assert early.r2 + early.margin < late.r2
    assert late.positions <= 60 and late.continuations == 12
    assert ceiling(SECOND, rules, round=7, positions=60, continuations=12) == late


def test_among_opponents() -> None:
    found = ceiling(
        SECOND,
        compile_rules(Setup(4)),
        OTHERS,
        positions=30,
        continuations=8,
    )
    assert 0 < found.r2 < 1 and found.round == 7


def test_what_it_refuses() -> None:
    rules = compile_rules(Setup(3, rounds=2))
    with pytest.raises(DixieError, match="2 or more, not 1"):
        ceiling(SECOND, rules, continuations=1)
    with pytest.raises(DixieError, match="0 of 10 games reach round 3"):
        ceiling(SECOND, rules, round=3, positions=10)
