"""Drafted games, described: who picks what, and how often its holders win.

This is no effect of an ability: who picks what is no accident. Abilities that were held by few seats get no
number.
"""

from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dixie_arena.bootstrap import Bootstrap
from dixie_arena.korn_graubard import measure_share
from dixie_arena.studying.fits import split_cells
from dixie_env.engine.words import ABILITIES

__all__ = ["FEWEST_HELD", "describe_drafted"]

FEWEST_HELD = 200
"""An ability held by fewer seats is listed as "not chosen"."""


def describe_drafted(table: pa.Table, players: int, weights: NDArray[np.float64]) -> dict[str, Any]:
    """Return pick rates and the win shares of holders, averaged over boards.

    Args:
        table: The games of a stage with a draft, one cell for each board.
        players: Seats in a game.
        weights: Weights of the boards, in the order of the cells.
    """
    cells = list(split_cells(table, players))
    ability, place, share, kept = (
        np.concatenate([cell[name] for cell in cells]) for name in ("ability", "place", "win_share", "kept")
    )
    display = np.concatenate([cell["display"][:, 0] for cell in cells]).astype(np.int64)
    games = np.array([len(cell["ability"]) for cell in cells])
    board = np.repeat(np.arange(len(cells)), games)
    weight = np.repeat(weights / games * games.mean(), games)
    blocks = Bootstrap(board)
    rows = []
    for number, name in enumerate(ABILITIES, start=1):
        shown = (display >> number) & 1 == 1
        holder = ability == number
        taken = holder.any(axis=1)
        held = int(holder.sum())
        row: dict[str, Any] = {"ability": name, "shown": int(shown.sum()), "held": held}
        if shown.any():
            rate = measure_share(blocks, weight * (taken & shown), weight * shown)
            row["pick_rate"] = rate.interval().as_object()
        row["mean_pick"] = float((players - place[holder]).mean()) if held else None
        row["not_chosen"] = held < FEWEST_HELD
        if held >= FEWEST_HELD:
            wins = measure_share(blocks, weight * (share * holder).sum(axis=1), weight * taken)
            row["win_share_of_holders"] = wins.interval().as_object()
            row["kept"] = float((weight[:, None] * (kept & holder)).sum() / (weight * taken).sum())
        rows.append(row)
    rows.sort(key=lambda row: -(row["pick_rate"]["value"] if "pick_rate" in row else 0))
    return {"games": len(ability), "boards": len(cells), "abilities": rows}
