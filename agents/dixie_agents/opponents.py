"""Who sits where in a single-agent environment: opponents from names and objects, and the learner's seat."""

from collections.abc import Sequence

from dixie_agents.base import Agent
from dixie_agents.registry import make_agent
from dixie_env.engine import DixieError
from dixie_env.envs.seeds import stream


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
            f"opponents must be one name or agent for all seats, or a list of {count} "
            f"for {count + 1} players; this list has {len(given)}"
        )
    agents = []
    for opponent in given:
        agent = make_agent(opponent) if isinstance(opponent, str) else opponent
        if not isinstance(agent, Agent):
            raise DixieError(f"an opponent must be a name or a dixie_agents.Agent, not {agent!r}")
        agents.append(agent)
    return agents


def check_seat(seat: int | str, players: int) -> int | str:
    """Return the learner's seat as given, or raise an error if there is no such seat."""
    if seat != "random" and (type(seat) is not int or not 0 <= seat < players):
        raise DixieError(f"seat must be 0 to {players - 1} or 'random', not {seat!r}")
    return seat


def seat_of_game(seat: int | str, seed: int, players: int) -> int:
    """Return the learner's seat in the game with a seed; `random` draws it, apart from the game's chance."""
    return stream("seat", seed).randrange(players) if seat == "random" else int(seat)
