"""Agents written in Python, as a researcher would bring them."""

import numpy as np

from dixie_agents.base import Agent, Decisions
from dixie_agents.registry import make_agent


class Twin(Agent):
    """Plays what another agent plays, but decides in Python."""

    def __init__(self, name: str) -> None:
        self.twin = make_agent(name.replace("~", "?").replace("!", "="))

    def act(self, decisions: Decisions) -> np.ndarray:
        return self.twin.act(decisions)


class Searcher(Twin):
    """The same for an agent that needs games."""

    searches = True

    def act(self, decisions: Decisions) -> np.ndarray:
        assert decisions.games is not None
        return self.twin.act(decisions)


class Cheat(Agent):
    """Answers with an option that is never legal for everybody."""

    def act(self, decisions: Decisions) -> np.ndarray:
        return decisions.masks.argmin(axis=1)
