"""Dixie as a Stable-Baselines3 `VecEnv`, without subprocesses or an object for each game.

The learner has one seat in every game. A step of the environment is one of its decisions. Compiled opponents,
including earlier versions of the learner, decide in C, other opponents in one batch each. The reward of a
step is everything up to the learner's next decision, whoever decides in between. When a game ends, a new one
starts at once; the last observation is in the info, where Stable-Baselines3 looks for it.

`action_masks` always belong to the observations returned last. The caller owns all returned arrays.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv

from dixie_agents.compiled.match import observe_states
from dixie_agents.policy import OPTIONS
from dixie_env import DixieError, Setup
from dixie_env.rewards import Reward
from dixie_training.pool import Pool
from dixie_training.running_games import LEARNER, RulesOf, RunningGames


class Chooser(Protocol):
    """Chooses for an opponent that is not compiled."""

    def __call__(
        self, observations: NDArray[np.float32], masks: NDArray[np.bool_], keys: NDArray[np.uint64]
    ) -> NDArray[np.int64]:
        """Return an option for each decision."""


class DixieVecEnv(VecEnv):
    """Many games for one learner.

    Args:
        setups: The game for each number of players.
        games: Number of games for each number of players.
        pool: The opponents. It must not put the learner in every seat.
        reward: The reward.
        seed: Seed of the first game.
        threads: Number of threads for compiled opponents.
        rules: The rules of each game, from its setup and seed (see `RunningGames`).
    """

    def __init__(
        self,
        setups: Sequence[Setup],
        games: Mapping[int, int],
        pool: Pool,
        reward: Reward | str = "win",
        seed: int = 0,
        threads: int = 1,
        rules: RulesOf | None = None,
    ) -> None:
        if pool.self_play or not pool.present(setups[0].players).size:
            raise DixieError(
                "in a VecEnv the learner has one seat in each game: the pool needs a bot, and self_play=0"
            )
        self.pool = pool
        self.choosers: dict[int, Chooser] = {}
        """What decides for players that are not compiled, by their numbers in the pool."""
        self._arguments = (tuple(setups), dict(games), pool.players, pool.seat, Reward.of(reward))
        self._rules_of = rules
        self.games = RunningGames(*self._arguments, seed, threads, rules, pool.agents)
        self._seed = seed
        self._threads = threads
        self.observation = self.games.observation
        super().__init__(self.games.count, self.observation.space(), Discrete(OPTIONS))
        self._rows = np.arange(self.num_envs)
        self._own = self._own_seats()
        self._choices = np.zeros(self.num_envs, np.int64)
        self._returns = np.zeros(self.num_envs)
        self._lengths = np.zeros(self.num_envs, np.int64)

    def reset(self) -> NDArray[np.float32]:
        """Start new games; after `seed`, with that seed."""
        if self._seeds[0] is not None:
            self._seed = self._seeds[0]
        self._reset_seeds()
        self.games = RunningGames(
            *self._arguments, self._seed, self._threads, self._rules_of, self.pool.agents
        )
        self._own = self._own_seats()
        self._let_others_play(np.zeros(self.num_envs, np.float32), np.zeros(self.num_envs, np.bool_), {})
        self._returns[:] = 0
        self._lengths[:] = 0
        return self.games.observations.copy()

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Store the learner's choices."""
        self._choices = np.asarray(actions, np.int64)

    def step_wait(
        self,
    ) -> tuple[NDArray[np.float32], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Step all games to the learner's next decision."""
        rewards = np.zeros(self.num_envs, np.float32)
        done = np.zeros(self.num_envs, np.bool_)
        infos: dict[int, dict[str, Any]] = {}
        self._step(self._choices, None, rewards, done, infos)
        self._let_others_play(rewards, done, infos)
        self._returns += rewards
        self._lengths += 1
        for row, info in infos.items():
            info["episode"] = {"r": float(self._returns[row]), "l": int(self._lengths[row]), "t": 0.0}
        self._returns[done] = 0
        self._lengths[done] = 0
        return (
            self.games.observations.copy(),
            rewards,
            done,
            [infos.get(row, {}) for row in range(self.num_envs)],
        )

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the learner's legal options, one row for each game."""
        return self.games.masks.copy()

    def save(self) -> dict[str, NDArray[Any]]:
        """Return the running games for `load`."""
        return {**self.games.save(), "returns": self._returns.copy(), "lengths": self._lengths.copy()}

    def load(self, saved: Mapping[str, NDArray[Any]]) -> None:
        """Continue saved games, in an environment made with the same arguments."""
        self.games.load(saved)
        self._own = self._own_seats()
        self._returns = saved["returns"].copy()
        self._lengths = saved["lengths"].copy()

    # --- inside -----------------------------------------------------------------------------------------

    def _step(
        self,
        options: NDArray[np.int64],
        rows: NDArray[np.int64] | None,
        rewards: NDArray[np.float32],
        done: NDArray[np.bool_],
        infos: dict[int, dict[str, Any]],
    ) -> None:
        paid, ended, endings = self.games.step(options, rows)
        # rewards in a game that started after the learner decided belong to nobody
        rewards += np.where(done, 0, paid[self._rows, self._own])
        for ending in endings:
            self.pool.record(ending)
            last = observe_states(
                ending.rules,
                ending.states,
                self._own[ending.rows],
                **self.observation.arguments,
            )
            for row, observation in zip(ending.rows.tolist(), last, strict=True):
                infos[row] = {"terminal_observation": observation, "TimeLimit.truncated": False}
        done |= ended
        if ended.any():
            self._own = self._own_seats()

    def _let_others_play(
        self, rewards: NDArray[np.float32], done: NDArray[np.bool_], infos: dict[int, dict[str, Any]]
    ) -> None:
        """Let players that are not compiled choose, a batch for each, until all wait for the learner."""
        games = self.games
        while (rows := np.flatnonzero(games.waiting != LEARNER)).size:
            options = np.zeros(self.num_envs, np.int64)
            for player in np.unique(games.waiting[rows]).tolist():
                asked = rows[games.waiting[rows] == player]
                options[asked] = self.choosers[player](
                    games.observations[asked], games.masks[asked], games.keys[asked]
                )
            self._step(options, rows, rewards, done, infos)

    def _own_seats(self) -> NDArray[np.int64]:
        return np.asarray((self.games.lineups == LEARNER).argmax(axis=1))

    # --- what else a VecEnv has -------------------------------------------------------------------------

    def close(self) -> None:
        """Do nothing."""

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """Return an attribute, the same for all games."""
        if attr_name == "render_mode":
            return [None] * self.num_envs
        return [getattr(self, attr_name)] * len(list(self._get_indices(indices)))

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """Raise an error: single games have no attributes."""
        raise DixieError(f"{attr_name!r} can't be set for single games of a {type(self).__name__}")

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """Return the masks of the games. There is no other method."""
        if method_name != "action_masks":
            raise AttributeError(f"a game of {type(self).__name__} has no method {method_name!r}")
        masks = self.action_masks()
        return [masks[index] for index in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Return False for each game."""
        return [False] * len(list(self._get_indices(indices)))
