"""The learners: decisions learned per second, playing and learning together, with the settings of the recipe.

The peer is sb3-contrib's MaskablePPO on an environment that does nothing, with the same spaces: the cost of
Stable-Baselines3 itself. The recipe's own policy computes the same faster, so it is measured there too. All
start with the weights of a trained policy, so that games are as long as in most of a run: a beginner falls
into the pit at once, and its opponents play on without it. `fast_ppo` learns from every seat, so it learns
from nearly all decisions that it plays.

What a family of games, the heads and the critic cost is near 1 and measured in pairs of updates.
"""

import time
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Box, Discrete
from numpy.typing import NDArray
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.vec_env import VecEnv

from benchmarks.measure import Measure
from dixie_agents.policy import OPTIONS
from dixie_agents.policy_file import load_weights
from dixie_env.layout import make_layout
from dixie_training.config import load_config, parse_config
from dixie_training.fast_ppo import FastPPO
from dixie_training.sb3_ppo import SB3PPO, SharedPolicy, make_model

RECIPE = load_config("sb3-4p")
GAMES = RECIPE.games_by_players[4]
SETTINGS: dict[str, Any] = {
    **RECIPE.model_dump(include={"game", "games", "num_steps", "hidden", "update_epochs", "minibatch_size"}),
    "updates": 1_000_000,
}


def settings(**changes: Any) -> Any:
    """The common settings with some changes."""
    return parse_config({**SETTINGS, **changes}, "benchmark")


class EmptyVecEnv(VecEnv):
    """Does nothing, with Dixie's spaces."""

    def __init__(self) -> None:
        layout = make_layout()
        super().__init__(GAMES, Box(layout.low, layout.high, dtype=np.float32), Discrete(OPTIONS))
        self.observations = np.zeros((GAMES, len(layout)), np.float32)
        self.masks = np.ones((GAMES, OPTIONS), np.bool_)
        self.rewards = np.zeros(GAMES, np.float32)
        self.done = np.zeros(GAMES, np.bool_)
        self.infos: list[dict[str, Any]] = [{} for _ in range(GAMES)]

    def reset(self) -> NDArray[np.float32]:
        return self.observations

    def step_async(self, actions: NDArray[np.int64]) -> None:
        pass

    def step_wait(self) -> Any:
        return self.observations, self.rewards, self.done, self.infos

    def close(self) -> None:
        pass

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [None] * GAMES

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        pass

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        return list(self.masks)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * GAMES


def trained(learner: Any) -> dict[str, NDArray[np.float32]]:
    """The weights of `zoo/first`, with zeros for what the learner sees or predicts beyond it.

    It plays as that policy does: layout 2 and the board only add numbers at the end of an observation.
    """
    weights, _ = load_weights("zoo/first")
    fitted = {}
    for name, own in learner.weights().items():
        fitted[name] = np.zeros_like(own)
        if name in weights:
            fitted[name][tuple(map(slice, weights[name].shape))] = weights[name]
    return fitted


def learning(learner: Any) -> Measure:
    """Rollouts and learning, counted in decisions learned from."""
    learner.set_weights(trained(learner))

    def measure(seconds: float) -> float:
        torch.set_num_threads(1)
        before, start = learner.decisions, time.perf_counter()
        while time.perf_counter() - start < seconds:
            learner.rollout()
            learner.learn()
        return (learner.decisions - before) / (time.perf_counter() - start)

    return measure


def empty(policy: type[MaskableActorCriticPolicy]) -> Measure:
    """MaskablePPO on an environment that costs nothing."""
    learner = SB3PPO(settings(learner="sb3", opponents={"bots": ["random"]}))
    model = make_model(learner.config, EmptyVecEnv(), policy)
    _, learner._callback = model._setup_learn(learner.total, learner._callback)
    learner.model = model
    return learning(learner)


BOTS = {"bots": ["balanced", "greedy", "servant", "ring", "offering"], "self_play": 0.0}
BOARD: dict[str, Any] = {"players": 4, "observation": {"board": True}}
FAMILY = {
    **BOARD,
    "edition": ["de", "fr", "en", "pl", "proto"],
    "board": {"standard": 1, "prior:standard": 3},
    "draft": ["choose", "random"],
}


def variants() -> dict[str, Measure]:
    """`fast_ppo` against five bots, and what makes it slower, one thing at a time."""
    changes: dict[str, dict[str, Any]] = {
        "": {},
        ", board in view": {"game": BOARD},
        ", family of games": {"game": FAMILY},
        ", two heads": {"winner_coef": 0.3, "scores_coef": 0.3},
        ", critic": {"critic": True},
    }
    return {
        f"fast_ppo, five bots{name}": learning(FastPPO(settings(opponents=BOTS, **change)))
        for name, change in changes.items()
    }


def measures() -> dict[str, Measure]:
    """All measurements, by name."""
    return {
        "MaskablePPO, empty environment": empty(MaskableActorCriticPolicy),
        "SB3 recipe, empty environment": empty(SharedPolicy),
        "SB3 recipe, three balanced": learning(
            SB3PPO(settings(learner="sb3", opponents={"bots": ["balanced"]}))
        ),
        "fast_ppo, self-play": learning(FastPPO(settings())),
        "fast_ppo, self-play, 32 bits": learning(FastPPO(settings(bfloat16=False))),
        "fast_ppo, three balanced": learning(
            FastPPO(settings(opponents={"bots": ["balanced"], "self_play": 0.0}))
        ),
        **variants(),
    }


RATIOS = (
    ("SB3 recipe", "SB3 recipe, three balanced", "MaskablePPO, empty environment", 0.8),
    ("fast_ppo", "fast_ppo, self-play", "SB3 recipe, three balanced", 2.0),
)
"""Short name, what, compared with what, and the required minimum ratio."""

PAIRS = tuple(
    (name, f"fast_ppo, five bots, {name}", "fast_ppo, five bots", wanted)
    for name, wanted in (
        ("board in view", 0.85),
        ("family of games", 0.85),
        ("two heads", 0.85),
        ("critic", 0.8),
    )
)
"""The same for ratios near 1."""
