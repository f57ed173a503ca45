"""The numbers in `infos`: kinds of decisions, phases, and their names.

All values in `infos` are numbers, because many libraries put them into tensors. They are the engine's own
numbers, those of `game.state["decision"]` and `game.state["phase"]`.
"""

from dixie_env.engine import DixieError
from dixie_env.engine.words import DECISIONS, PHASES

__all__ = ["DECISIONS", "DECISION_NUMBERS", "PHASES", "PHASE_NUMBERS", "decision_name", "phase_name"]

NOTHING = 0
"""The number of a player who has nothing to decide."""
DECISION_NUMBERS: dict[str | None, int] = {
    None: NOTHING,
    **{name: number for number, name in enumerate(DECISIONS)},
}
"""The number of each kind of decision, by the name that `Game.decision` returns."""
PHASE_NUMBERS = {name: number for number, name in enumerate(PHASES)}
"""The number of each phase, by the name that `Game.phase` returns."""


def decision_name(number: int) -> str:
    """Return the kind of decision that `info["decision"]` stands for; 0 is `nothing`, for who waits.

    >>> decision_name(22)
    'offer'
    """
    return _name(DECISIONS, number, "decision")


def phase_name(number: int) -> str:
    """Return the phase that `info["phase"]` stands for.

    >>> phase_name(4)
    'offerings'
    """
    return _name(PHASES, number, "phase")


def _name(names: tuple[str, ...], number: int, what: str) -> str:
    if not 0 <= number < len(names):
        raise DixieError(f"the number of a {what} must be 0 to {len(names) - 1}, not {number!r}")
    return names[number]
