"""Many games at once, for your own learner: arrays in, arrays out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from gymnasium.spaces import Discrete
from numpy.typing import ArrayLike, NDArray

from dixie_env.engine import Batch, CompiledRules, DixieError, StateError
from dixie_env.engine.model import OPTION_COUNT
from dixie_env.envs.arguments import Arguments
from dixie_env.envs.seeds import next_seed
from dixie_env.rewards import Reward
from dixie_env.rules import compile_rules
from dixie_env.setup import Setup

Game: TypeAlias = Setup | Mapping[str, Any]
"""The description of a game, or its plain data."""


class Episodes(NamedTuple):
    """The games that ended in a step, one row each. The arrays are copies that you can keep."""

    games: NDArray[np.int64]
    """Their indices in the vector."""
    seeds: NDArray[np.uint64]
    """Their seeds."""
    scores: NDArray[np.int16]
    """Final scores by seat."""
    ranks: NDArray[np.int8]
    """Ranks by seat, 1 is best."""
    lengths: NDArray[np.int64]
    """Their numbers of decisions."""


class VectorStep(NamedTuple):
    """What `reset` and `step` return. Row i is game i."""

    observations: NDArray[np.float32]
    """The deciding seat's observation. Valid until the step after the next; copy it to keep it longer."""
    masks: NDArray[np.bool_]
    """The deciding seat's legal options. Valid as long as the observations."""
    seats: NDArray[np.int8]
    """Which seat decides."""
    rewards: NDArray[np.float32]
    """What this step paid to each seat."""
    done: NDArray[np.bool_]
    """Whether a game ended in this step. If so, row i is already the first decision of the next game."""
    episodes: Episodes
    """Statistics of the games that ended in this step."""


@dataclass(frozen=True)
class SavedVector:
    """The saved games of a `DixieVector`, for `restore`. Opaque; can be pickled."""

    batch: dict[str, NDArray[Any]]
    given: tuple[CompiledRules, ...]
    """The rules that the vector was made with."""
    records: tuple[CompiledRules, ...]
    """The rules that its games have now."""


class DixieVector:
    """N games that step together, built on the engine's batch.

    In every step each game makes one decision of one seat; the deciding seat differs from game to game. Each
    step returns rewards for all seats, so sum a seat's rewards from one of its decisions to the next.
    Otherwise the learner misses what the other seats caused. A finished game restarts automatically.

    Observations and masks alternate between two sets of arrays and are returned without a copy. The arrays of
    one step are still valid after the next step, so that you can store (observation, action, next
    observation); the step after that overwrites them. All other arrays are new in every step.

    Games can have different rules, so that boards, editions and numbers of players mix: give a sequence of
    setups. `batch.players` has each game's number of players, `batch.rules_of(i)` the rules of game i. There
    are as many columns of seats as the largest game has players. Absent seats get no reward, score 0 and
    rank 0.

    Seeds: game i starts with `seed + i`, and its k-th restart has `seed + i + k * num_envs`. So every game
    is the one that the other environments play after a reset with that seed.

    A vector belongs to one thread at a time, like its `batch`: a call from another thread while one is under
    way raises a `DixieError`.

    Args:
        num_envs: Number of games.
        threads: Number of threads that share the work; it does not affect the games.
        setup: The game as one `Setup`, or as its plain data, instead of the arguments of a game; or a list of
            them, all with the same observation.
        index: Which of several setups each game has; by default game i has setup number i % len(setup).
        arguments: The arguments of `dixie_env.dixie_v0`. Illegal actions always raise here, before any game
            has changed.
    """

    def __init__(
        self,
        num_envs: int,
        *,
        threads: int = 1,
        setup: Game | Sequence[Game] | None = None,
        index: ArrayLike | None = None,
        **arguments: Any,
    ) -> None:
        many = isinstance(setup, Sequence) and not isinstance(setup, str)
        setups: list[Any] = list(setup) if many else [setup]  # type: ignore[arg-type]
        if not setups:
            raise DixieError("a vector environment needs 1 setup or more, not an empty list")
        several = [Arguments.named({"setup": one, **arguments}, "threads", "index") for one in setups]
        self.arguments = several[0]
        if self.arguments.illegal != "raise":
            raise DixieError("illegal actions always raise in a vector environment: leave `illegal` out")
        if "mask" in arguments:
            raise DixieError(
                "a vector environment always returns masks beside observations: leave `mask` out"
            )
        if self.arguments.render_mode is not None:
            raise DixieError("a vector environment does not render: get a single game with `batch.game(i)`")
        for one in several:
            self._check_observation(one.game)
        self._given = tuple(one.rules for one in several)
        self.num_envs = num_envs
        self.players = max(rules.players for rules in self._given)
        self.layout = self.arguments.vector_layout
        self.reward = Reward.of(self.arguments.reward)
        self.single_observation_space = self.arguments.vector_space()
        self.single_action_space: Discrete[Any] = Discrete(OPTION_COUNT)
        self.batch = Batch(
            self._given,
            num_envs,
            next_seed(None),
            threads,
            screened=self.arguments.screened,
            board=self.arguments.with_board,
            layout=self.arguments.game.observation.layout,
            buffers=2,
            index=index,
        )
        self._potential = self._potentials()

    @property
    def rules(self) -> CompiledRules:
        """The rules of all games. If there are several, this raises a ValueError: see `batch.rules_of`."""
        return self.batch.rules

    def set_rules(self, game: int, rules: CompiledRules | Setup) -> None:
        """Play the next game of a row, and those after it, by these rules. The current game goes on as it is.

        Args:
            game: The row.
            rules: A setup, or compiled rules, with at most as many players as there are columns of seats.
        """
        if isinstance(rules, Setup):
            self._check_observation(rules)
            rules = compile_rules(rules)
        if isinstance(rules, CompiledRules) and rules.players > self.players:
            raise DixieError(
                f"this vector environment has games of up to {self.players} players, not {rules.players}"
            )
        self.batch.set_rules(game, rules)

    def _check_observation(self, setup: Setup) -> None:
        own = self.arguments.game.observation
        if setup.observation != own:
            raise DixieError(
                f"all games of a vector environment must have the same observation, "
                f"not {own} and {setup.observation}"
            )

    def reset(self, seed: int | None = None) -> VectorStep:
        """Restart all games, game i with `seed + i`; by default the seed is derived from the last one."""
        with self.batch:
            self.batch.reset(next_seed(int(self.batch.seeds[0])) if seed is None else seed)
            self._potential = self._potentials()
            return self._result(np.zeros((self.num_envs, self.players), np.float32))

    def step(self, actions: ArrayLike) -> VectorStep:
        """Take one option in every game.

        Raises:
            IllegalChoice: An option is not legal; no game has changed.
        """
        with self.batch:
            return self._step(actions)

    def _step(self, actions: ArrayLike) -> VectorStep:
        batch = self.batch
        batch.step(actions)
        rewards = np.zeros((self.num_envs, self.players), np.float32)
        ended = np.flatnonzero(batch.done)
        if self.reward.shaping:
            self._shape(rewards, ended)
        if ended.size:
            rewards[ended] += self.reward.final(
                batch.ranks[ended, : self.players], batch.scores[ended, : self.players]
            )
        return self._result(rewards, ended)

    def _potentials(self) -> NDArray[np.float32]:
        found = self.reward.potential(self.batch.states, self.batch.rules_field("pit"))
        potentials = np.zeros((self.num_envs, self.players), np.float32)
        potentials[:, : found.shape[1]] = found
        return potentials

    def _shape(self, rewards: NDArray[np.float32], ended: NDArray[np.int64]) -> None:
        before, after = self._potential, self._potentials()
        self._potential = after
        reached = after.copy()
        reached[ended] = 0  # the row is a new game already
        rewards += self.reward.shape(before, reached, self.batch.seats)

    def _result(self, rewards: NDArray[np.float32], ended: NDArray[np.int64] | None = None) -> VectorStep:
        batch = self.batch
        ended = np.zeros(0, np.int64) if ended is None else ended
        episodes = Episodes(
            ended,
            batch.seeds[ended] - np.uint64(self.num_envs),
            batch.scores[ended, : self.players],
            batch.ranks[ended, : self.players],
            batch.lengths[ended],
        )
        return VectorStep(
            batch.observations,
            batch.masks.view(np.bool_),
            batch.seats.copy(),
            rewards,
            batch.done.astype(np.bool_),
            episodes,
        )

    def save(self) -> SavedVector:
        """Save all current games for `restore`."""
        with self.batch:
            return SavedVector(self.batch.save(), self._given, self.batch.records)

    def restore(self, saved: SavedVector) -> VectorStep:
        """Resume saved games, in a vector made with the same arguments; return what `reset` does."""
        if saved.given != self._given:
            raise StateError("these games were saved in a vector environment with other arguments")
        with self.batch:
            self.batch.load(saved.batch, saved.records)
            self._potential = self._potentials()
            return self._result(np.zeros((self.num_envs, self.players), np.float32))
