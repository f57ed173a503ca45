"""PPO for self-play in which every seat of every game can learn: one file, one process, one thread.

A *tick* is one decision in every game. A seat's trajectory consists of its own decisions. The rewards between
two of them, whoever decides in between, belong to the first. Advantages (GAE) follow these trajectories, so
they reach across the other seats' moves. The last decision of a seat in a rollout is not learned from,
because its consequences are not known yet, but its value bootstraps the estimate of the one before. If the
seat has fallen into the pit since, they are known: it never decides again, and its rank is fixed.

All seats share one network, because an observation is relative to the seat that observes. Opponents,
hand-written or earlier versions of the learner, play inside `RunningGames` and do not appear here.
"""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dixie_agents.network import Network, choice, draw
from dixie_env.engine.model import SEATS
from dixie_env.rewards import Reward
from dixie_training.checkpoint import inside, load_optimizer, save_optimizer
from dixie_training.critic import Critic, opponents_seen
from dixie_training.device import device_of, has_bfloat16
from dixie_training.family_rules import rules_of
from dixie_training.outcomes import Outcomes, ResultHeads
from dixie_training.pool import Pool
from dixie_training.running_games import LEARNER, RunningGames
from dixie_training.schema import FastPPOConfig

Floats = NDArray[np.float32]


@dataclass
class Rollout:
    """Preallocated arrays of a rollout, ticks x games. The tensors are on the device of the network."""

    observations: Tensor
    masks: Tensor
    options: Tensor
    log_probabilities: Tensor
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
    ) -> "Rollout":
        """Allocate the arrays."""
        return cls(
            torch.zeros(ticks, games, observation_size, dtype=precision, device=device),
            torch.zeros(ticks, games, options, dtype=torch.bool, device=device),
            torch.zeros(ticks, games, dtype=torch.int64, device=device),
            torch.zeros(ticks, games, device=device),
            torch.zeros(ticks, games, device=device),
            np.zeros((ticks, games), np.int8),
            np.zeros((ticks, games, SEATS), np.float32),
            np.zeros((ticks, games), np.bool_),
        )


def seat_advantages(
    seats: NDArray[np.int8],
    values: Floats,
    rewards: Floats,
    done: NDArray[np.bool_],
    gamma: float,
    gae_lambda: float,
    still_paid: Floats | None = None,
) -> tuple[Floats, NDArray[np.bool_]]:
    """Estimate advantages along each seat's own decisions.

    Args:
        seats: Which seat decided, ticks x games.
        values: The learner's values there.
        rewards: The reward of each seat after that decision and before the next one, ticks x games x 5.
        done: Whether the game ended after that decision.
        gamma: The discount from one decision of a seat to its next.
        gae_lambda: The lambda of GAE.
        still_paid: What each seat that has fallen will get after the rollout, games x 5; NaN for seats that
            may decide again.

    Returns:
        The advantages, and for which decisions they are known.
    """
    ticks, games = seats.shape
    advantages = np.zeros((ticks, games), np.float32)
    known = np.zeros((ticks, games), np.bool_)
    rows = np.arange(games)
    paid = np.zeros((games, SEATS), np.float32)  # since the decision we reach next, going back in time
    next_value = np.zeros((games, SEATS), np.float32)
    next_advantage = np.zeros((games, SEATS), np.float32)
    next_known = np.zeros((games, SEATS), np.bool_)  # does the seat decide again later, or does the game end?
    if still_paid is not None:
        next_known = ~np.isnan(still_paid)
        paid = np.where(next_known, still_paid, 0)
    for tick in reversed(range(ticks)):
        ended = done[tick]
        paid[ended] = next_value[ended] = next_advantage[ended] = 0
        next_known[ended] = True
        paid += rewards[tick]
        seat, value = seats[tick], values[tick]
        surprise = paid[rows, seat] + gamma * next_value[rows, seat] - value
        advantage = surprise + gamma * gae_lambda * next_advantage[rows, seat]
        known[tick] = next_known[rows, seat]
        advantages[tick] = np.where(known[tick], advantage, 0)
        paid[rows, seat] = 0
        next_value[rows, seat] = value
        next_advantage[rows, seat] = advantages[tick]
        next_known[rows, seat] = True
    return advantages, known


def coalition_rewards(rewards: Floats, lineups: NDArray[np.int32]) -> Floats:
    """Pay the learner's seats what their opponent loses, in games with one opponent.

    Shaping stays potential-based (with a discount of 1): the potential is minus that of the opponent.

    Args:
        rewards: The reward of each seat, games x 5.
        lineups: Who sits there; -1 for absent seats.
    """
    others = lineups > LEARNER
    against = others.any(axis=1, keepdims=True)
    loss = -np.where(others, rewards, 0).sum(axis=1, keepdims=True)
    paid: Floats = np.where(against & (lineups == LEARNER), loss, rewards).astype(np.float32)
    return paid


class FastPPO:
    """The learner. Call `rollout` and `learn` in turn."""

    def __init__(self, config: FastPPOConfig) -> None:
        torch.manual_seed(config.seed)
        self.config = config
        self.device = device_of(config)
        # on the processor, so that a run can go on elsewhere
        self.rng = torch.Generator().manual_seed(config.seed)
        self.pool = Pool.of(config.opponents, config.seed, config.observation)
        reward = Reward(config.reward, config.shaping, config.gamma)
        self.games = RunningGames(
            config.game,
            config.games_by_players,
            self.pool.players,
            self.pool.seat,
            reward,
            config.seed << 32,
            config.threads,
            rules_of(config.game),
            agents=self.pool.agents,
        )
        size = config.observation.size
        self.network = Network(size, config.hidden, config.heads).to(self.device)
        members = len(self.pool.players)
        self.critic = Critic(config.hidden[-1], members).to(self.device) if config.critic else None
        parameters = [*self.network.parameters(), *(self.critic.parameters() if self.critic else ())]
        self.optimizer = torch.optim.Adam(parameters, config.learning_rate, eps=1e-5, fused=True)
        self.bfloat16 = has_bfloat16(self.device) if config.bfloat16 == "auto" else config.bfloat16
        precision = torch.bfloat16 if self.bfloat16 else torch.float32
        self.buffer = Rollout.make(
            config.num_steps, self.games.count, size, self.games.masks.shape[1], precision, self.device
        )
        self.outcomes = Outcomes.make(config.num_steps, self.games.games)
        self.result_heads = ResultHeads(
            self.network, self.outcomes.players, config.winner_coef, config.scores_coef, precision
        )
        nobody = SEATS * members
        self.opponents = torch.full((config.num_steps, self.games.count, SEATS), nobody, device=self.device)
        """Who sits opposite at each decision of the rollout, for the critic."""
        self.updates = 0
        self.decisions = 0
        """How many decisions were learned from."""

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
                self._choose(tick)
                sitting = games.lineups.copy() if self.pool.coalition else None  # before new games begin
                rewards, buffer.done[tick], endings = games.step(buffer.options[tick].cpu().numpy())
                buffer.rewards[tick] = rewards if sitting is None else coalition_rewards(rewards, sitting)
                if self.config.heads:
                    self.outcomes.record(tick, endings)
                for ended in endings:
                    self.pool.record(ended)
                    for found, more in zip((wins, intruders), self.pool.shares(ended), strict=True):
                        found += more
        watched = {"win_share": wins, "intruder_share": intruders}
        return {name: float(np.mean(shares)) for name, shares in watched.items() if shares}

    def _choose(self, tick: int) -> None:
        """Choose in all games with one pass of the network."""
        buffer = self.buffer
        features = self.network.features(buffer.observations[tick])
        chances, values = self.network.log_choices(features, buffer.masks[tick])
        if self.critic is not None:
            games = self.games
            seen = opponents_seen(games.lineups, games.seats, self.outcomes.players, len(self.pool.players))
            self.opponents[tick] = torch.from_numpy(seen)
            values = values + self.critic(features, self.opponents[tick])
        buffer.values[tick] = values
        options = draw(chances, self.rng)
        buffer.options[tick] = options
        buffer.log_probabilities[tick] = chances.gather(1, options[:, None]).squeeze(1)

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
        chosen = torch.from_numpy(np.flatnonzero(known)).to(self.device)
        advantage = torch.from_numpy(advantages).to(self.device).flatten()
        data = {
            "observations": buffer.observations.flatten(0, 1),
            "masks": buffer.masks.flatten(0, 1),
            "options": buffer.options.flatten(),
            "before": buffer.log_probabilities.flatten(),
            "advantages": advantage,
            "returns": advantage + buffer.values.flatten(),
        }
        if config.heads:
            with self._precision():
                data |= self.result_heads.targets(
                    buffer.seats, buffer.done, self.outcomes, data["observations"]
                )
        if self.critic is not None:
            data["opponents"] = self.opponents.flatten(0, 1)
        self._set_learning_rate()
        watched: dict[str, float] = {}
        for _ in range(config.update_epochs):
            order = chosen[torch.randperm(len(chosen), generator=self.rng).to(self.device)]
            parts = torch.split(order, config.minibatch_size)
            waited = (
                self.result_heads.share_out(len(parts), self.rng) if config.heads else [None] * len(parts)
            )
            for part, more in zip(parts, waited, strict=True):
                taken = {name: array.index_select(0, part) for name, array in data.items()}
                watched = self._learn_from(taken, more)
        self.updates += 1
        self.decisions += len(chosen)
        if self.config.opponents.snapshots and self.updates % self.config.opponents.snapshot_every == 0:
            self.pool.add_snapshot(self.weights())
        values, returns = buffer.values.flatten()[chosen], data["returns"][chosen]
        watched["explained_variance"] = 1 - ((returns - values).var() / (returns.var() + 1e-8)).item()
        return watched

    def _learn_from(self, data: dict[str, Tensor], waited: dict[str, Tensor] | None) -> dict[str, float]:
        config = self.config
        with self._precision():
            features = self.network.features(data["observations"])
            logits, values = self.network.choices(features)
            more, watched = self.result_heads.loss(features, data, waited) if config.heads else (None, {})
            told = None if self.critic is None else self.critic(features, data["opponents"])
        log_probabilities, entropies = choice(logits, data["masks"], data["options"])
        advantages = data["advantages"]
        spread = advantages.std(correction=0)  # for a single value it is 0; the usual estimate would be NaN
        advantages = (advantages - advantages.mean()) / (spread + 1e-8)
        change = log_probabilities - data["before"]
        ratio = change.exp()
        clipped = ratio.clamp(1 - config.clip_coef, 1 + config.clip_coef)
        policy_loss = -torch.min(ratio * advantages, clipped * advantages).mean()
        value_loss = 0.5 * (values - data["returns"]).square().mean()
        entropy = entropies.mean()
        loss = policy_loss + config.vf_coef * value_loss - config.ent_coef * entropy
        if more is not None:
            loss = loss + more
        if told is not None:
            critic_loss = 0.5 * (values.detach() + told - data["returns"]).square().mean()
            loss = loss + config.vf_coef * critic_loss
            watched["critic_loss"] = critic_loss.item()
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), config.max_grad_norm)
        if self.critic is not None:  # apart, so that it does not change what the policy learns
            torch.nn.utils.clip_grad_norm_(self.critic.parameters(), config.max_grad_norm)
        self.optimizer.step()
        with torch.no_grad():
            return {
                **watched,
                "policy_loss": policy_loss.item(),
                "value_loss": value_loss.item(),
                "entropy": entropy.item(),
                "approx_kl": ((ratio - 1) - change).mean().item(),
                "clipfrac": ((ratio - 1).abs() > config.clip_coef).float().mean().item(),
            }

    def _precision(self) -> AbstractContextManager[Any]:
        return torch.autocast(self.device.type, torch.bfloat16) if self.bfloat16 else nullcontext()

    def _set_learning_rate(self) -> None:
        config = self.config
        gone = min(self.updates / config.updates, 1)
        for group in self.optimizer.param_groups:
            group["lr"] = config.learning_rate + gone * (config.final_learning_rate - config.learning_rate)

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
