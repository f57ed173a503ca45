"""Seeds: which game follows which, and random numbers that are not the game's.

The seed passed to `reset` is the engine's seed. Everything else that needs random numbers, such as a
learner's seat or its opponents' choices, draws from separate streams, so that it never shifts the game's.
"""

from random import Random, SystemRandom

SEED_BITS = 63


def next_seed(last: int | None) -> int:
    """Return the seed of the game after the one with seed `last`; a fresh seed if `last` is None."""
    if last is None:
        return SystemRandom().getrandbits(SEED_BITS)
    return stream("next game", last).getrandbits(SEED_BITS)


def stream(purpose: str, *numbers: int) -> Random:
    """Return a random generator for one purpose, independent of all others."""
    return Random(f"dixie {purpose} {' '.join(map(str, numbers))}")
