"""Agents for the tests: one that plays a script, one that takes the first option, one that cheats."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent, Decisions


class First(Agent):
    """Takes the option with the lowest id; a function of the mask alone."""

    name = "first"

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        return np.array([int(np.flatnonzero(mask)[0]) for mask in decisions.masks])


class Keyed(Agent):
    """Random, from the key of each decision."""

    name = "keyed"

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        return np.array(
            [
                Random(int(key)).choice(np.flatnonzero(mask).tolist())
                for mask, key in zip(decisions.masks, decisions.keys, strict=True)
            ]
        )


class Scripted(Agent):
    """Asks a function for each option; keeps what it was shown."""

    name = "scripted"

    def __init__(self, choose: Callable[[NDArray[np.uint8]], int]) -> None:
        self.choose = choose
        self.shown: list[NDArray[np.float32]] = []

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        assert decisions.games is None
        self.shown += list(decisions.observations)
        return np.array([self.choose(mask) for mask in decisions.masks])


class Cheating(Agent):
    """Answers with an option that does not exist."""

    name = "cheating"

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        return np.full(len(decisions), 156)


class Passing(Agent):
    """Passes, stops, or takes the last option: it is soon in the pit."""

    name = "passing"

    def act(self, decisions: Decisions) -> NDArray[np.int64]:
        return np.array([passing(mask) for mask in decisions.masks])


def passing(mask: NDArray[Any]) -> int:
    """Pass or stop where that is an option."""
    options = np.flatnonzero(mask).tolist()
    return int(next((option for option in (21, 22) if option in options), options[-1]))
