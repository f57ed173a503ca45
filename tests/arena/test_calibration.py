"""Calibration: the statistics on planted truths, and the command."""

import json
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from dixie_agents.measured import describe_policy, read_measured
from dixie_agents.policy import Policy, PolicyAgent
from dixie_agents.policy_file import Card, save_policy
from dixie_agents.registry import make_agent
from dixie_agents.reviewing.trust import calibration_of
from dixie_arena.calibration import Samples, calibration, calibration_by_endings, collect
from dixie_arena.calibration_measure import measure
from dixie_arena.calibration_review import POSITIONS, measure_review, sample_review
from dixie_env import DixieError, Setup, compile_rules
from dixie_env.cli.app import app
from dixie_env.rewards import Reward
from tests.training.test_outcomes import weights_with_heads

LUCK = np.random.default_rng(5)


def planted(games: int = 4000, shift: float = 0.0, noise: float = 0.0) -> Samples:
    """Four seats: each has a true chance, and one of them wins."""
    chances = LUCK.dirichlet([0.6] * 4, games)
    winners = (LUCK.random((games, 1)) > chances.cumsum(axis=1)).sum(axis=1).clip(max=3)
    won = np.eye(4)[winners]
    predicted = chances + shift + LUCK.normal(0, noise, chances.shape)
    return Samples(
        np.repeat(np.arange(games), 4), np.ones(4 * games, np.int64), predicted.ravel(), won.ravel()
    )


def test_the_truth_is_calibrated() -> None:
    row = calibration(planted())[0]
    assert row["bias"] == pytest.approx(0, abs=1e-9) and row["won"] == pytest.approx(0.25)
    assert row["r2"] == pytest.approx(row["explained"]) and 0.2 < row["r2"] < 0.9
    for one in row["reliability"]:
        if one["samples"] > 300:
            assert one["predicted"] == pytest.approx(one["won"], abs=0.06)
    assert sum(one["samples"] for one in row["reliability"]) == 16_000


def test_a_planted_bias_is_found() -> None:
    right, shifted = calibration(planted())[0], calibration(planted(shift=0.1))[0]
    assert shifted["bias"] == pytest.approx(0.1, abs=1e-9)
    assert shifted["explained"] == pytest.approx(right["explained"], abs=0.03)
    assert shifted["r2"] == pytest.approx(shifted["explained"] - 0.01 / shifted["base"], abs=1e-6)
    assert calibration(planted(noise=0.2))[0]["r2"] < right["r2"] - 0.1


def test_the_base_rate_has_no_skill() -> None:
    samples = planted()
    flat = Samples(samples.games, samples.rounds, np.full(16_000, 0.25), samples.won)
    row = calibration(flat)[0]
    assert row["brier"] == pytest.approx(row["base"]) == pytest.approx(0.1875)
    assert row["r2"] == pytest.approx(0) and len(row["reliability"]) == 1


def test_the_margin_covers_the_truth_as_often_as_it_says() -> None:
    hits = 0
    for _ in range(400):
        games = 60
        luck = LUCK.normal(0, 0.2, games)  # common to the three rows of a game
        won = 0.5 + np.repeat(luck, 3) + LUCK.normal(0, 0.05, 3 * games)
        samples = Samples(
            np.repeat(np.arange(games), 3), np.ones(3 * games, np.int64), np.full(3 * games, 0.5), won
        )
        row = calibration(samples)[0]
        hits += abs(row["bias"]) <= row["margin"]
    assert 0.91 <= hits / 400 <= 0.98


def test_rounds_stand_apart_and_together() -> None:
    samples = Samples(
        np.array([0, 0, 1, 1]),
        np.array([1, 2, 1, 2]),
        np.array([0.5, 0.9, 0.5, 0.1]),
        np.array([1.0, 1, 0, 0]),
    )
    first, second, both = calibration(samples)
    assert [row["round"] for row in (first, second, both)] == [1, 2, 0]
    assert first["r2"] == 0 and second["r2"] == pytest.approx(0.96)
    assert both["brier"] == pytest.approx((0.25 + 0.01) / 2)
    one = Samples(samples.games[:1], samples.rounds[:1], samples.predicted[:1], samples.won[:1])
    single = calibration(one)
    assert single[0]["r2"] is None and single[0]["margin"] is None


def constant(share: float, heads: tuple[str, ...] = ("winner",), value: float = 0.0) -> PolicyAgent:
    """A policy for 4 players that always predicts the same."""
    weights = {name: np.zeros_like(array) for name, array in weights_with_heads(heads=heads).items()}
    if heads:
        weights["winner.bias"][:4] = np.log([share, *[(1 - share) / 3] * 3])
    weights["value.bias"][:] = value
    return PolicyAgent("constant", Policy(weights), 1.0)


RULES = compile_rules(Setup(4, rounds=2))


def test_one_prediction_for_each_round_and_seat() -> None:
    samples = collect(constant(0.4), Reward("win"), RULES, [], 12)
    cells = list(zip(samples.games.tolist(), samples.rounds.tolist(), strict=True))
    assert all(cells.count((game, 1)) == 4 for game in range(12))
    assert set(samples.rounds.tolist()) == {1, 2}
    assert samples.predicted == pytest.approx(0.4, abs=1e-5)
    first = samples.rounds == 1
    assert samples.won[first].sum() == pytest.approx(12)


def test_among_opponents_only_its_own_seat_counts() -> None:
    opponents: list[Any] = [make_agent("sane"), make_agent("greedy")]
    samples = collect(constant(0.4), Reward("win"), RULES, opponents, 30)
    assert (np.bincount(samples.games[samples.rounds == 1]) == 1).all()
    again = collect(constant(0.4), Reward("win"), RULES, opponents, 30)
    assert (again.won == samples.won).all()


def test_old_policies_are_judged_by_their_value() -> None:
    samples = collect(constant(0, (), 0.2), Reward("win"), RULES, [], 4)
    assert samples.predicted == pytest.approx((3 * 0.2 + 1) / 4, abs=1e-6)
    shaped = collect(constant(0, (), 0.0), Reward("win", 2.0), RULES, [], 8)
    late = shaped.rounds == 2
    assert shaped.predicted.std() > 0 and np.isfinite(shaped.predicted[late]).all()
    with pytest.raises(DixieError, match="its value predicts the reward 'score', not who wins"):
        collect(constant(0, (), 0.0), Reward("score"), RULES, [], 4)


def test_both_kinds_of_tables() -> None:
    equals, mixed = measure(constant(0.4), Reward("win"), Setup(4, rounds=2), ["sane", "greedy"], 20)
    assert equals["among"] == "equals" and mixed["opponents"] == ["sane", "greedy"]
    assert equals["rounds"][0]["bias"] == pytest.approx(0.15, abs=1e-4)
    assert equals["line"].startswith("among equals, 4 players: largest bias +0.")
    assert json.loads(json.dumps([equals, mixed])) == [equals, mixed]


def test_a_review_is_judged_at_all_seats_of_any_position() -> None:
    setups = [Setup(players, rounds=1) for players in (2, 3)]
    sitting: list[Any] = [make_agent("sane"), make_agent("greedy")]
    samples = sample_review(constant(0.4), setups, sitting, 6)
    per_game = np.bincount(samples.games)
    assert per_game.tolist() == [2 * POSITIONS, 3 * POSITIONS] * 3
    for game in range(6):
        players = 2 + game % 2
        mine = samples.games == game
        assert samples.won[mine].reshape(POSITIONS, players).sum(axis=1) == pytest.approx(1)
        assert samples.predicted[mine].reshape(POSITIONS, players).sum(axis=1) == pytest.approx(1)
    part = sample_review(constant(0.4), setups, sitting, 2)
    assert (part.predicted == samples.predicted[: len(part.predicted)]).all(), (
        "more games begin with the same ones"
    )
    found = measure_review(constant(0.4), setups, sitting, 6)
    assert found["players"] == "2 or 3" and "Brier score" in found["line"]
    assert json.loads(json.dumps(found)) == found


def test_the_command_judges_reviews(tmp_path: Any) -> None:
    card = Card((16,), (Setup(2, rounds=1),))
    save_policy(tmp_path / "policy", weights_with_heads(), card)
    name, picture = f"ppo:{tmp_path / 'policy'}", tmp_path / "picture.svg"
    options = ["--review", "--opponents", "sane", "--games", "4", "--picture", str(picture)]
    run = CliRunner().invoke(app, ["calibrate", name, *options])
    assert run.exit_code == 0, run.output
    assert "review, mixed players, 4 games: Brier score" in run.output and picture.stat().st_size > 1000
    (entry,) = read_measured(tmp_path / "policy")
    assert entry["kind"] == "review"
    agent = make_agent(name)
    assert calibration_of(agent).startswith("How good the probabilities are: review, mixed players, 4 games")
    wrong = CliRunner().invoke(app, ["calibrate", name, "--review", "--ceiling", "3"])
    assert wrong.exit_code != 0 and "leave it out with review" in wrong.stderr


def test_the_command(tmp_path: Any) -> None:
    card = Card((16,), tuple(Setup(players, rounds=1) for players in (2, 4)))
    save_policy(tmp_path / "policy", weights_with_heads(), card)
    name, picture = f"ppo:{tmp_path / 'policy'}", tmp_path / "picture.png"
    run = CliRunner().invoke(app, ["calibrate", name, "--games", "30", "--picture", str(picture)])
    assert run.exit_code == 0, run.output
    assert "among equals, 4 players" in run.output and "among mixed opponents" in run.output
    assert "by playing on, 8 endings)" in run.output and "1, 8 endings" in run.output
    assert picture.read_bytes().startswith(b"\x89PNG")
    (entry,) = read_measured(tmp_path / "policy")
    assert entry["kind"] == "calibration" and [one["among"] for one in entry["results"]] == [
        "equals",
        "mixed opponents",
    ]
    assert all(one["by_endings"]["endings"] == 8 for one in entry["results"])
    assert "calibration  among equals, 4 players: largest bias" in describe_policy(tmp_path / "policy")
    run = CliRunner().invoke(
        app,
        ["calibrate", name, "--games", "3", "--players", "2", "--opponents", "sane", "--no-save", "--json"],
    )
    assert json.loads(run.stdout)["calibration"][0]["players"] == 2
    assert len(read_measured(tmp_path / "policy")) == 1
    wrong = CliRunner().invoke(app, ["calibrate", "balanced"])
    assert wrong.exit_code != 0 and "makes no predictions" in wrong.stderr
    wrong = CliRunner().invoke(app, ["calibrate", name, "--players", "3"])
    assert wrong.exit_code != 0 and "(2, 4), not 3" in wrong.stderr


def test_endings_predict_the_last_round_better() -> None:
    """By playing on, the results of the last round are known better; what the network says stays."""
    agent: Any = make_agent("ppo:zoo/second")
    rules, reward = compile_rules(Setup(3)), Reward("win", 2.0)
    alone, played = (collect(agent, reward, rules, [], 60, seed=7, endings=number) for number in (0, 16))
    last = alone.rounds == 7
    assert last.any() and not alone.by_endings.size
    assert np.array_equal(alone.predicted, played.predicted) and np.array_equal(alone.won, played.won)
    assert np.array_equal(np.isfinite(played.by_endings), last)
    again = collect(agent, reward, rules, [], 60, seed=7, endings=16)
    assert np.array_equal(again.by_endings, played.by_endings, equal_nan=True)
    row, network = calibration_by_endings(played), calibration(played)[6]
    assert row is not None and row["round"] == network["round"] == 7
    assert row["base"] == network["base"] and row["brier"] < 0.8 * network["brier"]
    assert row["brier"] == pytest.approx(((played.by_endings - played.won)[last] ** 2).mean())
    assert calibration_by_endings(alone) is None
