"""Seeds: which game follows which, and random numbers that are not the game's.

The seed passed to `reset` is the engine's seed. Everything else that needs random numbers, such as a
learner's seat or its opponents' choices, draws from separate streams, so that it never shifts the game's.
"""

from random import Random, SystemRandom

SEED_BITS = 63


def next_seed(last: int | None, generator: Random | None = None) -> int:
    """Return the seed of the game after the one with seed `last`; a fresh seed if `last` is None.

    See `stream` for the generator.
    """
    if last is None:
        return SystemRandom().getrandbits(SEED_BITS)
    return stream("next game", last, generator=generator).getrandbits(SEED_BITS)


def stream(purpose: str, *numbers: int, generator: Random | None = None) -> Random:
    """Return a random generator for one purpose, independent of all others.

    A `generator` that is given is seeded and returned, which takes half the time that a new one needs.
    """
    seed = f"dixie {purpose} {' '.join(map(str, numbers))}"
    if generator is None:
        return Random(seed)
    generator.seed(seed)
    return generator
