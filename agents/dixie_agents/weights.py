"""The weights of the compiled bots: what things are worth to them, in points of the final score.

All of them use the same evaluation (``compiled/evaluate.pyx``): points so far, minus what slaves and tracks
will cost, plus what pixies, goods and tiles may still bring. They differ only in these numbers. ``GREEDY``
was written by hand. ``BALANCED`` was tuned from it by evolution strategies in self-play (see
``docs/agents.md``). The specialists are ``BALANCED`` changed to favour one road to reward points.
"""

from typing import TypedDict

from dixie_env.engine.words import ABILITIES


class Weights(TypedDict):
    """The weights of the evaluation."""

    persist: float
    """Share of today's cost for slaves that is expected again in each later round."""
    climb: float
    """The same for the tracks, whose later rounds are valued by a straight line from bottom to top."""
    pit: float
    """Cost of each point by which the points to come would bring the seat closer than 8 to the pit."""
    row: list[float]
    """A pixie in the mine, in rows 1 to 4."""
    income: float
    """A unit of food from pixies in each future round."""
    servant: float
    """Worth of a pixie that needs no more steps, as a share of the next servant tile."""
    step: float
    """That share shrinks by this factor for each step still to make."""
    food: float
    """A unit of food."""
    demand: float
    """Worth of a food, times the probability that it is demanded next minus 1/3; added to `food`."""
    silver: float
    """A silver."""
    gold: float
    """A gold."""
    plenty: float
    """Units of a good beyond four count this much."""
    fade: float
    """Share of their worth that goods have lost when one offering is left; its square with two left."""
    ring: float
    """Worth of the gold for the next ring tile, as a share of the tile."""
    offering: float
    """Worth of the goods for the next offering tile: share of the tile, by the square of the part owned."""
    food_tile: float
    """A unit of a food tile in each future round."""
    one_off: list[float]
    """None, `double`, `peek`, `mercy`."""
    ability: list[float]
    """None, and each ability, over five rounds; see `by_ability`."""
    disc: float
    """A disc not yet placed."""
    rock: float
    """Cost of a rock at one's own slave."""
    hoard: float
    """Share of the 3 points for a majority that counts one round before the end."""
    symbol: float
    """Cost of a mine symbol that this round's points will reach."""
    order: float
    """Cost of each place behind the first in the small order."""
    rivals: float
    """Share of the rivals' expected score that counts against one's own."""
    food_share: float
    """Probability that another seat with the demanded food offers it."""
    metal_share: float
    """Probability that another seat with a metal offers it."""


def by_ability(**worth: float) -> list[float]:
    """Return the worth of each ability for the evaluation: "no ability" first, unnamed ones at 0.

    Raises:
        ValueError: There is no such ability.
    """
    if unknown := set(worth) - set(ABILITIES):
        raise ValueError(
            f"there is no ability {', '.join(sorted(unknown))}; available: {', '.join(ABILITIES)}"
        )
    return [0.0, *(worth.get(name, 0.0) for name in ABILITIES)]


GREEDY: Weights = {
    "persist": 0.6,
    "climb": 0.5,
    "pit": 1.0,
    "row": [0.0, 0.8, 1.5, 2.2, 3.0],
    "income": 0.15,
    "servant": 0.8,
    "step": 0.55,
    "food": 0.6,
    "demand": 0.9,
    "silver": 0.5,
    "gold": 0.8,
    "plenty": 0.4,
    "fade": 0.4,
    "ring": 0.4,
    "offering": 0.3,
    "food_tile": 0.35,
    "one_off": [0.0, 0.6, 0.4, 0.8],
    "ability": by_ability(
        cheap_gold=1.0,
        servant_bonus=1.0,
        ring_bonus=1.0,
        silver_income=1.5,
        free_promotion=2.0,
        free_demotion=1.0,
        free_rocks=0.5,
        extra_slot=0.5,
        copy_unused=0.5,
        light_mine=2.0,
    ),
    "disc": 1.0,
    "rock": 0.6,
    "hoard": 0.3,
    "symbol": 1.5,
    "order": 0.2,
    "rivals": 0.0,  # considers only its own seat
    "food_share": 0.6,
    "metal_share": 0.4,
}

BALANCED: Weights = {
    "persist": 0.44,
    "climb": 1.58,  # tracks cost more than anything else, and every step up pays off each round
    "pit": 0.76,
    "row": [0.00, 0.32, 0.74, 1.42, 2.61],
    "income": 0.10,
    "servant": 0.50,
    "step": 0.30,  # pixies count for where they are, hardly for where they may go
    "food": 0.71,
    "demand": 1.42,  # the right food at the right time
    "silver": 0.92,
    "gold": 0.97,
    "plenty": 0.39,
    "fade": 0.58,
    "ring": 0.43,
    "offering": 0.34,
    "food_tile": 0.59,
    "one_off": [0.00, 0.88, 0.44, 0.56],
    "ability": by_ability(
        cheap_gold=0.84,
        servant_bonus=1.21,
        ring_bonus=0.85,
        silver_income=3.37,
        free_promotion=2.16,
        free_demotion=1.40,
        free_rocks=0.41,
        extra_slot=0.76,
        copy_unused=0.41,
        light_mine=1.29,
    ),
    "disc": 0.80,
    "rock": 0.41,
    "hoard": 0.24,
    "symbol": 1.21,
    "order": 0.56,
    "rivals": 0.20,
    "food_share": 0.68,
    "metal_share": 0.17,
}

# Loyal servants: every step of a pixie brings the next tile nearer; gold and special offerings mean nothing.
SERVANT: Weights = {
    **BALANCED,
    "climb": 0.9,
    "row": [0.0, 0.4, 0.8, 1.2, 1.5],
    "servant": 0.9,
    "step": 0.8,
    "food": 1.0,
    "ring": 0.0,
    "offering": 0.0,
    "gold": 0.3,
}

# Rings: gold, the silver that buys it, and the gold track that makes rings cheap.
RING: Weights = {
    **BALANCED,
    "row": [0.0, 0.4, 0.6, 0.8, 1.0],
    "servant": 0.0,
    "ring": 0.8,
    "offering": 0.0,
    "gold": 1.2,
    "silver": 0.6,
}

# Special offerings: goods are for the track and nothing else.
OFFERING: Weights = {
    **BALANCED,
    "row": [0.0, 0.5, 0.8, 1.1, 1.4],
    "servant": 0.0,
    "ring": 0.0,
    "offering": 0.8,
    "food": 0.25,
    "silver": 0.2,
    "gold": 0.2,
}
