"""What a pick is worth: the value of an ability by place in the order, and of pairs (mine, yours).

Estimated from dealt games with full rules, as drafted ones have. (In games where abilities are held fast,
they have other values.) The win share of a seat is

    place and ability  +  sum over the others of  pair(mine, yours)

by least squares.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_arena.studying.cells import normalised
from dixie_arena.studying.seats import Seats
from dixie_env.engine.words import ABILITIES

__all__ = ["DraftValues", "estimate_values"]


@dataclass(frozen=True)
class DraftValues:
    """Values of abilities; ability 1 is number 0 in the arrays.

    Attributes:
        by_place: Places in the first order x abilities: the expected win share, the others being average.
        pairs: Abilities x abilities: what is added to the holder of the row when another seat has the column;
            0 on the diagonal. The pairs of each row average to 0.
    """

    by_place: NDArray[np.float64]
    pairs: NDArray[np.float64]

    @property
    def players(self) -> int:
        """How many players the values are for."""
        return len(self.by_place)

    @property
    def abilities(self) -> int:
        """How many abilities there are."""
        return int(self.by_place.shape[1])

    def of_table(self, abilities: Sequence[int]) -> NDArray[np.float64]:
        """Return the expected win share of each place.

        Args:
            abilities: The ability of each place, from 1.
        """
        held = np.asarray(abilities, np.int64) - 1
        among = self.pairs[np.ix_(held, held)].sum(axis=1)  # the diagonal is 0
        return np.asarray(self.by_place[np.arange(len(held)), held] + among)


def estimate_values(
    games: Sequence[Seats], weights: Sequence[float] | None = None, abilities: int = len(ABILITIES)
) -> DraftValues:
    """Estimate the values from dealt games.

    Args:
        games: The games of each board, all with the same number of players.
        weights: Weights of the boards, equal if absent.
        abilities: How many abilities there are.

    Raises:
        ValueError: An ability was never held at a place, or two never met.
    """
    if not games or len({one.players for one in games}) > 1:
        raise ValueError("there must be games, all with the same number of players")
    players = games[0].players
    size = players * abilities + abilities * abilities
    squares, products = np.zeros((size, size)), np.zeros(size)
    boards = normalised(np.ones(len(games)) if weights is None else weights)
    for seats, weight in zip(games, boards.tolist(), strict=True):
        design = _design(seats, players, abilities)
        squares += design.T @ design * (weight / seats.games)
        products += design.T @ seats.win_share.ravel() * (weight / seats.games)
    _check(np.diag(squares), players, abilities)
    # A constant added to all pairs of an ability and taken off its values changes nothing: the pseudo-inverse
    # picks one of the solutions, and the pairs are centred below.
    found = np.linalg.pinv(squares, hermitian=True) @ products
    by_place = found[: players * abilities].reshape(players, abilities)
    pairs = found[players * abilities :].reshape(abilities, abilities)
    others = ~np.eye(abilities, dtype=bool)
    centre = np.where(others, pairs, 0).sum(axis=1, keepdims=True) / (abilities - 1)
    return DraftValues(by_place + (players - 1) * centre[:, 0], np.where(others, pairs - centre, 0))


def _design(seats: Seats, players: int, abilities: int) -> NDArray[np.float64]:
    ability = seats.ability - 1
    rows = np.zeros((seats.games, players, players * abilities + abilities * abilities))
    game = np.arange(seats.games)
    for seat in range(players):
        rows[game, seat, seats.place[:, seat] * abilities + ability[:, seat]] = 1
        for other in range(players):
            if other != seat:
                rows[game, seat, players * abilities + ability[:, seat] * abilities + ability[:, other]] = 1
    return rows.reshape(seats.games * players, -1)


def _check(counts: NDArray[np.float64], players: int, abilities: int) -> None:
    by_place = counts[: players * abilities].reshape(players, abilities)
    if (by_place == 0).any():
        place, ability = np.argwhere(by_place == 0)[0]
        raise ValueError(f"nobody held ability {ability + 1} at place {place} in the order; play more games")
    pairs = counts[players * abilities :].reshape(abilities, abilities) + np.eye(abilities)
    if (pairs == 0).any():
        mine, yours = np.argwhere(pairs == 0)[0]
        raise ValueError(f"abilities {mine + 1} and {yours + 1} never met in a game; play more games")
