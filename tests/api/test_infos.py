"""Infos are numbers under fixed keys, and can hold the mask."""

import warnings
from collections.abc import Iterator
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Box, Dict
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from dixie_env import DECISIONS, PHASES, DixieError, Game, decision_name, dixie_v0, make_rules, phase_name
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.envs.rllib import RLlibObservations
from dixie_env.envs.vector import DixieVector
from tests.api.playing import PLAYERS, pick, same

ID = "dixie_env/Dixie-v0"


def shape(info: dict[str, Any]) -> dict[str, Any]:
    """Keys with the type of each value; anything but numbers fails."""
    found: dict[str, Any] = {}
    for key, value in info.items():
        if isinstance(value, np.ndarray):
            assert value.dtype.kind in "biuf"
            found[key] = value.dtype, value.shape
        else:
            assert type(value) is int
            found[key] = int
    return found


def aec_infos(mask: str, players: int) -> Iterator[dict[str, Any]]:
    env = dixie_v0.env(players=players, mask=mask)
    env.reset(seed=players)
    random = Random(1)
    for agent in env.agent_iter():
        yield from env.infos.values()
        observation, _, terminated, _, info = env.last()
        options = info["action_mask"] if mask == "info" else observation["action_mask"]
        assert info is env.infos[agent]
        env.step(None if terminated else pick(options, random))


def parallel_infos(mask: str, players: int) -> Iterator[dict[str, Any]]:
    env = dixie_v0.parallel_env(players=players, mask=mask)
    observations, infos = env.reset(seed=players)
    random = Random(1)
    while env.agents:
        assert list(infos) == env.possible_agents
        yield from infos.values()
        where = infos if mask == "info" else observations
        actions = {agent: pick(where[agent]["action_mask"], random) for agent in env.agents}
        observations, _, _, _, infos = env.step(actions)
    assert list(infos) == env.possible_agents
    yield from infos.values()


def gym_infos(mask: str, players: int) -> Iterator[dict[str, Any]]:
    env = gymnasium.make(ID, players=players, opponents="sane", mask=mask)
    _, info = env.reset(seed=players)
    random = Random(1)
    over = False
    while not over:
        yield info
        _, _, over, _, info = env.step(pick(info["action_mask"], random))
    assert info["ranks"].all()
    yield info


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("mask", ["observation", "info"])
@pytest.mark.parametrize("infos", [aec_infos, parallel_infos, gym_infos])
def test_the_same_numbers_from_the_first_step_to_the_last(infos: Any, mask: str, players: int) -> None:
    found = [shape(info) for info in infos(mask, players)]
    assert len(found) > 50
    assert all(one == found[0] for one in found)
    assert {"decision", "round", "phase"} <= set(found[0])
    assert ("action_mask" in found[0]) == (mask == "info" or infos is gym_infos)


def test_names_of_decisions_and_phases() -> None:
    assert [decision_name(number) for number in range(len(DECISIONS))] == list(DECISIONS)
    assert [phase_name(number) for number in range(len(PHASES))] == list(PHASES)
    assert decision_name(0) == "nothing" and decision_name(int(np.int64(22))) == "offer"
    assert DECISIONS.index("act") == 3 and phase_name(7) == "over"
    game = Game(make_rules(3), 1)
    assert decision_name(game.state["decision"]) == game.decision == "draft"
    assert phase_name(game.state["phase"]) == game.phase
    for number in (-1, len(DECISIONS)):
        with pytest.raises(DixieError, match=f"must be 0 to 23, not {number}"):
            decision_name(number)
    with pytest.raises(DixieError, match="phase must be 0 to 7, not 8"):
        phase_name(8)


# --- mask="info" --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [{}, {"observation": "screened", "observe_board": True}])
def test_the_mask_in_the_info_is_the_one_of_the_observation(arguments: dict[str, Any]) -> None:
    env = dixie_v0.env(players=3, **arguments)
    plain = dixie_v0.env(players=3, mask="info", **arguments)
    env.reset(seed=5)
    plain.reset(seed=5)
    random = Random(5)
    kept: list[tuple[dict[str, Any], Any]] = []
    for _ in env.agent_iter():
        assert plain.agent_selection == env.agent_selection
        for agent in env.agents:
            observation, vector = env.observe(agent), plain.observe(agent)
            assert same(vector, observation["observation"])
            assert same(plain.infos[agent]["action_mask"], observation["action_mask"])
            assert plain.observation_space(agent).contains(vector)
        info = plain.last()[4]
        kept.append((info, info["action_mask"].copy()))
        action = None if env.over else pick(info["action_mask"], random)
        env.step(action)
        plain.step(action)
    assert plain.agents == []
    assert all((info["action_mask"] == mask).all() for info, mask in kept)  # what was given stays as it is


def test_the_mask_in_the_info_of_the_parallel_environment() -> None:
    env = dixie_v0.parallel_env(players=4)
    plain = dixie_v0.parallel_env(players=4, mask="info")
    observations, _ = env.reset(seed=5)
    vectors, infos = plain.reset(seed=5)
    random = Random(5)
    while env.agents:
        for agent in env.agents:
            assert same(vectors[agent], observations[agent]["observation"])
            assert same(infos[agent]["action_mask"], observations[agent]["action_mask"])
        actions = {agent: pick(infos[agent]["action_mask"], random) for agent in env.agents}
        observations, rewards, *_ = env.step(actions)
        vectors, same_rewards, _, _, infos = plain.step(actions)
        assert rewards == same_rewards
    assert plain.agents == []


def test_pettingzoo_has_nothing_to_say_about_plain_vectors() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        api_test(dixie_v0.env(players=3, mask="info", illegal="lose"), 200)
        seed_test(lambda: dixie_v0.env(players=3, mask="info", illegal="lose"), 100)
        parallel_api_test(dixie_v0.parallel_env(players=3, mask="info", illegal="lose"), 200)
        parallel_seed_test(lambda: dixie_v0.parallel_env(players=3, mask="info", illegal="lose"), 100)


def test_a_restored_game_has_its_masks() -> None:
    env = dixie_v0.env(players=3, mask="info")
    env.reset(seed=2)
    for number in range(40):
        env.step(pick(env.infos[env.agent_selection]["action_mask"], Random(number)))
    twin = dixie_v0.env(players=3, mask="info")
    twin.restore(env.save())
    assert same(twin.infos, env.infos)


def test_the_gymnasium_environment_takes_both() -> None:
    plain = gymnasium.make(ID, players=3, opponents="random")
    both = gymnasium.make(ID, players=3, opponents="random", mask="observation")
    assert isinstance(plain.observation_space, Box) and isinstance(both.observation_space, Dict)
    vector, info = plain.reset(seed=4)
    observation, same_info = both.reset(seed=4)
    assert same(observation["observation"], vector) and same(info, same_info)
    assert (observation["action_mask"] == info["action_mask"]).all()
    assert observation["action_mask"].dtype == np.int8 and observation["action_mask"].shape == (OPTION_COUNT,)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(ID, players=3, mask="observation", illegal="lose").unwrapped)


def test_where_the_mask_can_be() -> None:
    with pytest.raises(DixieError, match="mask must be one of observation, info, not 'infos'"):
        dixie_v0.env(mask="infos")
    with pytest.raises(DixieError, match="always returns masks"):
        DixieVector(2, mask="info")
    with pytest.raises(DixieError, match="RLlib needs the mask in the observation"):
        RLlibObservations(dixie_v0.env(mask="info"))
