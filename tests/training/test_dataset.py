"""Games as arrays."""

import numpy as np
import pytest
from typer.testing import CliRunner

from agents.registry import make_agent
from dixie_env import DixieError, Game, make_rules
from dixie_env.cli import app
from dixie_env.rewards import Reward
from training.dataset import from_agents, read_dataset, write_dataset


def run(*arguments):
    return CliRunner().invoke(app, list(map(str, arguments)), standalone_mode=False)


def test_self_play_replays_to_the_same_observations(tmp_path):
    """Playing the actions of a game again gives its observations, masks, seats and returns."""
    lineups = np.tile([0, 1, 0], (5, 1)).astype(np.int32)
    agents = [make_agent("sane"), make_agent("greedy")]
    parts = list(from_agents(make_rules(3), agents, lineups, 7, Reward("score")))
    data = parts[0]
    for number in range(5):
        game = Game(make_rules(3), 7 + number)
        rows = np.flatnonzero(data.games == number)
        for row in rows:
            assert game.seat == data.seats[row]
            assert np.array_equal(game.observe(game.seat), data.observations[row])
            assert np.array_equal(game.mask().astype(bool), data.masks[row])
            game.step(int(data.actions[row]))
        assert game.over
        scores = game.state["scores"][:3].astype(float)
        assert data.returns[rows] == pytest.approx((scores - scores.mean())[data.seats[rows]] / 60, abs=1e-6)


def test_records_and_self_play_agree(tmp_path):
    recorded = run("record", "--agents", "sane", "--players", 2, "--seed", 3, "--games", 2, "--out", tmp_path)
    assert recorded.exception is None
    records = sorted(tmp_path.glob("*.jsonl"))
    assert run("dataset", tmp_path / "data", *records).exception is None
    data = read_dataset(tmp_path / "data")
    assert set(data.games.tolist()) == {0, 1}
    game = Game(make_rules(2), 3)
    for row in np.flatnonzero(data.games == 0):
        assert np.array_equal(game.observe(game.seat), data.observations[row])
        game.step(int(data.actions[row]))
    assert game.over


def test_the_command_lets_agents_play(tmp_path):
    result = run("dataset", tmp_path / "data", "--agents", "random", "--games", 3, "--players", 2)
    assert result.exception is None
    data = read_dataset(tmp_path / "data")
    assert data.masks[np.arange(len(data.actions)), data.actions].all()
    assert set(np.unique(data.returns)) <= {-1.0, 0.0, 1.0}


def test_nothing_is_written_over(tmp_path):
    (tmp_path / "something").touch()
    with pytest.raises(DixieError, match="not empty"):
        write_dataset(tmp_path, [], {})


def test_a_folder_that_is_no_dataset(tmp_path):
    with pytest.raises(DixieError, match="not a dataset"):
        read_dataset(tmp_path)
