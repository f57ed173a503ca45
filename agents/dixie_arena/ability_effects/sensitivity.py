"""Which conclusions depend on unknown numbers of the board."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from dixie_arena.ability_effects.board_orders import summarize_orders
from dixie_arena.ability_effects.boards import KNOBS, board_seed, draw_board
from dixie_arena.ability_effects.designs import COUNT
from dixie_arena.ability_effects.effects import Effects
from dixie_arena.ability_effects.estimate import estimate_dealt
from dixie_arena.ability_effects.experiment import Cell, Experiment
from dixie_arena.ability_effects.knobs import estimate_knobs
from dixie_arena.ability_effects.sample import read_sample
from dixie_env import Setup
from dixie_env.engine.words import ABILITIES

TOP = 3
_NOISE = 3


def boards_experiment(agent: str, setup: Setup, games: int, seed: int, boards: int) -> Experiment:
    """Return dealt games on boards of the prior; what is known of the setup's board stays.

    Each board has deals and games of its own, so that the errors of two boards are independent.
    """
    cells = []
    for number in range(boards):
        board = draw_board(setup.board, seed, number)
        own = board_seed(seed, number)
        cells.append(Cell("dealt", agent, setup.replace(board=board), games, seed=own))
    return Experiment("boards", tuple(cells), seed)


def estimate_boards(experiment: Experiment, table: pa.Table, metric: str = "win_share") -> list[Effects]:
    """Return the effects on each board."""
    return [
        estimate_dealt(read_sample(table, number, cell.players), metric)[metric]
        for number, cell in enumerate(experiment.cells)
    ]


def summarize_boards(experiment: Experiment, boards: Sequence[Effects], standard: Effects) -> dict[str, Any]:
    """Return how far each ability's rank and effect depend on the board.

    Ranks on a board are estimates. So ``rank_kept`` comes with its value if all boards were like the standard
    one and only sampling error changed ranks. ``spread`` is the spread of effects over boards after
    subtracting the variance of the estimates.
    """
    places = np.array([_places(effects.values) for effects in boards])
    home = _places(standard.values)
    chance = _kept_by_chance(standard, boards)
    values = np.array([effects.values for effects in boards])
    noise = np.mean([effects.errors**2 for effects in boards], axis=0)
    spread = np.sqrt(np.maximum(values.var(axis=0, ddof=1) - noise, 0)) if len(boards) > 1 else None
    numbers = [[read(cell.setup.board) for read in KNOBS.values()] for cell in experiment.cells]
    knobs = estimate_knobs(list(KNOBS), np.array(numbers), values)
    rows = []
    for place in standard.order:
        hangs = [row for row in knobs if row["ability"] == ABILITIES[place] and row["p_holm"] < 0.05]
        own = places[:, place]
        rows.append(
            {
                "ability": ABILITIES[place],
                "rank": int(home[place]),
                "effect": float(standard.values[place]),
                "rank_kept": float((own == home[place]).mean()),
                "rank_kept_by_chance": float(chance[place]),
                "rank_kept_within_1": float((abs(own - home[place]) <= 1).mean()),
                "top_3": float((own <= TOP).mean()),
                "sign_kept": float((np.sign(values[:, place]) == np.sign(standard.values[place])).mean()),
                "lowest_rank": int(own.max()),
                "highest_rank": int(own.min()),
                "mean_effect": float(values[:, place].mean()),
                "spread": None if spread is None else float(spread[place]),
                "hangs_on": [row["knob"] for row in hangs],
            }
        )
    return {
        "boards": len(boards),
        "games": sum(effects.games for effects in boards),
        "abilities": rows,
        "ranks": {ABILITIES[place]: [int(rank) for rank in places[:, place]] for place in standard.order},
        "knobs": knobs,
        "conclusions": summarize_orders(boards, standard),
    }


def _kept_by_chance(standard: Effects, boards: Sequence[Effects]) -> NDArray[np.float64]:
    """Return how often each ability would keep its rank if all boards were the standard one."""
    random = np.random.default_rng(_NOISE)
    errors = np.mean([effects.errors for effects in boards], axis=0)
    draws = standard.values + errors * random.standard_normal((4000, COUNT))
    ranks = (-draws).argsort(axis=1).argsort(axis=1) + 1
    return np.asarray((ranks == _places(standard.values)).mean(axis=0))


def _places(values: NDArray[np.float64]) -> NDArray[np.int64]:
    return np.asarray((-values).argsort(kind="stable").argsort() + 1)
