"""An agent that drafts by known values and otherwise plays as another agent."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent, Decisions
from dixie_env.engine.model import OPTION_ABILITY
from dixie_env.engine.words import ABILITIES


class Drafter(Agent):
    """Takes the ability with the highest value on display. Another agent makes every other decision.

    Args:
        agent: The agent that makes the other decisions.
        values: What each ability is worth, ability 1 first.
    """

    searches = True

    def __init__(self, agent: Agent, values: Sequence[float]) -> None:
        if len(values) != len(ABILITIES):
            raise ValueError(
                f"there must be {len(ABILITIES)} values, one for each ability, not {len(values)}"
            )
        self.name = f"{agent.name}, drafts by value"
        self._agent = agent
        self.observation = agent.observation
        self._values = np.array(values)

    def act(self, decisions: Decisions) -> NDArray[np.integer]:
        """Choose for each game."""
        if decisions.games is None:
            raise ValueError(f"the agent {self.name!r} needs the games of its decisions")
        drafts = np.array([game.decision == "draft" for game in decisions.games], np.bool_)
        answers = np.zeros(len(decisions), np.int64)
        shown = decisions.masks[drafts, OPTION_ABILITY : OPTION_ABILITY + len(ABILITIES)] == 1
        answers[drafts] = OPTION_ABILITY + np.where(shown, self._values, -np.inf).argmax(axis=1)
        others = np.flatnonzero(~drafts)
        if len(others):
            rest = Decisions(
                decisions.observations[others],
                decisions.masks[others],
                decisions.keys[others],
                [decisions.games[row] for row in others.tolist()],
                None if decisions.tables is None else decisions.tables[others],
            )
            answers[others] = self._agent.act(rest)
        return answers
