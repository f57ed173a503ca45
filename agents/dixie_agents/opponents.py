"""The opponents of a single-agent environment: turns names and objects into agents."""

from collections.abc import Sequence

from dixie_agents.base import Agent
from dixie_agents.registry import make_agent
from dixie_env.engine import DixieError


def seat_opponents(opponents: Sequence[str | Agent] | str | Agent | None, count: int) -> list[Agent]:
    """Return an agent for each of the other seats.

    Args:
        opponents: A name or an agent for each seat, in seat order after the learner's; or one for all;
            or None for `random`.
        count: Number of opponents.
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
        raise DixieError(
            f"opponents must be one for all or a list of {count} for {count + 1} players, not {len(given)}"
        )
    agents = []
    for opponent in given:
        agent = make_agent(opponent) if isinstance(opponent, str) else opponent
        if not isinstance(agent, Agent):
            raise DixieError(f"an opponent must be a name or a dixie_agents.Agent, not {agent!r}")
        agents.append(agent)
    return agents
