"""Statistics against numbers worked out by hand, and what they promise when repeated."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from dixie_arena.bootstrap import MOST_GROUPS, Bootstrap, blocks_needed
from dixie_arena.chunk import play_chunk
from dixie_arena.columns import forfeited_ranks, games_table
from dixie_arena.ratings import POINTS, openskill_ratings, plackett_luce
from dixie_arena.results import GameResults
from dixie_arena.summary import summarize
from dixie_env.engine.model import STATE_DTYPE
from tests.arena.helpers import small


def results(agents: list[list[int]], ranks: list[list[int]], rounds: list[int] | None = None) -> GameResults:
    seats, places = np.array(agents), np.array(ranks)
    return GameResults(
        tuple("abcdefgh"[: seats.max() + 1]),
        seats,
        places,
        -10.0 * places,
        np.broadcast_to(np.arange(seats.shape[1]), seats.shape),
        np.arange(len(seats)) if rounds is None else np.array(rounds),
    )


def planted(strengths: NDArray[np.float64], games: int, players: int, seed: int) -> GameResults:
    """Draw rankings from the Plackett-Luce model."""
    random = np.random.default_rng(seed)
    agents = np.array([random.permutation(len(strengths))[:players] for _ in range(games)])
    noise = random.gumbel(size=agents.shape)
    ranks = (-(strengths[agents] + noise)).argsort(axis=1).argsort(axis=1) + 1
    return results(agents.tolist(), ranks.tolist())


# --- small examples ----------------------------------------------------------------------------------------


def test_win_shares_and_ranks_with_ties() -> None:
    games = results([[0, 1, 2], [2, 1, 0]], [[1, 1, 3], [2, 1, 2]])
    assert games.win_shares.tolist() == [[0.5, 0.5, 0], [0, 1, 0]]
    assert games.mid_ranks.tolist() == [[1.5, 1.5, 3], [2.5, 1, 2.5]]


def test_forfeits() -> None:
    ranks = np.array([[1, 2, 3, 4], [1, 1, 3, 4], [1, 2, 3, 4]])
    out = np.array([[1, 0, 0, 0], [0, 0, 1, 1], [1, 1, 1, 1]], bool)
    assert forfeited_ranks(ranks, out).tolist() == [[4, 1, 2, 3], [1, 1, 3, 3], [1, 1, 1, 1]]


def tiny_summary() -> dict:
    """Two rounds of a 2-player duel: `a` wins 1, 1, 1 and draws 1 of 4 games."""
    plan = small("a=sane,b=sane", 4, 2)
    states = np.zeros(4, STATE_DTYPE)
    states["ranks"][:, :2] = [[1, 2], [2, 1], [1, 1], [2, 1]]  # who sits where: ab, ba, ab, ba
    states["scores"][:, :2] = [[10, 0], [-4, 8], [6, 6], [2, 4]]
    lineups = np.array([[0, 1], [1, 0], [0, 1], [1, 0]])
    places = {
        "block": np.array([0, 0, 1, 1]),
        "lineup": np.zeros(4, int),
        "rotation": np.array([0, 1, 0, 1]),
        "seed": np.zeros(4, np.uint64),
    }
    ones = np.ones((4, 2), int)
    turns = np.array([[0, 1]] * 4)
    table = games_table(["a", "b"], lineups, places, states, turns, ones, 0 * ones, False)
    return summarize(plan, table)


def test_a_tournament_worked_out_by_hand() -> None:
    summary = tiny_summary()
    a, b = summary["agents"]
    assert a["win_share"]["value"] == 3.5 / 4
    assert b["win_share"]["value"] == 0.5 / 4
    assert a["mean_rank"]["value"] == (1 + 1 + 1.5 + 1) / 4
    assert a["mean_score"]["value"] == (10 + 8 + 6 + 4) / 4
    assert b["mean_score"]["value"] == (0 - 4 + 6 + 2) / 4
    assert (a["seats"], a["in_pit"], a["substitutions"]) == (4, 0, 0)
    (difference,) = summary["differences"]
    assert (difference["one"], difference["other"]) == ("a", "b")
    assert difference["win_share"]["value"] == 0.75
    assert difference["win_share"]["low"] < 0 < 0.75 < difference["win_share"]["high"] <= 1
    assert difference["mean_score"]["value"] == 6
    # by block the difference is 11 and 1: the error of the mean is 5, the t quantile for 1 degree 12.71
    assert difference["mean_score"]["low"] == pytest.approx(6 - 12.706 * 5, rel=0.05)
    assert difference["mean_score"]["high"] == pytest.approx(6 + 12.706 * 5, rel=0.05)
    assert difference["mean_score"]["low_all"] == difference["mean_score"]["low"]  # there is one pair
    ahead = {(row["one"], row["other"]): row for row in summary["head_to_head"]}
    assert ahead["a", "b"]["ahead"]["value"] == 3.5 / 4
    assert ahead["b", "a"]["ahead"]["value"] == 0.5 / 4
    assert ahead["a", "b"]["meetings"] == 4
    assert [row["win_share"]["value"] for row in summary["seats"]] == [1.5 / 4, 2.5 / 4]


def test_duels_in_the_summary() -> None:
    plan = small("sane,random", 96, 4, lineups="duels", rounds=7)
    summary = summarize(plan, play_chunk(plan, 0).table)
    (one, other) = summary["duels"]
    assert (one["one"], one["against"], one["games"]) == ("sane", "random", one["games"])
    assert one["win_share"]["value"] > 0.5 > other["win_share"]["value"]


def test_one_round_has_no_interval() -> None:
    bootstrap = Bootstrap(np.zeros(6, int))
    interval = bootstrap.interval(0.5, np.full(10, 0.5))
    assert (interval.value, interval.low, interval.high) == (0.5, None, None)


def test_rounds_are_grouped_evenly() -> None:
    bootstrap = Bootstrap(np.repeat(np.arange(3 * MOST_GROUPS + 7), 4))
    sizes = np.bincount(bootstrap.group_of_game)
    assert len(sizes) == bootstrap.groups == MOST_GROUPS
    assert sizes.max() - sizes.min() <= 4


def test_the_interval_of_a_mean() -> None:
    """With many rounds it is the textbook's."""
    values = np.random.default_rng(1).normal(5, 2, 400)
    bootstrap = Bootstrap(np.arange(400))
    zero = np.zeros(400, int)
    sums, counts = bootstrap.sums(values, zero, 1), bootstrap.sums(np.ones(400), zero, 1)
    means, resampled = bootstrap.ratios(sums, counts)
    interval = bootstrap.interval(means[0], resampled[:, 0])
    error = values.std(ddof=1) / 20
    assert interval.value == pytest.approx(values.mean())
    assert interval.low == pytest.approx(values.mean() - 1.966 * error, abs=0.03)
    assert interval.high == pytest.approx(values.mean() + 1.966 * error, abs=0.03)
    assert interval.error == pytest.approx(error, rel=0.05)


def test_how_many_rounds_a_difference_needs() -> None:
    # the textbook: n = ((1.96 + 0.84) * sd / difference) squared; sd is error * sqrt(rounds)
    assert blocks_needed(0.5, 0.1, 100) == int(np.ceil((2.8016 * 1 / 0.5) ** 2))
    assert blocks_needed(0.05, 0.1, 100) == pytest.approx((2.8016 / 0.05) ** 2, rel=1e-3)
    assert blocks_needed(0, 0.1, 100) is None


# --- ratings -----------------------------------------------------------------------------------------------


def test_two_agents_by_hand() -> None:
    """With two players the model is that of Bradley and Terry: the odds are the wins (but for the prior)."""
    games = results([[0, 1]] * 300, [[1, 2]] * 225 + [[2, 1]] * 75)
    one, other = plackett_luce(games, Bootstrap(games.blocks))
    assert one.value - other.value == pytest.approx(400 * np.log10(3), rel=2e-3)
    # the error of a log odds is 1 / sqrt(n p q)
    assert one.error is not None
    assert 2 * one.error == pytest.approx(POINTS / np.sqrt(300 * 0.75 * 0.25), rel=0.02)


def test_ties_are_halves() -> None:
    games = results([[0, 1]] * 4, [[1, 1]] * 4)
    one, other = plackett_luce(games, Bootstrap(games.blocks))
    assert one.value == pytest.approx(other.value, abs=1e-6)


def test_a_planted_order_is_recovered() -> None:
    strengths = np.array([0.0, -1.5, 1.0, 0.4, -0.6, 1.8])
    games = planted(strengths, 1500, 4, seed=7)
    fitted = plackett_luce(games, Bootstrap(games.blocks))
    right = (strengths - strengths.mean()) * POINTS
    assert np.argsort([one.value for one in fitted]).tolist() == np.argsort(strengths).tolist()
    assert np.argsort([one.mu for one in openskill_ratings(games)]).tolist() == np.argsort(strengths).tolist()
    for one, value in zip(fitted, right, strict=True):
        assert one.low is not None and one.high is not None
        assert one.low - 15 < value < one.high + 15


def test_intervals_of_ratings_cover_the_truth() -> None:
    strengths = np.array([0.8, 0.0, -0.2, -0.6])
    right = (strengths - strengths.mean()) * POINTS
    covered = 0
    for seed in range(100):
        games = planted(strengths, 60, 4, seed)
        fitted = plackett_luce(games, Bootstrap(games.blocks))
        covered += sum(one.low <= value <= one.high for one, value in zip(fitted, right, strict=True))
    assert 360 <= covered <= 396


def test_an_agent_that_never_wins_has_a_rating() -> None:
    games = results([[0, 1, 2]] * 50, [[1, 2, 3]] * 50)
    best, middle, worst = plackett_luce(games, Bootstrap(games.blocks))
    assert best.value > middle.value > worst.value
    assert np.isfinite([best.value, middle.value, worst.value]).all()
    assert best.high is None and worst.low is None
    assert best.low is not None and worst.high is not None
    assert best.low < best.value - 100 and worst.high > worst.value + 100  # nothing is proven about how much


def test_openskill_does_not_depend_on_the_order_of_games() -> None:
    games = planted(np.array([0.5, 0.0, -0.5]), 300, 3, seed=3)
    order = np.arange(games.games)[::-1]
    back = replace(games, agents=games.agents[order], ranks=games.ranks[order])
    for one, other in zip(openskill_ratings(games), openskill_ratings(back), strict=True):
        assert one.mu == pytest.approx(other.mu, abs=3 * (one.spread + other.spread) / 2 + 0.5)


# --- honesty -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("agents", "games", "players", "options"),
    [
        ("a=sane,b=sane", 80, 4, {}),
        ("a=sane,b=sane,c=random", 60, 3, {}),
        ("a=sane,b=sane,c=random,d=sane,e=random", 160, 4, {"lineups": "sampled"}),
    ],
)
def test_identical_agents_are_not_told_apart(agents: str, games: int, players: int, options: dict) -> None:
    """The 95 % interval of the paired difference covers 0 in 90 to 99 of 100 tournaments, for each metric."""
    covered = dict.fromkeys(("win_share", "mean_rank", "mean_score"), 0)
    for seed in range(100):
        plan = small(agents, games, players, seed=seed, rounds=3, chunk_games=games * 2, **options)
        assert plan.chunks == 1
        row = summarize(plan, play_chunk(plan, 0).table)["differences"][0]
        assert (row["one"], row["other"]) == ("a", "b")
        for name in covered:
            covered[name] += row[name]["low"] <= 0 <= row[name]["high"]
    assert all(90 <= count <= 99 for count in covered.values()), covered


def test_a_real_difference_is_found() -> None:
    plan = small("sane,random", 80, 4, rounds=7, chunk_games=80)
    row = summarize(plan, play_chunk(plan, 0).table)["differences"][0]
    assert row["win_share"]["low_all"] > 0
    assert row["more_games"] == 0
