"""Masks: the engine's options for the seat to act, nothing for others, all ones at the end; everywhere."""

from random import Random

import numpy as np
import pytest

from dixie_agents.gym import DixieGym
from dixie_env import Game, decision_name, dixie_v0
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.envs.simultaneous import NOOP
from dixie_env.envs.vector import DixieVector
from tests.api.playing import EDITIONS, PLAYERS, pick, rules_of

GAMES = 2000


def test_masks_of_thousands_of_games_are_the_engines_options() -> None:
    """With random players, in the batch that the vector environment returns from."""
    decisions = ended = 0
    for players in PLAYERS:
        vector = DixieVector(256, players=players, edition=EDITIONS[players - 1])
        step = vector.reset(seed=players)
        random = np.random.default_rng(players)
        while ended < GAMES * (players - 1) / 4:
            assert step.masks.any(axis=1).all()
            words = vector.batch.states["options"]
            bits = np.unpackbits(words.view(np.uint8).reshape(256, -1), axis=1, bitorder="little")
            assert (bits[:, :OPTION_COUNT] == step.masks).all() and not bits[:, OPTION_COUNT:].any()
            decisions += 256
            keys = np.where(step.masks, random.random(step.masks.shape), -1.0)
            step = vector.step(keys.argmax(axis=1))
            ended += int(step.done.sum())
    assert ended >= GAMES and decisions > 100_000


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_interface_has_the_options_of_the_engine(players: int, edition: str) -> None:
    aec = dixie_v0.env(players=players, edition=edition)
    parallel = dixie_v0.parallel_env(players=players, edition=edition)
    gym = DixieGym(players=players, edition=edition, opponents="sane")
    seen = 0
    for seed in range(2):
        random = Random(seed)
        aec.reset(seed=seed)
        while not aec.over:
            game = aec.game
            assert game is not None
            for agent in aec.agents:
                mask = aec.observe(agent)["action_mask"]
                assert set(np.unique(mask)) <= {0, 1}
                expected = game.options() if agent == aec.agent_selection else []
                assert np.flatnonzero(mask).tolist() == expected
            seen += 1
            aec.step(pick(aec.observe(aec.agent_selection)["action_mask"], random))
        parallel.reset(seed=seed)
        while parallel.agents:
            masks = {agent: parallel.observe(agent)["action_mask"] for agent in parallel.agents}
            if not parallel._steps_left:
                asked = f"player_{parallel.game.seat}"
                for agent, mask in masks.items():
                    expected = parallel.game.options() if agent == asked else [NOOP]
                    assert np.flatnonzero(mask).tolist() == expected
            seen += 1
            parallel.step({agent: pick(mask, random) for agent, mask in masks.items()})
        _, info = gym.reset(seed=seed)
        over = False
        while not over:
            assert gym.game is not None
            assert np.flatnonzero(gym.action_masks()).tolist() == gym.game.options()
            assert (info["action_mask"] == gym.action_masks()).all()
            seen += 1
            _, _, over, _, info = gym.step(pick(gym.action_masks(), random))
        assert info["action_mask"].all() and gym.action_masks().all()
    assert seen > 500


def test_offerings_in_parallel_have_the_options_they_would_have_alone() -> None:
    """A seat's options at its offering do not depend on who chose before."""
    parallel = dixie_v0.parallel_env(players=3)
    seen = 0
    for seed in range(3):
        parallel.reset(seed=seed)
        random = Random(seed)
        while parallel.agents:
            masks = {agent: parallel.observe(agent)["action_mask"] for agent in parallel.agents}
            if parallel._steps_left:
                for agent, mask in masks.items():
                    goods = parallel.game.state["goods"][int(agent[-1])]
                    demand = int(parallel.game.state["demand"])
                    if decision_name(parallel._infos()[agent]["decision"]) == "offer":
                        wanted = {22} | {36 + good for good in (demand, 3, 4) if goods[good]}
                        assert set(np.flatnonzero(mask).tolist()) <= wanted
                        assert mask[22]
                        seen += 1
            parallel.step({agent: pick(mask, random) for agent, mask in masks.items()})
    assert seen > 30


def test_a_mask_is_all_zero_in_the_engine_and_all_ones_in_environments_at_the_end() -> None:
    game = Game(rules_of(2), 1)
    counter = 0
    while not game.over:
        game.step(game.random_option(counter))
        counter += 1
    assert not game.mask().any()
    aec, parallel = dixie_v0.env(players=2), dixie_v0.parallel_env(players=2)
    random = Random(1)
    aec.reset(seed=1)
    while not aec.over:
        aec.step(pick(aec.observe(aec.agent_selection)["action_mask"], random))
    assert all(aec.observe(agent)["action_mask"].all() for agent in aec.agents)
    parallel.reset(seed=1)
    last = {}
    while parallel.agents:
        last = parallel.step(
            {agent: pick(parallel.observe(agent)["action_mask"], random) for agent in parallel.agents}
        )[0]
    assert all(observation["action_mask"].all() for observation in last.values())
