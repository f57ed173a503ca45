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

__all__ = ["Fitted", "fit_stage", "read_games", "split_cells"]


@dataclass(frozen=True)
class Fitted:
    """The effects on all boards of a stage.

    Attributes:
        fits: One for each cell of the stage that could be fitted.
        by_ranks: Boards x agents x abilities: the same by Plackett-Luce; None if it was not asked for.
        fitted: For each cell of the stage whether it could be fitted.
    """

    fits: tuple[BoardFit, ...]
    by_ranks: NDArray[np.float64] | None
    fitted: NDArray[np.bool_]

    @property
    def games(self) -> int:
        """Games on all boards."""
        return sum(fit.games for fit in self.fits)

    def cells(self, boards: ArrayLike, pool: ArrayLike | None = None) -> Cells:
        """Return the effects with weights of boards and agents.

        Args:
            boards: A weight for each cell of the stage; of those that could not be fitted it does not count.
            pool: The weights of the agents, equal if absent.
        """
        return collect(self.fits, np.asarray(boards)[self.fitted], pool)

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
    table: pa.Table,
    players: int,
    agents: int,
    *,
    ranks: bool = False,
    only: Sequence[int] | None = None,
    guest: int | None = None,
    fewest: int | None = None,
) -> Fitted:
    """Fit each cell of a stage.

    Args:
        table: The games of a `GameStage`.
        players: Seats in a game.
        agents: How many agents the pool has; 1 for clones, whatever the agent's number.
        ranks: Whether to fit Plackett-Luce, too.
        only: The numbers of the cells to fit; all if absent.
        guest: The number of the agent that is compared with all others, who count as one: agent 0 are the
            others, agent 1 is this one. An effect for each of them would need many more games.
        fewest: How many cells must be fitted at least, all if absent. Whether a cell has enough games for all
            agents and abilities is drawn before anything is played, so those without don't bias the rest.

    Raises:
        ArenaError: A cell has too few games.
    """
    fits, by_ranks, fitted = [], [], []
    problem = ""
    for number, columns in enumerate(split_cells(table, players)):
        if only is not None and number not in only:
            continue
        if guest is not None:
            columns["agent"] = columns["agent"] == guest
        seats = _seats(columns, agents)
        try:
            fits.append(fit_board(seats, agents))
        except ValueError as error:
            problem = f"board {int(columns['board'][0, 0])} of the study, {seats.games} games: {error}"
            fitted.append(False)
            continue
        fitted.append(True)
        if ranks:
            by_ranks.append(rank_effects(seats, agents))
    if len(fits) < (len(fitted) if fewest is None else fewest):
        raise ArenaError(problem)
    return Fitted(tuple(fits), np.stack(by_ranks) if ranks else None, np.array(fitted, np.bool_))


def read_games(table: pa.Table, players: int, agents: int) -> list[Seats]:
    """Return the games of each cell of a stage; the arguments are those of `fit_stage`."""
    return [_seats(columns, agents) for columns in split_cells(table, players)]


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
