"""The page on which an owner enters a real board: what each of its screens shows.

Nothing is kept here. The browser has the text of the board's file, sends it with every answer, and gets the
new text back. It is the file that ``dixie board new`` writes, so either goes on where the other stopped.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from dixie_env.boards.answers import RESULTS, AnswerError, NoRoomError, answer
from dixie_env.boards.progress import Progress, parse_progress, progress_text
from dixie_env.boards.questions import QUESTIONS, Question
from dixie_env.boards.show import status_counts
from dixie_env.config import FOODS, LENGTH, TRACKS, Board, ConfigError, Status, load_board
from dixie_env.drawing.printed import area, draw_printed
from dixie_env.text import ACTION_NAMES

__all__ = ["FILE", "board_of", "screen"]

FILE = "my-board.yaml"
"""What the file is called when it is saved, and in error messages."""
STANDS: tuple[Status, ...] = ("known", "entered")
"""What stands in a box from the beginning; anything else is only a guess behind an empty box."""
OPEN = "?"


def board_of(file: str) -> Board:
    """Return the board in the text of a file.

    Raises:
        ConfigError: This is not the file of a board; the message is one line.
    """
    return _progress(file).board


def screen(
    file: str | None, number: int | None = None, boxes: Sequence[str] | None = None, *, force: bool = False
) -> dict[str, Any]:
    """Return a screen as plain data: a question with its boxes, or the end.

    Args:
        file: The text of the file so far; None begins a new board.
        number: Which question, from 0; behind the last one is the end. None goes on where the file stopped.
        boxes: What was written into the boxes of that question, an empty one for an open entry. Then the
            screen is that of the next question. None only shows a question.
        force: For the length of the tracks: give up what was entered there, if it has no room.

    Raises:
        ConfigError: This is not the file of a board.
        AnswerError: An answer can't be right; nothing has changed.
    """
    board, asked, new = Progress(load_board("standard"), 0, new=True) if file is None else _progress(file)
    number = asked if number is None else number
    notes: tuple[str, ...] = ()
    if new:
        notes = ("Put the real game on the table. You need about ten minutes, and can stop at any moment.",)
    if boxes is not None and number < len(QUESTIONS):
        board, notes = _answered(board, QUESTIONS[number], [box.strip() for box in boxes], force=force)
        notes = tuple(f"{note} If you misread it, go back." for note in notes)
        number += 1
    common = {
        "file": progress_text(board, number),
        "number": number,
        "notes": notes,
        "steps": [{"title": question.title, "state": _state(board, question)} for question in QUESTIONS],
    }
    return {**common, **(_end(board) if number == len(QUESTIONS) else _asked(board, QUESTIONS[number]))}


def _progress(file: str) -> Progress:
    try:
        return parse_progress(file, FILE)
    except ConfigError as error:
        problem = " ".join(error.problems[0].split())
        raise ConfigError("This is not the file of a board", problem) from None


# --- answers -----------------------------------------------------------------------------------------------


def _answered(
    board: Board, question: Question, boxes: Sequence[str], *, force: bool
) -> tuple[Board, tuple[str, ...]]:
    if list(boxes) == [box["value"] for box in _boxes(board, question)]:
        return board, ()  # as it was: what others have assumed stays, too
    if question.key == "mine_symbols" and not boxes:
        raise AnswerError("There is at least one symbol. Leave its box empty if you can't see it.")
    typed = " ".join(box or OPEN for box in boxes)
    try:
        return answer(board, question, typed)
    except NoRoomError as error:
        if force:
            return answer(board, question, error.forced)
        raise


# --- screens -----------------------------------------------------------------------------------------------


def _asked(board: Board, question: Question) -> dict[str, Any]:
    return {
        "kind": question.kind,
        "grows": question.key == "mine_symbols",
        "icons": question.row or 1,
        "choices": _choices(question),
        "title": question.title,
        "words": question.text(board),
        "hint": _hint(question),
        "thing": question.thing,
        "boxes": _boxes(board, question),
        "picture": draw_printed(board, title="Your board", theme="auto", lit=(question.key, question.row)),
        "area": area(question.key, question.row),
    }


def _end(board: Board) -> dict[str, Any]:
    counts = status_counts(board)
    entered = "1 number" if counts["entered"] == 1 else f"{counts['entered']} numbers"
    are = "1 is" if counts["assumed"] == 1 else f"{counts['assumed']} are"
    return {
        "kind": "end",
        "title": "Thank you" if counts["entered"] else "The end",
        "words": f"Your board has {entered} from you; {are} still assumed.",
        "name": FILE,
        "picture": draw_printed(board, title="Your board", theme="auto"),
    }


def _hint(question: Question) -> str:
    if question.kind == "foods":
        return "Tap what a space shows. Leave a space empty if you can't see it."
    if question.kind == "results":
        return "Tap what each face gives. Leave a face empty if you can't see it."
    if question.key == "mine_symbols":
        return "Add or remove boxes until there is one for each symbol. A box may stay empty."
    if question.key == LENGTH:
        return f"A number from {question.least} to {question.most}. Leave it empty if you don't know."
    return f"Whole numbers from {question.least} to {question.most}. Leave a box empty if you can't see it."


def _choices(question: Question) -> list[dict[str, str]]:
    """Return what can be tapped: what is sent for it, its word, and its symbol."""
    if question.kind == "foods":
        return [{"value": food[0], "word": food, "symbol": food} for food in FOODS]
    if question.kind == "results":
        return [
            {"value": word, "word": word, "symbol": "apple" if word == "food" else word} for word in RESULTS
        ]
    return []


def _boxes(board: Board, question: Question) -> list[dict[str, Any]]:
    """Return the boxes to fill in: what stands in each, and what is assumed where nothing does."""
    found = []
    for place, (value, status) in zip(question.places(board), question.entries(board), strict=True):
        words = _letters(value) if isinstance(value, Mapping) else str(value)
        stands = status in STANDS
        found.append(
            {
                "label": _label(board, question, place),
                "value": words if stands else "",
                "assumed": "" if stands else words,
                "status": status,
                "golden": question.thing == "tile" and place < board.golden,
            }
        )
    return found


def _label(board: Board, question: Question, place: int) -> str:
    if question.key == LENGTH:
        return "spaces"
    if question.row:
        return f"{place + 1} {ACTION_NAMES[place + 1]}"
    if question.key in TRACKS and place in (0, board.track_length - 1):
        return f"{place + 1}, {'first' if place == 0 else 'highest'}"
    return str(place + 1)


def _letters(foods: Mapping[str, int]) -> str:
    return "".join(food[0] * foods.get(food, 0) for food in FOODS)


def _state(board: Board, question: Question) -> str:
    """Return how much of a question is settled: ``all``, ``some`` or ``none`` of its entries."""
    settled = [status in STANDS for _, status in question.entries(board)]
    return "all" if all(settled) else "some" if any(settled) else "none"
