"""The file of a board that is being entered: the board, and how many questions have been asked.

The number stands in a comment at the top, so the file is an ordinary board at every moment.
"""

import re
from pathlib import Path
from typing import NamedTuple

from dixie_env.boards.files import write_board
from dixie_env.boards.questions import QUESTIONS
from dixie_env.config import Board, ConfigError, load_board
from dixie_env.paths import configs_dir

__all__ = ["Progress", "read_progress", "write_progress"]

ENDINGS = (".yaml", ".yml")
_ASKED = re.compile(r"^# Questions asked: ([0-9]{1,4}) of ([0-9]{1,4})\b", re.MULTILINE)


class Progress(NamedTuple):
    """How far somebody has come.

    Attributes:
        board: The board so far.
        asked: How many questions have been asked; the next one has this number, counted from 0.
        new: Whether there is no file yet.
    """

    board: Board
    asked: int
    new: bool = False


def read_progress(file: Path) -> Progress:
    """Return how far somebody has come with a file; without one, the board ``standard`` and no question.

    A board that was written in another way begins with the first question, and keeps its numbers.

    Raises:
        ConfigError: The file is not a board, is one that comes with Dixie, or is no YAML file.
    """
    if file.suffix.lower() not in ENDINGS:
        raise ConfigError(
            str(file), f"the name must end in {' or '.join(ENDINGS)}, for example my-board.yaml"
        )
    if file.resolve().is_relative_to(configs_dir().resolve()):
        raise ConfigError(str(file), "this file comes with Dixie and is not changed; give another name")
    if not file.exists() and not file.is_symlink():
        return Progress(load_board("standard"), 0, new=True)
    board = load_board(file)
    found = _ASKED.search(file.read_text(encoding="utf-8-sig"))
    fits = found is not None and int(found[2]) == len(QUESTIONS)
    return Progress(board, min(int(found[1]), len(QUESTIONS)) if found is not None and fits else 0)


def write_progress(file: Path, board: Board, asked: int) -> None:
    """Write the file, whole: after a crash it is the old or the new one."""
    about = "An owner's board, entered with `dixie board new`.\n"
    about += f"Questions asked: {asked} of {len(QUESTIONS)}."
    if asked < len(QUESTIONS):
        about += " The same command goes on with the next one."
    write_board(board, file, about, replace=True)
