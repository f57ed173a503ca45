"""Small runs on a local Ray."""

import numpy as np
import pytest

from tests.training.small import small_config, with_players

ray = pytest.importorskip("ray")
pytestmark = pytest.mark.xdist_group("ray")  # one Ray for all of them


@pytest.fixture(scope="module", autouse=True)
def local_ray():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_a_sweep(tmp_path):
    from dixie_training.sweep import sweep

    config = small_config(
        **with_players(2, 4), updates=2, sweep={"learning_rate": [0.001, 0.01], "seed": [1]}
    )
    trials = sweep(config, tmp_path)
    assert sorted(trial.values["learning_rate"] for trial in trials) == [0.001, 0.01]
    assert trials[0].strength >= trials[1].strength >= 0
    assert all((trial.folder / "best" / "card.json").exists() for trial in trials)


def test_rllib_goes_on_with_its_optimizer():
    from dixie_training.rllib import RLlibPPO

    config = small_config("rllib", **with_players(4, 4), hidden=[16], num_steps=16, ray={"workers": 0})
    learner, other = RLlibPPO(config), RLlibPPO(config)
    learner.learn()
    arrays, counters = learner.save()
    assert any(name.startswith("optimizer.") and array.any() for name, array in arrays.items())
    other.load(arrays, counters)
    again, counted = other.save()
    assert counted == counters
    assert again.keys() == arrays.keys()
    assert all(np.array_equal(arrays[name], again[name]) for name in arrays)
    other.learn()
    assert (other.updates, other.decisions > counters["decisions"]) == (2, True)
    for one in (learner, other):
        one.algorithm.stop()


@pytest.mark.parametrize("workers", [0, pytest.param(1, marks=pytest.mark.long)])
def test_rllib_learns_with_a_shared_policy_and_masks(workers):
    import torch

    from dixie_agents.policy import Policy
    from dixie_env import Game, make_rules
    from dixie_training.rllib import POLICY, RLlibPPO

    config = small_config(
        "rllib", **with_players(4, 4), hidden=[16, 8], num_steps=32, ray={"workers": workers}
    )
    learner = RLlibPPO(config)
    before = learner.weights()
    watched = learner.learn()
    after = learner.weights()
    assert 0 < watched["entropy"] < np.log(157)
    assert learner.decisions >= 128
    assert any(not np.array_equal(before[name], after[name]) for name in before)
    learner.set_weights(after)  # reaches those who play, too
    module = learner.algorithm.get_module(POLICY)
    observation = Game(make_rules(4), 1).observe(0)[None]
    with torch.no_grad():
        value = module.compute_values(
            {"obs": {"observations": torch.from_numpy(observation), "action_mask": torch.ones(1, 157)}}
        )
    assert Policy(after).evaluate(observation)[1] == pytest.approx(value.numpy(), abs=1e-5)
    learner.algorithm.stop()
