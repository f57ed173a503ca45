"""The five planted truths as games: abilities do nothing, bonuses are planted.

The stages of the study play them. Games have three rounds: nobody falls into the pit, where a bonus would
count nothing, and they are fast. The truth of effects and variances is computed once, from 400,000 games of
each truth, and stored beside this file. Arguments: a folder for the games, games on each of the 420 boards,
names of truths. It can be ended at any time; the same command goes on.

    python -m tests.arena.study.planted_games runs/planted 960
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from dixie_agents.bots import CompiledAgent
from dixie_agents.registry import make_agent
from dixie_arena.ability_effects.runs import identify_agents
from dixie_arena.studying.boards import DrawnBoard, child_seed, make_board
from dixie_arena.studying.cells import Cells, collect
from dixie_arena.studying.components import split
from dixie_arena.studying.fits import fit_stage
from dixie_arena.studying.stage import Cell, GameStage
from dixie_arena.studying.stage_run import run_stage
from dixie_env.boards.prior import load_prior
from dixie_env.config import Board

AGENTS = (("sane", "sane"), ("greedy", "greedy"))
GREEDY = 1
ROUNDS = 3
BOARD_SEED = 1_000_016
LEVELS = load_prior("standard").track_length
TRUTH_BOARDS = 420
FILE = Path(__file__).with_name("planted_truth.json")

BONUSES: dict[str, dict[int, dict[str, Any]]] = {
    "nothing": {},
    "tied": {1: {"bonus": 4}, 2: {"bonus": 4}},
    "known": {1: {"bonus": 5}, 2: {"bonus": 3}, 3: {"bonus": 2}, 4: {"bonus": 1}, 10: {"bonus": -2}},
    # On short tracks another ability is the best, else all would tie there (docs/study/rule.md).
    "long_tracks": {1: {"bonus": 6, "shortest": 8}, 2: {"bonus": 3}},
    "one_agent": {1: {"bonus": 6, "agents": [GREEDY]}},
}


def planted(truth: str) -> dict[str, Any]:
    """The planted rules of a truth: all abilities do nothing, some have a bonus."""
    nothing = {"bonus": 0, "off": True, "agents": None, "shortest": 1}
    return {str(ability): nothing | BONUSES[truth].get(ability, {}) for ability in range(1, 11)}


def make_stage(
    truth: str, seed: int, boards: int, games: int, *, each_length_alike: bool = False
) -> GameStage:
    """Return a small study of planted rules."""
    first = 1000 * seed
    random = np.random.default_rng(seed)
    order = random.permutation(boards) if each_length_alike else random.integers(len(LEVELS), size=boards)
    lengths = [LEVELS[number % len(LEVELS)] for number in order.tolist()]
    drawn = [DrawnBoard(first + number, length) for number, length in enumerate(lengths)]
    cells = tuple(Cell(board, child_seed(seed, truth, board.number), games) for board in drawn)
    return GameStage(truth, AGENTS, "standard", BOARD_SEED, "de", ROUNDS, cells, 4, planted=planted(truth))


def play_truth(truth: str, seed: int, boards: int, games: int) -> tuple[Cells, list[Board]]:
    """Play a small study of planted rules; return its effects and its boards, all with equal weight."""
    stage = make_stage(truth, seed, boards, games)
    agents = [agent for _, name in AGENTS if isinstance(agent := make_agent(name), CompiledAgent)]
    fits = [
        fit_stage(stage.play_cell(number, agents), stage.players, len(agents)).fits[0]
        for number in range(len(stage.cells))
    ]
    return collect(fits), [make_board("standard", BOARD_SEED, cell.board) for cell in stage.cells]


def repeat(truth: str, times: int, boards: int, games: int) -> Iterator[tuple[Cells, list[Board]]]:
    """Yield repetitions, each with boards, deals and seeds of its own."""
    for number in range(times):
        yield play_truth(truth, 1 + number, boards, games)


def stored(truth: str) -> dict[str, Any]:
    """The stored truth: effects of all abilities, and the variances of ability 1."""
    return json.loads(FILE.read_text())[truth]


def compute_truth(truth: str, folder: Path, games: int, boards: int = TRUTH_BOARDS) -> dict[str, Any]:
    """Compute a truth from games that are kept in parts in a folder, and gone on with there."""
    stage = make_stage(truth, 900, boards, games, each_length_alike=True)
    identities = identify_agents([name for _, name in AGENTS])
    table, _ = run_stage(stage, folder, identities=identities)
    parts = split(collect(fit_stage(table, stage.players, len(AGENTS)).fits))
    return {
        "games": stage.games,
        "effects": [round(float(value), 6) for value in parts.mean],
        "board": round(parts.doubt(0).board, 8),
        "players": round(parts.doubt(0).players, 8),
    }


def main(folder: str, games: int, *truths: str) -> None:
    found = json.loads(FILE.read_text()) if FILE.exists() else {}
    for truth in truths or ("known", "long_tracks", "one_agent"):
        found[truth] = compute_truth(truth, Path(folder) / f"{truth}-{games}", games)
        print(truth, found[truth], flush=True)
        FILE.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), *sys.argv[3:])
