"""Intervals of shares hold at the edge, and statements about all pairs hold for all pairs."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.benchmarking import score_interval
from dixie_arena.bootstrap import Bootstrap
from dixie_arena.cli.standings import verdicts
from dixie_arena.comparison import agent_shares, compare_agents, compare_wins
from dixie_arena.korn_graubard import Share, combine, measure_share
from dixie_arena.population import describe_population
from dixie_arena.results import GameResults
from dixie_env.shares import exact_interval
from tests.arena.planted import planted_duels, planted_tables, rated

BLOCKS, ROTATIONS = 24, 4
ALWAYS = 40.0
"""Log-odds of an agent that always wins."""


def too_few(covered: int, of: int, rate: float = 0.95) -> bool:
    """Whether a count contradicts "at least this rate" at the level of 1 %."""
    return covered < rate * of - 2.33 * float(np.sqrt(rate * (1 - rate) * of))


def in_blocks(wins: NDArray[Any]) -> Share:
    """Measure win shares, by block and rotation."""
    return measure_share(Bootstrap(np.repeat(np.arange(len(wins)), wins.shape[1])), wins.ravel() * 1.0)


def clustered(random: np.random.Generator, share: float, blocks: int, alike: float) -> NDArray[np.bool_]:
    """Draw wins by block and rotation, with a correlation within blocks."""
    odds = (1 - alike) / alike if alike else np.inf
    chances = random.beta(share * odds, (1 - share) * odds, (blocks, 1)) if alike else share
    return np.asarray(random.random((blocks, ROTATIONS)) < chances)


# --- one share ---------------------------------------------------------------------------------------------


def test_the_exact_interval_is_the_textbooks() -> None:
    random = np.random.default_rng(1)
    for _ in range(200):
        games, share = (
            float(10 ** random.uniform(-0.3, 5)),
            float(random.choice([0, 1, random.random() ** 4])),
        )
        confidence = float(random.choice([0.9, 0.95, 0.995]))
        tail, wins = (1 - confidence) / 2, share * games
        low = stats.beta.ppf(tail, wins, games - wins + 1) if wins else 0
        high = stats.beta.ppf(1 - tail, wins + 1, games - wins) if wins < games else 1
        assert exact_interval(share, games, confidence) == pytest.approx((low, high), abs=1e-9)
    with pytest.raises(ValueError, match=r"a share must be from 0 to 1.* not 1\.5 of 3"):
        exact_interval(1.5, 3)


@pytest.mark.parametrize("whole_blocks", [False, True])
def test_one_more_win_moves_both_ends_up(whole_blocks: bool) -> None:
    """24 blocks of 4 games, from no win to 96, spread over blocks or in whole blocks."""
    before = (-1.0, -1.0)
    for count in range(0, BLOCKS * ROTATIONS + 1, ROTATIONS if whole_blocks else 1):
        numbers = np.arange(BLOCKS * ROTATIONS)
        order = numbers.reshape(BLOCKS, ROTATIONS) if whole_blocks else numbers.reshape(ROTATIONS, BLOCKS).T
        limits = in_blocks(order < count).limits()
        assert limits is not None
        assert limits[0] >= before[0] and limits[1] >= before[1] and limits[1] - limits[0] > 0.01
        before = limits


def test_the_interval_depends_on_what_blocks_have_in_common() -> None:
    wins = np.zeros((BLOCKS, ROTATIONS))
    wins[:6] = 1
    alike, apart = in_blocks(wins), in_blocks(wins.reshape(ROTATIONS, BLOCKS).T)
    assert alike.effective == pytest.approx(BLOCKS, rel=0.1)  # each block is worth one game
    assert apart.effective > BLOCKS * ROTATIONS  # each block has one win: more even than chance
    assert apart.limits() == pytest.approx((0.25, 0.25), abs=0.05)  # but not certain
    assert in_blocks(wins[:1]).limits() is None
    never = in_blocks(np.zeros((100, 1))).limits()
    assert never == pytest.approx((0, 0.0362), abs=1e-4)  # the exact binomial interval of 0 in 100


@pytest.mark.parametrize("share", [0.01, 0.05, 0.3])
@pytest.mark.parametrize("alike", [0.0, 0.2])
def test_intervals_of_shares_cover(share: float, alike: float) -> None:
    random = np.random.default_rng(2)
    limits = [in_blocks(clustered(random, share, 40, alike)).limits() for _ in range(200)]
    assert not too_few(sum(low <= share <= high for low, high in limits), 200)  # type: ignore[misc]


# --- sums and differences ----------------------------------------------------------------------------------


def test_a_sum_of_shares_is_the_usual_one_away_from_the_edge() -> None:
    random = np.random.default_rng(3)
    base = random.random((400, 1)) < 0.5
    wins = [np.where(random.random((400, 4)) < 0.5, base, random.random((400, 4)) < 0.4) for _ in range(2)]
    found = combine([in_blocks(part) for part in wins], [1.0, -1.0])
    by_block = wins[0].mean(axis=1) - wins[1].mean(axis=1)
    half = 1.966 * by_block.std(ddof=1) / 20
    assert found.value == pytest.approx(by_block.mean())
    assert (found.low, found.high) == pytest.approx(
        (by_block.mean() - half, by_block.mean() + half), abs=0.006
    )


def test_a_sure_win_and_its_complement_are_equally_sure() -> None:
    """One against three copies, both ways: the best wins all, half a win for each of its seats."""
    games = planted_duels(rated(ALWAYS, 0), 6, 1)
    best, worst = agent_shares(games, Bootstrap(games.blocks)).intervals()
    assert (best.value, worst.value) == (0.5, 0)
    assert best.low is not None and worst.high is not None
    assert best.high == pytest.approx(0.5) and worst.low == 0
    assert 0.5 - best.low == pytest.approx(worst.high, rel=1e-6)
    assert worst.high > 0.02


def test_differences_cover_near_the_edge() -> None:
    """An agent that loses nearly always against one that nearly always wins, in few games."""
    log_odds = rated(2.2, -2.2)
    chance = 1 / (1 + 3 * np.exp(-4.4)), 1 / (1 + 3 * np.exp(4.4))
    one = (chance[0] + 1 - chance[1]) / 4  # of 4 seats in two games
    truth = one - (chance[1] + 1 - chance[0]) / 4
    covered = 0
    for seed in range(200):
        games = planted_duels(log_odds, 6, seed)
        found = agent_shares(games, Bootstrap(games.blocks)).difference(0, 1, 0.95)
        assert found.low is not None and found.high is not None and found.high - found.low > 0.01
        covered += found.low <= truth <= found.high
    assert not too_few(covered, 200)


def test_the_power_statement_is_never_made_of_nothing() -> None:
    """If one agent won all games, no resample differs; yet a few games don't show one point of win share."""
    games = planted_duels(rated(ALWAYS, 0), 6, 1)
    bootstrap = Bootstrap(games.blocks)
    needed = compare_agents(games, bootstrap, agent_shares(games, bootstrap))["games_needed"]
    assert [row["difference"] for row in needed] == [0.01, 0.02, 0.05, 0.1]
    assert needed[0]["games"] > 500 and needed[-1]["games"] > games.games / 4


def test_pairs_of_duels_have_intervals_at_the_edge() -> None:
    games = planted_duels(rated(ALWAYS, 0, -0.5), 6, 1)
    population = describe_population(games, Bootstrap(games.blocks))
    assert population is not None
    sure, _, open_pair = population["pairs"]
    assert sure["share"]["value"] == 1 and sure["share"]["high"] == 1 and 0.8 < sure["share"]["low"] < 0.97
    assert 0 < open_pair["share"]["low"] < open_pair["share"]["high"] < 1


# --- all pairs ---------------------------------------------------------------------------------------------


def something_apart(games: GameResults) -> tuple[bool, bool]:
    """Whether some pair is apart by its own interval, and by the one for all pairs."""
    bootstrap = Bootstrap(games.blocks)
    _, found = compare_wins(agent_shares(games, bootstrap), bootstrap)
    single, together = (any(pair[kind].low > 0 or pair[kind].high < 0 for pair in found) for kind in (0, 1))  # type: ignore[operator]
    return single, together


def test_of_five_equal_agents_none_is_apart_in_more_than_5_percent() -> None:
    found = [something_apart(planted_tables([0.0] * 5, 100, seed)) for seed in range(150)]
    one_by_one, apart = np.sum(found, axis=0)
    assert apart <= 0.05 * 150 + 2.33 * np.sqrt(0.05 * 0.95 * 150)
    assert one_by_one > 0.1 * 150  # which is why


@pytest.mark.long
@pytest.mark.parametrize("line_ups", ["tables", "duels"])
def test_five_equal_agents_many_times(line_ups: str) -> None:
    apart = 0
    for seed in range(1000):
        games = (
            planted_tables([0.0] * 5, 200, seed)
            if line_ups == "tables"
            else planted_duels(rated(*[0.0] * 5), 20, seed)
        )
        apart += something_apart(games)[1]
    print(f"{line_ups}: something apart in {apart / 1000:.3f}")
    assert apart <= 0.05 * 1000 + 2.33 * np.sqrt(0.05 * 0.95 * 1000)


def test_ranks_and_scores_have_intervals_for_all_pairs_too() -> None:
    games = planted_tables([1.0, 0.0, 0.0, 0.0], 60, 1)
    bootstrap = Bootstrap(games.blocks)
    rows = compare_agents(games, bootstrap, agent_shares(games, bootstrap))["differences"]
    assert len(rows) == 6
    for row in rows:
        for name in ("win_share", "mean_rank", "mean_score"):
            found = row[name]
            assert found["low_all"] < found["low"] < found["value"] < found["high"] < found["high_all"]


def test_verdicts_name_the_better_one_and_by_how_much() -> None:
    def row(one: str, other: str, value: float, reach: float) -> dict[str, Any]:
        ends = {"low_all": value - reach, "high_all": value + reach}
        return {"one": one, "other": other, "win_share": {"value": value, **ends}, "more_games": 40}

    summary = {
        "agents": [
            {"label": label, "win_share": {"value": value}} for label, value in (("a", 0.1), ("b", 0.45))
        ],
        "differences": [row("a", "b", -0.357, 0.05)],
        "confidence": 0.95,
    }
    assert verdicts(summary) == ["b beats a by 35.7 points [30.7, 40.7]."]
    summary["differences"] = [row("a", "b", -0.02, 0.05)]
    assert verdicts(summary) == [
        "No significant difference in win share: b - a = 2.0 points [-3.0, 7.0]; play about 40 more games to "
        "confirm a difference of this size."
    ]


# --- the benchmark -----------------------------------------------------------------------------------------


def tables_of(random: np.random.Generator, chance: float) -> list[NDArray[np.float64]]:
    """A small benchmark with 2 and 4 players and three opponents: wins by block, opponent and rotation."""
    easier = np.array([chance, chance, 1.0])[:, None]
    return [(random.random((60, 3, players)) < easier).astype(float) for players in (2, 4)]


def test_a_benchmark_score_has_a_width_even_if_every_game_is_won() -> None:
    perfect = score_interval(tables_of(np.random.default_rng(1), 1.0))
    assert perfect["value"] == perfect["high"] == 100 and 98 < perfect["low"] < 99.8
    hopeless = score_interval([0 * table for table in tables_of(np.random.default_rng(1), 1.0)])
    assert hopeless["low"] == hopeless["value"] < hopeless["high"]


@pytest.mark.parametrize("chance", [0.5, 0.97])
def test_benchmark_scores_cover(chance: float) -> None:
    random = np.random.default_rng(4)
    mean = (2 * chance + 1) / 3
    truth = float(np.mean([100 * (mean - 1 / players) / (1 - 1 / players) for players in (2, 4)]))
    found = [score_interval(tables_of(random, chance)) for _ in range(150)]
    covered = sum(score["low"] <= truth <= score["high"] for score in found)
    assert not too_few(covered, 150)
    widths = np.mean([score["high"] - score["low"] for score in found])
    spread = np.std([score["value"] for score in found])
    assert widths < 1.35 * 2 * 1.96 * spread  # and no wider than need be


def test_the_frozen_score_is_computed_as_ever() -> None:
    tables = tables_of(np.random.default_rng(5), 0.6)
    values = [100 * (t.mean(axis=(1, 2)) - 1 / t.shape[2]) / (1 - 1 / t.shape[2]) for t in tables]
    old = float(np.mean([float(value.mean()) for value in values]))
    assert score_interval(tables)["value"] == round(old, 2)
