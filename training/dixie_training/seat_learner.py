"""What the learners on this machine share: games, opponents, a network for all seats, epochs, checkpoints.

A *tick* is one decision in every game. A seat's trajectory consists of its own decisions. The rewards between
two of them, whoever decides in between, belong to the first. Advantages (GAE) follow these trajectories, so
they reach across the other seats' moves. The last decision of a seat in a rollout is not learned from,
because its consequences are not known yet, but its value bootstraps the estimate of the one before. If the
seat has fallen into the pit since, they are known: it never decides again, and its rank is fixed.

All seats share one network, because an observation is relative to the seat that observes. Opponents,
hand-written or earlier versions of the learner, play inside `RunningGames` and do not appear here.
"""

from abc import ABC, abstractmethod
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dixie_agents.network import Network
from dixie_env.engine.model import SEATS
from dixie_env.rewards import Reward
from dixie_training.advantages import Floats, coalition_rewards, seat_advantages
from dixie_training.checkpoint import inside, load_optimizer, save_optimizer
from dixie_training.critic import Critic
from dixie_training.device import device_of, has_bfloat16
from dixie_training.family_rules import rules_of
from dixie_training.outcomes import Outcomes, ResultHeads
from dixie_training.pool import Pool
from dixie_training.running_games import RunningGames
from dixie_training.schema import ExpertConfig, FastPPOConfig
from dixie_training.team import Alone


@dataclass
class Played:
    """Preallocated arrays of a rollout, ticks x games. The tensors are on the device of the network.

    Attributes:
        observations: What the seats observed.
        masks: Their options.
        values: The learner's values.
        seats: Which seat decided.
        rewards: The reward of each seat after that decision and before the next one, x 5.
        done: Whether the game ended after that decision.
    """

    observations: Tensor
    masks: Tensor
    values: Tensor
    seats: NDArray[np.int8]
    rewards: Floats
    done: NDArray[np.bool_]

    @classmethod
    def make(
        cls,
        ticks: int,
        games: int,
        observation_size: int,
        options: int,
        precision: torch.dtype = torch.float32,
        device: torch.device | None = None,
    ) -> "Played":
        """Allocate the arrays."""
        return cls(
            torch.zeros(ticks, games, observation_size, dtype=precision, device=device),
            torch.zeros(ticks, games, options, dtype=torch.bool, device=device),
            torch.zeros(ticks, games, device=device),
            np.zeros((ticks, games), np.int8),
            np.zeros((ticks, games, SEATS), np.float32),
            np.zeros((ticks, games), np.bool_),
        )


Settings = TypeVar("Settings", FastPPOConfig, ExpertConfig)


class SeatLearner(ABC, Generic[Settings]):
    """What `FastPPO` and `ExpertIteration` have in common. Call `rollout` and `learn` in turn."""

    config: Settings

    def __init__(self, config: Settings) -> None:
        torch.manual_seed(config.seed)
        self.config = config
        self.device = device_of(config)
        # on the processor, so that a run can go on elsewhere
        self.rng = torch.Generator().manual_seed(config.seed)
        self.pool = Pool.of(config.opponents, config.seed, config.observation)
        self.games = RunningGames(
            config.game,
            config.games_by_players,
            self.pool.players,
            self.pool.seat,
            Reward(config.reward, config.shaping, config.gamma),
            config.seed << 32,
            config.threads,
            rules_of(config.game),
            agents=self.pool.agents,
        )
        size = config.observation.size
        self.network = Network(size, config.hidden, config.heads).to(self.device)
        self.critic = self._make_critic()
        self.optimizer = torch.optim.Adam(self._parameters(), config.learning_rate, eps=1e-5, fused=True)
        self.bfloat16 = has_bfloat16(self.device) if config.bfloat16 == "auto" else config.bfloat16
        precision = torch.bfloat16 if self.bfloat16 else torch.float32
        self.buffer = Played.make(
            config.num_steps, self.games.count, size, self.games.masks.shape[1], precision, self.device
        )
        self.outcomes = Outcomes.make(config.num_steps, self.games.games)
        self.result_heads = ResultHeads(
            self.network, self.outcomes.players, config.winner_coef, config.scores_coef, precision
        )
        self.team = Alone()
        """Who learns the same network at the same time, see `dixie_training.team_learner`."""
        self.updates = 0
        self.decisions = 0
        """How many decisions were learned from, by all workers of a team."""

    # --- what a learner decides -------------------------------------------------------------------------

    def _make_critic(self) -> Critic | None:
        """Return a critic that knows the opponents, if the learner has one."""
        return None

    @abstractmethod
    def _choose(self, tick: int) -> NDArray[np.int64]:
        """Choose in all games, and write what it takes to learn from it into the buffers."""

    @abstractmethod
    def _lesson(
        self, advantages: Floats, known: NDArray[np.bool_]
    ) -> tuple[NDArray[np.bool_], dict[str, Tensor]]:
        """Return which decisions to learn from, and what else about all of them, by name.

        Args:
            advantages: The advantages, ticks x games.
            known: Where they are known.
        """

    @abstractmethod
    def _loss(
        self, data: dict[str, Tensor], waited: dict[str, Tensor] | None
    ) -> tuple[Tensor, dict[str, Tensor | float]]:
        """Return the loss of some decisions, and metrics.

        Args:
            data: Observations, masks, returns, what the heads learn, and what `_lesson` returned.
            waited: For the heads: earlier decisions whose results are known now.
        """

    # --- playing ----------------------------------------------------------------------------------------

    def rollout(self) -> dict[str, float]:
        """Play `num_steps` ticks into the buffer. Return the learner's win share against opponents.

        With `coalition` it is the share of all its seats together. The share of intruders is apart.
        """
        buffer, games = self.buffer, self.games
        wins: list[float] = []
        intruders: list[float] = []
        with torch.no_grad(), self._precision():  # once, because 16-bit weights are kept inside
            for tick in range(self.config.num_steps):
                buffer.observations[tick] = torch.from_numpy(games.observations)
                buffer.masks[tick] = torch.from_numpy(games.masks)
                buffer.seats[tick] = games.seats
                options = self._choose(tick)
                sitting = games.lineups.copy() if self.pool.coalition else None  # before new games begin
                rewards, buffer.done[tick], endings = games.step(options)
                buffer.rewards[tick] = rewards if sitting is None else coalition_rewards(rewards, sitting)
                if self.config.heads:
                    self.outcomes.record(tick, endings)
                for ended in endings:
                    self.pool.record(ended)
                    for found, more in zip((wins, intruders), self.pool.shares(ended), strict=True):
                        found += more
        watched = {"win_share": wins, "intruder_share": intruders}
        return {name: float(np.mean(shares)) for name, shares in watched.items() if shares}

    # --- learning ---------------------------------------------------------------------------------------

    def learn(self) -> dict[str, float]:
        """Learn from the buffer and return metrics."""
        config, buffer = self.config, self.buffer
        advantages, known = seat_advantages(
            buffer.seats,
            buffer.values.cpu().numpy(),
            buffer.rewards,
            buffer.done,
            config.gamma,
            config.gae_lambda,
            None if self.pool.coalition else self.games.still_paid(),
        )
        wanted, lesson = self._lesson(advantages, known)
        chosen = self._moved(np.flatnonzero(wanted))
        values = buffer.values.flatten()
        data = {
            "observations": buffer.observations.flatten(0, 1),
            "masks": buffer.masks.flatten(0, 1),
            "returns": self._moved(advantages).flatten() + values,
            **lesson,
        }
        if config.heads:
            with self._precision():
                data |= self.result_heads.targets(
                    buffer.seats, buffer.done, self.outcomes, data["observations"]
                )
        self._set_learning_rate()
        watched: dict[str, Tensor | float] = {}
        count = self.team.smallest(len(chosen))  # so that all have the same number of minibatches
        for _ in range(config.update_epochs):
            order = chosen[torch.randperm(len(chosen), generator=self.rng).to(self.device)][:count]
            parts = torch.split(order, config.minibatch_size)
            waited = (
                self.result_heads.share_out(len(parts), self.rng) if config.heads else [None] * len(parts)
            )
            for part, more in zip(parts, waited, strict=True):
                taken = {name: array.index_select(0, part) for name, array in data.items()}
                loss, watched = self._loss(taken, more)
                self._descend(loss)
        self._agree()
        self.updates += 1
        self.decisions += self.team.size * count
        if config.opponents.snapshots and self.updates % config.opponents.snapshot_every == 0:
            self.pool.add_snapshot(self.weights())
        sure = self._moved(np.flatnonzero(known))
        errors, spread = data["returns"][sure] - values[sure], data["returns"][sure].var() + 1e-8
        watched["explained_variance"] = 1 - errors.var() / spread
        return {name: float(value) for name, value in watched.items()}

    def _descend(self, loss: Tensor) -> None:
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        self.team.average(self._parameters())
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.config.max_grad_norm)
        if self.critic is not None:  # apart, so that it does not change what the policy learns
            torch.nn.utils.clip_grad_norm_(self.critic.parameters(), self.config.max_grad_norm)
        self.optimizer.step()

    def _agree(self) -> None:
        """Take the numbers of the first worker of the team: other processors may round differently."""
        states: list[dict[str, Tensor]] = list(self.optimizer.state.values())
        self.team.agree([*self._parameters(), *(value for state in states for value in state.values())])

    def _parameters(self) -> list[torch.nn.Parameter]:
        return [*self.network.parameters(), *(self.critic.parameters() if self.critic else ())]

    def _precision(self) -> AbstractContextManager[Any]:
        return torch.autocast(self.device.type, torch.bfloat16) if self.bfloat16 else nullcontext()

    def _set_learning_rate(self) -> None:
        config = self.config
        gone = min(self.updates / config.updates, 1)
        for group in self.optimizer.param_groups:
            group["lr"] = config.learning_rate + gone * (config.final_learning_rate - config.learning_rate)

    def _moved(self, array: NDArray[Any]) -> Tensor:
        """Return an array as a tensor where the network is."""
        return torch.from_numpy(array).to(self.device)

    def join(self, team: Alone) -> None:
        """Learn with these others from now on. All of them must have the same weights."""
        self.team = team

    # --- weights, stopping and going on -----------------------------------------------------------------

    def weights(self) -> dict[str, NDArray[np.float32]]:
        """Return the weights in the format of a policy file."""
        return self.network.arrays()

    def set_weights(self, weights: dict[str, NDArray[np.float32]]) -> None:
        """Load weights."""
        self.network.load_arrays(weights)

    def save(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return everything needed to continue exactly from here: arrays, and plain data for JSON."""
        opponents, drawn = self.pool.save()
        parts = {
            "network": self.network.arrays(),
            "optimizer": save_optimizer(self.optimizer),
            "games": self.games.save(),
            "pool": opponents,
            "critic": self.critic.arrays() if self.critic is not None else {},
            "results": self.result_heads.save() if self.config.heads else {},
        }
        arrays = {f"{part}.{name}": array for part, found in parts.items() for name, array in found.items()}
        arrays["rng"] = self.rng.get_state().numpy().copy()
        return arrays, {"updates": self.updates, "decisions": self.decisions, "pool": drawn}

    def load(self, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]) -> None:
        """Continue from what `save` returned."""
        self.network.load_arrays(inside(arrays, "network."))
        if self.config.heads:
            self.result_heads.load(inside(arrays, "results."))
        if self.critic is not None:
            self.critic.load_arrays(inside(arrays, "critic."))
        load_optimizer(self.optimizer, inside(arrays, "optimizer."))
        self.pool.load(inside(arrays, "pool."), counters["pool"])
        self.games.load(inside(arrays, "games."))
        self.rng.set_state(torch.from_numpy(arrays["rng"].copy()))
        self.updates, self.decisions = counters["updates"], counters["decisions"]
