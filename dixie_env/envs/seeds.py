"""Seeds: which game follows which, and luck that is not the game's.

The seed given to a reset is the engine's seed. What else needs luck, the seat of a learner or its opponents'
choices, draws from streams of its own, so that it never shifts the game's.
"""

from random import Random, SystemRandom

SEED_BITS = 63


def next_seed(last: int | None) -> int:
    """Return the seed of the game after one with the seed `last`; a new one where there was none."""
    if last is None:
        return SystemRandom().getrandbits(SEED_BITS)
    return stream("next game", last).getrandbits(SEED_BITS)


def stream(purpose: str, *numbers: int) -> Random:
    """Return a generator for one purpose, apart from all others."""
    return Random(f"dixie {purpose} {' '.join(map(str, numbers))}")
