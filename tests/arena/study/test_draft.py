"""Drafting: values from dealt games, and everyone's best pick when all choose well."""

from itertools import combinations, permutations

import numpy as np
import pytest

from dixie_arena.studying.draft_tree import best_pick, solve_draft
from dixie_arena.studying.draft_values import DraftValues, estimate_values
from dixie_arena.studying.seats import Seats, spread_blocks

OTHERS = ~np.eye(10, dtype=bool)


def values_of(
    random: np.random.Generator, players: int, abilities: int, pair_sd: float = 0.05
) -> DraftValues:
    others = ~np.eye(abilities, dtype=bool)
    pairs = np.where(others, pair_sd * random.standard_normal((abilities, abilities)), 0)
    pairs = np.where(others, pairs - pairs.sum(axis=1, keepdims=True) / (abilities - 1), 0)
    return DraftValues(0.25 + 0.1 * random.standard_normal((players, abilities)), pairs)


def dealt(random: np.random.Generator, values: DraftValues, games: int, noise: float) -> Seats:
    players, abilities = values.by_place.shape
    ability = random.permuted(np.tile(np.arange(abilities), (games, 1)), axis=1)[:, :players]
    place = random.permuted(np.tile(np.arange(players), (games, 1)), axis=1)
    share = values.by_place[place, ability] + noise * random.standard_normal((games, players))
    share += values.pairs[ability[:, :, None], ability[:, None, :]].sum(axis=2)
    return Seats(ability + 1, np.zeros_like(place), place, share, np.ones_like(place), spread_blocks(games))


def by_brute_force(values: DraftValues, display: list[int]) -> dict[tuple[int, ...], tuple[int, ...]]:
    """For each beginning of a draft, how it ends when all choose well: ends compared from the last pick."""
    players = values.players
    ends = {picks: picks for picks in permutations(sorted(display), players)}
    for depth in range(players - 1, -1, -1):
        place = players - 1 - depth
        best: dict[tuple[int, ...], tuple[int, ...]] = {}
        for picks in permutations(sorted(display), depth + 1):
            before = picks[:-1]
            here = values.of_table(ends[picks][::-1])[place]
            if before not in best or here > values.of_table(best[before][::-1])[place]:
                best[before] = ends[picks]
        ends.update(best)
    return ends


@pytest.mark.parametrize(("players", "shown"), [(2, 4), (3, 5), (4, 6)])
def test_the_tree_is_that_of_brute_force(players, shown):
    random = np.random.default_rng(players)
    for _ in range(3):
        values = values_of(random, players, 10)
        display = [int(one) for one in random.permutation(10)[:shown] + 1]
        expected = by_brute_force(values, display)
        tree = solve_draft(values, display)
        assert tuple(tree.line) == expected[()]
        assert tree.shares == pytest.approx(values.of_table(expected[()][::-1]))
        for picks in permutations(display, players - 1):  # after any picks, good or bad
            left = [one for one in display if one not in picks]
            node = tree
            for one in picks:
                node = node.following[one]
            assert node.ability == best_pick(values, left, picks) == expected[picks][-1]


def test_nobody_gains_by_another_pick():
    values = values_of(np.random.default_rng(8), 4, 10)
    tree = solve_draft(values, [1, 3, 4, 6, 8, 10])
    for other in tree.options:
        line = [other, *tree.following[other].line]
        assert values.of_table(line[::-1])[3] <= tree.shares[3] + 1e-12
    assert tree.place == 3 and tree.options[tree.ability] == tree.shares[3]
    assert tree.regret == pytest.approx(sorted(tree.options.values())[-1] - sorted(tree.options.values())[-2])


def test_without_pairs_everyone_takes_the_best_that_is_left():
    by_place = np.tile(np.arange(10) / 100, (4, 1))
    tree = solve_draft(DraftValues(by_place, np.zeros((10, 10))), [2, 9, 4, 7, 1, 5])
    assert tree.line == [9, 7, 5, 4]


def test_it_pays_to_take_what_would_hurt():
    """Ability 2 is worth less than 1, but in the hands of the other it takes all from me."""
    by_place = np.array([[0.5, 0.4, 0.0]] * 2)
    pairs = np.zeros((3, 3))
    pairs[0, 1] = -0.45
    assert best_pick(DraftValues(by_place, pairs), [1, 2, 3]) == 2


def test_of_equals_the_lowest_number_is_picked():
    assert solve_draft(DraftValues(np.zeros((3, 10)), np.zeros((10, 10))), [7, 3, 9, 5]).line == [3, 5, 7]


def test_errors_say_what_is_wrong():
    values = values_of(np.random.default_rng(9), 4, 10)
    with pytest.raises(ValueError, match="only once"):
        solve_draft(values, [1, 2, 3, 4], [4])
    with pytest.raises(ValueError, match="from 1 to 10"):
        solve_draft(values, [0, 1, 2, 3])
    with pytest.raises(ValueError, match="4 of 4 players are still to pick from 3"):
        solve_draft(values, [1, 2, 3])


def test_values_without_noise_are_exact():
    random = np.random.default_rng(10)
    values = values_of(random, 4, 10)
    found = estimate_values([dealt(random, values, 600, 0), dealt(random, values, 300, 0)], [2, 1])
    assert found.by_place == pytest.approx(values.by_place) and found.pairs == pytest.approx(values.pairs)
    assert (np.diag(found.pairs) == 0).all()


def test_boards_count_by_their_weights():
    random = np.random.default_rng(11)
    one, other = values_of(random, 3, 6), values_of(random, 3, 6)
    games = [dealt(random, one, 3000, 0), dealt(random, other, 1000, 0)]
    found = estimate_values(games, [0.75, 0.25], 6)
    assert found.by_place == pytest.approx(0.75 * one.by_place + 0.25 * other.by_place, abs=0.05)
    assert np.abs(found.by_place - other.by_place).max() > 0.1


def test_drafting_by_estimated_values_is_nearly_as_good_as_by_the_true_ones():
    random = np.random.default_rng(12)
    values = values_of(random, 4, 10, 0.01)
    found = estimate_values([dealt(random, values, 4000, 0.4) for _ in range(2)])
    lost = []
    for display in list(combinations(range(1, 11), 6))[::20]:
        true, estimated = solve_draft(values, display), solve_draft(found, display)
        lost.append(true.shares[3] - true.options[estimated.ability])
    assert np.mean(lost) < 0.02 and min(lost) >= 0


def test_what_never_happened_is_refused():
    random = np.random.default_rng(13)
    seats = dealt(random, values_of(random, 4, 10), 8, 0)
    with pytest.raises(ValueError, match=r"nobody held ability \d+ at place \d"):
        estimate_values([seats])
    with pytest.raises(ValueError, match="same number of players"):
        estimate_values([])
