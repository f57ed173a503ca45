"""Names of drawn boards, ``prior:standard:SEED:NUMBER``, and which seeds are for what."""

import re
from functools import lru_cache
from typing import Literal, NamedTuple

from dixie_env.boards.prior import prior_names
from dixie_env.boards.sampler import MOST, draw
from dixie_env.config import PRIOR, Board, ConfigError

__all__ = [
    "EVALUATION_SEEDS",
    "DrawnName",
    "Purpose",
    "check_board",
    "check_seed",
    "named_board",
    "parse_name",
]

EVALUATION_SEEDS = 1_000_000
"""Training draws boards with seeds below this one, evaluation with this one and those above."""

Purpose = Literal["training", "evaluation"]
_NAME = re.compile(re.escape(PRIOR) + r"([a-z][a-z0-9_-]*):(0|[1-9][0-9]{0,18}):(0|[1-9][0-9]{0,18})")


class DrawnName(NamedTuple):
    """The parts of a name."""

    prior: str
    seed: int
    number: int


def parse_name(name: str) -> DrawnName:
    """Split ``prior:standard:7:3`` into its parts.

    Raises:
        ConfigError: It is no such name.
    """
    found = _NAME.fullmatch(name)
    parts = DrawnName(found[1], int(found[2]), int(found[3])) if found else None
    if parts is None or max(parts.seed, parts.number) > MOST or parts.prior not in prior_names():
        raise ConfigError(
            f"board {name!r}",
            f"a drawn board is named {PRIOR}PRIOR:SEED:NUMBER, such as {PRIOR}standard:7:3, where PRIOR is "
            f"{' or '.join(prior_names())} and the others are whole numbers from 0 to {MOST}",
        )
    return parts


@lru_cache(4096)
def named_board(name: str) -> Board:
    """Return the board of a name; ``load_board`` does the same, with any name of a board."""
    return draw(*parse_name(name))


def check_seed(seed: int, purpose: Purpose) -> None:
    """Refuse a seed of drawn boards that is not for this purpose: nothing is evaluated on what it has seen.

    Raises:
        ConfigError: Training asks for a seed of evaluation, or the other way round.
    """
    if (seed >= EVALUATION_SEEDS) != (purpose == "evaluation"):
        right = f"{EVALUATION_SEEDS:,} or more" if purpose == "evaluation" else f"below {EVALUATION_SEEDS:,}"
        raise ConfigError("prior", f"boards for {purpose} are drawn with seeds {right}, not {seed:,}")


def check_board(board: Board, purpose: Purpose) -> None:
    """Refuse a drawn board whose seed is not for this purpose.

    All that trains or evaluates agents calls this for the boards that somebody named: training files and
    ``dixie dataset`` for training; ``dixie tournament``, ``abilities`` and ``board weigh`` for evaluation.
    Boards of other names, and of files, are for both.

    Raises:
        ConfigError: The board is for the other purpose; the message names it and says which seeds are right.
    """
    if board.name is None or not board.name.startswith(PRIOR):
        return
    try:
        check_seed(parse_name(board.name).seed, purpose)
    except ConfigError as error:
        raise ConfigError(f"board {board.name!r}", *error.problems) from None
