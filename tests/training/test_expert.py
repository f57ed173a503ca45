"""Expert iteration: a search improves the choices, and the network learns them."""

import json

import numpy as np
import pytest
import torch

from dixie_agents.policy import Policy, PolicyAgent
from dixie_agents.policy_file import Card, load_weights, save_policy
from dixie_env.yaml_file import ConfigError
from dixie_training.config import parse_config
from dixie_training.evaluate import evaluate
from dixie_training.expert import ExpertIteration, target_losses
from dixie_training.run import Run
from tests.agents.test_policy import some_weights
from tests.training.small import Silent, small_config, small_data, with_players

SEARCH = {"simulations": 4, "considered": 3, "share": 0.5}


@pytest.fixture(autouse=True)
def one_thread():
    torch.set_num_threads(1)


def refusal(**changes):
    with pytest.raises(ConfigError) as caught:
        parse_config(small_data("expert", **changes), "my.yaml")
    return str(caught.value)


def test_cross_entropy_by_hand():
    chances = torch.tensor([[0.5, 0.5, 0.0], [0.25, 0.75, 0.0], [1.0, 0.0, 0.0]]).log().clamp(min=-1e9)
    targets = torch.tensor([[0.25, 0.75, 0.0], [0.25, 0.75, 0.0], [0.0, 0.0, 0.0]])
    loss, missing = target_losses(chances, targets, torch.tensor([True, True, False]))
    # row 1: ln 2; row 2: its own entropy, 0.5623; row 3 was not searched
    assert loss.item() == pytest.approx((0.6931 + 0.5623) / 2, abs=1e-4)
    # the KL of row 1 is ln 2 - 0.5623, and that of row 2 is 0
    assert missing.item() == pytest.approx((0.6931 - 0.5623) / 2, abs=1e-4)
    assert target_losses(chances, targets, torch.zeros(3, dtype=torch.bool))[0].item() == 0


def test_a_share_of_decisions_is_searched_and_the_policy_moves_towards_the_targets():
    """After learning, the policy is closer to the targets of the rollout than before."""
    learner = ExpertIteration(small_config("expert", update_epochs=20, winner_coef=0.0, learning_rate=3e-3))
    watched = learner.rollout()
    buffer = learner.buffer
    assert watched["searched"] == pytest.approx(0.5, abs=0.1)
    assert watched["searched"] == learner.taught.mean()
    sums = learner.targets.sum(dim=2).numpy()
    assert sums == pytest.approx(learner.taught.astype(float), abs=1e-5)
    assert not learner.targets[~buffer.masks].any()

    def distance():
        with torch.no_grad():
            chances, _ = learner.network(
                buffer.observations.flatten(0, 1).float(), buffer.masks.flatten(0, 1)
            )
        searched = torch.from_numpy(learner.taught).flatten()
        return target_losses(chances, learner.targets.flatten(0, 1), searched)[1].item()

    before = distance()
    learner.learn()
    assert distance() < 0.7 * before


def test_all_decisions_can_be_searched_or_those_that_are_not_sure():
    every = ExpertIteration(small_config("expert", search={**SEARCH, "share": 1.0}))
    assert every.rollout()["searched"] == 1  # a new network is never sure
    learner = ExpertIteration(small_config("expert", search={**SEARCH, "share": 1.0, "sure": 0.001}))
    assert learner.rollout()["searched"] == 0
    before = learner.targets.clone()
    assert before.sum(dim=2).numpy() == pytest.approx(1, abs=1e-3)  # its own policy
    assert learner.learn()["target_kl"] == pytest.approx(0, abs=0.01)


def test_the_search_is_over_the_weights_of_now():
    learner = ExpertIteration(small_config("expert"))
    learner.set_weights({name: array * 0 for name, array in learner.weights().items()})
    (game,) = (learner.games._loops[0][2].known_game(0),)
    priors = [row[3] for row in learner.search().findings(game, 1)[2]]
    assert priors == pytest.approx([1 / len(priors)] * len(priors))


def test_what_is_learned_does_not_depend_on_threads():
    runs = []
    for threads in (1, 2):
        learner = ExpertIteration(small_config("expert", threads=threads, games=40, num_steps=4))
        learner.rollout()
        learner.learn()
        runs.append(learner.weights())
    assert all(np.array_equal(runs[0][name], runs[1][name]) for name in runs[0])


def test_a_saved_learner_goes_on_exactly():
    learner, other = (ExpertIteration(small_config("expert", scores_coef=0.1)) for _ in range(2))
    for _ in range(2):
        learner.rollout()
        learner.learn()
    arrays, counters = learner.save()
    other.load(arrays, json.loads(json.dumps(counters)))
    for one in (learner, other):
        for _ in range(2):
            one.rollout()
            one.learn()
    assert all(np.array_equal(array, other.save()[0][name]) for name, array in learner.save()[0].items())
    assert learner.save()[1] == other.save()[1]


def test_a_tiny_run_improves_over_its_start(tmp_path):
    """From random weights, by nothing but its own searched games, it learns to beat `random`."""
    config = small_config(
        "expert",
        **with_players(2, 32),
        updates=12,
        num_steps=32,
        hidden=[64],
        update_epochs=4,
        learning_rate=2e-3,
        opponents={},
        winner_coef=0.0,
        reward="score",
        shaping=0.0,
        search={"simulations": 8, "considered": 4, "share": 0.5, "cut": "round", "value_scale": 2.0},
    )
    learner = ExpertIteration(config)

    def share():
        agent = PolicyAgent("learner", Policy(learner.weights(), config.observation), 1.0)
        return evaluate(agent, ("random",), config.game, 400)[0].share

    before = share()
    for _ in range(config.updates):
        learner.rollout()
        learner.learn()
    assert share() > before + 0.15


def test_a_run_writes_policies_that_play(tmp_path):
    Run(small_config("expert", updates=2), tmp_path / "run", Silent()).train()
    weights, card = load_weights(tmp_path / "run" / "last")
    assert card.training["config"]["learner"] == "expert"
    assert card.training["config"]["search"]["simulations"] == 4
    assert "winner.weight" in weights
    lines = [json.loads(line) for line in (tmp_path / "run" / "metrics.jsonl").read_text().splitlines()]
    assert {"searched", "policy_loss", "target_kl", "winner_loss", "entropy"} <= lines[1].keys()


def test_wrong_settings_are_named():
    assert "search.simulations: found 0" in refusal(search={"simulations": 0})
    assert "search.share: found 0.0" in refusal(search={"share": 0.0})
    assert "search.considered: found 1" in refusal(search={"considered": 1})
    assert "search.cut: found 'turn'" in refusal(search={"cut": "turn"})
    assert "search.depth: unknown key; the keys of the learner expert are simulations" in refusal(
        search={"depth": 3}
    )
    assert "the search aims at winning, but reward is score; write reward: win, or winner_coef: 0" in refusal(
        reward="score"
    )
    assert "gamma is 0.9, but the search does not discount" in refusal(gamma=0.9)
    assert "sweep: the learner expert has no key clip_coef" in refusal(sweep={"clip_coef": [0.1]})


def test_a_start_without_the_head_that_the_search_needs_is_refused(tmp_path):
    save_policy(tmp_path / "policy", some_weights(), Card((16, 8)))
    small = {**with_players(2, 4), "hidden": [16, 8], "init": f"ppo:{tmp_path / 'policy'}", "updates": 1}
    with pytest.raises(ConfigError, match="does not predict who wins, which the search would take"):
        Run(small_config("expert", **small), tmp_path / "run", Silent())
    Run(small_config("expert", **small, winner_coef=0.0), tmp_path / "run", Silent())
