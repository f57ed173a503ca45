"""Tables at which two agents are exchanged: the line-ups of ``dixie compare``.

Every deal (one seed) is played at all these tables. Wherever the first agent sits at one of them, the second
one sits at another, in the same seat and in the same company. So the two have the same seats, the same deals
and the same opponents, each other included; what is left is the difference between them.

| table | seats of the first | of the second | of others |
| --- | --- | --- | --- |
| a split, for every k from 1 to n - 1 | k | n - k | 0 |
| alone among others (only with company) | 1, then 0 | 0, then 1 | n - 1 |
| both among others (only with company, 3 players or more) | 1 | 1 | n - 2 |
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

FIRST, SECOND = 0, 1
"""The two agents that are compared, by their place in the list. All others are company."""


@dataclass(frozen=True)
class Table:
    """A line-up of a block.

    Attributes:
        kind: Number of the kind of table. Results are reported by kind.
        base: Number of the drawn order of seats. A table and its exchange have the same one.
        first: Seats of the first agent.
        second: Seats of the second agent.
        exchanged: Whether the two are exchanged in the drawn order.
    """

    kind: int
    base: int
    first: int
    second: int
    exchanged: bool


@cache
def exchange_tables(players: int, *, company: bool) -> tuple[Table, ...]:
    """Return the line-ups of a block. Each is played in all rotations of the seats."""
    splits = [(one, players - one) for one in range(1, players // 2 + 1)]
    tables = []
    for base, (one, other) in enumerate(splits):
        tables.append(Table(one - 1, base, one, other, exchanged=False))
        if one != other:  # a half against a half is its own exchange, because the seats rotate
            tables.append(Table(other - 1, base, other, one, exchanged=True))
    if company:
        kind, base = players - 1, len(splits)
        tables += [Table(kind, base, 1, 0, exchanged=False), Table(kind, base, 0, 1, exchanged=True)]
        if players > 2:
            tables += [Table(kind + 1, base + 1, 1, 1, exchanged=exchanged) for exchanged in (False, True)]
    return tuple(tables)


def base_tables(players: int, *, company: bool) -> list[Table]:
    """Return the line-ups whose orders are drawn; the others are their exchanges."""
    return [table for table in exchange_tables(players, company=company) if not table.exchanged]


def fill_tables(players: int, drawn: NDArray[np.int64], *, company: bool) -> NDArray[np.int64]:
    """Return the agents of the base line-ups of blocks, not yet in the order of their seats.

    Args:
        players: Seats in a game.
        drawn: Blocks x base line-ups x players: who sits in a seat if neither of the two does.
        company: Whether there are others.
    """
    members = drawn.copy()
    for table in base_tables(players, company=company):
        members[:, table.base, : table.first] = FIRST
        members[:, table.base, table.first : table.first + table.second] = SECOND
    return members


def exchange(tables: tuple[Table, ...], orders: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return all line-ups of blocks from the orders of the base ones, blocks x line-ups x players."""
    seated = orders[:, [table.base for table in tables]]
    exchanged = np.array([table.exchanged for table in tables])[None, :, None]
    return np.where(exchanged & (seated <= SECOND), SECOND - seated, seated)
