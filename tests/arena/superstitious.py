"""A player whose luck depends on the label of its ability, though the label is worth nothing.

Twins that differ in a label alone would be the same game; with this player they part at once, and yet all
labels are equal: what is planted on top of them is known exactly.
"""

import numpy as np
from numpy.typing import NDArray

from dixie_agents import Agent
from dixie_agents.base import Decisions
from dixie_agents.compiled.bots import choose_from_mask

PRIME = 0x9E3779B97F4A7C15


class Superstitious(Agent):
    searches = True

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        assert decisions.games is not None
        answers = []
        for game, mask, key in zip(decisions.games, decisions.masks, decisions.keys.tolist(), strict=True):
            label = int(game.state["ability"][game.seat])
            answers.append(choose_from_mask(np.ascontiguousarray(mask), (key ^ (label * PRIME)) % 2**64))
        return np.array(answers, np.int64)
