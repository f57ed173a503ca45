"""The environments compared with peers: the cost of one step through each interface."""

import random
import time
from typing import Any

import gymnasium
import numpy as np
import rlcard
from gymnasium.spaces import Box, Dict, Discrete, MultiBinary
from pettingzoo import AECEnv
from pettingzoo.classic import connect_four_v3

from benchmarks.measure import Measure
from dixie_env import Batch, dixie_v0, make_rules
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.envs.vector import DixieVector

GAMES = 1024
SCRIPTS = 40


class EmptyEnv(AECEnv[str, Any, Any]):
    """A 4-player AEC environment that does nothing, with Dixie's agents and spaces, and no wrappers."""

    metadata = {"name": "empty_v0"}  # noqa: RUF012

    def __init__(self) -> None:
        self.possible_agents = [f"player_{seat}" for seat in range(4)]
        size = len(dixie_v0.env().layout)
        space = Dict(
            {"observation": Box(0, 1, (size,), np.float32), "action_mask": MultiBinary(OPTION_COUNT)}
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, Discrete(OPTION_COUNT))
        self.nothing = {
            "observation": np.zeros(size, np.float32),
            "action_mask": np.ones(OPTION_COUNT, np.int8),
        }

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.steps = 0
        self.agent_selection = self.agents[0]

    def observe(self, agent: str) -> dict[str, Any]:
        return self.nothing

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self.steps += 1
        self.agent_selection = self.agents[self.steps % 4]
        self._accumulate_rewards()


def _scripts(env: Any) -> list[list[Any]]:
    """Actions of some random games, made beforehand: choosing is not measured."""
    rng = random.Random(1)
    scripts = []
    for seed in range(SCRIPTS):
        env.reset(seed=seed)
        actions: list[Any] = []
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                actions.append(None)
            else:
                actions.append(rng.choice(np.flatnonzero(observation["action_mask"]).tolist()))
            env.step(actions[-1])
        scripts.append(actions)
    return scripts


def aec(env: Any) -> Measure:
    """Games with `last()` and `step()` for every decision."""
    scripts = _scripts(env)

    def measure(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            for seed, actions in enumerate(scripts):
                env.reset(seed=seed)
                last, step = env.last, env.step
                for action in actions:
                    last()
                    step(action)
                steps += len(actions)
        return steps / (time.perf_counter() - start)

    return measure


def empty_aec() -> Measure:
    env = EmptyEnv()
    env.reset()

    def measure(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        last, step = env.last, env.step
        while time.perf_counter() - start < seconds:
            for _ in range(2000):
                last()
                step(0)
            steps += 2000
        return steps / (time.perf_counter() - start)

    return measure


def vector() -> Measure:
    """The vector environment with 1,024 games, random options included."""
    env = DixieVector(GAMES, players=4)
    env.reset(1)

    def measure(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            env.step(env.batch.random_options())
            steps += GAMES
        return steps / (time.perf_counter() - start)

    return measure


def batch_steps() -> Measure:
    """The engine's batch of 1,024 games, stepped from Python, random options included."""
    batch = Batch(make_rules(4), GAMES, 1)

    def measure(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            batch.step(batch.random_options())
            steps += GAMES
        return steps / (time.perf_counter() - start)

    return measure


def gym() -> Measure:
    """The Gymnasium environment against three random opponents; a step is one of the learner's."""
    env = gymnasium.make("dixie_env/Dixie-v0", players=4, opponents="random", disable_env_checker=True)
    masks = env.get_wrapper_attr("action_masks")
    rng = random.Random(1)

    def measure(seconds: float) -> float:
        env.reset(seed=1)
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            action = rng.choice(np.flatnonzero(masks()).tolist())
            if env.step(action)[2]:
                env.reset()
            steps += 1
        return steps / (time.perf_counter() - start)

    return measure


def gym_vector(mode: str, games: int, decisions: int = 1) -> Measure:
    """`make_vec` against three random opponents, with random options; a step is one of the learner's.

    Args:
        mode: The vectorization mode.
        games: Number of games.
        decisions: What a step of the learner counts. With 4 it is the decisions of all: four random players
            make as many on average.
    """
    arguments: dict[str, Any] = {} if mode == "vector_entry_point" else {"disable_env_checker": True}
    env = gymnasium.make_vec(
        "dixie_env/Dixie-v0", games, vectorization_mode=mode, players=4, opponents="random", **arguments
    )
    masks = env.reset(seed=1)[1]["action_mask"]
    order = np.random.default_rng(1).integers(1, 256, (64, games, OPTION_COUNT), np.uint8)

    def measure(seconds: float) -> float:
        nonlocal masks
        steps, number, start = 0, 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            actions = np.where(masks, order[number % 64], 0).argmax(axis=1)
            _, _, ended, _, infos = env.step(actions)
            masks = infos["action_mask"]
            steps += games - int(ended.sum())  # a game that has ended makes no decision in the next step
            number += 1
        return steps * decisions / (time.perf_counter() - start)

    return measure


def gin_rummy() -> Measure:
    """Gin rummy of rlcard, random legal play; a step is one of either player."""
    env = rlcard.make("gin-rummy", {"seed": 1})
    rng = random.Random(1)

    def measure(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(rng.choice(list(state["legal_actions"])))
                steps += 1
        return steps / (time.perf_counter() - start)

    return measure


def measures() -> dict[str, Measure]:
    """All measurements, by name."""
    return {
        "env() with last() and step()": aec(dixie_v0.env(players=4)),
        "connect_four_v3.env()": aec(connect_four_v3.env()),
        "empty AEC environment": empty_aec(),
        "vector environment, 1024 games": vector(),
        "engine's batch, 1024 games": batch_steps(),
        "Gymnasium, three random opponents": gym(),
        "make_vec, all decisions, 1024 games": gym_vector("vector_entry_point", GAMES, 4),
        "make_vec, 1024 games": gym_vector("vector_entry_point", GAMES),
        "make_vec sync, 1024 games": gym_vector("sync", GAMES),
        "rlcard gin rummy": gin_rummy(),
    }


RATIOS = (
    ("env()", "env() with last() and step()", "connect_four_v3.env()", 8.0),
    ("env()", "env() with last() and step()", "empty AEC environment", 0.3),
    ("vector", "vector environment, 1024 games", "engine's batch, 1024 games", 0.5),
    ("Gymnasium", "Gymnasium, three random opponents", "rlcard gin rummy", 5.0),
    ("make_vec", "make_vec, all decisions, 1024 games", "vector environment, 1024 games", 0.75),
    ("make_vec", "make_vec, 1024 games", "make_vec sync, 1024 games", 10.0),
)
"""Short name, what, compared with what, and the required minimum ratio."""
