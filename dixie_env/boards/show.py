"""A board as text for a terminal: every number with the mark of its status."""

from collections.abc import Mapping
from typing import NamedTuple

from dixie_env.config import FOODS, ROW_OF_SPACE, STATUSES, Board, Status

__all__ = ["MARKS", "MEANINGS", "Piece", "board_lines", "foods_text", "legend", "status_counts"]

MARKS: dict[Status, str] = {"known": "", "review": "~", "entered": "!", "assumed": "?"}
"""What stands behind a number of each status, so that it can be told without colour."""
MEANINGS: dict[Status, str] = {
    "known": "a rulebook says so",
    "review": "one review says so",
    "entered": "an owner looked it up",
    "assumed": "nobody has seen it",
}

_TRACKS = (
    ("penalty each round", "track_penalties"),
    ("reward each round", "track_rewards"),
    ("silver for 1 gold", "silver_per_gold"),
    ("gold for a ring", "gold_per_ring"),
)
_TILES = (
    ("special offerings", "offering_tiles"),
    ("loyal servants", "servant_tiles"),
    ("rings", "ring_tiles"),
)
_OTHERS = (("mine symbols at", "mine_symbols"), ("whip die", "whip_die"), ("casino die", "casino_die"))
_ICON_COLUMNS = {1: (5, 8), 2: (3, 15), 3: (2, 23), 4: (2, 23)}
"""For each row of the village: spaces on a line, and the width of their text."""
LABEL, CELL = 20, 5


class Piece(NamedTuple):
    """Some text, and the status of the number in it (None for words)."""

    text: str
    status: Status | None = None


def board_lines(board: Board) -> list[list[Piece]]:
    """Return a board as lines of pieces of text, at most 80 wide up to a length of 12."""
    head = [Piece(f"{'tracks':<{LABEL}}"), _marked(f"{board.track_length} spaces", board.length_status)]
    spaces = "".join(f"{space:>{CELL - 1}} " for space in range(1, board.track_length + 1))
    lines = [head, [Piece(f"{'  space':<{LABEL}}{spaces}".rstrip())]]
    lines += [_row(board, f"  {label}", key) for label, key in _TRACKS]
    lines.append([])
    (pit,), (golden,) = board.statuses("pit"), board.statuses("golden")
    lines.append([Piece(f"{'the pit at':<{LABEL}}"), _marked(f"{board.pit:>{CELL - 1}}", pit)])
    lines.append(_row(board, *_OTHERS[0]))
    lines += [[], [Piece("reward tiles, "), _marked(f"{board.golden} golden in each row", golden)]]
    lines += [_row(board, f"  {label}", key) for label, key in _TILES]
    lines.append([])
    lines += [_row(board, label, key) for label, key in _OTHERS[1:]]
    lines.append([])
    lines += _icons(board)
    return lines


def legend(board: Board) -> list[Piece]:
    """Return what the marks mean, with how many entries of the board have each status."""
    counts = status_counts(board)
    pieces: list[Piece] = []
    for status in STATUSES:
        if counts[status]:
            pieces.append(Piece(f"{', ' if pieces else ''}{counts[status]} "))
            pieces.append(Piece(f"{status}{MARKS[status]}", status))
            pieces.append(Piece(f" ({MEANINGS[status]})"))
    return pieces


def status_counts(board: Board) -> dict[Status, int]:
    """Return how many numbers of a board have each status; the length of the tracks is one of them."""
    words = [board.length_status]
    for key in Board.model_fields:
        words += board.statuses(key)
    return {status: words.count(status) for status in STATUSES}


def foods_text(foods: Mapping[str, int]) -> str:
    """Return the food of a space in words: ``apple, 2 honey``."""
    shown = [(food, foods[food]) for food in FOODS if foods.get(food)]
    return ", ".join(food if count == 1 else f"{count} {food}" for food, count in shown)


def _marked(text: str, status: Status) -> Piece:
    return Piece(text + (MARKS[status] or " "), status)


def _row(board: Board, label: str, key: str) -> list[Piece]:
    values = getattr(board, key)
    width = max(CELL, *(len(str(value)) + 2 for value in values)) if values else CELL
    cells = [
        _marked(f"{value:>{width - 1}}", status)
        for value, status in zip(values, board.statuses(key), strict=True)
    ]
    return [Piece(f"{label:<{LABEL}}"), *cells]


def _icons(board: Board) -> list[list[Piece]]:
    statuses = board.statuses("icons")
    lines = []
    for row, (columns, width) in _ICON_COLUMNS.items():
        spaces = [space for space, at in enumerate(ROW_OF_SPACE, start=1) if at == row]
        for start in range(0, len(spaces), columns):
            line = [Piece(f"{f'icons, row {row}' if not start else '':<14}")]
            for space in spaces[start : start + columns]:
                cell = _marked(foods_text(board.icons[str(space)]), statuses[space - 1])
                line += [Piece(f" {space:>2} "), cell, Piece(" " * (width - len(cell.text)))]
            lines.append(line)
    return lines
