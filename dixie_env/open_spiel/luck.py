"""Chance in small steps: each node draws one seat, ability, round tile, cube or face, with its probability.

The engine takes some outcomes as a whole: an order of five seats has 120 values, two cubes have nine. Drawn
one thing at a time, a node has at most six outcomes (or as many as a die has faces), and every probability is
exact. A step with a single possible outcome is no node at all.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any

from dixie_env.engine import Game
from dixie_env.engine.model import ABILITY_END, SEATS
from dixie_env.engine.words import CASINO_FACES, CUBES, FOODS

DISPLAYED = 6
"""Abilities in a game (R2.8)."""
ROUND_TILES = 3
"""Round tiles of each food (R2.7)."""
LARGEST_FACE = 20
"""The largest number on a whip die."""

NAMES: tuple[str, ...] = (
    *(f"seat:{seat}" for seat in range(SEATS)),
    *(f"ability:{ability}" for ability in range(1, ABILITY_END)),
    *(f"demand:{food}" for food in FOODS),
    *(f"casino:{face}" for face in CASINO_FACES),
    *(f"cube:{cube}" for cube in CUBES),
    *(f"whips:{face}" for face in range(1, LARGEST_FACE + 1)),
)
"""All outcomes of chance nodes, in the order of their ids."""
CHANCE_COUNT = len(NAMES)
_SEAT, _ABILITY, _DEMAND, _CASINO, _CUBE, _WHIPS = (
    NAMES.index(name)
    for name in ("seat:0", "ability:1", "demand:apple", "casino:food", "cube:silver", "whips:1")
)


def outcomes(game: Game, drawn: Sequence[int]) -> list[tuple[int, Fraction]]:
    """Return the possible next outcomes with their probabilities, in the order of ids.

    Args:
        game: A game that awaits chance (`game.awaited`).
        drawn: The outcomes that belong to the awaited one and are already drawn.
    """
    if game.awaited == "abilities":
        return _next_ability(game, drawn)
    weights = _weights(game, Counter(drawn))
    total = sum(weights.values())
    return [(outcome, Fraction(weight, total)) for outcome, weight in sorted(weights.items()) if weight]


def value(game: Game, drawn: Sequence[int]) -> Any:
    """Return the whole outcome in the form of a record, or None if there is more to draw."""
    kind = game.awaited
    if kind == "order":
        return [seat - _SEAT for seat in drawn] if len(drawn) == game.players else None
    if kind == "abilities":
        given = _given(game)
        whole = sorted([*given, *(ability - _ABILITY + 1 for ability in drawn)])
        return whole if len(whole) == DISPLAYED else None
    if kind == "deal":
        abilities = [ability - _ABILITY + 1 for ability in drawn]
        return abilities if len(abilities) == game.players else None
    if kind == "draw":
        return [CUBES[cube - _CUBE] for cube in drawn] if len(drawn) == game.state["blind"] else None
    if not drawn:
        return None
    if kind == "demand":
        return FOODS[drawn[0] - _DEMAND]
    return drawn[0] - _WHIPS + 1 if kind == "whip_die" else CASINO_FACES[drawn[0] - _CASINO]


def _given(game: Game) -> list[int]:
    """Abilities that are on display for certain: those of a fixed draft."""
    return [int(ability) for ability in game.rules.array["fixed"][0] if ability]


def _next_ability(game: Game, drawn: Sequence[int]) -> list[tuple[int, Fraction]]:
    """The abilities on display are a set: draw them in ascending order, so that each set comes once."""
    given = _given(game)
    first = drawn[-1] - _ABILITY + 2 if drawn else 1
    pool = [ability for ability in range(first, ABILITY_END) if ability not in given]
    missing = DISPLAYED - len(given) - len(drawn)
    sets = comb(len(pool), missing)
    chances = [Fraction(comb(len(pool) - place - 1, missing - 1), sets) for place in range(len(pool))]
    return [(_ABILITY + ability - 1, chance) for ability, chance in zip(pool, chances, strict=True) if chance]


def _weights(game: Game, drawn: Counter[int]) -> dict[int, int]:
    """In how many equally likely ways each outcome can come next."""
    kind, state, rules = game.awaited, game.state, game.rules.array[0]
    if kind == "order":
        return {_SEAT + seat: 1 - drawn[_SEAT + seat] for seat in range(game.players)}
    if kind == "deal":
        given = _given(game)
        if given:  # a fixed draft: the seat's own ability
            return {_ABILITY + given[drawn.total()] - 1: 1}
        shown = [ability for ability in range(1, ABILITY_END) if state["display"][ability]]
        return {_ABILITY + ability - 1: 1 - drawn[_ABILITY + ability - 1] for ability in shown}
    if kind == "demand":
        return {_DEMAND + food: ROUND_TILES - int(seen) for food, seen in enumerate(state["demanded"])}
    if kind == "draw":
        return {_CUBE + cube: int(left) - drawn[_CUBE + cube] for cube, left in enumerate(state["bag"])}
    if kind == "whip_die":
        return Counter(_WHIPS + int(face) - 1 for face in rules["whip_die"][: rules["whip_faces"]])
    return Counter(_CASINO + int(face) for face in rules["casino_die"][: rules["casino_faces"]])
