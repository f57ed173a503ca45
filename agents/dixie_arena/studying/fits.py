"""From the games of a stage to the effects on each of its boards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import ArrayLike, NDArray

from dixie_arena.config import ArenaError
from dixie_arena.studying.board_fit import BoardFit, fit_board
from dixie_arena.studying.cells import Cells, collect
from dixie_arena.studying.plackett_luce import rank_effects
from dixie_arena.studying.seats import Seats, spread_blocks

__all__ = ["Fitted", "fit_stage", "split_cells"]


@dataclass(frozen=True)
class Fitted:
    """The effects on all boards of a stage.

    Attributes:
        fits: One for each cell of the stage.
        by_ranks: Boards x agents x abilities: the same by Plackett-Luce; None if it was not asked for.
        seats: The games of each cell.
    """

    fits: tuple[BoardFit, ...]
    by_ranks: NDArray[np.float64] | None
    seats: tuple[Seats, ...]

    @property
    def games(self) -> int:
        """Games on all boards."""
        return sum(fit.games for fit in self.fits)

    def cells(self, boards: ArrayLike, pool: ArrayLike | None = None) -> Cells:
        """Return the effects with weights of boards and agents."""
        return collect(self.fits, boards, pool)

    def rank_means(self, pool: NDArray[np.float64]) -> NDArray[np.float64] | None:
        """Return boards x abilities by Plackett-Luce, averaged over the pool."""
        return None if self.by_ranks is None else np.einsum("a,bak->bk", pool, self.by_ranks)


def split_cells(table: pa.Table, players: int) -> Iterator[dict[str, NDArray[np.generic]]]:
    """Yield the columns of each cell of a stage, as games x players."""
    columns = {name: table.column(name).to_numpy() for name in table.column_names}
    cells = columns["cell"]
    starts = np.flatnonzero(np.diff(cells, prepend=-1))
    for start, end in zip(starts.tolist(), [*starts[1:].tolist(), len(cells)], strict=True):
        yield {name: column[start:end].reshape(-1, players) for name, column in columns.items()}


def fit_stage(
    table: pa.Table, players: int, agents: int, *, ranks: bool = False, only: Sequence[int] | None = None
) -> Fitted:
    """Fit each cell of a stage.

    Args:
        table: The games of a `GameStage`.
        players: Seats in a game.
        agents: How many agents the pool has; 1 for clones, whatever the agent's number.
        ranks: Whether to fit Plackett-Luce, too.
        only: The numbers of the cells to fit; all if absent.

    Raises:
        ArenaError: A cell has too few games.
    """
    fits, by_ranks, all_seats = [], [], []
    for number, columns in enumerate(split_cells(table, players)):
        if only is not None and number not in only:
            continue
        seats = _seats(columns, agents)
        try:
            fits.append(fit_board(seats, agents))
        except ValueError as error:
            board = int(columns["board"][0, 0])
            raise ArenaError(f"board {board} of the study, {seats.games} games: {error}") from None
        if ranks:
            by_ranks.append(rank_effects(seats, agents))
        all_seats.append(seats)
    return Fitted(tuple(fits), np.stack(by_ranks) if ranks else None, tuple(all_seats))


def _seats(columns: dict[str, NDArray[np.generic]], agents: int) -> Seats:
    agent = columns["agent"].astype(np.int64)
    return Seats(
        columns["ability"].astype(np.int64),
        np.zeros_like(agent) if agents == 1 else agent,
        columns["place"].astype(np.int64),
        columns["win_share"].astype(np.float64),
        columns["rank"].astype(np.int64),
        spread_blocks(len(agent)),
    )
