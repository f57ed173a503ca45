"""What it gains to draft by backward induction, and the tree of a typical display."""

from itertools import combinations
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.studying.cells import effective_number, normalised
from dixie_arena.studying.differences import CONFIDENCE
from dixie_arena.studying.draft_tree import Pick, solve_draft
from dixie_arena.studying.draft_values import DraftValues
from dixie_arena.studying.fits import split_cells
from dixie_env.engine.words import ABILITIES

__all__ = ["DISPLAYED", "describe_values", "draft_gain"]

DISPLAYED = 6
"""Abilities on display before the draft (R2.8)."""


def describe_values(values: DraftValues) -> dict[str, Any]:
    """Return what picks are worth, how often each ability is the best first pick, and a typical tree.

    Typical is the display whose first pick has the middle regret of all: half of the displays are easier.
    """
    displays = list(combinations(range(1, len(ABILITIES) + 1), DISPLAYED))
    trees = [solve_draft(values, display) for display in displays]
    order = sorted(range(len(trees)), key=lambda number: (trees[number].regret, number))
    typical = order[len(order) // 2]
    first = {name: sum(tree.ability == number for tree in trees) for number, name in enumerate(ABILITIES, 1)}
    in_line = {
        name: sum(number in tree.line for tree in trees) / sum(number in one for one in displays)
        for number, name in enumerate(ABILITIES, 1)
    }
    return {
        "by_place": [dict(zip(ABILITIES, row, strict=True)) for row in values.by_place.tolist()],
        "pairs": [dict(zip(ABILITIES, row, strict=True)) for row in values.pairs.tolist()],
        "best_first_pick": first,
        "picked_when_all_choose_well": in_line,
        "shares_by_place": np.mean([tree.shares for tree in trees], axis=0).tolist(),
        "typical": {
            "display": [ABILITIES[number - 1] for number in displays[typical]],
            "line": [ABILITIES[number - 1] for number in trees[typical].line],
            "shares_by_place": trees[typical].shares.tolist(),
            "tree": _tree(trees[typical], values.players),
        },
    }


def draft_gain(
    none: pa.Table, one: pa.Table, everyone: pa.Table, players: int, weights: NDArray[np.float64]
) -> dict[str, Any]:
    """Return the gain in wins and points, on the same seeds and line-ups.

    Args:
        none: Games in which all draft as their agents do.
        one: The same games once for each seat, which drafts by induction.
        everyone: The same games with all seats drafting by induction.
        players: Seats in a game.
        weights: Weights of the boards, in the order of the cells.
    """
    gains: dict[str, list[tuple[float, float]]] = {"one": [], "all": []}
    games = 0
    for base, alone, every in zip(
        *(split_cells(table, players) for table in (none, one, everyone)), strict=True
    ):
        focal = alone["focal"].astype(bool)
        games += len(focal)
        gains["one"].append(
            (
                float(np.mean(alone["win_share"][focal]) - np.mean(base["win_share"])),
                float(np.mean(alone["score"][focal]) - np.mean(base["score"])),
            )
        )
        gains["all"].append((0.0, float(np.mean(every["score"]) - np.mean(base["score"]))))
    single, together = (np.array(gains[key]) for key in ("one", "all"))
    return {
        "boards": len(single),
        "games": games,
        "one_seat": {"wins": _mean(single[:, 0], weights), "points": _mean(single[:, 1], weights)},
        "all_seats": {"points": _mean(together[:, 1], weights)},
    }


def _mean(values: NDArray[np.float64], weights: NDArray[np.float64]) -> dict[str, float]:
    """Return the weighted mean over boards with its 95 % interval; its error as in `differences`."""
    boards = normalised(weights)
    number = effective_number(boards)
    mean = float(boards @ values)
    error = float(np.sqrt(boards**2 @ (values - mean) ** 2 * number / max(number - 1, 1e-9)))
    reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, max(number - 1, 1e-9))) * error
    return {"value": mean, "se": error, "low": mean - reach, "high": mean + reach}


def _tree(pick: Pick, players: int) -> dict[str, Any]:
    """Return the tree down the best line, with the value of every option on the way."""
    after = pick.following.get(pick.ability)
    return {
        "pick": players - pick.place,
        "place": pick.place,
        "best": ABILITIES[pick.ability - 1],
        "regret": pick.regret,
        "options": {ABILITIES[number - 1]: value for number, value in pick.options.items()},
        "next": None if after is None else _tree(after, players),
    }
