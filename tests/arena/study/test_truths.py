"""The five planted truths of the study, on normal data: from the seats of games to what may be said.

One repetition has 40 boards x 400 games, as the study's own. A rate fails only where the count contradicts
its limit at 1 %.
"""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

from dixie_arena.studying.best_sets import gupta_set, pair_intervals
from dixie_arena.studying.board_fit import fit_board
from dixie_arena.studying.cells import Cells, collect
from dixie_arena.studying.components import split
from dixie_arena.studying.differences import Differences, compare, resample
from dixie_arena.studying.look_up import look_up_first
from dixie_arena.studying.posterior import chances
from dixie_arena.studying.strongest import Rule, leaving_out, strongest
from tests.arena.study.planted import centred, planted_seats
from tests.arena.study.rates import at_least, at_most, covers

BOARDS, GAMES, AGENTS = 40, 400, 2
RULE = Rule(fewest=30)
"""A repetition has fewer boards than a study must have."""
OTHERS = ~np.eye(10, dtype=bool)
NOTHING = np.zeros((AGENTS, 10))
TIED = np.tile(centred(np.array([0.1, 0.1, *[0.0] * 8])), (AGENTS, 1))
KNOWN = np.tile(centred(np.array([0.12, 0.06, 0.05, *np.linspace(0.03, -0.1, 7)])), (AGENTS, 1))
BONUS = 0.15
Truth = Callable[[float], np.ndarray]

short_and_long = pytest.mark.parametrize("times", [6, pytest.param(200, marks=pytest.mark.long)])


def repeat(times: int, effects: Truth, seed: int) -> Iterator[tuple[Cells, Differences, np.ndarray]]:
    """Yield studies of boards whose effects depend on their length, and the lengths."""
    random = np.random.default_rng(seed)
    for _ in range(times):
        lengths = random.integers(6, 13, BOARDS)
        fits = [
            fit_board(planted_seats(random, effects(length), games=GAMES, noise=0.43), AGENTS)
            for length in lengths
        ]
        cells = collect(fits)
        yield cells, compare(cells.board_means, cells.boards), lengths


@short_and_long
def test_1_nothing_differs(times):
    named = different = 0
    covered = []
    for cells, found, _ in repeat(times, lambda length: NOTHING, 1):
        resampled = resample(cells.board_means, cells.boards, 500)
        named += strongest(found, RULE).named
        different += bool(((pair_intervals(found, resampled).low > 0) & OTHERS).any())
        covered.append(covers(found, NOTHING[0]))
    print(f"named {named}, a pair different {different} of {times}; covered {np.mean(covered):.3f}")
    assert at_most(named, times, 0.05) and at_most(different, times, 0.05)
    assert np.mean(covered) > 0.8 if times < 200 else 0.92 <= np.mean(covered) <= 0.98


@short_and_long
def test_2_two_tied_for_best(times):
    named = both = 0
    for cells, found, _ in repeat(times, lambda length: TIED, 2):
        named += strongest(found, RULE).named
        both += bool(gupta_set(found, resample(cells.board_means, cells.boards, 500))[:2].all())
    print(f"named {named}, both in the set {both} of {times}")
    assert at_most(named, times, 0.05) and at_least(both, times, 0.95)


@short_and_long
def test_3_known_effects(times):
    named = 0
    covered = []
    for _, found, _ in repeat(times, lambda length: KNOWN, 3):
        verdict = strongest(found, RULE)
        named += verdict.named and verdict.leader == 0
        covered.append(covers(found, KNOWN[0]))
    print(f"named {named} of {times}; covered {np.mean(covered):.3f}")
    assert at_least(named, times, 0.8)
    assert np.mean(covered) > 0.8 if times < 200 else 0.92 <= np.mean(covered) <= 0.98


def long_tracks_pay(length: float) -> np.ndarray:
    bonus = np.zeros((AGENTS, 10))
    bonus[:, 0] = BONUS * (length >= 8)
    return centred(bonus)


@short_and_long
def test_4_a_bonus_only_on_long_tracks(times):
    """On short tracks all abilities tie, so the number has no true value: luck says who is best there.

    So it is found in little more than 80 %. In `test_look_up` the best ability changes with the number.
    """
    first = whatever = 0
    resamples = 60 if times >= 200 else 10
    variances, shares = [], []
    truth = (BONUS * 0.9) ** 2 * (5 / 7) * (2 / 7)
    random = np.random.default_rng(40)
    for cells, _, lengths in repeat(times, long_tracks_pay, 4):
        numbers = np.column_stack([random.normal(size=(BOARDS, 4)), lengths])
        steps = look_up_first(
            cells.board_means,
            cells.boards,
            cells.mean_covariance,
            numbers,
            most=1,
            permutations=100,
            draws=100,
        )
        first += steps[0].found == 4
        whatever += chances(cells, resamples=resamples).whatever is not None
        doubt = split(cells).doubt(0)
        variances.append(doubt.board)
        shares.append(doubt.percent["board"])
    near = sum(abs(one / truth - 1) < 1 / 3 for one in variances)
    print(
        f"first {first}, whatever {whatever}, near {near} of {times}; mean {np.mean(variances) / truth:.3f}"
    )
    assert at_least(first, times, 0.8) and at_least(near, times, 0.75)
    assert at_most(whatever, times, 0.005)
    assert np.mean(shares) > 85
    assert np.mean(variances) == pytest.approx(truth, rel=0.1 if times >= 200 else 0.3)


def one_agent_gains(length: float) -> np.ndarray:
    bonus = np.zeros((AGENTS, 10))
    bonus[1, 0] = 2 * BONUS
    return centred(bonus)


@short_and_long
def test_5_a_bonus_for_one_agent_only(times):
    named = without = whatever = near = 0
    variances = []
    truth = (BONUS * 0.9) ** 2
    for cells, found, _ in repeat(times, one_agent_gains, 5):
        named += strongest(found, RULE).named
        without += leaving_out(cells, RULE)[1].named
        whatever += chances(cells, resamples=5).whatever is not None
        doubt = split(cells).doubt(0)
        variances.append(doubt.players)
        near += abs(doubt.players / truth - 1) < 1 / 3
        assert doubt.percent["players"] > 60
    print(f"named {named}, without the agent {without}, whatever {whatever}, near {near} of {times}")
    assert named == times and at_most(without, times, 0.05) and whatever == 0 and at_least(near, times, 0.75)
    assert np.mean(variances) == pytest.approx(truth, rel=0.1)
