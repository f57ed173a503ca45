"""Who holds which ability in which game: balanced designs, made from a seed alone.

A design is played in *rounds* of a few dozen games. Within a round every ability has every seat equally
often, and meets every other ability at a table equally often; rounds are independent of each other.
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
"""Balanced incomplete block designs of ten things: every pair is in as many blocks (2, 2 and 4)."""

_SEEDS, _DEALS = 0, 1


@dataclass(frozen=True)
class Games:
    """Games before they are played.

    Attributes:
        seeds: Of each game.
        deals: Games x players: the ability of each seat, 1 to 10; None if the players choose.
        focal: Games x players: which seats the design is about; only these are compared.
    """

    seeds: NDArray[np.uint64]
    deals: NDArray[np.int8] | None
    focal: NDArray[np.bool_]


@cache
def blocks(players: int) -> NDArray[np.int8]:
    """Return tables of abilities (0 to 9) in which every pair meets equally often."""
    if players == 2:
        return np.array(list(combinations(range(COUNT), 2)), np.int8)
    return np.array([[int(digit) for digit in block] for block in _BLOCKS[players].split()], np.int8)


def deal_round(players: int, seed: int, number: int) -> Games:
    """Deal a round: every table of the block design, with everybody once on every seat, each on its own seed.

    Which ability is which in the block design, and the order around each table, are drawn anew.
    """
    random = np.random.default_rng([seed, number, _DEALS])
    tables = 1 + random.permutation(COUNT).astype(np.int8)[blocks(players)]
    tables = random.permuted(tables, axis=1)
    seats = np.arange(players)
    deals = tables[:, (seats[None, :] - seats[:, None]) % players].reshape(-1, players)
    return Games(_draw_seeds(seed, number, len(deals)), deals, np.ones(deals.shape, np.bool_))


def swap_round(players: int, seed: int, number: int) -> Games:
    """Deal twins: one seed, one seat that holds each of the ten abilities once, the others as they are.

    Where the seat takes the ability of somebody at the table, that one gets the seat's own in exchange. So
    the opponents of an ability are the same on average as in ``deal_round``. Seats take turns by round.
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


def carousel_round(players: int, seed: int, number: int) -> Games:
    """Deal twins: one seed, ten games in which all abilities move on, so that every seat holds each once."""
    random = np.random.default_rng([seed, number, _DEALS])
    circle = 1 + random.permutation(COUNT).astype(np.int8)
    places = random.choice(COUNT, players, replace=False)
    deals = circle[(places[None, :] + np.arange(COUNT)[:, None]) % COUNT]
    return Games(
        np.repeat(_draw_seeds(seed, number, 1), COUNT), deals.astype(np.int8), np.ones(deals.shape, np.bool_)
    )


def seat_round(players: int, seed: int, number: int) -> Games:
    """Make a round in which abilities are chosen: one seed, and every seat is once the one it is about."""
    return Games(np.repeat(_draw_seeds(seed, number, 1), players), None, np.eye(players, dtype=np.bool_))


DESIGNS: dict[str, Callable[[int, int, int], Games]] = {
    "dealt": deal_round,
    "swap": swap_round,
    "carousel": carousel_round,
    "restricted": seat_round,
    "draft": seat_round,
}
"""All designs: functions of the number of players, the seed of the experiment and the round's number."""


def games_in_round(design: str, players: int) -> int:
    """Return how many games a round of a design has."""
    if design == "dealt":
        return len(blocks(players)) * players
    return COUNT if design in ("swap", "carousel") else players


def _draw_seeds(seed: int, number: int, count: int) -> NDArray[np.uint64]:
    random = np.random.default_rng([seed, number, _SEEDS])
    return random.integers(0, 2**63, count, dtype=np.uint64)
