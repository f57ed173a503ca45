"""A policy that learns what its positions are worth among equals, and plays on exactly as before."""

import numpy as np
import pytest
import torch

from dixie_agents import make_agent
from dixie_agents.policy import PolicyAgent
from dixie_agents.policy_file import load_weights, read_card, save_policy
from dixie_arena.calibration import collect
from dixie_env import Setup, compile_rules
from dixie_env.rewards import Reward
from dixie_env.yaml_file import ConfigError
from dixie_training.run import Run
from dixie_training.settle import blended, next_of_same, settle
from tests.training.small import Silent, small_config, with_players


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("settle") / "run"
    config = small_config(winner_coef=0.5, scores_coef=0.5, updates=3, **with_players(3, 16))
    Run(config, folder, Silent()).train()
    return folder


def bias(folder) -> float:
    """How much too high the predicted win share of a seat is in games of three copies."""
    agent = make_agent(f"ppo:{folder}")
    assert isinstance(agent, PolicyAgent)
    samples = collect(agent, Reward("win"), compile_rules(Setup(3)), [], 100, seed=7)
    return float((samples.predicted - samples.won).mean())


def test_predictions_move_to_the_results_among_equals(run, tmp_path):
    weights, card = load_weights(run / "last")
    weights["winner.bias"] = weights["winner.bias"].copy()
    weights["winner.bias"][0] += 1.5  # the policy believes in itself
    save_policy(tmp_path / "proud", weights, card)
    before = bias(tmp_path / "proud")
    assert before > 0.15
    steps = []
    settle(str(tmp_path / "proud"), tmp_path / "new", 60_000, progress=lambda *step: steps.append(step))
    assert -0.05 < bias(tmp_path / "new") < 0.7 * before
    assert steps[-1][0] >= 60_000 and set(steps[-1][2]) == {"winner_loss", "scores_loss"}
    new, _ = load_weights(tmp_path / "new")
    changed = {name.partition(".")[0] for name, array in weights.items() if (array != new[name]).any()}
    assert changed == {"winner", "scores"}  # it plays exactly as before
    settled = read_card(tmp_path / "new")
    assert settled.training["settled"]["decisions"] == steps[-1][0]
    assert settled.game == card.game


def test_a_policy_without_heads_is_refused(tmp_path):
    with pytest.raises(ConfigError, match="predicts no results; train it with winner_coef"):
        settle("zoo/second", tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_targets_blend_results_and_later_predictions():
    after = next_of_same(np.array([5, 7, 5, 5, 7]))
    assert after.tolist() == [2, 4, 3, -1, -1]
    results = torch.tensor([[1.0], [0.0], [1.0], [1.0], [0.0]])
    said = torch.tensor([[0.5], [0.5], [0.6], [0.8], [0.3]])
    targets = blended(results, said, after, 0.9).flatten().tolist()
    second = 0.1 * 0.8 + 0.9
    assert targets == pytest.approx([0.1 * 0.6 + 0.9 * second, 0.1 * 0.3, second, 1.0, 0.0])
    assert torch.equal(blended(results, said, after, 1.0), results)
