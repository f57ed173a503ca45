"""The rows of a cell as arrays: what the estimators work on."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

METRICS = ("win_share", "rank", "score")
"""What an ability may change. Lower ranks are better."""


@dataclass(frozen=True)
class Sample:
    """Seats of games.

    Attributes:
        columns: Columns of ``games.parquet``, one value for each seat of each game.
        players: Seats in a game.
    """

    columns: dict[str, NDArray[Any]]
    players: int

    def __len__(self) -> int:
        return len(self.columns["seat"])

    @property
    def games(self) -> int:
        """Number of games played for these rows."""
        return len(np.unique(self.game))

    @property
    def game(self) -> NDArray[np.int64]:
        """The game of each row, as a number."""
        per_replicate = int(self.columns["game"].max()) + 1
        return np.asarray(self.columns["replicate"].astype(np.int64) * per_replicate + self.columns["game"])

    @property
    def block(self) -> NDArray[np.int64]:
        """The replicate and seat of each row, as one number: the twins of a seat share it."""
        return np.asarray(self.columns["replicate"].astype(np.int64) * self.players + self.columns["seat"])

    def values(self, name: str) -> NDArray[np.float64]:
        """Return a column as numbers."""
        return self.columns[name].astype(np.float64)

    def focal(self) -> "Sample":
        """Return the rows of the focal seats."""
        kept = self.columns["focal"]
        return Sample({name: column[kept] for name, column in self.columns.items()}, self.players)


def read_sample(table: pa.Table, cell: int, players: int) -> Sample:
    """Read the rows of one cell from the table of an experiment."""
    rows = table.filter(pc.equal(table.column("cell"), cell))
    return Sample({name: rows.column(name).to_numpy() for name in rows.column_names}, players)
