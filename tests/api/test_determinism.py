"""The same seed and the same decisions give the same game through every interface."""

from random import Random
from typing import Any

import numpy as np
import pytest

from dixie_agents.gym import DixieGym
from dixie_env import Game, dixie_v0
from dixie_env.envs.simultaneous import NOOP
from dixie_env.envs.vector import DixieVector
from dixie_env.rules import make_rules
from tests.api.bots import Scripted
from tests.api.playing import EDITIONS, PLAYERS
from tests.properties.play import play


def options_of(rules: Any, seed: int) -> tuple[Game, list[int], list[int]]:
    """A game of the engine itself: how it ended, its decisions, and their seats."""
    game = Game(rules, seed)
    seats, options = [], []
    for option in play(game, Random(seed)):
        assert game.seat is not None
        seats.append(game.seat)
        options.append(option)
    return game, options, seats


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_one_game_through_all_interfaces(players: int, edition: str) -> None:
    arguments: dict[str, Any] = {"players": players, "edition": edition}
    for seed in (0, 2**63 + 5):
        game, options, seats = options_of(make_rules(players, edition), seed)
        through_aec(game, options, seats, arguments)
        through_parallel(game, options, seats, arguments)
        through_gymnasium(game, options, seats, arguments)
        through_the_vector(game, options, seats, arguments)


def through_aec(game: Game, options: list[int], seats: list[int], arguments: dict[str, Any]) -> None:
    env = dixie_v0.env(**arguments)
    env.reset(seed=game.seed)
    for option, seat in zip(options, seats, strict=True):
        assert env.agent_selection == f"player_{seat}"
        env.step(option)
    assert env.over and env.game == game


def through_parallel(game: Game, options: list[int], seats: list[int], arguments: dict[str, Any]) -> None:
    """Each seat makes its own decisions in their order, whenever it is asked."""
    env = dixie_v0.parallel_env(**arguments)
    env.reset(seed=game.seed)
    left = {agent: [] for agent in env.possible_agents}  # type: dict[str, list[int]]
    for option, seat in zip(options, seats, strict=True):
        left[f"player_{seat}"].append(option)
    while env.agents:
        env.step(
            {
                agent: NOOP if env.observe(agent)["action_mask"][NOOP] else left[agent].pop(0)
                for agent in env.agents
            }
        )
    assert not any(left.values())
    assert env.game == game


def through_gymnasium(game: Game, options: list[int], seats: list[int], arguments: dict[str, Any]) -> None:
    """The others are agents who play what they played."""
    players = arguments["players"]
    for learner in (0, players - 1):
        scripts = {seat: [] for seat in range(players)}  # type: dict[int, list[int]]
        for option, seat in zip(options, seats, strict=True):
            scripts[seat].append(option)
        bots = [
            Scripted(lambda mask, script=scripts[(learner + distance) % players]: script.pop(0))  # type: ignore[misc]
            for distance in range(1, players)
        ]
        env = DixieGym(opponents=bots, seat=learner, **arguments)
        env.reset(seed=game.seed)
        terminated = False
        while not terminated:
            assert (env.seat, env.game is not None) == (learner, True)
            _, _, terminated, _, _ = env.step(scripts[learner].pop(0))
        assert not any(scripts.values())
        assert env.game == game


def through_the_vector(game: Game, options: list[int], seats: list[int], arguments: dict[str, Any]) -> None:
    """As the last of three games; the others make any choice."""
    vector = DixieVector(3, **arguments)
    step = vector.reset(seed=(game.seed - 2) % 2**64)
    for option, seat in zip(options, seats, strict=True):
        assert step.seats[2] == seat and not step.done[2]
        actions = step.masks.argmax(axis=1)
        actions[2] = option
        step = vector.step(actions)
    assert step.done[2]
    row = step.episodes.games.tolist().index(2)
    assert step.episodes.seeds[row] == game.seed
    assert step.episodes.scores[row].tolist() == game.state["scores"][: game.players].tolist()
    assert step.episodes.ranks[row].tolist() == game.state["ranks"][: game.players].tolist()
    assert step.episodes.lengths[row] == len(options)


def test_another_seed_gives_another_game() -> None:
    first = []
    for seed in range(20):
        env = dixie_v0.env(players=5)
        env.reset(seed=seed)
        first.append(env.state().tobytes())
    assert len(set(first)) == 20


def test_environments_do_not_touch_the_global_generators() -> None:
    import random

    random.seed(1)
    np.random.seed(1)
    before = random.getstate(), np.random.get_state()[1].tolist()  # type: ignore[index]
    env = DixieGym(players=3, opponents="sane")
    env.reset()
    env.reset(seed=3)
    while not env._over:
        env.step(int(np.flatnonzero(env.action_masks())[0]))
    vector = DixieVector(2)
    vector.reset()
    parallel = dixie_v0.parallel_env()
    parallel.reset()
    assert (random.getstate(), np.random.get_state()[1].tolist()) == before  # type: ignore[index]
