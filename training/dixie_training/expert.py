"""Expert iteration: a search improves the learner's choices, and the network learns what the search found.

At a share of the learner's decisions a small search over its own policy (`dixie_agents/compiled/gumbel.pyx`)
gives an improved policy, and the learner plays by it. The network learns the improved policy by
cross-entropy, and who wins, the scores and the value from how the games go on, as `fast_ppo` does (see there
what a *tick* and a seat's trajectory are). So the next rollout searches with a better policy and better
values.

All seats share one network. In games against opponents only the learner's seats search. Its simulations let
all seats play the learner's policy, because a player does not know who sits opposite.
"""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from dixie_agents.compiled.gumbel import GumbelSearch
from dixie_agents.network import Network, draw
from dixie_agents.policy import Policy
from dixie_env.engine.model import SEATS
from dixie_env.rewards import PAID, SCALE, Reward
from dixie_training.checkpoint import inside, load_optimizer, save_optimizer
from dixie_training.device import device_of, has_bfloat16
from dixie_training.family_rules import rules_of
from dixie_training.fast_ppo import seat_advantages
from dixie_training.outcomes import Outcomes, ResultHeads
from dixie_training.pool import Pool
from dixie_training.running_games import RunningGames
from dixie_training.schema import ExpertConfig

Floats = NDArray[np.float32]


@dataclass
class Searched:
    """Preallocated arrays of a rollout, ticks x games. The tensors are on the device of the network.

    Attributes:
        observations: What the seats observed.
        masks: Their options.
        targets: The improved policy where there was a search, and the policy itself where it was sure.
        taught: Where there is a target.
        values: The learner's values.
        seats: Which seat decided.
        rewards: The reward of each seat after that decision and before the next one.
        done: Whether the game ended after that decision.
    """

    observations: Tensor
    masks: Tensor
    targets: Tensor
    taught: NDArray[np.bool_]
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
        precision: torch.dtype,
        device: torch.device,
    ) -> "Searched":
        """Allocate the arrays."""
        return cls(
            torch.zeros(ticks, games, observation_size, dtype=precision, device=device),
            torch.zeros(ticks, games, options, dtype=torch.bool, device=device),
            torch.zeros(ticks, games, options, device=device),
            np.zeros((ticks, games), np.bool_),
            torch.zeros(ticks, games, device=device),
            np.zeros((ticks, games), np.int8),
            np.zeros((ticks, games, SEATS), np.float32),
            np.zeros((ticks, games), np.bool_),
        )


class ExpertIteration:
    """The learner. Call `rollout` and `learn` in turn."""

    def __init__(self, config: ExpertConfig) -> None:
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
        self.optimizer = torch.optim.Adam(
            self.network.parameters(), config.learning_rate, eps=1e-5, fused=True
        )
        self.bfloat16 = has_bfloat16(self.device) if config.bfloat16 == "auto" else config.bfloat16
        precision = torch.bfloat16 if self.bfloat16 else torch.float32
        self.buffer = Searched.make(
            config.num_steps, self.games.count, size, self.games.masks.shape[1], precision, self.device
        )
        self.outcomes = Outcomes.make(config.num_steps, self.games.games)
        self.result_heads = ResultHeads(
            self.network, self.outcomes.players, config.winner_coef, config.scores_coef, precision
        )
        self.updates = 0
        self.decisions = 0
        """How many decisions were learned from, searched or not."""

    # --- playing ----------------------------------------------------------------------------------------

    def search(self) -> GumbelSearch:
        """Return the search over the policy as it is now."""
        config, settings = self.config, self.config.search
        # the head for the winner has no shaping in it
        shaping = 0.0 if "winner" in config.heads else config.shaping / SCALE
        return GumbelSearch(
            Policy(self.weights(), config.observation).net,
            paid=PAID[config.reward],
            shaping=shaping,
            simulations=settings.simulations,
            considered=settings.considered,
            value_scale=settings.value_scale,
            maxvisit_init=settings.maxvisit_init,
            cut=settings.cut,
            sure=settings.sure,
        )

    def rollout(self) -> dict[str, float]:
        """Play `num_steps` ticks into the buffer.

        Returns:
            The learner's win share against opponents, and which share of decisions was searched.
        """
        buffer, games, search = self.buffer, self.games, self.search()
        wins: list[float] = []
        intruders: list[float] = []
        searched = 0
        with torch.no_grad(), self._precision():  # once, because 16-bit weights are kept inside
            for tick in range(self.config.num_steps):
                buffer.observations[tick] = torch.from_numpy(games.observations)
                buffer.masks[tick] = torch.from_numpy(games.masks)
                buffer.seats[tick] = games.seats
                options, count = self._choose(tick, search)
                searched += count
                buffer.rewards[tick], buffer.done[tick], endings = games.step(options)
                if self.config.heads:
                    self.outcomes.record(tick, endings)
                for ended in endings:
                    self.pool.record(ended)
                    for found, more in zip((wins, intruders), self.pool.shares(ended), strict=True):
                        found += more
        watched = {"win_share": wins, "intruder_share": intruders}
        return {
            "searched": searched / buffer.taught.size,
            **{name: float(np.mean(shares)) for name, shares in watched.items() if shares},
        }

    def _choose(self, tick: int, search: GumbelSearch) -> tuple[NDArray[np.int64], int]:
        """Choose in all games: by a search in some of them, by the policy in the others.

        Returns:
            The options, and how many decisions were searched.
        """
        buffer, games = self.buffer, self.games
        chances, buffer.values[tick] = self.network(buffer.observations[tick], buffer.masks[tick])
        options: NDArray[np.int64] = draw(chances, self.rng).cpu().numpy()
        taught = torch.rand(games.count, generator=self.rng).numpy() < self.config.search.share
        searched = taught.copy()
        # Where the policy is sure, it learns itself, so that learning elsewhere doesn't change it there.
        targets: Floats = chances.exp().cpu().numpy()
        games.improve(search, searched, targets, options)
        targets[~taught] = 0
        buffer.taught[tick] = taught
        buffer.targets[tick] = torch.from_numpy(targets)
        return options, int(searched.sum())

    # --- learning ---------------------------------------------------------------------------------------

    def learn(self) -> dict[str, float]:
        """Learn from the buffer and return metrics."""
        config, buffer = self.config, self.buffer
        values = buffer.values.cpu().numpy()
        advantages, known = seat_advantages(
            buffer.seats,
            values,
            buffer.rewards,
            buffer.done,
            config.gamma,
            config.gae_lambda,
            self.games.still_paid(),
        )
        # a target is known at once, also where what the decision leads to is not
        chosen = self._moved(np.flatnonzero(known | buffer.taught))
        data = {
            "observations": buffer.observations.flatten(0, 1),
            "masks": buffer.masks.flatten(0, 1),
            "targets": buffer.targets.flatten(0, 1),
            "taught": self._moved(buffer.taught).flatten(),
            "known": self._moved(known).flatten(),
            "returns": self._moved(advantages + values).flatten(),
        }
        if config.heads:
            with self._precision():
                data |= self.result_heads.targets(
                    buffer.seats, buffer.done, self.outcomes, data["observations"]
                )
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
        if config.opponents.snapshots and self.updates % config.opponents.snapshot_every == 0:
            self.pool.add_snapshot(self.weights())
        error, spread = advantages[known].var(), (advantages + values)[known].var()
        return {**watched, "explained_variance": float(1 - error / (spread + 1e-8))}

    def _learn_from(self, data: dict[str, Tensor], waited: dict[str, Tensor] | None) -> dict[str, float]:
        config, known = self.config, data["known"]
        with self._precision():
            features = self.network.features(data["observations"])
            chances, values = self.network.log_choices(features, data["masks"])
            results = {name: data[name][known] for name in ("present", *config.heads) if name in data}
            more, watched = (
                self.result_heads.loss(features[known], results, waited) if config.heads else (None, {})
            )
        policy_loss, missing = target_losses(chances, data["targets"], data["taught"])
        value_loss = 0.5 * ((values - data["returns"]).square() * known).sum() / known.sum().clamp(min=1)
        shares = chances.exp()
        entropy = -(shares * chances.clamp(min=-80)).sum(dim=1).mean()
        loss = policy_loss + config.vf_coef * value_loss - config.ent_coef * entropy
        if more is not None:
            loss = loss + more
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), config.max_grad_norm)
        self.optimizer.step()
        return {
            **watched,
            "policy_loss": policy_loss.item(),
            "target_kl": missing.item(),
            "value_loss": value_loss.item(),
            "entropy": entropy.item(),
        }

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
        load_optimizer(self.optimizer, inside(arrays, "optimizer."))
        self.pool.load(inside(arrays, "pool."), counters["pool"])
        self.games.load(inside(arrays, "games."))
        self.rng.set_state(torch.from_numpy(arrays["rng"].copy()))
        self.updates, self.decisions = counters["updates"], counters["decisions"]


def target_losses(chances: Tensor, targets: Tensor, taught: Tensor) -> tuple[Tensor, Tensor]:
    """Return how far a policy is from its targets, on average over the decisions that have one.

    Args:
        chances: The log-probabilities of the options, one row for each decision.
        targets: The improved policies.
        taught: Which rows have one; the others count nothing.

    Returns:
        The cross-entropy, whose gradient the policy learns by, and the same minus the entropy of the targets
        (the KL divergence), which is 0 when there is nothing left to learn.
    """
    count = taught.sum().clamp(min=1)
    crossed = -((targets * chances.clamp(min=-1e4)).sum(dim=1) * taught).sum() / count
    entropy = -(torch.special.xlogy(targets, targets).sum(dim=1) * taught).sum() / count
    return crossed, (crossed - entropy).detach()
