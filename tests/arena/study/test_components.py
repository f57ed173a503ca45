"""The variance of effects over players and boards, and where the doubt comes from."""

import numpy as np
import pytest

from dixie_arena.studying.cells import Cells
from dixie_arena.studying.components import Doubt, split
from tests.arena.study.planted import centred, planted_cells

MEAN = centred(np.linspace(0.06, -0.06, 10))
PLAYERS = centred(np.random.default_rng(9).normal(0, 0.02, (4, 10)))
PLAYERS = PLAYERS - PLAYERS.mean(axis=0)


def repeat(times: int, **options):
    random = np.random.default_rng(1)
    return [split(planted_cells(random, MEAN, players=PLAYERS, **options)[0]) for _ in range(times)]


def test_parts_add_up_to_the_effects_of_each_board():
    cells, _ = planted_cells(np.random.default_rng(2), MEAN, players=PLAYERS)
    found = split(cells)
    assert found.mean == pytest.approx(cells.boards @ cells.board_means)
    assert found.mean + found.boards == pytest.approx(cells.board_means)
    assert cells.pool @ found.players == pytest.approx(0, abs=1e-12)
    assert cells.boards @ found.boards == pytest.approx(0, abs=1e-12)
    assert found.order.tolist() == np.argsort(-found.mean).tolist()


@pytest.mark.parametrize("weighted", [False, True])
def test_variances_are_unbiased(weighted):
    weights = np.random.default_rng(3).gamma(1.0, size=60) if weighted else None
    found = repeat(300, boards=60, weights=weights)
    board = np.mean([np.diag(one.board_covariance) for one in found], axis=0)
    assert board.mean() == pytest.approx(0.02**2, rel=0.05)
    assert np.mean([one.mixed_variance for one in found]) == pytest.approx(0.01**2, rel=0.1)
    players = np.mean([np.diag(one.players_covariance) for one in found], axis=0)
    assert players == pytest.approx((PLAYERS**2).mean(axis=0), abs=1e-5)
    luck = found[0].luck_covariance[0, 0]
    share = np.square(weights / weights.sum()).sum() if weights is not None else 1 / 60
    assert luck == pytest.approx(share * 0.03**2 / 4)


def test_where_nothing_varies_variances_average_to_nothing():
    found = repeat(200, boards=40, board_sd=0, mixed_sd=0)
    raw = [one.mixed_variance for one in found]
    error = np.std(raw) / np.sqrt(len(raw))
    assert abs(np.mean(raw)) < 4 * error and min(raw) < 0 < max(raw)
    board = [np.trace(one.board_covariance) for one in found]
    assert abs(np.mean(board)) < 4 * np.std(board) / np.sqrt(len(board))


def test_margin_is_the_contrast_of_the_first_two():
    found = repeat(1)[0]
    margin, doubt = found.margin()
    first, second = found.order[:2]
    assert margin == pytest.approx(found.mean[first] - found.mean[second])
    grid = found.board_covariance
    assert doubt.board == pytest.approx(grid[first, first] + grid[second, second] - 2 * grid[first, second])
    assert doubt.board_players == pytest.approx(2 * found.mixed_variance * 10 / 9)
    assert found.doubt(3).board_players == pytest.approx(found.mixed_variance)
    assert found.doubt(3).players == pytest.approx(found.players_covariance[3, 3])


def test_doubt_about_the_margin_has_the_variance_of_the_truth():
    cells, truth = planted_cells(np.random.default_rng(4), MEAN, players=PLAYERS, boards=20000, luck_sd=0.03)
    found = split(cells)
    margin, doubt = found.margin()
    apart = truth[:, :, found.order[0]] - truth[:, :, found.order[1]]
    assert margin == pytest.approx(apart.mean(), abs=0.001)
    assert doubt.players + doubt.board + doubt.board_players == pytest.approx(apart.var(), rel=0.05)


def test_luck_shrinks_as_games_grow():
    few, many = (repeat(1, luck_sd=luck)[0].doubt(0) for luck in (0.04, 0.02))
    assert few.luck == pytest.approx(4 * many.luck)


def test_negative_variances_are_shown_as_nothing():
    doubt = Doubt(1.0, -0.5, 3.0, 0.0)
    assert doubt.shown == {"luck": 1, "players": 0, "board": 3, "board_players": 0} and doubt.players == -0.5
    assert doubt.percent == {"luck": 25, "players": 0, "board": 75, "board_players": 0}
    assert Doubt(0, 0, -1, 0).percent["board"] == 0


def test_one_board_has_no_variance():
    cells = Cells(np.zeros((1, 2, 3)), np.zeros((6, 6)), np.ones(1), np.full(2, 0.5))
    with pytest.raises(ValueError, match="at least 2 boards"):
        split(cells)


def test_one_agent_leaves_no_doubt_about_players():
    cells, _ = planted_cells(np.random.default_rng(5), MEAN, agents=1)
    found = split(cells)
    assert found.players == pytest.approx(0) and found.mixed_variance == pytest.approx(0)
