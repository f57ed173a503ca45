"""Warns when a policy plays a game that it was not trained for."""

import warnings
from collections.abc import Iterable

from dixie_agents.base import Agent
from dixie_env import Setup
from dixie_env.engine import CompiledRules


class UntrainedGame(UserWarning):
    """A policy plays a game that it was not trained for. Python shows each such warning once."""


def untrained(agent: Agent, setup: Setup, *, dealt: bool = False) -> str:
    """Return a sentence that says why an agent was not trained for a game.

    It is empty if the agent was trained for it, or was not trained at all.

    Args:
        agent: The agent.
        setup: The game.
        dealt: Whether abilities are dealt, whatever the draft of the setup is.
    """
    if agent.trained_for is None:
        return ""
    why = agent.trained_for.difference(setup, dealt=dealt)
    return f"{agent.name or 'the policy'} was not trained for this game: {why}" if why else ""


def warn_untrained(
    agents: Iterable[Agent], rules: Iterable[CompiledRules], *, dealt: bool = False, stacklevel: int = 3
) -> None:
    """Warn for each agent that plays a game that it was not trained for."""
    trained = [agent for agent in agents if agent.trained_for is not None]
    setups = [record.config for record in rules if isinstance(record.config, Setup)] if trained else []
    for agent in trained:
        found = (untrained(agent, setup, dealt=dealt) for setup in setups)
        if message := next(filter(None, found), ""):
            warnings.warn(message, UntrainedGame, stacklevel=stacklevel)
