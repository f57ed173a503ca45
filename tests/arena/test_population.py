"""The matrix of duels, cycles and the equilibrium, on planted truths."""

from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

from dixie_arena.bootstrap import Bootstrap
from dixie_arena.chunk import play_chunk
from dixie_arena.cycles import bradley_terry, find_cycles
from dixie_arena.equilibrium import equilibrium
from dixie_arena.pairs import pair_wins, shares
from dixie_arena.population import describe_population
from dixie_arena.results import GameResults
from dixie_arena.summary import summarize
from tests.arena.helpers import small
from tests.arena.planted import (
    LABELS,
    ROCK_PAPER_SCISSORS,
    Truth,
    planted_duels,
    planted_tables,
    rated,
)

MIXED = rated(0.3, 0.0, 0.0, -0.5, -1.5) + 0.8 * np.pad(ROCK_PAPER_SCISSORS, (0, 2))
"""Three agents in a circle above two weaker ones."""


def described(results: GameResults) -> dict[str, Any]:
    found = describe_population(results, Bootstrap(results.blocks))
    assert found is not None
    return found


def covers(estimate: dict[str, float], value: float) -> bool:
    return estimate["low"] - 1e-6 <= value <= estimate["high"] + 1e-6


# --- small examples ----------------------------------------------------------------------------------------


def test_a_matrix_worked_out_by_hand() -> None:
    """Copies share: at abbb the three copies of b count as one."""
    agents = np.array([[0, 1, 1, 1], [1, 0, 0, 0], [0, 1, 2, 2]])
    ranks = np.array([[1, 2, 3, 4], [3, 1, 2, 4], [2, 1, 4, 1]])
    turns = np.broadcast_to(np.arange(4), agents.shape)
    results = GameResults(("a", "b", "c"), agents, ranks, -1.0 * ranks, turns, np.arange(3))
    wins = pair_wins(results, Bootstrap(results.blocks))
    assert wins.wins[0, 1] == pytest.approx(1 + 1 / 3 + 0)
    assert wins.wins[1, 0] == pytest.approx(0 + 0 + 1 / 2)
    assert wins.wins[2, 1] == pytest.approx(1 / 4)  # half a win, two copies
    assert wins.wins[1, 2] == pytest.approx(1 / 2)
    assert wins.tables.tolist() == [[3, 3, 1], [3, 3, 1], [1, 1, 1]]
    rows = {(row["one"], row["other"]): row for row in described(results)["pairs"]}
    assert rows["a", "b"]["share"]["value"] == pytest.approx(4 / 3 / (4 / 3 + 1 / 2), abs=1e-6)
    assert rows["a", "b"]["log_odds"]["value"] == pytest.approx(np.log((4 / 3 + 0.5) / 1), abs=1e-6)
    assert rows["a", "b"]["tables"] == 3


def test_odds_are_ratios_of_strengths_at_all_kinds_of_tables() -> None:
    strengths = [0.9, 0.2, -0.4, -0.7]
    right = rated(*strengths)
    for results in (planted_tables(strengths, 40_000, 1, players=3), planted_duels(right, 800, 1)):
        wins = pair_wins(results, Bootstrap(results.blocks)).wins
        with np.errstate(divide="ignore", invalid="ignore"):
            found = np.log(wins / wins.T)
        others = ~np.eye(4, dtype=bool)
        assert found[others] == pytest.approx(right[others], abs=0.08)


def test_the_rest_runs_in_circles() -> None:
    """At the fitted rating every agent has as many wins as expected."""
    wins = np.random.default_rng(1).uniform(5, 50, (5, 5))
    np.fill_diagonal(wins, 0)
    rest = wins - (wins + wins.T) * bradley_terry(wins)
    assert np.abs(rest).max() > 1
    assert rest.sum(axis=1) == pytest.approx(np.zeros(5), abs=0.2)  # but for the prior


def test_one_agent_has_no_population() -> None:
    results = planted_tables([0.0], 5, 1, players=1)
    assert describe_population(results, Bootstrap(results.blocks)) is None


def test_without_loops_there_is_no_rest() -> None:
    plan = small("sane,random,greedy", 24, 3, lineups="challenge", rounds=2)
    found = summarize(plan, play_chunk(plan, 0).table)["population"]
    assert [(row["one"], row["other"]) for row in found["pairs"]] == [("sane", "random"), ("sane", "greedy")]
    assert found["rating"] is None and found["equilibrium"] is None


def test_agents_that_never_win_have_no_share() -> None:
    agents = np.tile([0, 1, 2], (30, 1))
    ranks = np.tile([1, 2, 3], (30, 1))
    results = GameResults(("a", "b", "c"), agents, ranks, -1.0 * ranks, agents, np.arange(30))
    found = described(results)
    (row,) = [row for row in found["pairs"] if row["one"] == "b"]
    assert (row["share"], row["rest"], row["log_odds"]["value"]) == (None, None, 0)
    assert found["rating"] is None  # the pairs that say something form no loop
    assert found["equilibrium"][0]["mass"]["value"] == pytest.approx(1)


# --- cycles ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "strengths", [(0.0, 0.5, -0.5, 1.0, -1.0), (0.0, 3.0, -3.0, 6.0, -6.0), (0.0,) * 5], ids=str
)
@pytest.mark.parametrize("tables", [False, True], ids=["duels", "mixed"])
def test_a_pure_rating_has_no_cycle(strengths: tuple[float, ...], tables: bool) -> None:
    """Beyond noise one is found in 5 % of tournaments, even if many pairs always end in the same way."""
    found = covered = 0
    for seed in range(60):
        if tables:
            results = planted_tables(list(strengths), 200, seed)
        else:
            results = planted_duels(rated(*strengths), 12, seed)
        cycles = find_cycles(pair_wins(results, Bootstrap(results.blocks)))
        assert cycles.chance is not None and cycles.size is not None and cycles.size.low is not None
        found += cycles.chance < 0.05
        covered += cycles.size.low == 0
    assert found <= 7  # of 60; 3 are expected
    assert covered >= 55


def test_rock_paper_scissors_is_found() -> None:
    truth = Truth(ROCK_PAPER_SCISSORS)
    found = described(planted_duels(ROCK_PAPER_SCISSORS, 60, 1))
    rating = found["rating"]
    assert rating["loops"] == 1
    assert rating["chance"] < 0.001
    assert rating["rest_observed"] > 5 * rating["noise"]
    assert rating["rest"]["value"] == pytest.approx(truth.rest, abs=0.03)
    assert rating["explained"]["high"] < 0.1
    for row in found["equilibrium"]:
        assert row["mass"]["value"] == pytest.approx(1 / 3, abs=0.06)
        assert row["share"]["value"] == pytest.approx(0.5, abs=1e-5)


def test_a_circle_above_weaker_agents() -> None:
    found = described(planted_duels(MIXED, 60, 2))
    assert found["rating"]["chance"] < 0.01
    assert 0.6 < found["rating"]["explained"]["value"] < 0.95
    assert [row["mass"]["high"] for row in found["equilibrium"][3:]] == [0, 0]
    largest = max(found["pairs"], key=lambda row: abs(row["rest"]))
    assert {largest["one"], largest["other"]} < {"a", "b", "c"}


@pytest.mark.parametrize("blocks", [10, 30])
def test_intervals_cover_the_truth(blocks: int) -> None:
    truth = Truth(MIXED)
    assert 0.7 < truth.explained < 0.9
    counts = dict.fromkeys(("rest", "explained", "share", "mass", "top"), 0)
    runs = 60
    for seed in range(runs):
        found = described(planted_duels(MIXED, blocks, seed))
        counts["rest"] += covers(found["rating"]["rest"], truth.rest)
        counts["explained"] += covers(found["rating"]["explained"], truth.explained)
        for row in found["pairs"]:
            one, other = LABELS.index(row["one"]), LABELS.index(row["other"])
            counts["share"] += covers(row["share"], truth.shares[one, other])
        covered = [
            covers(row["mass"], mass) for row, mass in zip(found["equilibrium"], truth.masses, strict=True)
        ]
        counts["mass"] += sum(covered[:3])
        counts["top"] += sum(covered[3:])
    assert 0.88 * runs <= counts["rest"]
    assert 0.88 * runs <= counts["explained"]
    assert 0.93 <= counts["share"] / (10 * runs) <= (0.99 if blocks >= 30 else 1)  # careful with few blocks
    assert counts["mass"] / (3 * runs) >= 0.90
    assert counts["top"] == 2 * runs


def test_bradley_and_terry_many_at_a_time() -> None:
    wins = np.random.default_rng(1).uniform(1, 40, (7, 4, 4))
    together = bradley_terry(wins)
    for number in range(7):
        assert together[number] == pytest.approx(bradley_terry(wins[number]), abs=1e-7)
    two = np.array([[0.0, 300.0], [100.0, 0.0]])
    assert bradley_terry(two)[0, 1] == pytest.approx(0.75, abs=1e-3)


# --- the equilibrium ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", [2, 3, 4, 7, 10])
def test_the_equilibrium_is_that_of_linear_programming(count: int) -> None:
    random = np.random.default_rng(count)
    games = random.uniform(-0.5, 0.5, (25, count, count))
    games = (games - games.swapaxes(1, 2)) / 2
    masses = equilibrium(games)
    for payoffs, found in zip(games, masses, strict=True):
        assert (payoffs @ found).max() < 1e-9
        right = linprog(
            np.append(np.zeros(count), 1),
            A_ub=np.column_stack([payoffs, -np.ones(count)]),
            b_ub=np.zeros(count),
            A_eq=[np.append(np.ones(count), 0)],
            b_eq=[1],
            bounds=[(0, None)] * count + [(None, None)],
        )
        assert found == pytest.approx(right.x[:count], abs=1e-6)


def test_equals_share_their_mass() -> None:
    assert equilibrium(np.zeros((4, 4))) == pytest.approx(np.full(4, 0.25))
    copied = 0.3 * ROCK_PAPER_SCISSORS[np.ix_([0, 0, 1, 2], [0, 0, 1, 2])]
    assert equilibrium(copied) == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-6)


def test_a_dominated_agent_has_no_mass() -> None:
    payoffs = np.pad(0.3 * ROCK_PAPER_SCISSORS, (0, 1))
    payoffs[:3, 3], payoffs[3, :3] = 0.05, -0.05
    assert equilibrium(payoffs) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-6)
    one_best = shares(np.triu(np.full((5, 5), 40.0), 1), 0.5) - 0.5
    assert equilibrium(one_best) == pytest.approx([1, 0, 0, 0, 0], abs=1e-6)
