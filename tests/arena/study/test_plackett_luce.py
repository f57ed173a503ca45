"""Effects from all ranks: right where the model is, noticed where it is not."""

from dataclasses import replace

import numpy as np
import pytest

from dixie_arena.studying.board_fit import fit_board
from dixie_arena.studying.plackett_luce import compare_spread, fit_ranks, rank_effects
from tests.arena.study.planted import centred, planted_rankings

ABILITY = np.linspace(-0.5, 0.5, 10)
AGENT = np.array([-0.4, 0.0, 0.4])
STRENGTHS = AGENT[:, None] + ABILITY


def test_parameters_are_recovered():
    seats = planted_rankings(np.random.default_rng(1), STRENGTHS, games=8000)
    found = fit_ranks(seats, 3)
    assert found.ability == pytest.approx(ABILITY, abs=0.1)
    assert found.agent == pytest.approx(AGENT, abs=0.06)
    assert found.place == pytest.approx(0, abs=0.06)
    assert np.abs(found.interaction).max() < 0.15
    assert found.ability.mean() == pytest.approx(0) and found.agent.mean() == pytest.approx(0)


def test_interactions_and_places_are_recovered():
    random = np.random.default_rng(2)
    strengths = STRENGTHS.copy()
    strengths[2, 4] += 1
    seats = planted_rankings(random, strengths, games=8000)
    found = fit_ranks(seats, 3).interaction
    assert (found - found.mean(axis=0))[2, 4] == pytest.approx(2 / 3, abs=0.15)
    places = fit_ranks(replace(seats, place=seats.rank - 1), 3).place
    assert (np.diff(places) < -1).all()  # who is early in the order is always ahead


def test_win_chances_are_a_distribution_and_fit_the_wins():
    seats = planted_rankings(np.random.default_rng(3), STRENGTHS, games=3000)
    chances = fit_ranks(seats, 3).win_chances(seats)
    assert chances.sum(axis=1) == pytest.approx(1)
    high = chances > np.quantile(chances, 0.8)
    assert seats.win_share[high].mean() == pytest.approx(chances[high].mean(), abs=0.03)


def test_order_among_ties_is_averaged():
    """A tie for all places says nothing; a tie of two puts both ahead of the rest, and neither first."""
    seats = planted_rankings(np.random.default_rng(4), STRENGTHS, games=1000)
    same = replace(seats, rank=np.ones_like(seats.rank), win_share=np.full(seats.rank.shape, 0.25))
    found = fit_ranks(same, 3)
    assert np.abs(found.ability).max() < 1e-6
    tied = replace(seats, rank=np.maximum(seats.rank, 2) - 1)
    weaker, full = fit_ranks(tied, 3), fit_ranks(seats, 3)
    assert np.corrcoef(weaker.ability, full.ability)[0, 1] > 0.95
    mirrored = replace(
        tied, **{name: getattr(tied, name)[:, ::-1] for name in ("ability", "agent", "place", "rank")}
    )
    assert fit_ranks(mirrored, 3).ability == pytest.approx(weaker.ability, abs=1e-6)


def boards(count: int, seed: int, spread: np.ndarray | None = None, games: int = 500):
    random = np.random.default_rng(seed)
    ranks, wins = [], []
    for _ in range(count):
        strengths = np.vstack([ABILITY + random.normal(0, 0.2, 10)] * 2)
        seats = planted_rankings(random, strengths, games=games, spread=spread)
        ranks.append(rank_effects(seats, 2).mean(axis=0))
        wins.append(fit_board(seats, 2).effects.mean(axis=0))
    return np.array(ranks), np.array(wins), np.full(count, 1 / count)


def test_both_methods_agree_where_the_model_is_true_and_ranks_are_more_efficient():
    ranks, wins, weights = boards(40, 5)
    found = compare_spread(ranks, wins, weights)
    assert not found.changes_spread.any()
    assert np.abs(found.delta / found.errors).max() < 4
    same = [
        planted_rankings(np.random.default_rng(seed), np.vstack([ABILITY] * 2), games=500)
        for seed in range(40)
    ]
    by_ranks = np.var([rank_effects(seats, 2).mean(axis=0) for seats in same], axis=0).mean()
    by_wins = np.var([fit_board(seats, 2).effects.mean(axis=0) for seats in same], axis=0).mean()
    assert 1.3 < by_wins / by_ranks < 3


def test_an_ability_that_widens_the_spread_is_noticed():
    spread = np.ones(10)
    spread[3] = 2.5
    ranks, wins, weights = boards(40, 6, spread)
    found = compare_spread(ranks, wins, weights)
    assert found.changes_spread[3] and found.delta[3] < -0.03  # it wins more than its ranks let expect
    assert found.delta == pytest.approx(weights @ (ranks - wins))


def test_small_differences_are_not_printed_however_sure():
    random = np.random.default_rng(7)
    wins = centred(random.normal(0, 0.02, (200, 10)))
    shift = np.zeros(10)
    shift[0], shift[1] = 0.004, 0.006
    found = compare_spread(wins + shift + random.normal(0, 1e-4, wins.shape), wins, np.full(200, 1 / 200))
    assert found.changes_spread.tolist() == [False, True, *[False] * 8]
