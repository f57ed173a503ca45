"""Small pictures for a terminal of where to look on the real board, with what is on it so far."""

from collections.abc import Mapping, Sequence
from typing import Any

from dixie_env.boards.questions import Question
from dixie_env.boards.show import MARKS, Piece
from dixie_env.config import FOODS, LENGTH, ROW_OF_SPACE, TRACKS, Board, Status
from dixie_env.text import ACTION_NAMES

__all__ = ["PLAIN", "picture"]

PLAIN = str.maketrans("┌┬┐└┴┘│─▶◀…", "++++++|-><.")
"""How to translate a picture for a terminal that has letters only."""
INDENT = "  "
COLUMNS = 12
"""How many boxes stand side by side; longer tracks go on below."""
SPACE = 10
"""The width of a space of the village."""


def picture(board: Board, question: Question) -> list[list[Piece]]:
    """Return where to look, as lines of pieces of text, at most 80 wide."""
    if question.key == LENGTH:
        return _length(board)
    if question.row:
        return _village(board, question.row)
    value, words = getattr(board, question.key), board.statuses(question.key)
    cells = list(zip(map(str, value), words, strict=True))
    if question.key == "mine_symbols":
        return _score(board, cells)
    if question.key in TRACKS:
        return [
            _head(_width(cells) * len(cells) + 1 if len(cells) <= COLUMNS else 0),
            *_boxes(cells, [str(place + 1) for place in range(len(cells))]),
        ]
    if question.thing == "tile":
        below = ["golden" if place < board.golden else "" for place in range(len(cells))]
        return [[Piece(f"{INDENT}taken first ─▶")], *_boxes(cells, below, least=8)]
    return _boxes(cells)


def _length(board: Board) -> list[list[Piece]]:
    count: tuple[str, Status] = (str(board.track_length), board.length_status)
    cells: list[tuple[str, Status]] = [("1", "known"), ("2", "known"), ("3", "known"), ("…", "known"), count]
    return [_head(_width(cells) * len(cells) + 1), *_boxes(cells)]


def _head(width: int) -> list[Piece]:
    """Return which end of a track is which, above boxes of some width; 0: they go on below."""
    first, last = "first space", "highest space"
    if not width:
        return [Piece(f"{INDENT}{first} ─▶ {last}, from left to right and on below")]
    return [Piece(f"{INDENT}{first}{last:>{max(len(last) + 2, width - len(first))}}")]


def _width(cells: Sequence[tuple[str, Status]], least: int = 5) -> int:
    """Return the width of a box, with one of its edges."""
    return max(least, *(len(text) + 4 for text, _ in cells))


def _boxes(
    cells: Sequence[tuple[str, Status]], below: Sequence[str] = (), *, least: int = 5
) -> list[list[Piece]]:
    """Return boxes side by side, each with a value and the mark of its status, and words below them."""
    width = _width(cells, least)
    lines: list[list[Piece]] = []
    for start in range(0, len(cells), COLUMNS):
        part = cells[start : start + COLUMNS]
        edge = ["─" * (width - 1)] * len(part)
        lines.append([Piece(f"{INDENT}┌{'┬'.join(edge)}┐")])
        middle = [Piece(INDENT)]
        for text, status in part:
            middle += [Piece("│"), Piece((text + (MARKS[status] or " ")).center(width - 1), status)]
        lines.append([*middle, Piece("│")])
        lines.append([Piece(f"{INDENT}└{'┴'.join(edge)}┘")])
        if any(below):
            words = "".join(f" {word.center(width - 1)}" for word in below[start : start + COLUMNS])
            lines.append([Piece((INDENT + words).rstrip())])
    return lines


def _score(board: Board, cells: Sequence[tuple[str, Status]]) -> list[list[Piece]]:
    """The score track from 0 to the pit, with the symbols on the way."""
    lines = [[Piece(f"{INDENT}0 ")]]
    for place, (text, status) in enumerate(cells):
        if place and not place % 8:
            lines.append([Piece(f"{INDENT}  ")])
        lines[-1] += [Piece("──▶ "), Piece(text + MARKS[status], status), Piece(" ")]
    lines[-1].append(Piece(f"──▶ the pit, {board.pit}"))
    return lines


def _village(board: Board, asked: int) -> list[list[Piece]]:
    """The pyramid of the village: the row that is asked for shows its food."""
    rows = {
        row: [space for space, at in enumerate(ROW_OF_SPACE, start=1) if at == row] for row in (4, 3, 2, 1)
    }
    full = (SPACE + 1) * len(rows[1])
    lines = [[Piece(INDENT + "( servant space )".center(full).rstrip())]]
    words = board.statuses("icons")
    for row, spaces in rows.items():
        left = (full - (SPACE + 1) * len(spaces)) // 2
        line = [Piece(INDENT + " " * left)]
        for space in spaces:
            if row != asked:
                line.append(Piece(f"[{str(space).center(SPACE - 2)}] "))
                continue
            status = words[space - 1]
            cell = f"{space} {_letters(board.icons[str(space)])}{MARKS[status]}"
            line += [Piece("["), Piece(cell.center(SPACE - 2), status), Piece("] ")]
        if row == asked:
            line.append(Piece("◀ this row"))
        lines.append(line)
    names = ", ".join(f"{space} {ACTION_NAMES[space]}" for space in rows[asked])
    return [*lines, [], [Piece(f"{INDENT}{names}")]]


def _letters(foods: Mapping[str, Any]) -> str:
    return "".join(food[0] * foods.get(food, 0) for food in FOODS)
