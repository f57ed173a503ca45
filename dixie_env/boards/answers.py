"""Understanding what an owner types: entries for a board, or a sentence about what is wrong."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from dixie_env.boards.books import against_the_books
from dixie_env.boards.entering import enter, enter_length, reopen
from dixie_env.boards.files import board_data
from dixie_env.boards.questions import TOP, Question
from dixie_env.config import FOODS, LENGTH, TRACKS, Board, ConfigError, load_board

__all__ = ["AnswerError", "Answered", "NoRoomError", "answer"]

OPEN = "?"
"""What stands for a number that can't be seen."""
FORCE = "!"
"""Behind a track length: what was entered on the tracks may go."""
RESULTS = ("food", "silver", "gold")
LENGTHS = range(6, 13)
"""Track lengths that nobody would wonder about: those of the prior ``standard``."""


class AnswerError(ValueError):
    """An answer that can't be right; the message is one sentence that says what would be."""


class NoRoomError(AnswerError):
    """A track length that what was entered on the tracks has no room for.

    Attributes:
        problem: What is wrong, without how to go on.
        forced: The answer that changes the length all the same; penalties and prices are open again then.
    """

    def __init__(self, length: int) -> None:
        self.problem = f"{length} spaces have no room for what you entered on the tracks."
        self.forced = f"{length}{FORCE}"
        super().__init__(
            f"{self.problem} Type {self.forced} to change the length and enter penalties and prices again, "
            "or press Enter to keep it."
        )


class Answered(NamedTuple):
    """A board with an answer in it.

    Attributes:
        board: The board.
        notes: Sentences about what is surprising, though it may be right.
    """

    board: Board
    notes: tuple[str, ...] = ()


def answer(board: Board, question: Question, text: str) -> Answered:
    """Return a board with what somebody answered.

    Args:
        board: The board so far.
        question: The question.
        text: What was typed. Nothing leaves all as it is. ``?`` stands for an entry that can't be seen, or
            for all of them; an entry made before is open again then.

    Raises:
        AnswerError: The answer can't be right; the board stays as it was.
    """
    words = re.split(r"[\s,;]+", text.strip(" \t\r\n,;"))
    if words == [""]:
        return Answered(board)
    try:
        changed = _length(board, question, words) if question.key == LENGTH else _row(board, question, words)
    except ConfigError as error:  # what no check here has foreseen
        raise AnswerError(f"This can't be on a board: {error.problems[0]}.") from None
    before = set(against_the_books(board))
    notes = [f"{_capital(note)}." for note in against_the_books(changed) if note not in before]
    return Answered(changed, (*notes, *_surprises(changed, question)))


# --- the length --------------------------------------------------------------------------------------------


def _length(board: Board, question: Question, words: Sequence[str]) -> Board:
    if words == [OPEN]:
        return reopen(board, LENGTH)
    right = f"Type one number from {question.least} to {question.most}"
    if len(words) > 1:
        raise AnswerError(f"You typed {len(words)} things. {right}: how many spaces there are.")
    forced = words[0].endswith(FORCE)
    length = _number(words[0].removesuffix(FORCE), question, right)
    try:
        return enter_length(board, length)
    except ConfigError:
        if not forced:
            raise NoRoomError(length) from None
    for key in TRACKS:
        board = reopen(board, key)
    return enter_length(board, length)


# --- rows --------------------------------------------------------------------------------------------------


def _row(board: Board, question: Question, words: Sequence[str]) -> Board:
    places = question.places(board)
    if words == [OPEN]:
        return reopen(board, question.key, places)
    given = [None if word == OPEN else _entry(word, question) for word in words]
    given = _fitting(board, question, given)
    _check_order(board, question, given)
    board = reopen(board, question.key, places)
    if len(given) != len(places):
        board = _with_symbols(board, len(given))
        places = question.places(board)
    known = board.statuses(question.key)
    old = [value for value, _ in question.entries(board)]
    entered = {
        place: value
        for place, value, before in zip(places, given, old, strict=True)
        if value is not None and not (known[place] == "known" and value == before)
    }
    if question.row:
        return enter(board, question.key, {str(place + 1): foods for place, foods in entered.items()})
    return enter(board, question.key, entered)


def _entry(word: str, question: Question) -> Any:
    if question.kind == "foods":
        return _foods(word, question)
    if question.kind == "results":
        for result in RESULTS:
            if result.startswith(word.lower()):
                return result
        raise AnswerError(
            f"{_shown(word)} is not on this die. Type food, silver or gold, or f, s, g; ? if unseen."
        )
    if question.key in ("track_penalties", "mine_symbols"):
        word = re.sub(r"^[-\u2212](?=[0-9])", "", word)  # penalties may be printed with a minus
    return _number(word, question, f"Type whole numbers from {question.least} to {question.most}, or ?")


def _number(word: str, question: Question, right: str) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", word):
        raise AnswerError(f"{_shown(word)} is not a whole number. {right}.")
    if not question.least <= int(word) <= question.most:
        raise AnswerError(f"{int(word)} can't be right here. {right}.")
    return int(word)


def _foods(word: str, question: Question) -> dict[str, int]:
    """Read the food of a space: letters (``abh``), or words with a plus between (``apple+bread``)."""
    names = word.lower().split("+") if "+" in word or word.lower() in FOODS else list(word.lower())
    found: Counter[str] = Counter()
    for name in names:
        food = next((food for food in FOODS if name and food.startswith(name)), None)
        if food is None:
            letters = "a, b and h" if question.row > 1 else "a, b or h"
            raise AnswerError(f"{_shown(word)} is not food. Type {letters}, or ? for a space you can't see.")
        found[food] += 1
    if len(names) != question.row:
        icons = "1 letter" if question.row == 1 else f"{question.row} letters"
        raise AnswerError(
            f"{_shown(word)} has {len(names)}. A space in row {question.row} needs {icons}, and a blank "
            "between two spaces."
        )
    return {food: found[food] for food in FOODS if found[food]}


def _fitting(board: Board, question: Question, given: list[Any]) -> list[Any]:
    """Return the entries that are asked for, or say that there are too many or too few."""
    count = len(question.places(board))
    if question.key == "mine_symbols":
        if len(given) > min(32, board.pit - 1):
            raise AnswerError(f"These are {len(given)} symbols. Type {min(32, board.pit - 1)} at most.")
        return given
    if question.key == "track_penalties" and len(given) == count + TOP:
        if all(value in (0, None) for value in given[count:]):
            return given[:count]
        turned = " You may have begun at the top." if given[:TOP] == [0] * TOP else ""
        raise AnswerError(f"The two highest spaces cost nothing, so the last two numbers must be 0.{turned}")
    if len(given) != count:
        found = "1 entry" if len(given) == 1 else f"{len(given)} entries"
        plural = "" if count == 1 else "s"
        line = f"You typed {found}, but there are {count} {question.thing}{plural} to fill in."
        if question.key in TRACKS and board.length_status != "entered":
            raise AnswerError(
                f"{line} If your tracks don't have {board.track_length} spaces, go back with b and enter "
                "how many they have."
            )
        raise AnswerError(f"{line} Type ? for each one you can't see.")
    return given


_ORDER = {"offering_tiles": 1, "servant_tiles": -1, "ring_tiles": -1, "mine_symbols": 1}
"""Rows that rise (1) or fall (-1) on every board (R8.2)."""


def _check_order(board: Board, question: Question, given: Sequence[Any]) -> None:
    sign = _ORDER.get(question.key)
    if sign is None:
        return
    seen = [(place, value) for place, value in enumerate(given, start=1) if value is not None]
    if question.key == "mine_symbols":
        if any(value >= board.pit for _, value in seen):
            most = max(value for _, value in seen)
            raise AnswerError(
                f"{most} can't be right: every symbol comes before the pit, which is at {board.pit} points."
            )
        seen = [(0, 0), *seen, (len(given) + 1, board.pit)]  # room for the symbols nobody could see
    for (first, one), (second, other) in pairwise(seen):
        if question.key == "mine_symbols":
            if other <= one:
                raise AnswerError(
                    f"The symbols go down the track, so points must rise, but {other} follows {one}."
                )
            if other - one < second - first:
                raise AnswerError(
                    f"There is no room for {second - first - 1} symbols between {one} and {other}."
                )
        elif sign * (other - one) < 0:
            way = "never fall" if sign > 0 else "never rise"
            raise AnswerError(
                f"The points of these tiles {way} along the row, but tile {first} has {one} and "
                f"tile {second} has {other}."
            )


def _with_symbols(board: Board, count: int) -> Board:
    """Return a board with another number of mine symbols, all open, at equal distances."""
    data = board_data(board)
    row = [board.pit * place // (count + 1) for place in range(1, count + 1)]
    data["mine_symbols"] = {"value": row, "status": "assumed"}
    return load_board(data)


# --- what is surprising ------------------------------------------------------------------------------------


def _surprises(board: Board, question: Question) -> Iterator[str]:
    """Yield what an owner may want to look at once more."""
    if question.key == LENGTH and board.length_status == "entered" and board.track_length not in LENGTHS:
        yield f"{board.track_length} spaces: we expected {LENGTHS[0]} to {LENGTHS[-1]}."
    entered = [value if word == "entered" else None for value, word in question.entries(board)]
    if question.key in TRACKS:
        what = "penalty" if question.key == "track_penalties" else "price"
        for space, (one, other) in enumerate(pairwise(entered), start=1):
            if one is not None and other is not None and other > one:
                yield f"The {what} rises from {one} on space {space} to {other} on space {space + 1}."
    if None not in entered:
        if question.key == "casino_die" and (missing := [word for word in RESULTS if word not in entered]):
            yield f"No face gives {' or '.join(missing)}; the rulebooks name food, silver and gold."
        if question.key == "whip_die" and set(entered) != {1, 2, 3}:
            yield "The faces are not just 1, 2 and 3, as on the die of the prototype."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _shown(word: str) -> str:
    short = word if len(word) <= 20 else f"{word[:19]}\u2026"
    return f'"{short}"' if short.isprintable() else ascii(short).replace("'", '"')
