"""From games on weighed boards to their weights, and to the boards that answer."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dixie_arena.studying.boards import DrawnBoard
from dixie_arena.studying.cells import effective_number, normalised
from dixie_arena.studying.evidence_weight import KEEP, EvidenceWeights, games_needed
from dixie_arena.studying.sampling import BoardSample, board_weights, draw_sample, propose_lengths
from dixie_arena.weigh import Games, Weighing, weigh
from dixie_env.boards.evidence import SUMMARIES, Evidence

__all__ = ["Weighed", "more_games", "read_weighings", "without_markers"]

MARKERS = ("more_than_5_ones", "no_ones", "more_than_5_twos")
"""The summaries of the statements about markers."""
STEP = 10
"""Numbers of further games are multiples of this."""


def without_markers(evidence: Evidence) -> Evidence:
    """Return the evidence for the reading "5 are the limit": the statements about markers are dropped."""
    kept = [one for one in evidence.statements if one.summary not in MARKERS]
    if not kept:
        raise ValueError("the evidence has statements about markers only: nothing is left to weigh with")
    return evidence.model_copy(update={"statements": kept})


def read_weighings(
    tables: Sequence[pa.Table], evidence: Evidence, agents: int, boards: int
) -> list[Weighing]:
    """Weigh boards by all their games.

    Args:
        tables: Games of `WeighStage`s; a board may have games in several.
        evidence: The statements.
        agents: How many agents are in the pool.
        boards: How many boards there are; each has games.
    """
    table = pa.concat_tables(tables)
    columns = {name: table.column(name).to_numpy() for name in table.column_names}
    order = np.lexsort((columns["players"], columns["board"]))  # stable: games stay in the order of stages
    columns = {name: column[order] for name, column in columns.items()}
    lineups = np.stack([columns[f"agent_{seat}"] for seat in range(5)], axis=1).astype(np.int32)
    keys = columns["board"].astype(np.int64) * 8 + columns["players"]
    starts = np.searchsorted(keys, keys_of := np.unique(keys))
    ends = np.append(starts[1:], len(keys))
    played: dict[int, list[Games]] = {board: [] for board in range(boards)}
    for key, start, end in zip(keys_of.tolist(), starts.tolist(), ends.tolist(), strict=True):
        board, players = divmod(key, 8)
        values = {name: columns[name][start:end] for name in SUMMARIES}
        played[board].append(Games(players, lineups[start:end, :players], values))
    return [weigh(played[board], evidence, agents) for board in range(boards)]


def more_games(weighings: Sequence[Weighing], games: int, more: int, most: int) -> dict[int, int]:
    """Return how many further games each board needs that is still believable, by its number.

    Enough that the errors of all summaries are below half their tolerances.

    Args:
        weighings: The boards, weighed by the first games.
        games: How many these were, for each number of players.
        more: The fewest that a board gets.
        most: The most.
    """
    found = {}
    for board, weighing in enumerate(weighings):
        if weighing.log_weight < KEEP:
            continue
        needed = max(int(games_needed(fit.luck, games, fit.statement.tolerance)) for fit in weighing.fits)
        missing = -(-max(0, needed - games) // STEP) * STEP
        found[board] = min(max(more, missing), most)
    return found


@dataclass(frozen=True)
class Weighed:
    """Weighed boards.

    Attributes:
        boards: The boards.
        levels: The track lengths of the prior, all equally likely.
        evidence: Log weights by statement; None without evidence.
        kept: Whether each board was still believable after its first games.
    """

    boards: tuple[DrawnBoard, ...]
    levels: tuple[int, ...]
    evidence: EvidenceWeights | None
    kept: NDArray[np.bool_]

    @cached_property
    def lengths(self) -> NDArray[np.int64]:
        """The number of each board's length among those of the prior."""
        place = {length: number for number, length in enumerate(self.levels)}
        return np.array([place[board.length] for board in self.boards], np.int64)

    @cached_property
    def prior_weights(self) -> NDArray[np.float64]:
        """Weights by the prior alone."""
        return self._weights(np.zeros(len(self.boards)))

    @cached_property
    def weights(self) -> NDArray[np.float64]:
        """Weights by prior and evidence; 0 for boards that were dropped."""
        if self.evidence is None:
            return self.prior_weights
        return normalised(np.where(self.kept, self._weights(self.evidence.total()), 0))

    @property
    def number(self) -> float:
        """The effective number of boards."""
        return effective_number(self.weights)

    def alternatives(self) -> dict[str, NDArray[np.float64]]:
        """Return the weights with each statement left out, by its key, and with none (``no evidence``)."""
        if self.evidence is None:
            return {}
        found = {key: self._weights(log) for key, log in self.evidence.leave_one_out().items()}
        return {**found, "no evidence": self.prior_weights}

    def sample(self, count: int, seed: int) -> BoardSample:
        """Draw the boards that answer, spread over lengths."""
        return draw_sample(self.weights, count, seed, self.lengths)

    def sample_others(self, count: int, seed: int) -> BoardSample:
        """Draw boards for the answers with statements left out: by the mean of all these weights."""
        mean = np.mean(list(self.alternatives().values()), axis=0)
        return draw_sample(mean, count, seed, self.lengths)

    def best_proposal(self) -> dict[str, float]:
        """Return the proposal of lengths that would have been best, to tune the next study with."""
        log = np.zeros(len(self.boards)) if self.evidence is None else self.evidence.total()
        squares = np.exp(2 * log)
        means = [float(squares[self.lengths == place].mean()) for place in range(len(self.levels))]
        shares = propose_lengths(np.ones(len(self.levels)), means)
        return {str(level): share for level, share in zip(self.levels, shares.tolist(), strict=True)}

    def length_shares(self, weights: NDArray[np.float64]) -> dict[str, float]:
        """Return the weight of each track length."""
        shares = np.bincount(self.lengths, weights, len(self.levels))
        return {str(level): share for level, share in zip(self.levels, shares.tolist(), strict=True)}

    def rows(self) -> list[dict[str, Any]]:
        """Return a row for each board: length, weights and log weights by statement."""
        log = None if self.evidence is None else self.evidence.by_statement
        return [
            {
                "board": board.number,
                "track_length": board.length,
                "prior_weight": float(self.prior_weights[row]),
                "weight": float(self.weights[row]),
                "kept": bool(self.kept[row]),
                **(
                    {}
                    if self.evidence is None or log is None
                    else {
                        f"log_weight_{key}": float(log[row, column])
                        for column, key in enumerate(self.evidence.keys)
                    }
                ),
            }
            for row, board in enumerate(self.boards)
        ]

    def _weights(self, log_evidence: NDArray[np.float64]) -> NDArray[np.float64]:
        return board_weights(np.ones(len(self.levels)), self.lengths, log_evidence)
