"""Who sits in the other seats of a single-agent environment: names and objects become players."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from dixie_agents.base import Agent
from dixie_agents.bots import CompiledAgent
from dixie_agents.match import decision_key, resampling_seed
from dixie_agents.registry import make_agent
from dixie_env.engine import DixieError, Game

Player: TypeAlias = Callable[[Game, int], int]
"""Chooses an option in a game; the number says how many decisions were made in it before."""


def seat_opponents(opponents: Sequence[str | Agent] | str | Agent | None, count: int) -> list[Agent]:
    """Return an agent for each of the other seats.

    Args:
        opponents: A name or an agent for each of them, in the order in which they follow the learner's
            seat; or one for all; or None for random ones.
        count: How many there are.
    """
    if opponents is None:
        opponents = "random"
    if isinstance(opponents, str | Agent):
        given: list[str | Agent] = [opponents] * count
    elif isinstance(opponents, Sequence):
        given = list(opponents)
    else:
        raise DixieError(f"opponents must be names or dixie_agents.Agent objects, not {opponents!r}")
    if len(given) != count:
        raise DixieError(f"opponents must be 1 or {count} for {count + 1} players, not {len(given)}")
    agents = []
    for opponent in given:
        agent = make_agent(opponent) if isinstance(opponent, str) else opponent
        if not isinstance(agent, Agent):
            raise DixieError(f"an opponent is a name or a dixie_agents.Agent, not {agent!r}")
        agents.append(agent)
    return agents


def make_player(agent: Agent) -> Player:
    """Return a function that lets the agent decide, without ever showing it the true game."""
    if isinstance(agent, CompiledAgent):
        choose = agent.bot.choose  # looks at a resampled copy by itself

        def play_compiled(game: Game, number: int) -> int:
            assert game.seat is not None
            return choose(game, decision_key(0, game.seed, game.seat, number))

        return play_compiled

    def play(game: Game, number: int) -> int:
        seat = game.seat
        assert seat is not None
        key = decision_key(0, game.seed, seat, number)
        known = game.resample(seat, resampling_seed(key)) if agent.searches else None
        return agent.act_one(game.observe(), game.mask(), key, known)

    return play
