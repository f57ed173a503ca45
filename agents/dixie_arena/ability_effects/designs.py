"""Who holds which ability in which game: balanced designs, made from a seed alone.

A design is played in *replicates*: full balanced sets of a few dozen games. Within a replicate every ability
has every seat equally often and meets every other ability equally often. Replicates are independent of each
other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from dixie_env.engine.words import ABILITIES

COUNT = len(ABILITIES)

_BLOCKS = {
    3: "019 129 239 349 459 569 679 789 089 014 125 236 347 458 056 "
    "167 278 038 024 135 246 357 468 057 168 027 138 036 147 258",
    4: "0123 0145 0246 0378 0579 0689 1278 1369 1479 1568 2359 2489 2567 3458 3467",
    5: "01249 12359 23469 34579 45689 05679 16789 02789 01389 "
    "01356 12467 23578 03468 01457 12568 02367 13478 02458",
}
"""Balanced incomplete block designs of the ten abilities: each pair is in 2, 2 and 4 blocks."""

_SEEDS, _DEALS = 0, 1


@dataclass(frozen=True)
class Games:
    """Games before they are played.

    Attributes:
        seeds: The seed of each game.
        deals: Games x players: the ability of each seat, 1 to 10; None if the players choose.
        focal: Games x players: which seats the design is about; only these are compared.
    """

    seeds: NDArray[np.uint64]
    deals: NDArray[np.int8] | None
    focal: NDArray[np.bool_]


@cache
def blocks(players: int) -> NDArray[np.int8]:
    """Return blocks of abilities (0 to 9) in which every pair meets equally often."""
    if players == 2:
        return np.array(list(combinations(range(COUNT), 2)), np.int8)
    return np.array([[int(digit) for digit in block] for block in _BLOCKS[players].split()], np.int8)


def deal_replicate(players: int, seed: int, number: int) -> Games:
    """Deal a replicate: play every block in every rotation of the seats. Each game has its own seed.

    Each replicate draws new labels for the abilities and a new seat order for each block.
    """
    random = np.random.default_rng([seed, number, _DEALS])
    seated = 1 + random.permutation(COUNT).astype(np.int8)[blocks(players)]
    seated = random.permuted(seated, axis=1)
    seats = np.arange(players)
    deals = seated[:, (seats[None, :] - seats[:, None]) % players].reshape(-1, players)
    return Games(_draw_seeds(seed, number, len(deals)), deals, np.ones(deals.shape, np.bool_))


def swap_replicate(players: int, seed: int, number: int) -> Games:
    """Deal twins: on one seed, one seat holds each of the ten abilities once; the other seats keep theirs.

    If another player holds the ability that the seat takes, that player gets the seat's own in exchange. So
    the opponents of an ability are the same on average as in ``deal_replicate``. The seat changes with each
    replicate.
    """
    random = np.random.default_rng([seed, number, _DEALS])
    base = 1 + random.permutation(COUNT)[:players].astype(np.int8)
    seat = number % players
    own = base[seat]
    deals = np.tile(base, (COUNT, 1))
    for row, ability in enumerate(range(1, COUNT + 1)):
        deals[row, base == ability] = own
        deals[row, seat] = ability
    focal = np.zeros(deals.shape, np.bool_)
    focal[:, seat] = True
    return Games(np.repeat(_draw_seeds(seed, number, 1), COUNT), deals, focal)


def carousel_replicate(players: int, seed: int, number: int) -> Games:
    """Deal twins: ten games on one seed. All abilities rotate, so that every seat holds each once."""
    random = np.random.default_rng([seed, number, _DEALS])
    circle = 1 + random.permutation(COUNT).astype(np.int8)
    places = random.choice(COUNT, players, replace=False)
    deals = circle[(places[None, :] + np.arange(COUNT)[:, None]) % COUNT]
    return Games(
        np.repeat(_draw_seeds(seed, number, 1), COUNT), deals.astype(np.int8), np.ones(deals.shape, np.bool_)
    )


def seat_replicate(players: int, seed: int, number: int) -> Games:
    """Make a replicate in which players choose abilities: one seed, and each seat is the focal seat once."""
    return Games(np.repeat(_draw_seeds(seed, number, 1), players), None, np.eye(players, dtype=np.bool_))


DESIGNS: dict[str, Callable[[int, int, int], Games]] = {
    "dealt": deal_replicate,
    "swap": swap_replicate,
    "carousel": carousel_replicate,
    "restricted": seat_replicate,
    "draft": seat_replicate,
}
"""All designs: functions of the number of players, the seed of the experiment and the replicate's number."""


def games_in_replicate(design: str, players: int) -> int:
    """Return how many games a replicate of a design has."""
    if design == "dealt":
        return len(blocks(players)) * players
    return COUNT if design in ("swap", "carousel") else players


def _draw_seeds(seed: int, number: int, count: int) -> NDArray[np.uint64]:
    random = np.random.default_rng([seed, number, _SEEDS])
    return random.integers(0, 2**63, count, dtype=np.uint64)
