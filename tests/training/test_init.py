"""Starting from an existing policy."""

import json

import numpy as np
import pytest

from dixie_agents.policy_file import Card, load_weights, save_policy
from dixie_env import ObservationSpec, Setup
from dixie_env.yaml_file import ConfigError
from dixie_training.checkpoint import CheckpointError
from dixie_training.config import parse_config
from dixie_training.run import Run
from tests.agents.test_policy import some_weights
from tests.training.small import Silent, small_config, small_data, with_players

SMALL = {"hidden": [16, 8], "updates": 1, **with_players(2, 4)}


@pytest.fixture
def policy(tmp_path):
    save_policy(tmp_path / "policy", some_weights(), Card((16, 8)))
    return f"ppo:{tmp_path / 'policy'}"


@pytest.mark.parametrize("learner", ["fast_ppo", "sb3"])
def test_a_run_starts_from_the_weights(tmp_path, policy, learner):
    run = Run(small_config(learner, **SMALL, init=policy), tmp_path / "run", Silent())
    weights = some_weights()
    found = run.learner.weights()
    assert found.keys() == weights.keys()
    assert all(np.array_equal(found[name], weights[name]) for name in weights)


def test_it_learns_from_there_and_the_card_names_it(tmp_path, policy):
    run = Run(small_config(**SMALL, init=policy), tmp_path / "run", Silent())
    run.train()
    weights, card = load_weights(tmp_path / "run" / "last")
    assert card.training["config"]["init"] == policy
    before = some_weights()
    assert not np.array_equal(weights["policy.weight"], before["policy.weight"])
    assert np.abs(weights["policy.weight"] - before["policy.weight"]).max() < 0.1


def test_without_it_the_weights_are_new(tmp_path):
    run = Run(small_config(**SMALL), tmp_path / "run", Silent())
    assert not np.array_equal(run.learner.weights()["policy.weight"], some_weights()["policy.weight"])


def test_other_layers_are_refused(tmp_path, policy):
    config = small_config(**SMALL | {"hidden": [32]}, init=policy)
    with pytest.raises(ConfigError, match=r"has the layers \[16, 8\], but hidden is \[32\]; write hidden"):
        Run(config, tmp_path / "run", Silent())
    assert not (tmp_path / "run").exists()


def test_another_observation_is_refused(tmp_path):
    seen = ObservationSpec("screened")
    save_policy(tmp_path / "policy", some_weights(), Card((16, 8), (Setup(2, observation=seen),)))
    config = small_config(**SMALL, init=f"ppo:{tmp_path / 'policy'}")
    with pytest.raises(ConfigError, match=r"observes \{mode: screened, board: false\}, but"):
        Run(config, tmp_path / "run", Silent())


@pytest.mark.parametrize(
    ("init", "message"),
    [
        ("balanced", "it must be a policy without options"),
        ("ppo:zoo/second?temperature=1", "it must be a policy without options"),
        ("ppo:", "it must be a policy without options"),
        ("ppo:nothing/here", "there is no such policy"),
        ("=", "a label is made of"),
    ],
)
def test_nonsense_is_refused(tmp_path, init, message):
    with pytest.raises(ConfigError, match=message):
        Run(small_config(**SMALL, init=init), tmp_path / "run", Silent())


def test_a_warm_start_too_is_refused(policy):
    with pytest.raises(ConfigError, match="init and warm_start both say"):
        parse_config(small_data(init=policy, warm_start={"teacher": "sane"}), "x")


def test_resuming_from_another_policy_of_the_same_name_is_refused(tmp_path, policy):
    config = small_config(**SMALL, init=policy)
    Run(config, tmp_path / "run", Silent()).train()
    assert policy in json.loads((tmp_path / "run" / "agents.json").read_text())
    Run(config, tmp_path / "run", Silent(), resume=True)
    save_policy(tmp_path / "policy", some_weights(seed=9), Card((16, 8)))
    with pytest.raises(CheckpointError, match="has changed since the run began"):
        Run(config, tmp_path / "run", Silent(), resume=True)
