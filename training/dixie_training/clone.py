"""Behaviour cloning: the network learns to choose as a compiled bot does, before it learns from rewards.

The teacher plays all seats, with a random option now and then so that odd positions are seen too; the network
learns its choice in every one of them, and what the positions are worth to a player like the teacher.
"""

from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from dixie_agents.network import Network
from dixie_env.rewards import Reward
from dixie_training.checkpoint import inside, load_optimizer, save_optimizer
from dixie_training.config import Config, WarmStart
from dixie_training.fast_ppo import Rollout, seat_advantages
from dixie_training.pool import compiled_bot
from dixie_training.tables import LEARNER, Tables

VALUE_WEIGHT = 0.5


class Cloning:
    """Teaches a network to choose as a compiled bot does: `next_round` until `over`.

    Args:
        network: It is changed.
        config: Numbers of games, steps, minibatch and reward are those of the run.
        warm: Teacher, and how much of it.
    """

    def __init__(self, network: Network, config: Config, warm: WarmStart) -> None:
        self.network, self.config, self.warm = network, config, warm
        self.teacher = compiled_bot(warm.teacher)
        self.luck = torch.Generator().manual_seed(config.seed)
        self.dice = np.random.Generator(np.random.PCG64(config.seed))
        self.tables = Tables(
            {int(players): count for players, count in config.games.items()},
            [None],
            lambda players, games: np.full((games, players), LEARNER, np.int32),
            Reward(config.reward, config.shaping, config.discount),
            (config.seed << 32) + 1,
            config.threads,
        )
        self.buffer = Rollout.make(
            config.steps, self.tables.count, network.observation_size, self.tables.masks.shape[1]
        )
        self.optimizer = torch.optim.Adam(network.parameters(), warm.learning_rate, eps=1e-5)
        self.rounds = -(-warm.decisions // (config.steps * self.tables.count))
        self.done = 0

    @property
    def over(self) -> bool:
        """Has the network seen all it should?"""
        return self.done >= self.rounds

    @property
    def decisions(self) -> int:
        """How many decisions of the teacher were seen."""
        return self.done * self.config.steps * self.tables.count

    def next_round(self) -> dict[str, float]:
        """Let the teacher play, learn from it, and return what there is to watch."""
        for group in self.optimizer.param_groups:
            group["lr"] = self.warm.learning_rate * (1 - 0.9 * self.done / self.rounds)
        self._play()
        self.done += 1
        return self._learn()

    def _play(self) -> None:
        buffer, tables = self.buffer, self.tables
        for tick in range(self.config.steps):
            buffer.observations[tick] = torch.from_numpy(tables.observations)
            buffer.masks[tick] = torch.from_numpy(tables.masks)
            buffer.seats[tick] = tables.seats
            with torch.no_grad():
                buffer.values[tick] = self.network.heads(buffer.observations[tick])[1]
            wanted = tables.advice(self.teacher)
            buffer.options[tick] = torch.from_numpy(wanted)
            odd = self.dice.random(tables.count) < self.warm.explore
            anything = (self.dice.random(tables.masks.shape) * tables.masks).argmax(axis=1)
            buffer.rewards[tick], buffer.done[tick], _ = tables.step(np.where(odd, anything, wanted))

    def _learn(self) -> dict[str, float]:
        buffer, config = self.buffer, self.config
        values = buffer.values.numpy()
        advantages, known = seat_advantages(
            buffer.seats, values, buffer.rewards, buffer.done, config.discount, config.trace
        )
        returns = torch.from_numpy(advantages + values).flatten()
        observations, masks = buffer.observations.flatten(0, 1), buffer.masks.flatten(0, 1)
        options = buffer.options.flatten()
        chosen = torch.from_numpy(np.flatnonzero(known))
        order = chosen[torch.randperm(len(chosen), generator=self.luck)]
        agreed, losses = [], []
        for part in torch.split(order, self.warm.minibatch):
            chances, expected = self.network(observations[part], masks[part])
            loss = functional.nll_loss(chances, options[part])
            error = 0.5 * (expected - returns[part]).square().mean()
            self.optimizer.zero_grad(set_to_none=True)
            (loss + VALUE_WEIGHT * error).backward()
            self.optimizer.step()
            agreed.append((chances.argmax(dim=1) == options[part]).float().mean().item())
            losses.append(loss.item())
        return {"agreement": float(np.mean(agreed)), "loss": float(np.mean(losses))}

    def save(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Return everything needed to go on exactly from here: arrays, and what JSON can write."""
        arrays: dict[str, NDArray[Any]] = {
            **{f"network.{name}": array for name, array in self.network.arrays().items()},
            **{f"optimizer.{name}": array for name, array in save_optimizer(self.optimizer).items()},
            **{f"tables.{name}": array for name, array in self.tables.save().items()},
            "luck": self.luck.get_state().numpy().copy(),
        }
        return arrays, {"done": self.done, "dice": self.dice.bit_generator.state}

    def load(self, arrays: dict[str, NDArray[Any]], counters: dict[str, Any]) -> None:
        """Go on from what `save` gave."""
        self.network.load_arrays(inside(arrays, "network."))
        load_optimizer(self.optimizer, inside(arrays, "optimizer."))
        self.tables.load(inside(arrays, "tables."))
        self.luck.set_state(torch.from_numpy(arrays["luck"].copy()))
        self.dice.bit_generator.state = counters["dice"]
        self.done = counters["done"]
