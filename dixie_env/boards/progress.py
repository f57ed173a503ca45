"""The file of a board that is being entered: the board, and how many questions have been asked.

The number stands in a comment at the top, so the file is an ordinary board at every moment.
"""

import re
from pathlib import Path
from typing import NamedTuple

from dixie_env.boards.files import board_text, write_board
from dixie_env.boards.questions import QUESTIONS
from dixie_env.config import Board, ConfigError, load_board
from dixie_env.paths import configs_dir
from dixie_env.yaml_file import parse_mapping

__all__ = ["Progress", "parse_progress", "progress_text", "read_progress", "write_progress"]

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
    return Progress(load_board(file), _asked(file.read_text(encoding="utf-8-sig")))


def parse_progress(text: str, source: str) -> Progress:
    """Return how far somebody has come, from the text of a file.

    Args:
        text: The content of a YAML file, of a size that is known to be modest.
        source: What an error calls it.

    Raises:
        ConfigError: This is not the file of a board.
    """
    return Progress(Board._parse(parse_mapping(text, source), source, file=True), _asked(text))


def _asked(text: str) -> int:
    found = _ASKED.search(text)
    fits = found is not None and int(found[2]) == len(QUESTIONS)
    return min(int(found[1]), len(QUESTIONS)) if found is not None and fits else 0


def write_progress(file: Path, board: Board, asked: int) -> None:
    """Write the file, whole: after a crash it is the old or the new one."""
    write_board(board, file, _about(asked), replace=True)


def progress_text(board: Board, asked: int) -> str:
    """Return what the file says."""
    return board_text(board, _about(asked))


def _about(asked: int) -> str:
    about = "An owner's board, entered with `dixie board new`.\n"
    about += f"Questions asked: {asked} of {len(QUESTIONS)}."
    if asked < len(QUESTIONS):
        about += " The same command goes on with the next one."
    return about
