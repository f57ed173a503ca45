"""All numbers of one estimand as plain data: effects, verdict, sets, probabilities, doubt.

`analyse` gives everything, `summarise` the part that a comparison of answers needs. Effects are fractions:
0.01 is one percentage point of win probability.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.studying.best_sets import equals_average, gupta_set, hsu_intervals, pair_intervals
from dixie_arena.studying.board_numbers import NUMBERS, read_boards
from dixie_arena.studying.cells import Cells
from dixie_arena.studying.components import Components, Doubt, split
from dixie_arena.studying.differences import CONFIDENCE, compare, resample
from dixie_arena.studying.look_up import look_up_first
from dixie_arena.studying.plackett_luce import compare_spread
from dixie_arena.studying.posterior import chances
from dixie_arena.studying.strongest import Rule, Verdict, at_large, leaving_out, strongest
from dixie_env.config import Board
from dixie_env.engine.words import ABILITIES

__all__ = ["Effort", "analyse", "look_up", "summarise"]


class Effort:
    """How much is computed: fewer resamples make tests and small studies fast.

    Args:
        small: Whether it is a small study.
    """

    def __init__(self, small: bool) -> None:
        self.resamples = 500 if small else 2000
        self.chance_resamples = 50 if small else 200
        self.permutations = 100 if small else 500
        self.draws = 100 if small else 400


def analyse(
    cells: Cells,
    labels: Sequence[str],
    players: int,
    by_ranks: NDArray[np.float64] | None,
    rule: Rule,
    effort: Effort,
) -> dict[str, Any]:
    """Return everything that can be said of one estimand.

    Args:
        cells: The effects on all boards.
        labels: What the agents are called.
        players: Seats in a game.
        by_ranks: Boards x abilities by Plackett-Luce; None without this check.
        rule: What "strongest" needs.
        effort: How much is computed.
    """
    found = compare(cells.board_means, cells.boards)
    resampled = resample(cells.board_means, cells.boards, effort.resamples)
    parts = split(cells)
    probable = chances(cells, resamples=effort.chance_resamples)
    low, high = found.intervals()
    holm = equals_average(found)
    hsu = hsu_intervals(found, resampled)
    pairs = pair_intervals(found, resampled)
    margin, margin_doubt = parts.margin()
    spread = None if by_ranks is None else compare_spread(by_ranks, cells.board_means, cells.boards)
    rows = []
    for k in parts.order.tolist():
        row: dict[str, Any] = {
            "ability": ABILITIES[k],
            "effect": found.means[k],
            "of_fair_share": found.means[k] * players,
            "se": found.mean_errors[k],
            "low": low[k],
            "high": high[k],
            "p_equals_average": holm[k],
            "best_of_others": {"low": hsu.low[k], "high": hsu.high[k]},
            "probability_strongest": probable.values[k],
            "probability_bound": probable.bounds[k],
            "doubt": _doubt(parts.doubt(k)),
        }
        if spread is not None:
            row["by_ranks"] = {
                "effect": found.means[k] + spread.delta[k],
                "delta": spread.delta[k],
                "se": spread.errors[k],
                "changes_spread": spread.changes_spread[k],
            }
        rows.append(row)
    left = leaving_out(cells, rule)
    in_set = gupta_set(found, resampled)
    return {
        **_size(cells),
        "effects": rows,
        "verdict": _verdict(strongest(found, rule)),
        "players_at_large": _verdict(at_large(found, parts, cells.pool, rule)) if len(labels) > 1 else None,
        "without_agent": {labels[agent]: _verdict(verdict) for agent, verdict in left.items()},
        "set_for_the_average": [ABILITIES[k] for k in parts.order.tolist() if in_set[k]],
        "smallest_set": [ABILITIES[k] for k in probable.smallest_set],
        "whatever_the_board": None if probable.whatever is None else ABILITIES[probable.whatever],
        "margin": {
            "first": ABILITIES[parts.order[0]],
            "second": ABILITIES[parts.order[1]],
            "value": margin,
            "doubt": _doubt(margin_doubt),
        },
        "pairs": _pairs(found.values, found.errors, pairs.low, pairs.high, parts.order),
        "agents": _agents(cells, labels, parts),
        "board_players_variance": parts.mixed_variance,
    }


def summarise(cells: Cells, players: int, rule: Rule, effort: Effort) -> dict[str, Any]:
    """Return effects with intervals, the verdict and the sets: what a comparison of answers needs."""
    found = compare(cells.board_means, cells.boards)
    resampled = resample(cells.board_means, cells.boards, effort.resamples)
    probable = chances(cells, resamples=2)
    low, high = found.intervals()
    in_set = gupta_set(found, resampled)
    order = np.argsort(-found.means, kind="stable").tolist()
    return {
        **_size(cells),
        "effects": [
            {
                "ability": ABILITIES[k],
                "effect": found.means[k],
                "of_fair_share": found.means[k] * players,
                "se": found.mean_errors[k],
                "low": low[k],
                "high": high[k],
                "probability_strongest": probable.values[k],
            }
            for k in order
        ],
        "verdict": _verdict(strongest(found, rule)),
        "set_for_the_average": [ABILITIES[k] for k in order if in_set[k]],
        "smallest_set": [ABILITIES[k] for k in probable.smallest_set],
    }


def look_up(cells: Cells, boards: Sequence[Board], effort: Effort) -> list[dict[str, Any]]:
    """Return the search for the numbers to look up first, step by step; the last may have found nothing."""
    numbers = read_boards(boards)
    steps = look_up_first(
        cells.board_means,
        cells.boards,
        cells.mean_covariance,
        numbers,
        permutations=effort.permutations,
        draws=effort.draws,
    )
    found = []
    for step in steps:
        chosen = None if step.found is None else NUMBERS[step.found]
        found.append(
            {
                "found": None if chosen is None else chosen.key,
                "title": None if chosen is None else chosen.title,
                "look": None if chosen is None else chosen.look,
                "gain": None if step.found is None else step.gains[step.found],
                "threshold": step.threshold,
                "numbers": [
                    {
                        "key": number.key,
                        "title": number.title,
                        "gain": step.gains[column],
                        "by_chance": step.chance_gains[column],
                        "z": step.z[column],
                    }
                    for column, number in enumerate(NUMBERS)
                ],
            }
        )
    return found


def _size(cells: Cells) -> dict[str, Any]:
    return {
        "boards": len(cells.boards),
        "effective_boards": 1 / float(cells.boards @ cells.boards),
        "heaviest_board": cells.boards.max(),
    }


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "leader": ABILITIES[verdict.leader],
        "closest": ABILITIES[verdict.closest],
        "ratio": verdict.ratio,
        "needed": verdict.needed,
        "named": verdict.named,
        "why_not": list(verdict.why_not),
    }


def _doubt(doubt: Doubt) -> dict[str, Any]:
    raw = {name: getattr(doubt, name) for name in doubt.shown}
    return {"variance": doubt.shown, "raw": raw, "percent": doubt.percent}


def _pairs(
    values: NDArray[np.float64],
    errors: NDArray[np.float64],
    low: NDArray[np.float64],
    high: NDArray[np.float64],
    order: NDArray[np.int64],
) -> list[dict[str, Any]]:
    """Return all pairs, the stronger one first, with intervals that hold together."""
    ranked = order.tolist()
    return [
        {
            "one": ABILITIES[one],
            "other": ABILITIES[other],
            "difference": values[one, other],
            "se": errors[one, other],
            "low": low[one, other],
            "high": high[one, other],
            "different": bool(low[one, other] > 0),
        }
        for place, one in enumerate(ranked)
        for other in ranked[place + 1 :]
    ]


def _agents(cells: Cells, labels: Sequence[str], parts: Components) -> list[dict[str, Any]]:
    """Return the effects for each agent, with intervals over boards."""
    rows = []
    for agent, label in enumerate(labels):
        own = compare(cells.effects[:, agent], cells.boards)
        reach = float(stats.t.ppf((1 + CONFIDENCE) / 2, own.degrees))
        for k in parts.order.tolist():
            rows.append(
                {
                    "agent": label,
                    "ability": ABILITIES[k],
                    "effect": own.means[k],
                    "se": own.mean_errors[k],
                    "low": own.means[k] - reach * own.mean_errors[k],
                    "high": own.means[k] + reach * own.mean_errors[k],
                }
            )
    return rows
