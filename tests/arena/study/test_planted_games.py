"""The five planted truths, from games to what may be said; the long tests have 200 repetitions of 40 boards.

Rates fail only where the count contradicts their limit at 1 %.
"""

import numpy as np
import pytest

from dixie_arena.studying.best_sets import gupta_set, pair_intervals
from dixie_arena.studying.board_numbers import NUMBERS, read_boards
from dixie_arena.studying.components import split
from dixie_arena.studying.differences import compare, resample
from dixie_arena.studying.look_up import look_up_first
from dixie_arena.studying.posterior import chances
from dixie_arena.studying.strongest import Rule, leaving_out, strongest
from tests.arena.study.planted_games import GREEDY, repeat, stored
from tests.arena.study.rates import at_least, at_most, covers

RULE = Rule(fewest=20)
"""A repetition has fewer boards than a study must have."""
OTHERS = ~np.eye(10, dtype=bool)
SIZES = ("times", "boards", "games")
LONG = pytest.param(200, 40, 400, marks=pytest.mark.long)
short_and_long = pytest.mark.parametrize(SIZES, [(1, 24, 180), LONG])


@short_and_long
def test_1_nothing_differs(times: int, boards: int, games: int):
    named = different = 0
    covered = []
    for cells, _ in repeat("nothing", times, boards, games):
        found = compare(cells.board_means, cells.boards)
        named += strongest(found, RULE).named
        intervals = pair_intervals(found, resample(cells.board_means, cells.boards, 500))
        different += bool(((intervals.low > 0) & OTHERS).any())
        covered.append(covers(found, np.zeros(10)))
    print(f"named {named}, a pair different {different} of {times}; covered {np.mean(covered):.3f}")
    assert at_most(named, times, 0.05) and at_most(different, times, 0.05)
    assert np.mean(covered) >= 0.6 if times < 200 else 0.92 <= np.mean(covered) <= 0.98


@short_and_long
def test_2_two_tied_for_best(times: int, boards: int, games: int):
    named = both = 0
    for cells, _ in repeat("tied", times, boards, games):
        found = compare(cells.board_means, cells.boards)
        named += strongest(found, RULE).named
        both += bool(gupta_set(found, resample(cells.board_means, cells.boards, 500))[:2].all())
        assert set(np.argsort(-found.means)[:2].tolist()) == {0, 1}
    print(f"named {named}, both in the set {both} of {times}")
    assert at_most(named, times, 0.05) and at_least(both, times, 0.95)


@short_and_long
def test_3_known_effects(times: int, boards: int, games: int):
    truth = np.array(stored("known")["effects"])
    assert 0.045 < truth[0] - truth[1] < 0.07  # best by about 6 points
    named = 0
    covered = []
    for cells, _ in repeat("known", times, boards, games):
        found = compare(cells.board_means, cells.boards)
        verdict = strongest(found, RULE)
        named += verdict.named and verdict.leader == 0
        assert verdict.leader == 0
        covered.append(covers(found, truth))
    print(f"named {named} of {times}; covered {np.mean(covered):.3f}")
    assert at_least(named, times, 0.8)
    assert np.mean(covered) >= 0.6 if times < 200 else 0.92 <= np.mean(covered) <= 0.98


@pytest.mark.parametrize(SIZES, [(1, 40, 300), LONG])
def test_4_a_bonus_only_on_long_tracks(times: int, boards: int, games: int):
    truth = stored("long_tracks")["board"]
    first = whatever = 0
    variances = []
    for cells, drawn in repeat("long_tracks", times, boards, games):
        steps = look_up_first(
            cells.board_means,
            cells.boards,
            cells.mean_covariance,
            read_boards(drawn),
            most=1,
            permutations=100,
            draws=100,
        )
        found = steps[0].found
        first += found is not None and NUMBERS[found].key == "track_length"
        whatever += chances(cells, resamples=20).whatever is not None
        variances.append(split(cells).doubt(0).board)
    near = sum(abs(one / truth - 1) < 1 / 3 for one in variances)
    print(f"first {first}, whatever {whatever}, near {near} of {times}; {np.mean(variances) / truth:.3f}")
    assert (first == times if times < 200 else at_least(first, times, 0.8)) and whatever == 0
    if times >= 200:
        assert at_least(near, times, 0.75)
        assert np.mean(variances) == pytest.approx(truth, rel=0.1)
    else:
        assert np.mean(variances) == pytest.approx(truth, rel=0.6)


@short_and_long
def test_5_a_bonus_for_one_agent_only(times: int, boards: int, games: int):
    truth = stored("one_agent")["players"]
    without = whatever = 0
    variances = []
    for cells, _ in repeat("one_agent", times, boards, games):
        without += leaving_out(cells, RULE)[GREEDY].named
        whatever += chances(cells, resamples=5).whatever is not None
        doubt = split(cells).doubt(0)
        variances.append(doubt.players)
        assert doubt.percent["players"] > 60
    near = sum(abs(one / truth - 1) < 1 / 3 for one in variances)
    print(f"without the agent {without}, whatever {whatever}, near {near}; {np.mean(variances) / truth:.3f}")
    assert at_most(without, times, 0.05) and whatever == 0 and at_least(near, times, 0.75)
    assert np.mean(variances) == pytest.approx(truth, rel=0.1 if times >= 200 else 1 / 3)
