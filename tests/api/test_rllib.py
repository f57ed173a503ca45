"""RLlib's own PettingZoo wrapper plays a game, with the key that its masking module wants."""

from random import Random

import pytest

from dixie_env import dixie_v0
from dixie_env.envs.rllib import RLlibObservations
from dixie_env.rewards import rewards_of
from tests.api.playing import PLAYERS, pick


@pytest.mark.parametrize("players", PLAYERS)
def test_the_key_is_renamed_and_nothing_else(players: int) -> None:
    env = RLlibObservations(dixie_v0.env(players=players))
    plain = dixie_v0.env(players=players)
    env.reset(seed=4)
    plain.reset(seed=4)
    random = Random(4)
    for agent in plain.agent_iter():
        assert env.agent_selection == agent
        observation, *rest = env.last()
        expected, *others = plain.last()
        assert observation is not None and expected is not None
        assert set(observation) == {"observations", "action_mask"}
        assert set(env.observation_space(agent)) == {"observations", "action_mask"}
        assert env.observation_space(agent).contains(observation)
        assert (observation["observations"] == expected["observation"]).all()
        assert (observation["action_mask"] == expected["action_mask"]).all()
        assert rest == others
        option = None if rest[1] else pick(observation["action_mask"], random)
        env.step(option)
        plain.step(option)
    assert not env.agents


@pytest.mark.parametrize("players", PLAYERS)
def test_rllibs_wrapper_plays_a_game(players: int) -> None:
    wrapper = pytest.importorskip("ray.rllib.env.wrappers.pettingzoo_env")
    env = wrapper.PettingZooEnv(RLlibObservations(dixie_v0.env(players=players)))
    observations, _ = env.reset(seed=4)
    random = Random(4)
    sums = dict.fromkeys((f"player_{seat}" for seat in range(players)), 0.0)
    steps = 0
    while True:
        (agent,) = observations
        observation = observations[agent]
        assert set(observation) == {"observations", "action_mask"}
        option = pick(observation["action_mask"], random)
        observations, rewards, terminated, truncated, _ = env.step({agent: option})
        steps += 1
        for other, reward in rewards.items():
            sums[other] += reward
        if terminated["__all__"]:
            break
        assert not truncated["__all__"]
    assert steps > 50
    true = env.env.unwrapped
    assert true.over and list(sums.values()) == rewards_of(true.game.state, true.reward).tolist()


def test_rllibs_masking_module_gives_no_weight_to_illegal_options() -> None:
    torch = pytest.importorskip("torch")
    masking = pytest.importorskip("ray.rllib.examples.rl_modules.classes.action_masking_rlm")
    specs = pytest.importorskip("ray.rllib.core.rl_module.rl_module")
    env = RLlibObservations(dixie_v0.env(players=3))
    env.reset(seed=1)
    agent = env.agent_selection
    module = specs.RLModuleSpec(
        module_class=masking.ActionMaskingTorchRLModule,
        observation_space=env.observation_space(agent),
        action_space=env.action_space(agent),
        model_config={"fcnet_hiddens": [8]},
    ).build()
    observation = env.observe(agent)
    batch = {name: torch.as_tensor(array[None]).float() for name, array in observation.items()}
    logits = module.forward_exploration({"obs": batch})["action_dist_inputs"][0]
    legal = observation["action_mask"].astype(bool)
    assert torch.softmax(logits, 0).detach().numpy()[~legal].sum() < 1e-6
