"""SuperSuit's wrappers around the environments with plain vectors as observations."""

from random import Random
from typing import Any

import numpy as np
import pytest
import supersuit
from pettingzoo.test import api_test, parallel_api_test

from dixie_env import dixie_v0
from tests.api.playing import pick

SIZE = len(dixie_v0.env().layout)
indicate = supersuit.agent_indicator_v0
WRAPPERS: dict[str, tuple[Any, tuple[int, ...], str]] = {
    "flatten": (supersuit.flatten_v0, (SIZE,), "float32"),
    "frame_stack": (lambda env: supersuit.frame_stack_v1(env, 3), (3 * SIZE,), "float32"),
    "dtype": (lambda env: supersuit.dtype_v0(env, "float16"), (SIZE,), "float16"),
    "normalize": (supersuit.normalize_obs_v0, (SIZE,), "float32"),
    "pad_observations": (supersuit.pad_observations_v0, (SIZE,), "float32"),
    "agent_indicator": (indicate, (SIZE + 3,), "float32"),
    "all": (
        lambda env: supersuit.frame_stack_v1(indicate(supersuit.normalize_obs_v0(env)), 2),
        (2 * (SIZE + 3),),
        "float32",
    ),
}
wrappers = pytest.mark.parametrize("name", WRAPPERS)


@wrappers
def test_turn_by_turn(name: str) -> None:
    wrap, shape, dtype = WRAPPERS[name]
    env = wrap(dixie_v0.env(players=3, mask="info"))
    env.reset(seed=3)
    random = Random(3)
    turns = 0
    for agent in env.agent_iter():
        observation, _, terminated, _, info = env.last()
        assert observation.shape == env.observation_space(agent).shape == shape
        assert observation.dtype == dtype and np.isfinite(observation).all()
        assert set(info) == {"decision", "round", "phase", "action_mask"}
        env.step(None if terminated else pick(info["action_mask"], random))
        turns += 1
    assert turns > 60


@wrappers
def test_all_at_once(name: str) -> None:
    wrap, shape, dtype = WRAPPERS[name]
    env = wrap(dixie_v0.parallel_env(players=3, mask="info"))
    observations, infos = env.reset(seed=3)
    random = Random(3)
    steps = 0
    while env.agents:
        for agent in env.agents:
            assert observations[agent].shape == env.observation_space(agent).shape == shape
            assert observations[agent].dtype == dtype
        actions = {agent: pick(infos[agent]["action_mask"], random) for agent in env.agents}
        observations, _, terminations, _, infos = env.step(actions)
        steps += 1
    assert steps > 60 and all(terminations.values())


def test_black_death() -> None:
    """It ends one step later than the game, with zeros for everybody: that is how it works."""
    env = supersuit.black_death_v3(dixie_v0.parallel_env(players=3, mask="info"))
    _, infos = env.reset(seed=3)
    random = Random(3)
    paid = dict.fromkeys(env.agents, 0.0)
    while env.agents:
        actions = {
            agent: pick(infos[agent]["action_mask"], random) if infos[agent] else 0 for agent in env.agents
        }
        observations, rewards, _, _, infos = env.step(actions)
        for agent, reward in rewards.items():
            paid[agent] += reward
    assert sorted(paid.values()) == pytest.approx([-0.5, -0.5, 1])
    assert not any(vector.any() for vector in observations.values())


def test_pettingzoos_tests_pass_around_wrappers() -> None:
    wrap = WRAPPERS["all"][0]
    api_test(wrap(dixie_v0.env(players=3, mask="info", illegal="lose")), 100)
    parallel_api_test(wrap(dixie_v0.parallel_env(players=3, mask="info", illegal="lose")), 100)
