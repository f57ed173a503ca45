"""Numbers read off a board."""

import numpy as np
import pytest

from dixie_arena.studying.board_numbers import NUMBERS, read_board, read_boards
from dixie_env.boards.sampler import draw
from dixie_env.config import load_board


def test_the_standard_board():
    assert read_board(load_board("standard")) == pytest.approx(
        {
            "track_length": 7,
            "penalty_1": 3,
            "penalty_4": 2,
            "silver_per_gold_1": 4,
            "silver_per_gold_2": 3,
            "silver_per_gold_3": 3,
            "silver_per_gold_falls_to_1": 1,
            "gold_per_ring_1": 4,
            "gold_per_ring_2": 3,
            "gold_per_ring_3": 3,
            "gold_per_ring_falls_to_1": 1,
            "mine_symbols": 5,
            "mine_symbol_1": 10,
            "offering_tiles_first": 3,
            "offering_tiles_middle": 6,
            "offering_tiles_last": 9,
            "servant_tiles_first": 10,
            "servant_tiles_middle": 7,
            "servant_tiles_last": 4,
            "ring_tiles_first": 8,
            "ring_tiles_middle": 5,
            "ring_tiles_last": 2,
            "whip_die_1": 2,
            "whip_die_2": 2,
            "whip_die_3": 2,
            "casino_die_food": 2,
            "casino_die_silver": 2,
            "casino_die_gold": 2,
            "icons_1_apple": 0.4,
            "icons_1_bread": 0.4,
            "icons_1_honey": 0.2,
            "icons_2_apple": 0.25,
            "icons_2_bread": 0.375,
            "icons_2_honey": 0.375,
            "icons_4_apple": 0.375,
            "icons_4_bread": 0.25,
            "icons_4_honey": 0.375,
        }
    )


def test_prices_that_fall_early_or_never():
    board = load_board("standard")
    early = board.model_copy(update={"silver_per_gold": [4, 3, 3, 2, 1, 1, 1]})
    never = board.model_copy(update={"silver_per_gold": [4, 3, 3, 2, 2, 2, 2]})
    assert read_board(early)["silver_per_gold_falls_to_1"] == pytest.approx(5 / 7)
    assert read_board(never)["silver_per_gold_falls_to_1"] > 1


def test_every_board_has_every_number():
    boards = [draw("wide", 1_000_000, number) for number in range(40)]
    numbers = read_boards(boards)
    assert numbers.shape == (40, len(NUMBERS)) and np.isfinite(numbers).all()
    assert numbers[:, 0].tolist() == [board.track_length for board in boards]
    short = load_board("standard").model_copy(
        update={
            "track_penalties": [2, 0, 0],
            "track_rewards": [0, 0, 1],
            "silver_per_gold": [2, 2, 2],
            "gold_per_ring": [2, 2, 1],
            "mine_symbols": [],
        }
    )
    found = read_board(short)
    assert found["penalty_4"] == 0 and found["mine_symbols"] == 0 and found["mine_symbol_1"] == 60


def test_numbers_say_where_to_look():
    assert (
        len({number.key for number in NUMBERS}) == len({number.title for number in NUMBERS}) == len(NUMBERS)
    )
    assert all(number.look for number in NUMBERS)
