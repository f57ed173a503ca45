"""Numbers of games, so that an agent can tell which of its decisions belong to the same game."""

from dixie_agents.compiled.bots import decision_key

_NOBODY = 7
"""No seat has this number, so the number of a game is never the key of a decision."""


def table_number(stream: int, seed: int) -> int:
    """Return the number of the game with a seed and a stream of agents' random numbers.

    It is hashed like the keys of decisions, so that it says no more about the game's chance than they do.
    """
    return decision_key(stream, seed, _NOBODY, 0)
