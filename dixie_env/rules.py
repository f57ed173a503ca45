"""Turns the description of a game into the rules record that the engine reads."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from dixie_env.config import Board, Edition, Source
from dixie_env.engine import CompiledRules, option_id
from dixie_env.engine.model import RULES_DTYPE
from dixie_env.engine.words import CASINO_FACES, DRAFTS, GOODS, ROWS, SWITCHES
from dixie_env.setup import ROUNDS, RulesError, Setup

__all__ = ["ROUNDS", "RulesError", "Setup", "compile_rules", "make_rules"]


def make_rules(
    players: int = 4,
    edition: Source | Edition = "de",
    board: Source | Board = "standard",
    *,
    draft: str = "choose",
    abilities: Sequence[int] | None = None,
    rounds: int = ROUNDS,
    forbidden: Sequence[Sequence[str]] | None = None,
    doctored: Mapping[str, Mapping[str, Any]] | None = None,
    rules: int | None = None,
) -> CompiledRules:
    """Return checked and compiled rules for a game: `compile_rules` of a `Setup` with these arguments.

    Raises:
        RulesError: A value is out of range.
        ConfigError: The edition or the board is not valid.
    """
    setup = Setup(players, edition, board, draft, abilities, rounds, forbidden, doctored, rules=rules)
    return compile_rules(setup)


def compile_rules(setup: Setup) -> CompiledRules:
    """Return the rules for the engine; their attribute ``config`` is the setup."""
    array = np.zeros(1, RULES_DTYPE)
    record = array[0]
    record["players"] = setup.players
    record["rounds"] = setup.rounds
    record["draft"] = DRAFTS.index(setup.draft)
    record["fixed"][: setup.players] = setup.abilities or 0
    _write_edition(record, setup.edition)
    _write_board(record, setup.board)
    for seat, options in enumerate(setup.forbidden or ()):
        for name in options:
            option = option_id(name, seat, setup.players)
            record["forbidden"][seat, option // 64] |= np.uint64(1 << option % 64)
    for key, change in (setup.doctored or {}).items():
        for seat in change.get("seats", range(setup.players)):
            record["ability_bonus"][seat, int(key)] = change.get("bonus", 0)
        record["ability_off"][int(key)] = change.get("off", False)
    return CompiledRules(array, setup)


def _write_edition(record: np.void, edition: Edition) -> None:
    switches = edition.switches()
    record["switches"] = [switches[name] for name in SWITCHES]


def _write_board(record: np.void, board: Board) -> None:
    record["pit"] = board.pit
    record["golden"] = board.golden
    record["track_length"] = len(board.track_penalties)
    for key in ("track_penalties", "track_rewards", "silver_per_gold", "gold_per_ring"):
        record[key][: len(board.track_penalties)] = getattr(board, key)
    record["mine_symbol_count"] = len(board.mine_symbols)
    record["mine_symbols"][: len(board.mine_symbols)] = board.mine_symbols
    for row, name in enumerate(ROWS):
        record["tiles"][row] = getattr(board, f"{name}_tiles")
    record["whip_faces"] = len(board.whip_die)
    record["whip_die"][: len(board.whip_die)] = board.whip_die
    record["casino_faces"] = len(board.casino_die)
    record["casino_die"][: len(board.casino_die)] = [CASINO_FACES.index(face) for face in board.casino_die]
    for space, foods in board.icons.items():
        for food, count in foods.items():
            record["icons"][int(space), GOODS.index(food)] = count
