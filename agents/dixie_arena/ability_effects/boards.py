"""What is unknown about a board, each as one number, and boards that differ in it."""

from collections.abc import Callable

import numpy as np

from dixie_env.boards.names import EVALUATION_SEEDS
from dixie_env.boards.sampler import draw
from dixie_env.config import Board

PRIOR = "standard"
_GAMES = 0x0B0A4D
"""Keeps these seeds apart from those that designs derive from the seed of a study."""


def draw_board(base: Board, seed: int, number: int) -> Board:
    """Return a board of the prior; what is known or entered in the base stays as it is.

    Args:
        base: The board of the study.
        seed: The seed of the study. Boards come from the seeds that training never uses.
        number: The number of the board.
    """
    return draw(PRIOR, EVALUATION_SEEDS + seed, number, board=base)


def board_seed(seed: int, number: int) -> int:
    """Return the seed of the deals and games on a board. Boards with common deals would err together."""
    state = np.random.SeedSequence([seed, number, _GAMES]).generate_state(1, np.uint64)
    return int(state[0] >> np.uint64(1))


KNOBS: dict[str, Callable[[Board], float]] = {
    "track length": lambda board: float(board.track_length),
    "offering tiles (mean)": lambda board: float(np.mean(board.offering_tiles)),
    "servant tiles (mean)": lambda board: float(np.mean(board.servant_tiles)),
    "ring tiles (mean)": lambda board: float(np.mean(board.ring_tiles)),
    "track penalties (mean)": lambda board: float(np.mean(board.track_penalties)),
    "silver per gold (mean)": lambda board: float(np.mean(board.silver_per_gold)),
    "gold per ring (mean)": lambda board: float(np.mean(board.gold_per_ring)),
    "mine symbols (number)": lambda board: float(len(board.mine_symbols)),
    "whip die (mean)": lambda board: float(np.mean(board.whip_die)),
    "casino die (share of gold)": lambda board: board.casino_die.count("gold") / len(board.casino_die),
    "icons (share of apple)": lambda board: _food_share(board, "apple"),
    "icons (share of honey)": lambda board: _food_share(board, "honey"),
}
"""What is unknown about a board, each as one number."""


def _food_share(board: Board, food: str) -> float:
    shown = sum(foods.get(food, 0) for foods in board.icons.values())
    return shown / sum(sum(foods.values()) for foods in board.icons.values())
