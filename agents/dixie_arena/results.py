"""The results of a tournament as arrays, games x players: what the statistics work on."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dixie_env.results import mid_ranks, win_shares


@dataclass(frozen=True)
class GameResults:
    """Who got what, games x players.

    Attributes:
        labels: Labels of the agents.
        agents: Who sat there, as an index into the labels.
        ranks: 1 is best. Tied seats share the better rank.
        scores: Final scores.
        turns: Place in the first order of play.
        blocks: The block of each game (one number a game, ascending): games of one block share their seed.
    """

    labels: tuple[str, ...]
    agents: NDArray[np.int64]
    ranks: NDArray[np.int64]
    scores: NDArray[np.float64]
    turns: NDArray[np.int64]
    blocks: NDArray[np.int64]

    @property
    def games(self) -> int:
        """Number of games."""
        return len(self.agents)

    @property
    def players(self) -> int:
        """Seats in a game."""
        return int(self.agents.shape[1])

    @property
    def win_shares(self) -> NDArray[np.float64]:
        """1 for the winner, split among those who tie."""
        return win_shares(self.ranks)

    @property
    def mid_ranks(self) -> NDArray[np.float64]:
        """Ranks in which tied seats share the mean of their places (1.5, 1.5, 3). The sum is constant."""
        return mid_ranks(self.ranks)


def read_results(table: pa.Table, labels: Sequence[str], players: int) -> GameResults:
    """Read what the statistics need from the table of a tournament."""

    def grid(name: str) -> NDArray[np.int64]:
        return np.asarray(table.column(name).to_numpy(), np.int64).reshape(-1, players)

    words = table.column("agent").combine_chunks()
    numbers = np.array([list(labels).index(word) for word in words.dictionary.to_pylist()], np.int64)
    agents = numbers[words.indices.to_numpy()].reshape(-1, players)
    return GameResults(
        tuple(labels), agents, grid("rank"), grid("score").astype(float), grid("turn"), grid("block")[:, 0]
    )
