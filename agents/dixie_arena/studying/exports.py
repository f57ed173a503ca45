"""The study's tables as files: effects by board, and the weighed boards; CSV and Parquet."""

import io
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pyarrow.csv as pc

from dixie_arena.columns import to_bytes
from dixie_arena.studying.board_numbers import read_board
from dixie_arena.studying.cells import Cells
from dixie_arena.studying.study_folder import StudyFolder, plain
from dixie_env.config import Board
from dixie_env.engine.words import ABILITIES

__all__ = ["board_rows", "effect_rows", "write_table"]


def effect_rows(
    estimand: str, cells: Cells, labels: Sequence[str], boards: Sequence[int]
) -> list[dict[str, Any]]:
    """Return a row for each board, agent and ability, and one for the pool's mean (agent ``pool``).

    Args:
        estimand: Its name, in every row.
        cells: The effects.
        labels: What the agents are called.
        boards: The numbers of the boards.
    """
    rows = []
    for row, board in enumerate(boards):
        for number, ability in enumerate(ABILITIES):
            common = {"estimand": estimand, "board": board, "weight": cells.boards[row], "ability": ability}
            rows.append({**common, "agent": "pool", "effect": cells.board_means[row, number]})
            rows += [
                {**common, "agent": label, "effect": cells.effects[row, agent, number]}
                for agent, label in enumerate(labels)
            ]
    return rows


def board_rows(weighed: list[dict[str, Any]], boards: Sequence[Board], reading: str) -> list[dict[str, Any]]:
    """Return a row for each weighed board: weights, log weights, and all numbers that can be read off it."""
    return [
        {"reading": reading, **row, **{f"number_{key}": value for key, value in read_board(board).items()}}
        for row, board in zip(weighed, boards, strict=True)
    ]


def write_table(folder: StudyFolder, name: str, rows: Sequence[dict[str, Any]]) -> None:
    """Write rows as NAME.csv and NAME.parquet. A column that a row lacks is empty there."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    table = pa.table({key: [plain(row.get(key)) for row in rows] for key in keys})
    sink = io.BytesIO()
    pc.write_csv(table, sink)
    folder.write(f"{name}.csv", sink.getvalue())
    folder.write(f"{name}.parquet", to_bytes(table))
