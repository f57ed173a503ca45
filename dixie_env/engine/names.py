"""Names of options, as records write them (decisions.md, section 2).

Seats in records are absolute; seats in option ids are relative to the seat that decides.
"""

from functools import cache

from dixie_env.engine.errors import IllegalChoice
from dixie_env.engine.model import (
    ABILITY_END,
    ACTION_END,
    CHAINED_MAX,
    GOODS_MAX,
    OPTION_AMOUNT,
    OPTION_COUNT,
    OPTION_CUBE,
    OPTION_ROCK,
    OPTION_SEAT,
    OPTION_TILE,
    SEATS,
    SPACE_END,
)
from dixie_env.engine.words import CUBES, GOODS, ONE_OFFS, OWN_TILES

RELATIVE_NAMES: tuple[str, ...] = (
    *(f"action:{action}" for action in range(1, ACTION_END)),
    *("pass", "stop", "yes", "no", "mercy"),
    *(f"ability:{ability}" for ability in range(1, ABILITY_END)),
    *(f"good:{good}" for good in GOODS),
    *(f"space:{space}" for space in range(1, SPACE_END)),
    *("mine", "servant"),
    *(f"free:{slave}" for slave in range(CHAINED_MAX)),
    *(f"rock:+{distance}.{slave}" for distance in range(SEATS) for slave in range(CHAINED_MAX)),
    *(f"seat:+{distance}" for distance in range(1, SEATS)),
    *(f"cube:{cube}" for cube in CUBES),
    *(f"own:{own}" for own in OWN_TILES),
    *("board:food", *(f"board:{one_off}" for one_off in ONE_OFFS)),
    *(f"tile:+{distance}.{slot}" for distance in range(1, SEATS) for slot in ("main", "extra")),
    *(f"amount:{amount}" for amount in range(1, GOODS_MAX + 1)),
    *(f"dump:{good}" for good in GOODS),
)
"""All options in the order of their ids, with relative seats: `seat:+1` is the next seat number.

In a 2-player game `rock:+2.0` and `rock:+2.1` are the dummy's slaves (R7.4).
"""

assert len(RELATIVE_NAMES) == OPTION_COUNT, "names and ids of the options differ (enum Option)"


def relative_seat(option: int) -> int | None:
    """Return the relative seat in an option id, or None if it has none."""
    if OPTION_ROCK <= option < OPTION_SEAT:
        return (option - OPTION_ROCK) // CHAINED_MAX
    if OPTION_SEAT <= option < OPTION_CUBE:
        return option - OPTION_SEAT + 1
    if OPTION_TILE <= option < OPTION_AMOUNT:
        return (option - OPTION_TILE) // 2 + 1
    return None


@cache
def option_name(option: int, seat: int, players: int) -> str:
    """Return the name of an option as in a record, for the seat that decides."""
    distance = relative_seat(option)
    if distance is None:
        return RELATIVE_NAMES[option]
    if _is_dummy(option, players):
        return RELATIVE_NAMES[option].replace(f"+{distance}", "dummy")
    return RELATIVE_NAMES[option].replace(f"+{distance}", str((seat + distance) % players))


def _is_dummy(option: int, players: int) -> bool:
    """Whether an option names the dummy: the rocks behind those of the two seats (R7.4)."""
    first = OPTION_ROCK + CHAINED_MAX * players
    return players == 2 and first <= option < first + CHAINED_MAX


@cache
def _ids(seat: int, players: int) -> dict[str, int]:
    ids = {}
    for option in range(len(RELATIVE_NAMES)):
        distance = relative_seat(option)
        if distance is None or distance < players or _is_dummy(option, players):
            ids[option_name(option, seat, players)] = option
    return ids


def option_id(name: str, seat: int, players: int) -> int:
    """Return the id of an option from its name in a record, for the seat that decides."""
    try:
        return _ids(seat, players)[name]
    except KeyError:
        raise IllegalChoice(
            f"{name!r} is not an option of seat {seat}; options look like 'action:13'"
        ) from None
