"""The equilibrium of whole tables, where each seat draws its agent from the same mixture."""

from typing import Any

import numpy as np
import pytest

from dixie_arena.bootstrap import Bootstrap
from dixie_arena.equilibrium import equilibrium
from dixie_arena.pairs import shares
from dixie_arena.population import describe_population
from dixie_arena.results import GameResults
from dixie_arena.table_game import read_table_game, table_equilibrium
from tests.arena.planted import ROCK_PAPER_SCISSORS, planted_company, planted_duels, planted_tables, rated

CIRCLE = np.pad(ROCK_PAPER_SCISSORS, (0, 1))
CIRCLE[:3, 3], CIRCLE[3, :3] = 1.0, -1.0
"""Rock, paper, scissors, and one that loses to all three."""
EVEN = np.full((4, 4), 0.5)


def described(results: GameResults) -> dict[str, Any]:
    found = describe_population(results, Bootstrap(results.blocks))
    assert found is not None
    return found


def test_payoffs_by_hand() -> None:
    agents = np.array([[0, 1, 1], [0, 1, 1], [0, 0, 1]])
    ranks = np.array([[1, 2, 3], [2, 1, 3], [3, 2, 1]])
    results = GameResults(("a", "b"), agents, ranks, -1.0 * ranks, agents, np.arange(3))
    game = read_table_game(results, Bootstrap(results.blocks), EVEN[:2, :2])
    assert game is not None
    assert game.copies.tolist() == [[2, 0], [1, 1], [0, 2]]
    assert game.ways.tolist() == [1, 2, 1]
    third = 1 / 3  # what the rating says, with the weight of one game
    right = [[third, (0 + third) / 3, (1 + third) / 3], [(1 + third) / 2, (1 + third) / 5, third]]
    assert game.payoffs == pytest.approx(np.array(right))
    assert game.seen.all()
    mixture = np.array([0.25, 0.75])
    assert game.chances(mixture) == pytest.approx([1 / 16, 6 / 16, 9 / 16])
    assert game.chances(mixture).sum() == 1


def test_two_players_play_the_matrix() -> None:
    random = np.random.default_rng(1)
    results = planted_company(random.normal(0, 0.7, (4, 4)), 400, 1, players=2)
    game = read_table_game(results, Bootstrap(results.blocks), EVEN)
    assert game is not None
    payoffs = game.payoffs
    assert payoffs + payoffs.T == pytest.approx(np.ones((4, 4)))
    assert table_equilibrium(game, payoffs) == pytest.approx(equilibrium(payoffs - 0.5), abs=1e-6)


def test_a_circle_at_whole_tables() -> None:
    found = described(planted_company(CIRCLE, 1500, 1))["tables"]
    assert found["seen"] == 1
    for row in found["agents"][:3]:
        assert row["mass"]["value"] == pytest.approx(1 / 3, abs=0.1)
        assert row["win_share"]["value"] == pytest.approx(1 / 3, abs=1e-3)
    dominated = found["agents"][3]
    assert dominated["mass"]["value"] == pytest.approx(0, abs=1e-4)
    assert dominated["win_share"]["high"] < 0.25


def test_the_best_of_a_rating_takes_everything() -> None:
    found = described(planted_company(rated(0.6, 0.0, -0.3) / 3, 1000, 2))["tables"]
    assert [round(row["mass"]["value"], 3) for row in found["agents"]] == [1, 0, 0]


def test_intervals_cover_the_truth() -> None:
    """Also those of few games for each company."""
    covered = 0
    for seed in range(40):
        rows = described(planted_company(ROCK_PAPER_SCISSORS, 150, seed))["tables"]["agents"]
        covered += sum(row["mass"]["low"] <= 1 / 3 <= row["mass"]["high"] for row in rows)
    assert covered >= 0.9 * 120


def test_nobody_beats_what_is_called_an_equilibrium() -> None:
    results = planted_company(np.random.default_rng(3).normal(0, 0.5, (5, 5)), 300, 3, players=4)
    game = read_table_game(results, Bootstrap(results.blocks), np.full((5, 5), 0.5))
    assert game is not None
    masses = table_equilibrium(game, game.resampled)
    found = np.isfinite(masses).all(axis=1)
    assert found.mean() > 0.8
    wins = np.einsum("ric,rc->ri", game.resampled, game.chances(masses))[found]
    assert (wins.max(axis=1) - (wins * masses[found]).sum(axis=1)).max() < 1e-4
    assert masses[found].sum(axis=1) == pytest.approx(1)


def test_without_such_tables_there_is_none() -> None:
    assert described(planted_tables([0.1, 0.0, 0.0, -0.1], 200, 1, players=3))["tables"] is None
    assert described(planted_duels(ROCK_PAPER_SCISSORS, 20, 1))["tables"] is None  # a mixture needs a b c
    best = described(planted_duels(rated(3.0, 0.0, 0.0), 40, 1))["tables"]  # one against copies is enough
    assert best["agents"][0]["mass"]["value"] == pytest.approx(1)
    assert described(planted_tables([0.0] * 2, 50, 1, players=2))["tables"] is None  # it is the matrix


def test_too_many_companies() -> None:
    results = planted_tables([0.0] * 8, 50, 1, players=5)
    many = GameResults(
        tuple(f"agent{number}" for number in range(12)),
        results.agents,
        results.ranks,
        results.scores,
        results.turns,
        results.blocks,
    )
    assert read_table_game(many, Bootstrap(many.blocks), shares(np.ones((12, 12)))) is None
