"""The outcome of dealt games as arrays: a row for each game, a column for each seat."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["BLOCKS", "Seats", "read_seats", "spread_blocks"]

BLOCKS = 20
"""How many blocks of games the jackknife deletes in turn."""


@dataclass(frozen=True)
class Seats:
    """Games on one board.

    Attributes:
        ability: Games x players: the ability that was dealt to each seat, from 1.
        agent: Games x players: number of the agent in the pool, from 0.
        place: Games x players: place in the first order of play, from 0.
        win_share: Games x players: 1 for the winner; those who tie share it.
        rank: Games x players: from 1; those who tie have the same.
        block: The block of each game. Games of different blocks are independent.
    """

    ability: NDArray[np.int64]
    agent: NDArray[np.int64]
    place: NDArray[np.int64]
    win_share: NDArray[np.float64]
    rank: NDArray[np.int64]
    block: NDArray[np.int64]

    def __post_init__(self) -> None:
        shape = self.ability.shape
        if len(shape) != 2 or 0 in shape:
            raise ValueError(f"ability must be an array of games x players, not of shape {shape}")
        for name in ("agent", "place", "win_share", "rank"):
            if (found := getattr(self, name).shape) != shape:
                raise ValueError(f"{name} must have the shape of ability, {shape}, not {found}")
        if self.block.shape != shape[:1]:
            raise ValueError(f"block must have one entry for each of the {shape[0]} games")

    @property
    def games(self) -> int:
        """Number of games."""
        return int(self.ability.shape[0])

    @property
    def players(self) -> int:
        """Seats in a game."""
        return int(self.ability.shape[1])


def read_seats(
    game: ArrayLike,
    seat: ArrayLike,
    ability: ArrayLike,
    agent: ArrayLike,
    place: ArrayLike,
    win_share: ArrayLike,
    rank: ArrayLike,
    block: ArrayLike | None = None,
) -> Seats:
    """Return the games of a table with one row for each seat, in any order.

    Args:
        game: Which game the row belongs to.
        seat: The seat.
        ability: See `Seats`; the others, too.
        agent: The agent.
        place: The place in the first order of play.
        win_share: The share of the win.
        rank: The rank.
        block: The block of the game. Without it, games in order of ``game`` are cut into `BLOCKS` blocks.

    Raises:
        ValueError: Games have different numbers of seats, or a game is in two blocks.
    """
    games, seats = np.asarray(game), np.asarray(seat)
    order = np.lexsort((seats, games))
    _, counts = np.unique(games, return_counts=True)
    if len(set(counts.tolist())) > 1:
        raise ValueError(
            f"all games must have the same number of seats; found {counts.min()} to {counts.max()}"
        )
    players = int(counts[0]) if len(counts) else 0

    def table(column: ArrayLike, kind: type) -> NDArray[np.generic]:
        return np.asarray(column, kind)[order].reshape(-1, players)

    if block is None:
        blocks = spread_blocks(len(counts))
    else:
        by_seat = table(block, np.int64)
        if (by_seat != by_seat[:, :1]).any():
            raise ValueError("all seats of a game must be in the same block")
        blocks = np.asarray(by_seat[:, 0], np.int64)
    return Seats(
        np.asarray(table(ability, np.int64), np.int64),
        np.asarray(table(agent, np.int64), np.int64),
        np.asarray(table(place, np.int64), np.int64),
        np.asarray(table(win_share, np.float64), np.float64),
        np.asarray(table(rank, np.int64), np.int64),
        blocks,
    )


def spread_blocks(games: int, blocks: int = BLOCKS) -> NDArray[np.int64]:
    """Return the block of each game: neighbours together, all blocks equally large or nearly so."""
    return np.asarray(np.arange(games) * min(blocks, games) // max(games, 1), np.int64)
