"""The weights that evidence gives boards, with all statements and with some left out.

`dixie_arena.weigh` says how well each board fits each statement. Here these log weights are put together: the
sum over statements, where those of one group count as one, the smallest. From the same games follow the
weights with each statement left out, and with none.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from dixie_arena.studying.cells import normalised
from dixie_arena.weigh import Weighing

__all__ = ["EvidenceWeights", "at_the_edge", "games_needed"]

KEEP = -6.0
"""Boards with a smaller log weight are dropped after the first games."""
MOVES = 0.01
EDGE = 0.40
PRECISION = 0.5
"""The standard error of a summary, in tolerances, that is small enough."""


@dataclass(frozen=True)
class EvidenceWeights:
    """Log weights of boards by statement.

    Attributes:
        keys: The statements.
        groups: The group of each statement; statements of one group count as one.
        by_statement: Boards x statements: the log weight of each statement alone, 0 or less.
    """

    keys: tuple[str, ...]
    groups: tuple[str, ...]
    by_statement: NDArray[np.float64]

    def __post_init__(self) -> None:
        if len(self.groups) != len(self.keys) or self.by_statement.shape[1:] != (len(self.keys),):
            raise ValueError(
                f"there must be a group and a column for each of the {len(self.keys)} statements"
            )

    @classmethod
    def of(cls, weighings: Sequence[Weighing]) -> "EvidenceWeights":
        """Return the log weights of boards that were weighed by the same evidence."""
        if not weighings:
            raise ValueError("there must be at least one board")
        statements = [fit.statement for fit in weighings[0].fits]
        keys = tuple(statement.key for statement in statements)
        if any(tuple(fit.statement.key for fit in one.fits) != keys for one in weighings):
            raise ValueError("all boards must be weighed by the same statements")
        groups = tuple(statement.group or f"only {statement.key}" for statement in statements)
        return cls(keys, groups, np.array([[fit.log_weight for fit in one.fits] for one in weighings]))

    def total(self, without: Collection[str] = ()) -> NDArray[np.float64]:
        """Return the log weight of each board.

        Args:
            without: Statements to leave out. Without one statement of a group, the others of it still count.
        """
        if unknown := sorted(set(without) - set(self.keys)):
            raise ValueError(f"there is no statement {unknown[0]!r}; there are {', '.join(self.keys)}")
        total = np.zeros(len(self.by_statement))
        for group in dict.fromkeys(self.groups):
            members = [
                column
                for column, key in enumerate(self.keys)
                if self.groups[column] == group and key not in without
            ]
            if members:
                total += self.by_statement[:, members].min(axis=1)
        return total

    def leave_one_out(self) -> dict[str, NDArray[np.float64]]:
        """Return the log weights without each statement, by its key."""
        return {key: self.total({key}) for key in self.keys}

    def says_nothing(self) -> list[str]:
        """Return the statements that move the weight of no board by more than 1 %.

        Boards that the other statements all but exclude do not count: nobody would see them move.
        """
        everything = self.total()
        found = []
        for key, without in self.leave_one_out().items():
            kept = without >= KEEP
            moved = 1 - np.exp((everything - without)[kept])
            if not (moved > MOVES).any():
                found.append(key)
        return found


def games_needed(luck: ArrayLike, games: int, tolerance: float) -> NDArray[np.int64]:
    """Return how many games each board needs for an error of a summary below half its tolerance.

    Args:
        luck: Variance of the summary's estimate on each board, from the games so far.
        games: How many these were.
        tolerance: The tolerance of the statement.
    """
    variance = np.asarray(luck, np.float64)
    return np.asarray(np.ceil(games * variance / (PRECISION * tolerance) ** 2), np.int64)


def at_the_edge(levels: ArrayLike, weights: ArrayLike, possible: ArrayLike) -> float | None:
    """Return the end of a range that has more than 40 % of the weight, or None.

    Args:
        levels: The value of each board, say its track length.
        weights: The weight of each board.
        possible: All values that the prior allows.
    """
    values, shares, allowed = np.asarray(levels), normalised(weights), np.asarray(possible)
    ends = sorted({float(allowed.min()), float(allowed.max())})
    heavy = [(float(shares[values == end].sum()), end) for end in ends]
    share, end = max(heavy)
    return end if share > EDGE and len(ends) > 1 else None
