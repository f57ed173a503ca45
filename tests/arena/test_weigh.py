"""Weighing a board: what is counted, and how far it is from what was said."""

import numpy as np
import pytest
from scipy import stats

from dixie_agents.match import Results, play_matches
from dixie_agents.registry import make_agent
from dixie_arena.weigh import Games, korn_graubard, play_board, summarize, weigh
from dixie_env import make_rules
from dixie_env.boards.evidence import SUMMARIES, Evidence, Summary, load_evidence
from dixie_env.config import load_board
from dixie_env.engine.model import STATE_DTYPE


def results_of(changes: list[dict]) -> Results:
    """Final states of three players, made by hand."""
    states = np.zeros(len(changes), STATE_DTYPE)
    for state, change in zip(states, changes, strict=True):
        state["players"] = 3
        for name, value in change.items():
            state[name][: len(value)] = value
    games = len(changes)
    empty = np.zeros(1)
    return Results(
        states,
        np.zeros((games, 3), np.int32),
        np.arange(games, dtype=np.uint64),
        np.zeros((games, 5), np.int64),
        empty.astype(np.int64),
        empty,
    )


def points(**sources: list[int]) -> list[list[int]]:
    from dixie_env.engine.words import REWARD_SOURCES

    table = [[0] * len(REWARD_SOURCES) for _ in range(3)]
    for name, values in sources.items():
        for seat, value in enumerate(values):
            table[seat][REWARD_SOURCES.index(name)] = value
    return table


def test_what_is_counted():
    found = summarize(
        results_of(
            [
                {"scores": [-60, 1, 0], "fallen": [1, 0, 0], "rewards_by": points(track_top=[2, 3, 0])},
                {"scores": [20, -5, -60], "rewards_by": points(track_top=[2, 3, 1], ring_bonus=[4, 0, 0])},
                {"scores": [21, 3, 5], "rewards_by": points(servant_bonus=[6, 0, 0], ring_bonus=[0, 6, 0])},
                {"scores": [-1, -2, -3], "rewards_by": points(servant_bonus=[4, 0, 0], ring_bonus=[0, 6, 0])},
            ]
        )
    )
    assert set(found) == set(SUMMARIES)
    assert found["seats_in_pit"].tolist() == [1 / 3, 0, 0, 0]  # a score of -60 is not the pit
    assert found["seats_above_zero"].tolist() == [1 / 3, 1 / 3, 1, 0]
    assert found["winner_above_20"].tolist() == [0, 0, 1, 0]
    assert found["more_than_5_ones"].tolist() == [0, 1, 0, 0]
    assert found["no_ones"].tolist() == [0, 0, 1, 1]
    assert found["more_than_5_twos"].tolist() == [0, 0, 1, 0]


def test_markers_of_real_games_are_what_the_abilities_gave():
    rules = make_rules(4)
    games = play_matches(rules, [make_agent("balanced")], np.zeros((60, 4), int), np.arange(60))
    bonus = games.states["rewards_by"][:, :4, 3:5].sum(axis=(1, 2))
    assert (bonus % 2 == 0).all() and bonus.max() > 0
    assert (summarize(games)["more_than_5_twos"] == (bonus // 2 > 5)).all()


def evidence_of(*statements: dict) -> Evidence:
    common = {"text": "So.", "source": "me", "tolerance": 0.1}
    return Evidence.model_validate(
        {
            "name": "test",
            "players": [3, 4],
            "edition": "de",
            "draft": "choose",
            "statements": [{**common, **statement} for statement in statements],
        }
    )


def games_of(players: int, values: np.ndarray, lineups: np.ndarray | None = None) -> Games:
    if lineups is None:
        lineups = np.zeros((len(values), players), np.int32)
    return Games(players, lineups, {name: np.asarray(values, float) for name in SUMMARIES})


def test_the_formula():
    evidence = evidence_of({"key": "a", "summary": "no_ones", "bound": 0.2})
    played = [games_of(3, np.repeat([0, 1], [60, 40])), games_of(4, np.repeat([0, 1], [20, 80]))]
    (fit,) = weigh(played, evidence, 1).fits
    luck = (0.24 * 100 / 99 / 100 + 0.16 * 100 / 99 / 100) / 4
    assert fit.value == pytest.approx(0.6) and fit.by_players == {3: 0.4, 4: 0.8}
    assert fit.excess == pytest.approx(0.4) and fit.luck == pytest.approx(luck) and fit.spread == 0
    assert fit.log_weight == pytest.approx(-0.5 * 0.16 / (0.01 + luck))
    assert fit.low < 0.6 < fit.high


def test_statements_of_a_group_count_as_the_worst_of_them():
    evidence = evidence_of(
        {"key": "a", "summary": "no_ones", "bound": 0.2, "group": "g"},
        {"key": "b", "summary": "no_ones", "bound": 0.1, "group": "g"},
        {"key": "c", "summary": "no_ones", "bound": 0.3},
    )
    found = weigh([games_of(3, np.repeat([0, 1], [60, 40]))], evidence, 1)
    assert [fit.counts for fit in found.fits] == [False, True, True]
    assert found.log_weight == pytest.approx(found.fits[1].log_weight + found.fits[2].log_weight)
    assert found.as_object()["log_weight"] == found.log_weight


def test_agents_that_differ_make_a_statement_weaker():
    """Each seat of agent 1 adds a quarter to the chance, so the coefficients are 0 and 1."""
    random = np.random.default_rng(1)
    evidence = evidence_of({"key": "a", "summary": "no_ones", "bound": 0.0})
    spreads = []
    for effect in (0.0, 1.0):
        lineups = random.integers(2, size=(4000, 4)).astype(np.int32)
        chance = 0.5 + effect * (lineups.mean(axis=1) - 0.5)
        played = [games_of(4, random.random(4000) < chance, lineups)]
        (fit,) = weigh(played, evidence, 2).fits
        spreads.append(fit.spread)
    assert spreads[0] < 0.005
    assert spreads[1] == pytest.approx(0.25, abs=0.03)  # half are 0, half are 1


def test_luck_alone_is_not_taken_for_players():
    random = np.random.default_rng(2)
    evidence = evidence_of({"key": "a", "summary": "no_ones", "bound": 0.0})
    spreads = []
    for _ in range(200):
        lineups = random.integers(3, size=(60, 4)).astype(np.int32)
        (fit,) = weigh([games_of(4, random.random(60) < 0.5, lineups)], evidence, 3).fits
        spreads.append(fit.spread)
    noise = 0.25 / 60 / (2 / 9 / 4)  # variance of the effect of one agent
    assert np.median(spreads) < 0.2 * noise


@pytest.mark.parametrize(("hits", "games"), [(0, 50), (3, 50), (25, 50), (50, 50)])
def test_intervals_of_independent_games_are_exact(hits, games):
    share = hits / games
    low, high = korn_graubard(share, share * (1 - share) / games, games)
    exact = stats.binomtest(hits, games).proportion_ci(0.95, "exact")
    assert (low, high) == pytest.approx((exact.low, exact.high))


def test_games_are_played_as_the_evidence_says():
    evidence = load_evidence()
    board = load_board("prior:standard:1000000:0")
    agents = [make_agent("sane"), make_agent("greedy")]
    done: list[int] = []
    played = play_board(board, agents, evidence, 30, 5, progress=done.append)
    assert [games.players for games in played] == [3, 4, 5] and done == [30, 30, 30]
    for games in played:
        assert games.lineups.shape == (30, games.players)
        assert 0.3 < games.lineups.mean() < 0.7  # mixed tables
    again = play_board(board, agents, evidence, 30, 5, threads=2)
    other = play_board(load_board("standard"), agents, evidence, 30, 5)
    key: Summary = "more_than_5_ones"
    assert all((a.values[key] == b.values[key]).all() for a, b in zip(played, again, strict=True))
    assert any((a.values[key] != b.values[key]).any() for a, b in zip(played, other, strict=True))
    with pytest.raises(ValueError, match="10 games or more"):
        play_board(board, agents, evidence, 9, 5)


def test_short_tracks_need_more_markers_than_the_box_has():
    """The pilot of the study: tracks of 6 need more than 5 ones in most games, tracks of 12 in few."""
    from dixie_env.boards.sampler import draw

    evidence, agents = load_evidence(), [make_agent("balanced"), make_agent("greedy")]
    shares = {}
    for length in (6, 12):
        played = play_board(draw("standard", 1_000_000, 3, length=length), agents, evidence, 60, 1)
        fits = {fit.statement.key: fit for fit in weigh(played, evidence, 2).fits}
        shares[length] = fits["ones_suffice"].value
    assert shares[6] > 0.6 and shares[12] < 0.3
