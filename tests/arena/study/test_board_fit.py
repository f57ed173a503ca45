"""The effects on one board, by least squares with a jackknife covariance."""

import numpy as np
import pytest

from dixie_arena.studying.board_fit import Projection, fit_board
from dixie_arena.studying.cells import Cells, collect, effective_number, normalised
from dixie_arena.studying.seats import read_seats, spread_blocks
from tests.arena.study.planted import centred, planted_seats

EFFECTS = centred(np.random.default_rng(5).normal(0, 0.05, (3, 10)))


def test_effects_without_noise_are_exact():
    random = np.random.default_rng(1)
    places = np.array([0.1, 0.0, -0.02, -0.08])
    seats = planted_seats(random, EFFECTS, games=400, places=places, noise=0)
    fit = fit_board(seats, 3)
    assert fit.effects == pytest.approx(EFFECTS)
    assert fit.covariance == pytest.approx(0, abs=1e-20)
    assert fit.games == 400


def test_games_with_luck_of_their_own_are_not_independent_seats():
    """The jackknife sees what seats of a game share: here it cancels, so errors are those of the noise."""
    random = np.random.default_rng(2)
    found, expected = [], []
    for _ in range(200):
        seats = planted_seats(random, EFFECTS[:2], games=400, noise=0.3, together=0.5)
        fit = fit_board(seats, 2)
        found.append(fit.effects - EFFECTS[:2])
        expected.append(np.diag(fit.covariance))
    ratio = np.mean(expected) / np.var(found)
    assert ratio == pytest.approx(1, abs=0.1)


@pytest.mark.long
def test_jackknife_variance_is_right_within_two_percent():
    random = np.random.default_rng(3)
    found, expected = [], []
    for _ in range(4000):
        seats = planted_seats(random, EFFECTS, games=700)
        fit = fit_board(seats, 3)
        found.append(fit.effects - EFFECTS)
        expected.append(np.diag(fit.covariance))
    ratio = np.mean(expected) / np.var(found)
    print(f"jackknife variance / true variance: {ratio:.4f}")
    assert ratio == pytest.approx(1, abs=0.025)


def test_effects_add_up_to_nothing_for_each_agent():
    fit = fit_board(planted_seats(np.random.default_rng(4), EFFECTS), 3)
    assert fit.effects.sum(axis=1) == pytest.approx(0, abs=1e-12)
    own = np.kron(np.eye(3), np.ones(10))
    assert own @ fit.covariance @ own.T == pytest.approx(0, abs=1e-12)


def test_projection_of_an_outcome_is_that_of_the_fit():
    seats = planted_seats(np.random.default_rng(4), EFFECTS)
    assert Projection(seats, 3).effects(seats.win_share) == pytest.approx(fit_board(seats, 3).effects)


def test_rows_in_any_order_give_the_same_games():
    random = np.random.default_rng(6)
    seats = planted_seats(random, EFFECTS, games=100)
    shuffled = random.permutation(400)
    game, seat = np.divmod(np.arange(400), 4)
    columns = {
        name: getattr(seats, name).ravel()[shuffled]
        for name in ("ability", "agent", "place", "win_share", "rank")
    }
    again = read_seats(game[shuffled], seat[shuffled], block=seats.block[game][shuffled], **columns)
    for name, values in vars(seats).items():
        assert (getattr(again, name) == values).all()


def test_errors_say_what_is_wrong():
    seats = planted_seats(np.random.default_rng(7), EFFECTS, games=100)
    with pytest.raises(ValueError, match="agent must be from 0 to 1; found 0 to 2"):
        fit_board(seats, 2)
    with pytest.raises(ValueError, match="agent 3 held ability 1 in no game"):
        fit_board(seats, 4)
    with pytest.raises(ValueError, match="same number of seats; found 1 to 2"):
        read_seats([0, 0, 1], [0, 1, 0], [1, 2, 3], [0] * 3, [0] * 3, [0] * 3, [1] * 3)
    with pytest.raises(ValueError, match="in the same block"):
        read_seats([0, 0], [0, 1], [1, 2], [0] * 2, [0] * 2, [0] * 2, [1] * 2, [0, 1])
    with pytest.raises(ValueError, match="none below 0"):
        normalised([0.5, -0.1])


def test_blocks_are_equally_large():
    assert np.bincount(spread_blocks(1400)).tolist() == [70] * 20
    assert spread_blocks(3).tolist() == [0, 1, 2]


def test_boards_and_agents_count_by_their_weights():
    random = np.random.default_rng(8)
    fits = [fit_board(planted_seats(random, EFFECTS, games=300), 3) for _ in range(3)]
    cells = collect(fits, [2, 1, 1], [1, 1, 2])
    assert cells.boards.tolist() == [0.5, 0.25, 0.25] and cells.pool.tolist() == [0.25, 0.25, 0.5]
    assert cells.covariance == pytest.approx(
        np.average([fit.covariance for fit in fits], axis=0, weights=[2, 1, 1])
    )
    assert cells.board_means[1] == pytest.approx([0.25, 0.25, 0.5] @ fits[1].effects)
    average = np.kron([0.25, 0.25, 0.5], np.eye(10))
    assert cells.mean_covariance == pytest.approx(average @ cells.covariance @ average.T)
    assert cells.without_agent(2).pool.tolist() == [0.5, 0.5, 0]
    assert cells.resampled(np.array([0, 0, 2])).boards == pytest.approx([0.4, 0.4, 0.2])
    assert effective_number([2, 1, 1]) == pytest.approx(16 / 6)
    with pytest.raises(ValueError, match="pool must be 3 weights"):
        Cells(cells.effects, cells.covariance, cells.boards, np.array([1.0]))
