"""Random numbers of drawn boards: a pure function of names and counters, the same on every machine, for ever.

Every number comes from five things: the name of the prior, the seed, the number of the board, the field of
the board, and a counter within the field. They are mixed one after the other with the finalizer of
splitmix64 (Steele, Lea and Flood 2014)::

    x = 0
    for word in (fnv1a(prior), seed, number, field, counter):
        x = mix((x ^ word) + 0x9E3779B97F4A7C15)
    unit = (x >> 11) / 2**53            # 0 <= unit < 1

So each field has a stream of its own, and a new field or one more number of a field changes no other number.
Nothing here comes from numpy, whose ``choice`` and ``shuffle`` may change between versions. All draws are
inverse distribution functions of one unit each, with nothing but additions, multiplications and
comparisons of doubles, which are the same everywhere.
"""

from collections.abc import Sequence
from typing import TypeVar

FIELDS = {
    "track_length": 1,
    "track_penalties": 2,
    "silver_per_gold": 3,
    "gold_per_ring": 4,
    "mine_symbols": 5,
    "offering_tiles": 6,
    "servant_tiles": 7,
    "ring_tiles": 8,
    "whip_die": 9,
    "casino_die": 10,
    "icons": 11,
}
"""The number of each field. Never change one: the names of boards hang on them."""

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15

T = TypeVar("T")


def mix(x: int) -> int:
    """Return the finalizer of splitmix64."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def fnv1a(text: str) -> int:
    """Return a number for a name (FNV-1a, 64 bits)."""
    x = 0xCBF29CE484222325
    for byte in text.encode("utf-8"):
        x = ((x ^ byte) * 0x100000001B3) & _MASK
    return x


class Stream:
    """The random numbers of one field of one board.

    Args:
        prior: The name of the prior.
        seed: The seed, from 0.
        number: The number of the board, from 0.
        field: One of `FIELDS`.
    """

    def __init__(self, prior: str, seed: int, number: int, field: str) -> None:
        x = 0
        for word in (fnv1a(prior), seed, number, FIELDS[field]):
            x = mix(((x ^ word) + _GOLDEN) & _MASK)
        self._key = x

    def unit(self, counter: int) -> float:
        """Return a number from 0 up to, but not including, 1."""
        return (mix(((self._key ^ counter) + _GOLDEN) & _MASK) >> 11) / (1 << 53)

    def between(self, counter: int, low: float, high: float) -> float:
        """Return a number from `low` to `high`."""
        return low + (high - low) * self.unit(counter)

    def one_of(self, counter: int, options: Sequence[T]) -> T:
        """Return one of the options, all equally likely."""
        return options[int(self.unit(counter) * len(options))]
