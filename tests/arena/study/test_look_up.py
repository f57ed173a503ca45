"""Which numbers to look up first: the planted one is found, and nothing is found where nothing is."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

from dixie_arena.studying.look_up import _permute_within, _root, _Split, bin_numbers, look_up_first
from tests.arena.study.planted import centred

MEAN = centred(np.array([0.03, 0.02, *np.linspace(0.01, -0.04, 8)]))
NUMBERS = 8
ERROR = 0.02**2 * (np.eye(10) - 0.1) * 10 / 9
Array = Any


def planted(random: np.random.Generator, bonus: float, boards: int = 100, second: float = 0.0):
    """Effects: ability 1 has a bonus at high values of number 2, ability 2 at those of number 5."""
    numbers = np.column_stack(
        [random.integers(6, 13, boards), *(random.normal(size=boards) for _ in range(NUMBERS - 1))]
    )
    effects = MEAN + 0.015 * random.standard_normal((boards, 10))
    effects[:, 0] += bonus * np.sign(numbers[:, 2])
    effects[:, 1] += second * np.sign(numbers[:, 5])
    effects = centred(effects + 0.02 * random.standard_normal((boards, 10)))
    weights = random.gamma(8.0, size=boards)
    return effects, weights / weights.sum(), ERROR, numbers


def first_found(times: int, bonus: float, seed: int, **options) -> list[int | None]:
    random = np.random.default_rng(seed)
    return [look_up_first(*planted(random, bonus), most=1, **options)[0].found for _ in range(times)]


def test_the_planted_number_is_found_first():
    found = first_found(12, 0.04, 1, permutations=60, draws=200)
    assert found.count(2) >= 11


def test_where_no_number_matters_none_stands_out():
    found = first_found(20, 0.0, 2, permutations=60, draws=100)
    assert sum(one is not None for one in found) <= stats.binom.ppf(0.99, 20, 0.05)


@pytest.mark.long
def test_numbers_stand_out_by_chance_in_one_case_of_twenty():
    found = first_found(200, 0.0, 3, permutations=200, draws=200)
    false = sum(one is not None for one in found)
    print(f"something stands out in {false} of 200 where nothing matters")
    assert false <= 18


@pytest.mark.long
def test_the_planted_number_is_found_first_at_length():
    found = first_found(200, 0.03, 4, permutations=200, draws=200)
    print(f"the planted number is first in {found.count(2)} of 200")
    assert found.count(2) >= 182


def test_the_next_number_is_found_given_the_first():
    random = np.random.default_rng(5)
    steps = look_up_first(*planted(random, 0.05, boards=200, second=0.04), permutations=60, draws=200)
    assert {steps[0].found, steps[1].found} == {2, 5}
    assert steps[1].gains[steps[0].found] == 0 and steps[1].z[steps[0].found] == 0  # it can't add anything
    assert steps[-1].found is None or len(steps) == 3


def test_a_copy_of_the_first_number_adds_nothing():
    effects, weights, error, numbers = planted(np.random.default_rng(6), 0.06, boards=200)
    numbers[:, 7] = 3 * numbers[:, 2] + 1
    steps = look_up_first(effects, weights, error, numbers, permutations=60, draws=200)
    assert steps[0].found in (2, 7)
    other = 9 - steps[0].found
    assert steps[1].found != other and steps[1].z[other] == 0
    assert steps[0].gains[2] == pytest.approx(steps[0].gains[7])


def test_the_gain_is_what_knowing_is_worth():
    """Without luck and with two levels: half of the boards have ability 1 as the best, half ability 2."""
    random = np.random.default_rng(7)
    number = np.repeat([0.0, 1.0], 100)
    effects = np.zeros((200, 10))
    effects[:100, 0] = effects[100:, 1] = 0.2
    effects = centred(effects + 0.001 * random.standard_normal((200, 10)))
    (step,) = look_up_first(
        effects, np.ones(200), np.zeros((10, 10)), number[:, None], most=1, permutations=50
    )
    assert step.gains[0] == pytest.approx(0.5, abs=0.01) and step.found == 0
    assert step.chance_gains[0] < 0.1


def test_level_means_are_shrunk_by_what_luck_explains():
    random = np.random.default_rng(8)
    boards, level = 400, np.repeat(np.arange(4), 100)
    weights = np.full(boards, 1 / boards)
    effects = random.standard_normal((boards, 10))
    effects[:, 0] += np.array([-1.0, -0.3, 0.3, 1.0])[level]
    split = _Split(weights, np.zeros(boards, int), (weights @ effects)[None], level)
    means = split.means(effects) - weights @ effects
    raw = np.array([effects[level == one].mean(axis=0) for one in range(4)]) - effects.mean(axis=0)
    factor = means[:, 0] / raw[:, 0]
    between = (raw[:, 0] ** 2).mean()
    within = effects[:, 0].var() - between
    assert factor == pytest.approx(
        1 - within * boards / (boards - 4) * (1 / 100 - 1 / 400) / between, rel=1e-6
    )
    assert np.abs(means[:, 1:]).mean() < 0.6 * np.abs(raw[:, 1:]).mean()


def test_own_values_are_levels_and_light_ones_join():
    weights = np.ones(100)
    values = np.repeat([6.0, 7, 8, 9, 10], [2, 30, 30, 36, 2])
    assert np.bincount(bin_numbers(values, weights)).tolist() == [32, 30, 38]
    assert bin_numbers(np.full(5, 3.0), np.ones(5)).tolist() == [0] * 5


def test_many_values_make_four_bins_of_equal_weight():
    random = np.random.default_rng(9)
    values, weights = random.normal(size=500), random.gamma(2.0, size=500)
    level = bin_numbers(values, weights)
    assert np.bincount(level, weights) / weights.sum() == pytest.approx(0.25, abs=0.02)
    assert (np.diff(level[np.argsort(values)]) >= 0).all()


def test_permutations_stay_within_known_levels():
    known = np.array([0, 1, 0, 1, 0, 0, 2, 1])
    orders = _permute_within(known, 30, np.random.default_rng(10))
    assert orders[0].tolist() == list(range(8))
    for order in orders:
        assert sorted(order.tolist()) == list(range(8)) and (known[order] == known).all()
    assert len({tuple(order.tolist()) for order in orders}) > 10


def test_the_root_keeps_the_total_variance():
    root = _root(np.diag([3.0, 1.0, -1.0]))
    assert root @ root == pytest.approx(np.diag([2.25, 0.75, 0]))
    assert (_root(np.diag([1.0, -2.0])) == 0).all()


def test_numbers_of_other_boards_are_refused():
    with pytest.raises(ValueError, match="numbers of 3 boards, but effects on 4"):
        look_up_first(np.zeros((4, 10)), np.ones(4), np.zeros((10, 10)), np.zeros((3, 2)))
