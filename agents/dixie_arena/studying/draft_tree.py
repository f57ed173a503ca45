"""Everyone's best pick when all choose well: backward induction over a draft.

The last player in the order picks first (R2.8). Each pick takes one of the abilities that are left on
display, and all players want the largest win share for themselves. With 6 abilities and 4 players the tree
has 6 x 5 x 4 x 3 ends, and it is solved from there. It has the best pick after every choice of the others,
good or bad, so a drafter needs one tree for a display.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_arena.studying.draft_values import DraftValues

__all__ = ["Pick", "best_pick", "solve_draft"]


@dataclass(frozen=True)
class Pick:
    """A pick, and what follows when all choose well.

    Attributes:
        place: Place in the order of the one who picks, from 0.
        ability: The best ability, from 1.
        shares: Expected win share of each place, when everybody picks the best from here on.
        options: The expected win share of the one who picks for each ability that is left.
        following: The next pick after each of them; empty for the last one who picks.
    """

    place: int
    ability: int
    shares: NDArray[np.float64]
    options: dict[int, float]
    following: dict[int, "Pick"]

    @property
    def line(self) -> list[int]:
        """The abilities that are picked from here on when all choose well, in the order of picks."""
        after = self.following.get(self.ability)
        return [self.ability, *(after.line if after else [])]

    @property
    def regret(self) -> float:
        """What the second-best ability costs; 0 if there is only one."""
        values = sorted(self.options.values(), reverse=True)
        return values[0] - values[1] if len(values) > 1 else 0.0


def solve_draft(values: DraftValues, display: Sequence[int], taken: Sequence[int] = ()) -> Pick:
    """Return the tree of a draft.

    Args:
        values: What abilities are worth.
        display: The abilities that can still be picked, from 1.
        taken: The abilities that were picked before, in the order of picks.

    Raises:
        ValueError: An ability is there twice or does not exist, or there are too few.
    """
    left, before = sorted(display), tuple(taken)
    everything = [*left, *before]
    if len(set(everything)) < len(everything):
        raise ValueError(f"an ability can be there only once; found {sorted(everything)}")
    if not set(everything) <= set(range(1, values.abilities + 1)):
        raise ValueError(f"abilities are numbers from 1 to {values.abilities}; found {sorted(everything)}")
    to_come = values.players - len(before)
    if not 1 <= to_come <= len(left):
        raise ValueError(
            f"{to_come} of {values.players} players are still to pick from {len(left)} abilities"
        )
    return _solve(values, tuple(left), before)


def best_pick(values: DraftValues, display: Sequence[int], taken: Sequence[int] = ()) -> int:
    """Return the best ability for the player whose turn it is; see `solve_draft`."""
    return solve_draft(values, display, taken).ability


def _solve(values: DraftValues, left: tuple[int, ...], taken: tuple[int, ...]) -> Pick:
    place = values.players - 1 - len(taken)
    following: dict[int, Pick] = {}
    shares: dict[int, NDArray[np.float64]] = {}
    for number, ability in enumerate(left):
        picked = (*taken, ability)
        if place == 0:
            shares[ability] = values.of_table(picked[::-1])  # who picked last is first in the order
        else:
            following[ability] = _solve(values, left[:number] + left[number + 1 :], picked)
            shares[ability] = following[ability].shares
    options = {ability: float(one[place]) for ability, one in shares.items()}
    best = max(options, key=lambda ability: (options[ability], -ability))  # of equals, the lowest number
    return Pick(place, best, shares[best], options, following)
