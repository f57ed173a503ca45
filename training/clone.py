"""Behaviour cloning: the network learns to choose as a compiled bot does, before it learns from rewards.

The teacher plays all seats, with a random option now and then so that odd positions are seen too; the network
learns its choice in every one of them, and what the positions are worth to a player like the teacher.
"""

from collections.abc import Callable

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from agents.network import Network
from dixie_env.rewards import Reward
from training.config import Config, WarmStart
from training.fast_ppo import Rollout, seat_advantages
from training.pool import compiled_bot
from training.tables import Tables

VALUE_WEIGHT = 0.5


def clone(
    network: Network,
    config: Config,
    warm: WarmStart,
    report: Callable[[int, dict[str, float]], None] = lambda decisions, watched: None,
) -> None:
    """Teach a network to choose as a compiled bot does.

    Args:
        network: It is changed.
        config: Numbers of games, steps, minibatch and reward are those of the run.
        warm: Teacher, and how much of it.
        report: Is told after each rollout how many decisions were seen, and what there is to watch.
    """
    teacher = compiled_bot(warm.teacher)
    luck = torch.Generator().manual_seed(config.seed)
    dice = np.random.Generator(np.random.PCG64(config.seed))
    games = {int(players): count for players, count in config.games.items()}
    reward = Reward(config.reward, config.shaping, config.discount)
    tables = Tables(
        games,
        [None],
        lambda players, count: np.zeros((count, players), np.int32),
        reward,
        (config.seed << 32) + 1,
    )
    buffer = Rollout.make(config.steps, tables.count, network.observation_size, tables.masks.shape[1])
    buffer.learns[:] = True
    optimizer = torch.optim.Adam(network.parameters(), warm.learning_rate, eps=1e-5)
    rounds = -(-warm.decisions // (config.steps * tables.count))
    for done in range(rounds):
        for group in optimizer.param_groups:
            group["lr"] = warm.learning_rate * (1 - 0.9 * done / rounds)
        for tick in range(config.steps):
            buffer.observations[tick] = torch.from_numpy(tables.observations)
            buffer.masks[tick] = torch.from_numpy(tables.masks)
            buffer.seats[tick] = tables.seats
            with torch.no_grad():
                buffer.values[tick] = network(buffer.observations[tick], buffer.masks[tick])[1]
            keys = tables.keys.tolist()
            wanted = np.array([teacher.choose(tables.known_game(row), key) for row, key in enumerate(keys)])
            buffer.options[tick] = torch.from_numpy(wanted)
            odd = dice.random(tables.count) < warm.explore
            anything = (dice.random(tables.masks.shape) * tables.masks).argmax(axis=1)
            buffer.rewards[tick], buffer.done[tick], _ = tables.step(np.where(odd, anything, wanted))
        watched = _learn(network, optimizer, buffer, config, warm, luck)
        report((done + 1) * config.steps * tables.count, watched)


def _all_learn(players: int, games: int) -> NDArray[np.int32]:
    return np.zeros((games, players), np.int32)


def _learn(
    network: Network,
    optimizer: torch.optim.Optimizer,
    buffer: Rollout,
    config: Config,
    warm: WarmStart,
    luck: torch.Generator,
) -> dict[str, float]:
    values = buffer.values.numpy()
    advantages, known = seat_advantages(
        buffer.seats, buffer.learns, values, buffer.rewards, buffer.done, config.discount, config.trace
    )
    returns = torch.from_numpy(advantages + values).flatten()
    observations, masks = buffer.observations.flatten(0, 1), buffer.masks.flatten(0, 1)
    options = buffer.options.flatten()
    chosen = torch.from_numpy(np.flatnonzero(known))
    order = chosen[torch.randperm(len(chosen), generator=luck)]
    agreed, losses = [], []
    for part in torch.split(order, warm.minibatch):
        chances, expected = network(observations[part], masks[part])
        loss = functional.nll_loss(chances, options[part])
        error = 0.5 * (expected - returns[part]).square().mean()
        optimizer.zero_grad(set_to_none=True)
        (loss + VALUE_WEIGHT * error).backward()
        optimizer.step()
        agreed.append((chances.argmax(dim=1) == options[part]).float().mean().item())
        losses.append(loss.item())
    return {"agreement": float(np.mean(agreed)), "loss": float(np.mean(losses))}
