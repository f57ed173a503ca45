"""Bots from outside that ask for observations of their own."""

import numpy as np

from dixie_agents import Agent
from dixie_env import ObservationSpec
from dixie_env.layout import make_layout

GOODS = make_layout()["opponent_1.goods"]


class Screened(Agent):
    """Fails unless it is shown the screened observation with the board."""

    observation = ObservationSpec("screened", True)

    def act(self, decisions):
        if decisions.observations.shape[1] != self.observation.size:
            raise ValueError(f"observations of {decisions.observations.shape[1]} numbers")
        if decisions.observations[:, GOODS].any():
            raise ValueError("the goods of others are shown")
        return np.argmax(decisions.masks, axis=1)


class Odd(Agent):
    """Asks for an observation that there is not."""

    observation = "everything"  # type: ignore[assignment]

    def act(self, decisions):
        return np.argmax(decisions.masks, axis=1)


class Usual(Agent):
    """Fails unless it is shown the usual observation."""

    def act(self, decisions):
        if decisions.observations.shape[1] != len(make_layout()):
            raise ValueError(f"observations of {decisions.observations.shape[1]} numbers")
        return np.argmax(decisions.masks, axis=1)
