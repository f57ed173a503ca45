"""The compiled players as agents."""

import numpy as np
from numpy.typing import NDArray

from agents.base import Agent, Decisions
from agents.compiled.bots import CompiledBot, choose_from_mask


class CompiledAgent(Agent):
    """A player written in Cython. A match of such players runs without Python; alone it is like any agent.

    Whatever game it is handed, it looks only at a copy in which everything its seat can't know is drawn anew
    from the key of the decision.
    """

    searches = True

    def __init__(self, name: str, bot: CompiledBot) -> None:
        self.name = name
        self.bot = bot

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Choose for each game."""
        if decisions.games is None:
            raise ValueError(f"the agent {self.name!r} looks ahead: it needs the games of its decisions")
        pairs = zip(decisions.games, decisions.keys.tolist(), strict=True)
        return np.array([self.bot.choose(game, key) for game, key in pairs], np.int64)


class RandomAgent(CompiledAgent):
    """Uniform over the options, so a mask is all it needs."""

    searches = False

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        """Choose for each mask."""
        pairs = zip(np.ascontiguousarray(decisions.masks), decisions.keys.tolist(), strict=True)
        return np.array([choose_from_mask(mask, key) for mask, key in pairs], np.int64)
