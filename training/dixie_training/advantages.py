"""Rewards and advantages along the decisions of each seat, whoever decides in between."""

import numpy as np
from numpy.typing import NDArray

from dixie_env.engine.model import SEATS
from dixie_training.running_games import LEARNER

Floats = NDArray[np.float32]


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
