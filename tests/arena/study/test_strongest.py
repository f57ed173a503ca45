"""What may be said of the strongest ability: how often it is said where it is false, and where it is true."""

from typing import Any

import numpy as np
import pytest
from scipy import stats

from dixie_arena.ability_effects.holm import holm
from dixie_arena.studying.best_sets import equals_average, gupta_set, hsu_intervals, pair_intervals
from dixie_arena.studying.cells import Cells
from dixie_arena.studying.components import split
from dixie_arena.studying.differences import Differences, compare, resample
from dixie_arena.studying.strongest import Rule, at_large, leaving_out, strongest
from tests.arena.study.planted import centred, planted_cells

TIED_2 = np.array([0.05, 0.05, *[-0.05] * 8])
TIED_3 = np.array([0.05, 0.05, 0.05, *[-0.05] * 7])
LEADER = np.array([0.06, *[0.0] * 9])
NOTHING = np.zeros(10)
OTHERS = ~np.eye(10, dtype=bool)


def boards_of(random: np.random.Generator, mean: np.ndarray, boards: int = 80, sd: float = 0.02):
    """Board means with normal noise, and gamma weights."""
    effects = centred(mean + sd * random.standard_normal((boards, 10)))
    weights = random.gamma(8.0, size=boards)
    return effects, weights / weights.sum()


def share_named(mean: np.ndarray, times: int, seed: int) -> float:
    random = np.random.default_rng(seed)
    return float(np.mean([strongest(compare(*boards_of(random, mean))).named for _ in range(times)]))


def test_the_formula_of_the_standard_error():
    effects, weights = boards_of(np.random.default_rng(1), LEADER, 60)
    found = compare(effects, weights)
    number = 1 / np.square(weights).sum()
    apart = effects[:, 2] - effects[:, 5]
    mean = weights @ apart
    assert found.values[2, 5] == pytest.approx(mean) and found.number == pytest.approx(number)
    expected = np.sqrt((weights**2 @ (apart - mean) ** 2) * number / (number - 1))
    assert found.errors[2, 5] == pytest.approx(expected)
    assert found.heaviest == pytest.approx(weights.max())
    low, high = found.intervals()
    assert (high - low) / 2 == pytest.approx(stats.t.ppf(0.975, number - 1) * found.mean_errors)


def test_of_two_tied_for_best_one_is_named_in_one_case_of_twenty():
    assert share_named(TIED_2, 2000, 2) == pytest.approx(0.05, abs=0.016)


def test_of_three_tied_for_best_one_is_named_hardly_ever():
    assert share_named(TIED_3, 2000, 3) == pytest.approx(0.014, abs=0.011)


def test_where_nothing_differs_nothing_is_named():
    assert share_named(NOTHING, 1000, 4) < 0.01


def test_a_leader_is_named():
    assert share_named(LEADER, 200, 5) > 0.99
    random = np.random.default_rng(6)
    by_a_point = [strongest(compare(*boards_of(random, LEADER / 6, 200, 0.025))).named for _ in range(300)]
    assert 0.6 < np.mean(by_a_point) < 0.95


def test_what_the_rule_needs():
    effects, weights = boards_of(np.random.default_rng(7), LEADER, 40)
    few = strongest(compare(effects, weights))
    assert not few.named and few.leader == 0 and "effective number of boards is" in few.why_not[0]
    assert strongest(compare(effects, weights), Rule(fewest=30, heaviest=0.08)).named
    effects, _ = boards_of(np.random.default_rng(8), LEADER, 100)
    heavy = np.full(100, 0.94 / 99)
    heavy[0] = 0.06
    uneven = strongest(compare(effects, heavy))
    assert not uneven.named and uneven.why_not == (
        "one board has 6.0 % of the weight; at most 5 % is allowed",
    )


def test_closest_is_counted_in_standard_errors():
    errors = np.full((3, 3), 0.01)
    errors[0, 2] = 0.1
    means = np.array([0.2, 0.1, -0.3])
    found = Differences(means, np.full(3, 0.01), means[:, None] - means, errors, 100, 0.01)
    verdict = strongest(found)
    assert verdict.closest == 2 and verdict.ratio == pytest.approx(5) and verdict.named


def test_players_at_large_are_a_sample():
    """Agents as in a t-test: with no other error, the rule is the t-test over agents."""
    random = np.random.default_rng(9)
    players = centred(random.normal(0, 0.02, (6, 10)))
    players -= players.mean(axis=0)
    cells, _ = planted_cells(
        random, LEADER, players=players, agents=6, board_sd=1e-6, mixed_sd=1e-6, luck_sd=1e-6
    )
    found = compare(cells.board_means, cells.boards)
    verdict = at_large(found, split(cells), cells.pool)
    apart = LEADER[0] + players[:, 0] - players[:, verdict.closest]
    assert verdict.ratio == pytest.approx(stats.ttest_1samp(apart, 0).statistic, rel=0.01)
    assert verdict.needed == pytest.approx(stats.t.ppf(0.975, 5))
    assert strongest(found).ratio > 100 * verdict.ratio
    with pytest.raises(ValueError, match="pool of one agent"):
        at_large(found, split(cells), np.array([1.0, 0, 0, 0, 0, 0]))


def test_players_at_large_are_named_falsely_in_one_case_of_twenty():
    random = np.random.default_rng(10)
    named = []
    for _ in range(600):
        players = np.zeros((5, 10))
        players[:, :2] = random.normal(0, 0.02, (5, 2))
        effects = centred(TIED_2 + players + 0.01 * random.standard_normal((60, 5, 10)))
        own = np.asarray(np.kron(np.eye(5), np.eye(10) - 0.1) * 1e-4, np.float64)
        cells = Cells(effects, own, np.full(60, 1 / 60), np.full(5, 0.2))
        named.append(at_large(compare(cells.board_means, cells.boards), split(cells), cells.pool).named)
    assert np.mean(named) == pytest.approx(0.05, abs=0.03)


def test_leaving_out_the_agent_that_makes_the_lead_removes_it():
    random = np.random.default_rng(11)
    players = np.zeros((4, 10))
    players[2, 0] = 0.3
    cells, _ = planted_cells(random, NOTHING, players=players)
    assert strongest(compare(cells.board_means, cells.boards)).named
    named = {agent: verdict.named for agent, verdict in leaving_out(cells).items()}
    assert named == {0: True, 1: True, 2: False, 3: True}


def test_resamples_have_the_spread_of_the_estimate():
    effects, weights = boards_of(np.random.default_rng(12), NOTHING, 100)
    ratios = resample(effects, weights, 4000)
    assert ratios.std(axis=0)[OTHERS] == pytest.approx(1, abs=0.1)
    assert ratios.mean(axis=0) == pytest.approx(0, abs=0.15)
    assert (ratios == -ratios.transpose(0, 2, 1)).all()


def rates(times: int, resamples: int, boards: int, seed: int) -> dict[str, float]:
    """How often each statement holds where nothing differs, and where two are tied for best."""
    random = np.random.default_rng(seed)
    hits: dict[str, list[Any]] = {name: [] for name in ("pair", "both", "hsu", "cover", "best")}
    for _ in range(times):
        effects, weights = boards_of(random, NOTHING, boards)
        found, resampled = compare(effects, weights), resample(effects, weights, resamples)
        pairs = pair_intervals(found, resampled)
        hits["pair"].append(((pairs.low > 0) & OTHERS).any())
        hits["best"].append(gupta_set(found, resampled)[0])
        hsu = hsu_intervals(found, resampled)
        hits["hsu"].append(((hsu.low <= 0) & (hsu.high >= 0)).all())
        low, high = found.intervals()
        hits["cover"].append(((low <= 0) & (high >= 0)).mean())
        effects, weights = boards_of(random, TIED_2, boards)
        found, resampled = compare(effects, weights), resample(effects, weights, resamples)
        hits["both"].append(gupta_set(found, resampled)[:2].all())
    return {name: float(np.mean(values)) for name, values in hits.items()}


def check_rates(found: dict[str, float], times: int) -> None:
    """A rate fails only where the count contradicts its limit at 1 %."""
    fewest = stats.binom.ppf(0.01, times, 0.95) / times
    assert found["pair"] <= stats.binom.ppf(0.99, times, 0.05) / times
    assert found["both"] >= fewest and found["hsu"] >= fewest and found["best"] >= fewest
    assert 0.92 <= found["cover"] <= 0.98


def test_sets_and_intervals_are_as_sure_as_they_say():
    check_rates(rates(100, 400, 80, 13), 100)


@pytest.mark.long
@pytest.mark.parametrize("boards", [40, 200])
def test_sets_and_intervals_are_as_sure_as_they_say_at_length(boards):
    found = rates(1000, 2000, boards, 14)
    print(f"{boards} boards: {found}")
    check_rates(found, 1000)


@pytest.mark.long
def test_the_rule_is_as_sure_as_it_says_at_length():
    two, three, one = (share_named(mean, 20000, 15) for mean in (TIED_2, TIED_3, NOTHING))
    print(f"named: two tied {two:.4f}, three tied {three:.4f}, all tied {one:.4f}")
    assert two == pytest.approx(0.05, abs=0.005) and three == pytest.approx(0.014, abs=0.003) and one < 0.002


def test_hsu_tells_how_far_ahead_of_the_best_other():
    effects, weights = boards_of(np.random.default_rng(16), LEADER, 100)
    found, resampled = compare(effects, weights), resample(effects, weights, 500)
    hsu = hsu_intervals(found, resampled)
    assert hsu.low[0] == 0 and hsu.high[0] > 0.05
    assert (hsu.high[1:] == 0).all() and (hsu.low[1:] < -0.05).all()
    assert gupta_set(found, resampled).tolist() == [True, *[False] * 9]
    pairs = pair_intervals(found, resampled)
    assert (pairs.low[0, 1:] > 0).all() and pairs.low == pytest.approx(-pairs.high.T)


def test_holms_column_answers_whether_it_equals_the_average():
    effects, weights = boards_of(np.random.default_rng(17), LEADER, 100)
    found = compare(effects, weights)
    plain = 2 * stats.t.sf(np.abs(found.means / found.mean_errors), found.degrees)
    assert equals_average(found) == pytest.approx(holm(plain))
    assert equals_average(found)[0] < 1e-6
