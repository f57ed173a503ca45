"""The probability of being strongest for a new board and player."""

import numpy as np
import pytest

from dixie_arena.studying.posterior import Chances, Posterior, chances, positive, smallest_set
from tests.arena.study.planted import centred, planted_cells

CLOSE = centred(np.array([0.03, 0.02, 0.01, *np.linspace(0, -0.06, 7)]))
CLEAR = centred(np.array([0.2, *[0.0] * 9]))


def new_best(seed: int = 0, **options) -> np.ndarray:
    """How often each ability is really the best on a new board, for a new player of the pool."""
    _, truth = planted_cells(np.random.default_rng(seed), CLOSE, boards=20_000, **options)
    return np.bincount(truth.argmax(axis=2).ravel(), minlength=10) / truth[..., 0].size


def test_probabilities_are_those_of_new_boards_and_not_of_luck():
    truth = new_best()
    random = np.random.default_rng(1)
    found, raw = [], []
    for seed in range(15):
        cells, _ = planted_cells(random, CLOSE, luck_sd=0.06)
        draws = Posterior.of(cells).draw(30, seed).argmax(axis=3)
        found.append(np.bincount(draws.ravel(), minlength=10) / draws.size)
        noisy = cells.effects + 0.06 * random.standard_normal(cells.effects.shape)
        raw.append(np.bincount(noisy.argmax(axis=2).ravel(), minlength=10) / noisy[..., 0].size)
    assert np.mean(found, axis=0)[:3] == pytest.approx(truth[:3], abs=0.06)
    assert np.mean(raw, axis=0)[0] < truth[0] - 0.15  # raw estimates plus error count luck twice


def coverage(times: int, boards: int, seed: int) -> tuple[float, float]:
    truth = new_best(luck_sd=0.05)
    random = np.random.default_rng(seed)
    covered, sizes = [], []
    for number in range(times):
        cells, _ = planted_cells(random, CLOSE, boards=boards, luck_sd=0.05)
        chosen = chances(cells, resamples=1, seed=number).smallest_set
        covered.append(truth[chosen].sum())
        sizes.append(len(chosen))
    return float(np.mean(covered)), float(np.mean(sizes))


def test_the_smallest_set_has_the_best_of_a_new_board():
    covered, size = coverage(20, 100, 2)
    assert 0.92 <= covered <= 0.99 and size < 7


@pytest.mark.long
def test_the_smallest_set_has_the_best_of_a_new_board_at_length():
    covered, size = coverage(300, 200, 3)
    print(f"the smallest set: covers {covered:.3f}, {size:.1f} abilities")
    assert 0.94 <= covered <= 0.985 and size < 6


def test_posterior_of_one_cell_is_shrunk_by_hand():
    """One agent, so no gamma: shrinking is that of a normal mean with a known error."""
    cells, truth = planted_cells(np.random.default_rng(4), CLOSE, agents=1, boards=4000, luck_sd=0.04)
    found = Posterior.of(cells)
    factor = 0.02**2 / (0.02**2 + 0.04**2)
    slope = np.polyfit(
        (cells.effects - cells.effects.mean(axis=0)).ravel(),
        (found.means - found.means.mean(axis=0)).ravel(),
        1,
    )[0]
    assert slope == pytest.approx(factor, rel=0.1)
    assert np.diag(found.covariance).mean() == pytest.approx(0.02**2 * (1 - factor), rel=0.1)
    assert ((found.means - truth) ** 2).mean() == pytest.approx(0.02**2 * (1 - factor), rel=0.1)


def test_draws_have_the_moments_of_the_posterior():
    cells, _ = planted_cells(np.random.default_rng(5), CLOSE, boards=5)
    found = Posterior.of(cells)
    draws = found.draw(4000)
    assert draws.mean(axis=0) == pytest.approx(found.means, abs=0.004)
    flat = (draws - draws.mean(axis=0)).reshape(20000, -1)
    assert flat.T @ flat / 20000 == pytest.approx(found.covariance, abs=1e-4)
    assert draws.sum(axis=3) == pytest.approx(0, abs=1e-6)


def test_where_nothing_differs_luck_does_not_make_one_sure():
    random = np.random.default_rng(6)
    largest = []
    for seed in range(12):
        cells, _ = planted_cells(random, np.zeros(10), boards=100, board_sd=0, mixed_sd=0)
        found = chances(cells, resamples=5, seed=seed)
        assert found.whatever is None
        largest.append(found.values.max())
    assert np.mean(largest) < 0.75


def test_a_clear_leader_is_strongest_whatever_the_board():
    cells, _ = planted_cells(np.random.default_rng(7), CLEAR, boards=100)
    found = chances(cells, resamples=20)
    assert found.whatever == 0 and found.smallest_set == [0]
    assert found.values.sum() == pytest.approx(1) and (found.bounds <= found.values + 1e-9).all()


def test_a_leader_on_some_boards_only_is_not():
    """The bonus counts on 8 of 10 boards, or for 3 of 4 players."""
    boards = np.zeros((200, 10))
    boards[:40, 0] = -0.3
    cells, _ = planted_cells(np.random.default_rng(8), CLEAR, board_effects=centred(boards))
    found = chances(cells, resamples=5)
    assert found.whatever is None and 0.7 < found.values[0] < 0.9
    players = np.zeros((4, 10))
    players[1, 0] = -0.3
    cells, _ = planted_cells(np.random.default_rng(9), CLEAR, players=players)
    found = chances(cells, resamples=5)
    assert found.whatever is None and found.values[0] == pytest.approx(0.75, abs=0.02)


def test_both_limits_must_hold():
    values = np.array([0.96, 0.04])
    assert Chances(values, np.array([0.91, 0])).whatever == 0
    assert Chances(values, np.array([0.89, 0])).whatever is None
    assert Chances(np.array([0.94, 0.06]), np.array([0.93, 0])).whatever is None


def test_smallest_set():
    assert smallest_set(np.array([0.1, 0.5, 0.36, 0.04])) == [1, 2, 0]
    assert smallest_set(np.array([0.05, 0.95])) == [1]


def test_directions_of_negative_variance_are_dropped():
    assert positive(np.diag([3.0, 1.0, -1.0])) == pytest.approx(np.diag([3.0, 1.0, 0]))
    assert (positive(np.diag([-1.0, -2.0])) == 0).all()


def test_the_same_seed_gives_the_same_numbers():
    cells, _ = planted_cells(np.random.default_rng(10), CLOSE, boards=30)
    one, two = (chances(cells, resamples=3, seed=4) for _ in range(2))
    assert (one.values == two.values).all() and (one.bounds == two.bounds).all()
