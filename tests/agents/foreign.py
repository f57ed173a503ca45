"""Agents as a researcher would write them, for the tests."""

import numpy as np
from numpy.typing import NDArray

from dixie_agents import Agent, Decisions, make_agent


class Wrapped(Agent):
    """A compiled agent in a plain Python coat: the match loop can't know it and has to ask."""

    inner = "random"

    def __init__(self) -> None:
        self.agent = make_agent(self.inner)
        self.searches = self.agent.searches
        self.calls: list[int] = []

    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        self.calls.append(len(decisions))
        return self.agent.act(decisions)


class WrappedSane(Wrapped):
    inner = "sane"


class FirstOption(Agent):
    """Needs a mask and nothing more."""

    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        return decisions.masks.argmax(axis=1)


class Illegal(Agent):
    name = "cheat"

    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        return decisions.masks.argmin(axis=1)


class Misshapen(Agent):
    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        return np.zeros((len(decisions), 2), np.int64)


class NeedsArguments(FirstOption):
    def __init__(self, strength: int) -> None:
        self.strength = strength


class NoAgent:
    """Not a subclass."""
