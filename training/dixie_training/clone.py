"""Behaviour cloning: the network learns to imitate an agent before it learns from rewards.

The teacher plays all seats, with a random option now and then to reach unusual positions too. The network
learns the teacher's choice in every position, and the value of the position to a player like the teacher.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from dixie_agents.network import Network
from dixie_env.rewards import Reward
from dixie_training.advantages import seat_advantages
from dixie_training.checkpoint import inside, load_optimizer, save_optimizer
from dixie_training.device import device_of
from dixie_training.family_rules import rules_of
from dixie_training.outcomes import Outcomes, ResultHeads
from dixie_training.pool import player
from dixie_training.running_games import LEARNER, RunningGames
from dixie_training.schema import Config, ExpertConfig, FastPPOConfig, WarmStart
from dixie_training.seat_learner import Played

VF_COEF = 0.5


class Cloning:
    """Teaches a network to imitate an agent. Call `next_step` until `over`.

    Args:
        network: The network, which is changed.
        config: The run, whose game, number of games, `num_steps` and reward are used.
        warm: The teacher and the number of decisions.
    """

    def __init__(self, network: Network, config: Config, warm: WarmStart) -> None:
        self.device = device_of(config)
        self.network, self.config, self.warm = network.to(self.device), config, warm
        self.teacher = player(warm.teacher)
        self.rng = torch.Generator().manual_seed(config.seed)
        self.exploring_rng = np.random.Generator(np.random.PCG64(config.seed))
        self.games = RunningGames(
            config.game,
            config.games_by_players,
            [None],
            lambda players, games: np.full((games, players), LEARNER, np.int32),
            Reward(config.reward, config.shaping, config.gamma),
            (config.seed << 32) + 1,
            config.threads,
            rules_of(config.game),
        )
        self.buffer = Played.make(
            config.num_steps,
            self.games.count,
            network.observation_size,
            self.games.masks.shape[1],
            device=self.device,
        )
        self.taught = torch.zeros(config.num_steps, self.games.count, dtype=torch.int64, device=self.device)
        """What the teacher chooses."""
        self.outcomes = Outcomes.make(config.num_steps, self.games.games)
        coefficients = (
            (config.winner_coef, config.scores_coef)
            if isinstance(config, FastPPOConfig | ExpertConfig)
            else (0.0, 0.0)
        )
        self.result_heads = ResultHeads(network, self.outcomes.players, *coefficients)
        self.optimizer = torch.optim.Adam(network.parameters(), warm.learning_rate, eps=1e-5)
        self.steps = -(-warm.decisions // (config.num_steps * self.games.count))
        self.done = 0

    @property
    def over(self) -> bool:
        """Has the network seen all its decisions?"""
        return self.done >= self.steps

    @property
    def decisions(self) -> int:
        """How many decisions of the teacher the network has seen."""
        return self.done * self.config.num_steps * self.games.count

    def next_step(self) -> dict[str, float]:
        """Let the teacher play, learn from it, and return metrics."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.warm.learning_rate * (1 - 0.9 * self.done / self.steps)
        self._play()
        self.done += 1
        return self._learn()

    def _play(self) -> None:
        buffer, games = self.buffer, self.games
        for tick in range(self.config.num_steps):
            buffer.observations[tick] = torch.from_numpy(games.observations)
            buffer.masks[tick] = torch.from_numpy(games.masks)
            buffer.seats[tick] = games.seats
            with torch.no_grad():
                buffer.values[tick] = self.network.heads(buffer.observations[tick])[1]
            wanted = games.advice(self.teacher)
            self.taught[tick] = torch.from_numpy(wanted)
            odd = self.exploring_rng.random(games.count) < self.warm.explore
            anything = (self.exploring_rng.random(games.masks.shape) * games.masks).argmax(axis=1)
            buffer.rewards[tick], buffer.done[tick], endings = games.step(np.where(odd, anything, wanted))
            if self.config.heads:
                self.outcomes.record(tick, endings)

    def _learn(self) -> dict[str, float]:
        buffer, config = self.buffer, self.config
        values = buffer.values.cpu().numpy()
        advantages, known = seat_advantages(
            buffer.seats, values, buffer.rewards, buffer.done, config.gamma, config.gae_lambda
        )
        returns = torch.from_numpy(advantages + values).to(self.device).flatten()
        observations, masks = buffer.observations.flatten(0, 1), buffer.masks.flatten(0, 1)
        options = self.taught.flatten()
        chosen = torch.from_numpy(np.flatnonzero(known)).to(self.device)
        order = chosen[torch.randperm(len(chosen), generator=self.rng).to(self.device)]
        results = {}
        if config.heads:
            results = self.result_heads.targets(buffer.seats, buffer.done, self.outcomes, observations)
        agreed, losses = [], []
        parts = torch.split(order, self.warm.minibatch_size)
        waited = self.result_heads.share_out(len(parts), self.rng) if config.heads else [None] * len(parts)
        for part, more in zip(parts, waited, strict=True):
            features = self.network.features(observations[part])
            chances, expected = self.network.log_choices(features, masks[part])
            loss = functional.nll_loss(chances, options[part])
            error = 0.5 * (expected - returns[part]).square().mean()
            total = loss + VF_COEF * error
            if config.heads:
                taken = {name: array[part] for name, array in results.items()}
                total = total + self.result_heads.loss(features, taken, more)[0]
            self.optimizer.zero_grad(set_to_none=True)
            total.backward()  # type: ignore[no-untyped-call]
            self.optimizer.step()
            agreed.append((chances.argmax(dim=1) == options[part]).float().mean().item())
            losses.append(loss.item())
        return {"agreement": float(np.mean(agreed)), "loss": float(np.mean(losses))}

    def save(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return everything needed to continue exactly from here: arrays, and plain data for JSON."""
        arrays: dict[str, NDArray[Any]] = {
            **{f"network.{name}": array for name, array in self.network.arrays().items()},
            **{f"optimizer.{name}": array for name, array in save_optimizer(self.optimizer).items()},
            **{f"games.{name}": array for name, array in self.games.save().items()},
            "rng": self.rng.get_state().numpy().copy(),
        }
        if self.config.heads:
            arrays |= {f"results.{name}": array for name, array in self.result_heads.save().items()}
        return arrays, {"done": self.done, "exploring_rng": self.exploring_rng.bit_generator.state}

    def load(self, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]) -> None:
        """Continue from what `save` returned."""
        self.network.load_arrays(inside(arrays, "network."))
        load_optimizer(self.optimizer, inside(arrays, "optimizer."))
        self.games.load(inside(arrays, "games."))
        if self.config.heads:
            self.result_heads.load(inside(arrays, "results."))
        self.rng.set_state(torch.from_numpy(arrays["rng"].copy()))
        self.exploring_rng.bit_generator.state = counters["exploring_rng"]
        self.done = counters["done"]
