"""Datasets for Minari: what `minari.load_dataset` opens is what the games were."""

import json
import re
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from dixie_env import Game, make_rules
from dixie_env.cli.app import app
from dixie_env.engine import DixieError
from dixie_training.dataset import read_dataset

minari = pytest.importorskip("minari", reason="needs the extra minari")
pytest.importorskip("h5py", reason="needs the extra minari")


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """Where Minari looks for datasets."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    return tmp_path


def run(*arguments):
    result = CliRunner().invoke(app, ["dataset", *map(str, arguments)], standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def check_games(data, rules, seed: int, games: int) -> None:
    """Replay the games from the episodes alone: every observation, mask and reward is where it belongs."""
    players = rules.players
    assert data.total_episodes == games * players
    episodes = list(data.iterate_episodes())
    for number in range(games):
        own = episodes[number * players : (number + 1) * players]
        game, steps = Game(rules, seed + number), [0] * players
        while not game.over:
            seat = game.seat
            assert seat is not None
            episode, step = own[seat], steps[seat]
            assert np.array_equal(episode.observations[step], rules.config.observation.observe(game, seat))
            assert np.array_equal(episode.infos["action_mask"][step], game.mask())
            game.step(int(episode.actions[step]))
            steps[seat] += 1
        scores = game.state["scores"][:players].astype(float)
        for seat, episode in enumerate(own):
            assert len(episode) == steps[seat] == len(episode.rewards)
            assert np.array_equal(episode.observations[-1], rules.config.observation.observe(game, seat))
            assert len(episode.observations) == steps[seat] + 1
            assert episode.infos["action_mask"][-1].all()
            assert set(episode.infos["seat"].tolist()) == {seat}
            assert set(episode.infos["game"].tolist()) == {number}
            assert episode.terminations.tolist() == [False] * (steps[seat] - 1) + [True]
            assert not episode.truncations.any()
            assert episode.rewards.sum() == pytest.approx((scores - scores.mean())[seat] / 60, abs=1e-6)
            assert not episode.rewards[:-1].any()


def test_agents_play_a_dataset(shelf):
    run(shelf / "sane-v0", "--format", "minari", "--agents", "sane", "--games", 3, "--players", 3,
        "--reward", "score", "--seed", 5, "--rounds", 3)  # fmt: skip
    data = minari.load_dataset("sane-v0")
    rules = make_rules(3, rounds=3)
    check_games(data, rules, 5, 3)
    assert data.total_steps == sum(len(episode) for episode in data.iterate_episodes())
    about = data.storage.metadata["dixie"]
    assert about["agents"] == ["sane"] * 3 and about["seed"] == 5 and about["games"] == 3


def test_records_become_a_dataset(shelf):
    recorded = CliRunner().invoke(
        app,
        [
            "record",
            "--agents",
            "sane",
            "--players",
            "2",
            "--seed",
            "3",
            "--games",
            "2",
            "--out",
            str(shelf / "r"),
        ],
        standalone_mode=False,
    )
    assert recorded.exception is None
    run(shelf / "told-v1", *sorted((shelf / "r").glob("*.jsonl")), "--format", "minari", "--reward", "score")
    check_games(minari.load_dataset("told-v1"), make_rules(2), 3, 2)


def test_the_environment_comes_back_with_the_same_spaces(shelf):
    run(
        shelf / "sane-v0",
        "--format",
        "minari",
        "--agents",
        "sane",
        "--games",
        1,
        "--players",
        2,
        "--rounds",
        2,
    )
    data = minari.load_dataset("sane-v0")
    env = data.recover_environment()
    assert env.observation_space == data.observation_space and env.action_space == data.action_space
    assert env.unwrapped.rules == make_rules(2, rounds=2)
    assert all(data.observation_space.contains(row) for row in data[0].observations)
    run(shelf / "mixed-v0", "--format", "minari", "--agents", "sane,greedy", "--games", 1, "--players", 2)
    assert minari.load_dataset("mixed-v0").env_spec is None


def test_both_formats_have_the_same_content(shelf):
    options = ["--agents", "sane", "--games", 2, "--players", 2]
    run(shelf / "sane-v0", "--format", "minari", *options)
    run(shelf / "arrays", *options)
    about = json.loads((shelf / "arrays" / "about.json").read_text())
    data = minari.load_dataset("sane-v0")
    assert data.storage.metadata["dixie"]["sha256"] == about["sha256"]
    arrays = read_dataset(shelf / "arrays")
    own = (arrays.games == 1) & (arrays.seats == 0)
    assert np.array_equal(data[2].actions, arrays.actions[own])


def test_a_name_without_a_version_is_refused_before_anybody_plays(shelf):
    with pytest.raises(DixieError, match="ends in a version, for example strong-v0"):
        run(shelf / "strong", "--format", "minari")
    assert not (shelf / "strong").exists()


@pytest.mark.long
def test_the_dataset_of_strong_play_is_the_one_described(shelf):
    """The command in the card of docs/datasets.md makes what the card says."""
    card = (Path(__file__).parents[2] / "docs" / "datasets.md").read_text("utf-8")
    command = re.search(r"\| command \| `dixie dataset data/strong-v0 (.*?)` \|", card)
    assert command is not None
    run(shelf / "strong-v0", *command[1].split())
    data = minari.load_dataset("strong-v0")
    assert f"{data.total_episodes} episodes, {data.total_steps:,} decisions" in card
    assert f"| checksum | `{data.storage.metadata['dixie']['sha256']}`" in card
