"""Who will win from here? A position is played to its end many times, and the wins are counted.

A network says it at once, but near the end of a game it misses what follows from many exact choices. Playing
on knows that: in the last round eight endings, a few milliseconds, predict the result better than a network
(``dixie calibrate --endings 8``). Everything that the seat which decides does not know is resampled for each
ending, so nothing hidden leaks.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.match import MatchLoop
from dixie_env import DixieError
from dixie_env.engine import Game
from dixie_env.results import win_shares

__all__ = ["endings", "outlook"]

SEED_BITS = 20
"""Endings of one seed have numbers of so many bits, so those of different seeds have nothing in common."""


def outlook(
    game: Game, agents: Sequence[CompiledAgent], *, count: int = 32, seed: int = 0
) -> NDArray[np.float64]:
    """Return how likely each seat is to win, as the seat that decides can know it; ties count as shares.

    Args:
        game: The position; somebody must have a decision to make.
        agents: Who plays on, a compiled agent for each seat.
        count: How often it is played to its end.
        seed: Seed of the endings, below 2**44. The same seed gives the same luck at every position.

    Raises:
        DixieError: The game is over, or there is not one compiled agent for each seat.
    """
    return np.asarray(endings(game, agents, count, seed).mean(axis=0), np.float64)


def endings(game: Game, agents: Sequence[CompiledAgent], count: int, seed: int) -> NDArray[np.float64]:
    """Return the win shares at the end of each ending, endings x seats. See `outlook`."""
    players = game.rules.players
    if game.seat is None:
        raise DixieError("the game is over: there is nothing to predict")
    if len(agents) != players:
        raise DixieError(f"there must be one agent for each of {players} seats, not {len(agents)}")
    if slow := [agent.name for agent in agents if not isinstance(agent, CompiledAgent)]:
        raise DixieError(f"{slow[0]!r} is not a compiled agent; only bots and policies can play on")
    if count < 1:
        raise DixieError(f"count must be 1 or more, not {count}")
    lineups = np.broadcast_to(np.arange(players, dtype=np.int32), (count, players)).copy()
    first = seed << SEED_BITS
    seeds = np.arange(first, first + count, dtype=np.uint64)
    loop = MatchLoop(game.rules, [agent.bot for agent in agents], lineups, seeds, 1)
    saved = loop.save()
    for number, key in enumerate(seeds.tolist()):
        saved["states"][number] = game.resample(game.seat, key).state
    loop.load(saved)
    loop.run(0, count, np.zeros(players))
    return win_shares(loop.states["ranks"][:, :players])
