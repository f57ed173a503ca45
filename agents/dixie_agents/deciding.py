"""How an agent decides in one game.

Everything that plays single games (records, environments, the web, a person at the terminal) uses `decide`.
Matches do the same in batches, with the same key and the same view of the game. So an agent plays the same
game wherever it plays.
"""

from typing import Any

import numpy as np

from dixie_agents.base import Agent, Decisions
from dixie_agents.bots import CompiledAgent
from dixie_agents.compiled.bots import decision_key, resampling_seed
from dixie_agents.tables import table_number
from dixie_agents.trained_for import warn_untrained
from dixie_env import Game, IllegalChoice


def decide(agent: Agent, game: Game, number: int, *, stream: int = 0) -> int:
    """Let an agent decide for the seat whose turn it is, and return the option.

    The agent gets what that seat knows: its observation and, if it searches, a copy of the game in which
    everything else is resampled. It never gets the true game.

    Args:
        agent: The agent that decides.
        game: The game. It is not changed.
        number: How many decisions were made in the game before.
        stream: Another stream gives the agent other random numbers in the same game.

    Raises:
        IllegalChoice: The agent did not choose a legal option.
    """
    seat = game.seat
    if seat is None:
        raise ValueError("the game is over: there is nothing to decide")
    key = decision_key(stream, game.seed, seat, number)
    if agent._checked_for is not game.rules:
        agent._checked_for = game.rules
        warn_untrained([agent], [game.rules])
    if isinstance(agent, CompiledAgent):
        return agent.bot.choose(game, key)  # makes such a copy itself, and its choice is always legal
    known = [game.resample(seat, resampling_seed(key))] if agent.searches else None
    tables = np.array([table_number(stream, game.seed)], np.uint64) if agent.searches else None
    observation, mask = agent.observation.observe(game), game.mask().astype(np.uint8, copy=False)
    answers = np.asarray(
        agent.act(Decisions(observation[None], mask[None], np.array([key], np.uint64), known, tables))
    )
    who = f"agent {agent.name or type(agent).__name__!r}"
    if answers.shape != (1,) or answers.dtype.kind not in "iu":
        raise IllegalChoice(
            f"{who} must answer 1 decision with an array of 1 option id, "
            f"not {answers.dtype} of shape {answers.shape}"
        )
    try:
        return game.check(int(answers[0]))
    except IllegalChoice as error:
        raise IllegalChoice(f"{who}: {error}") from None


def explain(agent: Agent, game: Game, number: int, *, stream: int = 0) -> list[list[Any]]:
    """Return how an agent rates its options: rows of option, visits and value, its choice first.

    The list is empty if the agent does not explain its choices. The arguments are those of ``decide``.
    """
    ask = getattr(agent, "explain", None)
    if ask is None or game.seat is None:
        return []
    key = decision_key(stream, game.seed, game.seat, number)
    known = game if isinstance(agent, CompiledAgent) else game.resample(game.seat, resampling_seed(key))
    return [[option, int(visits), round(float(value), 4)] for option, visits, value in ask(known, key)]
