"""Python agents in running games: they decide in batches, once for all games that wait for them."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from dixie_agents.base import Agent, Decisions
from dixie_agents.compiled.match import MatchLoop
from dixie_agents.match import check_answers, known_to


def answer(loop: MatchLoop, agents: Mapping[int, Agent]) -> bool:
    """Let each of these agents decide once in all games that wait for it. Return whether there were any.

    Args:
        loop: The games.
        agents: Agents by their numbers among the players.

    Raises:
        IllegalChoice: An agent's answer was not a legal option.
    """
    any_waited = False
    for number, agent in agents.items():
        rows = np.flatnonzero(loop.waiting == number)
        if rows.size:
            any_waited = True
            loop.take(rows, advice_of(loop, agent, rows))
    return any_waited


def advice_of(loop: MatchLoop, agent: Agent, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return what an agent would choose in these games, each for the seat that decides."""
    seen = agent.observation
    games, tables = known_to(loop, rows) if agent.searches else (None, None)
    decisions = Decisions(*loop.ask(rows, **seen.arguments), games, tables)
    return check_answers(loop, agent, rows, agent.act(decisions))
