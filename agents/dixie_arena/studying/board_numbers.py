"""Numbers that an owner can read off a real board, and that every board has.

Each is one question such as "how many penalty points does the first track space cost?". `look_up` says which
of them to ask first.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_env.config import FOODS, ROW_OF_SPACE, Board

__all__ = ["NUMBERS", "BoardNumber", "read_board", "read_boards"]


@dataclass(frozen=True)
class BoardNumber:
    """One number of a board.

    Attributes:
        key: Its name in tables.
        title: What it is, in a few words.
        look: Where to look for it on the real board.
        read: Reads it off a board.
    """

    key: str
    title: str
    look: str
    read: Callable[[Board], float]


_TRACKS = {
    "silver_per_gold": ("price of a gold in silver", "the silver track"),
    "gold_per_ring": ("price of a ring in gold", "the gold track"),
}
_TILES = {
    "offering_tiles": "special-offering tile",
    "servant_tiles": "servant tile",
    "ring_tiles": "ring tile",
}
_PLACES = {"first": 0, "middle": 3, "last": -1}
_DICE: dict[str, tuple[str, Sequence[Any]]] = {
    "whip_die": ("whip die", (1, 2, 3)),
    "casino_die": ("casino die", ("food", "silver", "gold")),
}
_ICON_ROWS = (1, 2, 4)  # row 3 has each food once on every space
_NTH = ("1st", "2nd", "3rd", "4th")


def read_board(board: Board) -> dict[str, float]:
    """Return all numbers of a board, by key."""
    return {number.key: number.read(board) for number in NUMBERS}


def read_boards(boards: Sequence[Board]) -> NDArray[np.float64]:
    """Return the numbers of boards: boards x `NUMBERS`."""
    return np.array([[number.read(board) for number in NUMBERS] for board in boards], np.float64)


def _entry(key: str, place: int) -> Callable[[Board], float]:
    def read(board: Board) -> float:
        row = getattr(board, key)
        return float(row[min(place, len(row) - 1)])  # the shortest tracks have 3 spaces

    return read


def _falls_to_one(key: str) -> Callable[[Board], float]:
    def read(board: Board) -> float:
        row = getattr(board, key)
        first = row.index(1) if 1 in row else len(row)  # never: beyond the end
        return (first + 1) / len(row)

    return read


def _faces(key: str, result: Any) -> Callable[[Board], float]:
    return lambda board: float(getattr(board, key).count(result))


def _icon_share(row: int, food: str) -> Callable[[Board], float]:
    spaces = [str(space) for space, of in enumerate(ROW_OF_SPACE, start=1) if of == row]
    return lambda board: sum(board.icons[space].get(food, 0) for space in spaces) / (row * len(spaces))


def _all() -> tuple[BoardNumber, ...]:
    found = [
        BoardNumber(
            "track_length",
            "length of the tracks",
            "count the spaces of a track",
            lambda b: float(b.track_length),
        )
    ]
    for place in (0, 3):
        found.append(
            BoardNumber(
                f"penalty_{place + 1}",
                f"penalty on the {_NTH[place]} track space",
                f"the {_NTH[place]} space of a track, from the bottom",
                _entry("track_penalties", place),
            )
        )
    for key, (title, track) in _TRACKS.items():
        for place in range(3):
            look = f"the {_NTH[place]} space of {track}, from the bottom"
            found.append(
                BoardNumber(f"{key}_{place + 1}", f"{title}, {_NTH[place]} space", look, _entry(key, place))
            )
        found.append(
            BoardNumber(
                f"{key}_falls_to_1",
                f"where the {title} falls to 1, as a share of the track",
                f"the first space of {track} with the price 1, from the bottom",
                _falls_to_one(key),
            )
        )
    found.append(
        BoardNumber(
            "mine_symbols",
            "number of mine symbols",
            "count the mine symbols on the score track",
            lambda b: float(len(b.mine_symbols)),
        )
    )
    found.append(
        BoardNumber(
            "mine_symbol_1",
            "penalty points at the first mine symbol",
            "the first mine symbol on the score track",
            lambda b: float(b.mine_symbols[0] if b.mine_symbols else b.pit),
        )
    )
    for key, tile in _TILES.items():
        for name, place in _PLACES.items():
            look = f"the {name} {tile} of its row, in the order they are taken"
            found.append(
                BoardNumber(f"{key}_{name}", f"points on the {name} {tile}", look, _entry(key, place))
            )
    for key, (die, results) in _DICE.items():
        for result in results:
            found.append(
                BoardNumber(
                    f"{key}_{result}",
                    f"faces of the {die} with {result}",
                    f"turn the {die} over",
                    _faces(key, result),
                )
            )
    for row in _ICON_ROWS:
        for food in FOODS:
            found.append(
                BoardNumber(
                    f"icons_{row}_{food}",
                    f"share of {food} among the icons of row {row}",
                    f"the double action spaces in row {row}",
                    _icon_share(row, food),
                )
            )
    return tuple(found)


NUMBERS: tuple[BoardNumber, ...] = _all()
"""All numbers, in the order of the board."""
