"""Configuration files."""

import json
import math
import time
import warnings
from typing import Any

import pytest

from dixie_env import ObservationSpec, Setup
from dixie_env.config import load_board
from dixie_env.paths import configs_dir
from dixie_env.yaml_file import ConfigError
from dixie_training.config import config_file, load_config, parse_config, shipped_configs
from dixie_training.schema import LEARNERS, ExpertConfig, FastPPOConfig, RLlibConfig, SB3Config
from tests.training.small import small_data

THIRD = {f"third-{number}" for number in range(1, 12)} | {f"third-{number}-response" for number in (1, 3, 4)}
"""The stages of `ppo:zoo/third`."""


def refusal(data, source="my.yaml"):
    with pytest.raises(ConfigError) as caught:
        parse_config(data, source)
    assert all(line.startswith(f"{source}: ") for line in str(caught.value).splitlines())
    return str(caught.value)


@pytest.mark.parametrize(
    "file", sorted((configs_dir() / "training").glob("*.yaml")), ids=lambda file: file.stem
)
def test_shipped_configurations_are_right(file):
    config = load_config(file)
    assert config.updates > 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert json.loads(config.model_dump_json())["updates"] == config.updates
    assert load_config(file.stem) == load_config(file)


def test_shipped_configurations_have_a_name_and_a_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    found = shipped_configs()
    others = {
        "quick",
        "selfplay-4p",
        "selfplay-all",
        "sb3-4p",
        "rllib-4p",
        "sweep-4p",
        "expert-4p",
        "robust-4p",
    }
    assert others | THIRD == set(found)
    assert all(20 < len(about) < 140 for about in found.values())
    assert config_file("quick").is_file()
    assert str(config_file("own/quick")) == "own/quick"
    with pytest.raises(
        ConfigError, match=r"no shipped configuration of this name; available: expert-4p, quick, .*\.yaml"
    ):
        load_config("slow")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"epoch": 3}, "epoch: unknown key; the keys of the learner fast_ppo are learner, game, games"),
        ({"update_epochs": "3"}, "update_epochs: found '3'"),
        ({"update_epochs": 0}, "update_epochs: found 0"),
        ({"learner": "dqn"}, "learner: found 'dqn'; it must be one of fast_ppo, expert, sb3, rllib"),
        ({"learner": []}, "learner: found []"),
        ({"opponents": {"self_play": 0.7, "intruder": 0.4}}, "but 0.7 + 0.4 is above 1"),
        ({"opponents": {"self_play": 0.0, "intruder": 0.4, "coalition": True}}, "remove intruder"),
        ({"games": {}}, "games has numbers for none players, but game.players is 4"),
        ({"games": {2: 8}}, "games has numbers for 2 players, but game.players is 4; they must match"),
        ({"games": {4: 8}, "game": {"players": [2, 4]}}, "games has numbers for 4 players"),
        ({"games": {4: 0}}, "games: found {4: 0}; it must be a whole number from 1 to 65536, or a mapping"),
        ({"games": {"4": 8}}, "games: found {'4': 8}; it must be"),
        ({"games": 0}, "games: found 0; it must be"),
        ({"games": 10**9}, "games: found 1000000000; it must be"),
        ({"games": 60_000, "num_steps": 1000}, "60,000,000 decisions in a rollout"),
        ({"game": {"players": 6}}, "game: players must be a whole number from 2 to 5, not 6"),
        ({"game": {"players": []}}, "game: players must be a number from 2 to 5 or a list"),
        ({"game": {"player": 4}}, "game: player: unknown key; the keys are rules, edition, board, players"),
        ({"game": {"observation": {"mode": "blind"}}}, "game: observation must be one of tracked, screened"),
        ({"game": 4}, "game: a game must be an object"),
        ({"edition": "pl"}, "edition: this key belongs under the key game: game: {edition: ...}"),
        ({"opponents": {"bot": []}}, "opponents.bot: unknown key; the keys of the learner fast_ppo are bots"),
        ({"opponents": {"self_play": 1.5}}, "opponents.self_play: found 1.5"),
        ({"opponents": {"bots": "sane"}}, "opponents.bots: found 'sane'; it must be a list"),
        ({"reward": "money"}, "reward: found 'money'"),
        ({"hidden": 128}, "hidden: found 128; it must be a list"),
        ({"hidden": []}, "hidden: found []"),
        ({"hidden": [10**6]}, "hidden.0: found 1000000"),
        ({"evaluation": {"rungs": 5}}, "evaluation.rungs: found 5; it must be a list"),
        ({"evaluation": {"rungs": []}}, "evaluation.rungs: found []"),
        (
            {"evaluation": {"rungs": ["sane", "greedy"]}},
            "evaluation: main is 'balanced', but the best policy is chosen by its games against one of the "
            "rungs: sane, greedy",
        ),
        ({"ent_coef": math.inf}, "ent_coef: found inf: input should be a finite number"),
        ({"vf_coef": math.nan}, "vf_coef: found nan"),
        ({"shaping": -math.inf}, "shaping: found -inf"),
        ({"seed": 2**40}, "seed: found 1099511627776"),
        ({"sweep": {"seed": 5}}, "sweep.seed: found 5; it must be a list"),
        ({"sweep": {"seed": []}}, "sweep.seed: found []"),
        ({5: 6}, "5: unknown key"),
    ],
)
def test_errors_name_file_and_key(data, message):
    assert message in refusal(data)


@pytest.mark.parametrize(
    ("old", "new", "value"),
    [
        ("trace", "gae_lambda", 0.9),
        ("clip", "clip_coef", 0.2),
        ("entropy", "ent_coef", 0.01),
        ("value_weight", "vf_coef", 0.5),
        ("gradient_norm", "max_grad_norm", 0.5),
        ("discount", "gamma", 1.0),
        ("minibatch", "minibatch_size", 64),
        ("epochs", "update_epochs", 3),
        ("steps", "num_steps", 64),
    ],
)
def test_old_keys_name_the_new_one(old, new, value):
    assert refusal({old: value}) == f"my.yaml: {old}: this key is now called {new}"
    assert getattr(parse_config({new: value}, "my.yaml"), new) == value


def test_old_keys_inside_the_warm_start():
    text = refusal({"warm_start": {"minibatch": 64}})
    assert text == "my.yaml: warm_start.minibatch: this key is now called minibatch_size"


@pytest.mark.parametrize(
    ("learner", "key", "value", "others"),
    [
        ("sb3", "opponents.self_play", 0.0, "fast_ppo and expert have it"),
        ("sb3", "bfloat16", True, "fast_ppo and expert have it"),
        ("fast_ppo", "search", {"share": 1.0}, "expert has it"),
        ("expert", "clip_coef", 0.1, "fast_ppo, sb3 and rllib have it"),
        ("expert", "critic", True, "fast_ppo has it"),
        ("expert", "opponents.coalition", True, "fast_ppo has it"),
        ("sb3", "ray.workers", 2, "fast_ppo, expert and rllib have it"),
        ("rllib", "opponents", {"bots": ["sane"]}, "fast_ppo, expert and sb3 have it"),
        ("rllib", "bfloat16", False, "fast_ppo and expert have it"),
        ("rllib", "final_learning_rate", 0.0001, "fast_ppo, expert and sb3 have it"),
    ],
)
def test_keys_that_a_learner_would_ignore_are_errors(learner, key, value, others):
    data = small_data(learner)
    first, _, second = key.partition(".")
    data[first] = {**data.get(first, {}), second: value} if second else value
    assert refusal(data) == f"my.yaml: {key}: the learner {learner} has no such key; {others}"


def test_what_a_learner_can_not_do_is_an_error():
    assert "opponents.bots needs a bot" in refusal(small_data("sb3", opponents={"snapshots": 2}))
    assert "opponents: the learner sb3 needs this key" in refusal({"learner": "sb3"})
    assert "single number of players" in refusal(small_data("rllib", game={"players": [2, 4]}))
    assert "uses Ray only for a sweep" in refusal(small_data("sb3", ray={"address": "auto"}))
    for learner in ("fast_ppo", "sb3"):
        parse_config(small_data(learner, ray={"address": "auto"}, sweep={"seed": [1, 2]}), "my.yaml")


@pytest.mark.parametrize("learner", ["fast_ppo", "expert"])
def test_workers_on_ray(learner):
    config: Any = parse_config(small_data(learner, ray={}), "my.yaml")
    assert (config.ray.address, config.ray.workers, config.ray.resources) == (None, 1, {"num_cpus": 1.0})
    needs = {"num_cpus": 2, "num_gpus": 0.5, "big": 1}
    config = parse_config(small_data(learner, ray={"workers": 3, "resources": needs}), "my.yaml")
    assert config.ray.resources == needs
    assert parse_config(config.model_dump(), "my.yaml") == config
    refused: list[Any] = [[], {}, {"CPU": 2}, *({"num_cpus": amount} for amount in (0, -1, "2", True))]
    for resources in refused:
        assert "it must say what one worker needs" in refusal(
            small_data(learner, ray={"resources": resources})
        )
    assert "ray.workers" in refusal(small_data(learner, ray={"workers": 0}))
    for key, value in (("workers", 2), ("resources", {"num_cpus": 2})):
        swept = small_data(learner, ray={key: value}, sweep={"seed": [1, 2]})
        assert "a sweep reads only the address" in refusal(swept)


@pytest.mark.parametrize("learner", LEARNERS)
def test_each_learner_has_its_schema(learner):
    kinds = {"fast_ppo": FastPPOConfig, "expert": ExpertConfig, "sb3": SB3Config, "rllib": RLlibConfig}
    config = parse_config(small_data(learner), "my.yaml")
    assert type(config) is kinds[learner]
    assert parse_config(config.model_dump(), "my.yaml") == config


def test_the_game_and_the_number_of_games():
    config = parse_config({"game": {"players": [4, 2], "edition": "pl", "rounds": 3}, "games": 8}, "x")
    assert config.game == (Setup(2, "pl", rounds=3), Setup(4, "pl", rounds=3))
    assert config.games_by_players == {2: 8, 4: 8}
    config = parse_config({"game": {"players": [2, 4]}, "games": {4: 3, 2: 5}}, "x")
    assert config.games_by_players == {2: 5, 4: 3}
    config = parse_config({"game": {"observation": {"mode": "screened", "board": True}}}, "x")
    assert config.observation == ObservationSpec("screened", True)
    assert parse_config({}, "x").game == (Setup(4),)


def test_a_board_of_ones_own(tmp_path):
    file = tmp_path / "board.yaml"
    board = load_board("standard").model_copy(update={"pit": 40, "mine_symbols": [10, 20]})
    file.write_text(str(board.as_object()))
    config = parse_config({"game": {"board": str(file)}}, "x")
    assert config.game[0].board == board
    assert config.model_dump()["game"]["board"] == board.as_object()


def test_drawn_boards_have_seeds_of_training():
    config = parse_config({"game": {"players": [2, 3], "board": "prior:standard:999999:4"}}, "x")
    assert {setup.board for setup in config.game} == {load_board("prior:standard:999999:4")}
    assert parse_config(config.model_dump(), "x") == config
    found = refusal({"game": {"players": [2, 3], "board": "prior:wide:1000000:4"}})
    assert found == (
        "my.yaml: game: board 'prior:wide:1000000:4': boards for training are drawn with seeds below "
        "1,000,000, not 1,000,000"
    )


def test_there_is_no_such_file(tmp_path):
    with pytest.raises(ConfigError, match="no such file"):
        load_config(tmp_path / "nothing.yaml")


def test_a_bomb_is_refused_at_once(tmp_path):
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    for before, name in zip("abcdefghijk", "bcdefghijkl", strict=True):
        lines.append(f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]")
    (tmp_path / "bomb.yaml").write_text("\n".join(lines))
    start = time.perf_counter()
    with pytest.raises(ConfigError, match="aliases"):
        load_config(tmp_path / "bomb.yaml")
    assert time.perf_counter() - start < 2
