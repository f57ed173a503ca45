"""What to ask somebody who has the real game on the table: one question for each thing that is printed.

The questions know nothing of a terminal or a page; `dixie_env.boards.answers` understands what is typed. ::

    board = load_board("standard")
    for question in QUESTIONS:
        print(question.title, question.text(board), question.hint(board))
        board = answer(board, question, input()).board
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dixie_env.config import LENGTH, ROW_OF_SPACE, Board, Status

__all__ = ["QUESTIONS", "Kind", "Question"]

Kind = Literal["length", "numbers", "results", "foods"]
"""What an answer is made of: one number, a row of numbers, results of the casino die, or foods of spaces."""

TOP = 2
"""The spaces at the top of a track whose penalties the rulebooks state (R3.23)."""


@dataclass(frozen=True)
class Question:
    """One thing to look up on the real board.

    Attributes:
        key: The key of the board that the answer changes, or ``track_length``.
        kind: What the answer is made of.
        title: A few words, as a heading.
        look: Where to look, and what for.
        thing: What one entry is called: ``space``, ``tile``, ``symbol``, ``face``.
        row: For ``icons``: the row of the village, else 0.
        least: The smallest number that can be right.
        most: The largest one.
    """

    key: str
    kind: Kind
    title: str
    look: str
    thing: str
    row: int = 0
    least: int = 0
    most: int = 0

    def places(self, board: Board) -> range:
        """Return which entries of the key are asked for, counted from 0."""
        if self.key == LENGTH:
            return range(1)
        if self.row:
            return range(
                ROW_OF_SPACE.index(self.row), ROW_OF_SPACE.index(self.row) + ROW_OF_SPACE.count(self.row)
            )
        size = len(getattr(board, self.key))
        return range(size - TOP if self.key == "track_penalties" else size)

    def entries(self, board: Board) -> list[tuple[Any, Status]]:
        """Return what is on the board so far: each entry that is asked for, with its status."""
        if self.key == LENGTH:
            return [(board.track_length, board.length_status)]
        value, words = getattr(board, self.key), board.statuses(self.key)
        row = list(value.values()) if isinstance(value, Mapping) else value
        return [(row[place], words[place]) for place in self.places(board)]

    def text(self, board: Board) -> str:
        """Return where to look, in words."""
        return self.look.format(length=board.track_length, pit=board.pit)

    def hint(self, board: Board) -> str:
        """Return how to answer, with an example."""
        count = len(self.places(board))
        if self.kind == "length":
            return f"Type one number from {self.least} to {self.most}, for example 9."
        if self.kind == "results":
            return f"Type {count} words or first letters: food, silver, gold. For example: f f f s s g"
        if self.kind == "foods":
            return f"Type {count} groups of letters: a apple, b bread, h honey. For example: " + " ".join(
                (("hhab" * 3)[place : place + self.row]) for place in range(count)
            )
        if self.key == "mine_symbols":
            return "Type the points at each symbol, for example: 8 19 33"
        numbers = "1 number" if count == 1 else f"{count} numbers with spaces between them"
        return f"Type {numbers}. For example: {_example(self.key, count)}"


def _example(key: str, count: int) -> str:
    """Return a row that looks like an answer and like no board in particular."""
    if key == "whip_die":
        return "1 1 1 2 2 3"
    rising = key == "offering_tiles"
    steps = range(1, count + 1) if rising else range(count, 0, -1)
    return " ".join(map(str, steps))


def _tiles(key: str, name: str, order: str) -> Question:
    return Question(
        key,
        "numbers",
        f"Reward tiles: {name}",
        f"The row of seven tiles for {name}, in the order in which they are taken: {order}. "
        "Which points are on them?",
        "tile",
        0,
        0,
        100,
    )


def _icons(row: int, where: str) -> Question:
    icons = "1 food icon" if row == 1 else f"{row} food icons"
    return Question(
        "icons",
        "foods",
        f"The village, row {row}",
        f"{where} Each space shows {icons}. Which food, from left to right?",
        "space",
        row,
    )


QUESTIONS: tuple[Question, ...] = (
    Question(
        LENGTH,
        "length",
        "The tracks",
        "The silver track and the gold track are equally long. How many spaces has each, "
        "with the first and the highest one?",
        "space",
        0,
        3,
        32,
    ),
    Question(
        "track_penalties",
        "numbers",
        "Penalties along a track",
        "Each space of a track costs penalty points at the end of a round. How many, from the first space "
        "upwards? Both tracks have the same. The two highest spaces cost nothing.",
        "space",
        0,
        0,
        60,
    ),
    Question(
        "silver_per_gold",
        "numbers",
        "Prices on the silver track",
        "How much silver does 1 gold cost (action 5), from the first space of the silver track upwards?",
        "space",
        0,
        1,
        60,
    ),
    Question(
        "gold_per_ring",
        "numbers",
        "Prices on the gold track",
        "How much gold does a ring cost (action 13), from the first space of the gold track upwards?",
        "space",
        0,
        1,
        60,
    ),
    Question(
        "mine_symbols",
        "numbers",
        "Mine symbols",
        "The score track goes from 0 down to the pit at {pit} penalty points. At which points is the symbol "
        "that sends a pixie back to the mine?",
        "symbol",
        0,
        1,
        999,
    ),
    _tiles("offering_tiles", "special offerings", "the smallest first"),
    _tiles("servant_tiles", "loyal servants", "the largest first"),
    _tiles("ring_tiles", "rings", "the largest first"),
    Question(
        "whip_die",
        "numbers",
        "The whip die",
        "Turn the whip die (action 10) around. What is on its faces? The order does not matter.",
        "face",
        0,
        1,
        20,
    ),
    Question(
        "casino_die",
        "results",
        "The casino die",
        "Turn the casino die (action 12) around. Does a face give food, silver or gold? "
        "The order does not matter.",
        "face",
    ),
    _icons(1, "The lowest row of the village, spaces 1 to 5."),
    _icons(2, "The second row from below, spaces 6 to 9."),
    _icons(3, "The third row from below, spaces 10 to 12."),
    _icons(4, "The highest row, spaces 13 and 14, below the servant space."),
)
"""All questions, in the order in which they are asked."""
