"""The population of a tournament: the matrix of duels, what a rating explains of it, and its equilibrium."""

from itertools import combinations
from typing import Any

import numpy as np

from dixie_arena.bootstrap import Bootstrap, Interval
from dixie_arena.cycles import Cycles, find_cycles
from dixie_arena.equilibrium import equilibrium
from dixie_arena.korn_graubard import measure_share
from dixie_arena.pairs import HALF, PairWins, copy_shares, pair_wins, shares
from dixie_arena.results import GameResults
from dixie_arena.table_game import read_table_game, table_equilibrium

LEAST_SEEN = 0.9


def describe_population(results: GameResults, bootstrap: Bootstrap) -> dict[str, Any] | None:
    """Return everything about the matrix of duels as plain data for JSON; None for a single agent.

    Keys:
        pairs: Each pair once. ``share`` is the part of ``one`` in the wins of both at the tables where both
            sit (each with the mean of its copies); ``log_odds`` its log-odds with half a win added to both
            sides; ``expected`` is the share according to the rating, ``rest`` the difference. A pair that
            met but never won has no share.
        rating: How much a rating explains; see `Cycles`. None if the pairs that met form no loop.
        equilibrium: For each agent its ``mass`` in the equilibrium, and its ``share`` against a table that is
            drawn from it. None if some pair never met.
        tables: The equilibrium for whole tables of 3 players or more, where each seat draws its agent from
            the mixture: ``mass`` and ``win_share`` of each agent, and ``seen``, how much of the tables of
            this mixture was played (for the agent with the least). None if that is below 90 %; line-ups
            ``drawn`` play such tables.
    """
    if len(results.labels) < 2:
        return None
    pairs = pair_wins(results, bootstrap)
    cycles = find_cycles(pairs)
    return {
        "pairs": _pairs(results, pairs, cycles),
        "rating": _rating(cycles),
        "equilibrium": _equilibrium(results, pairs, cycles),
        "tables": _tables(results, bootstrap, cycles),
    }


def _pairs(results: GameResults, pairs: PairWins, cycles: Cycles) -> list[dict[str, Any]]:
    share, there = copy_shares(results)
    rows = []
    for one, other in combinations(range(pairs.count), 2):
        tables = int(pairs.tables[one, other])
        if not tables:
            continue
        mine, theirs = float(pairs.wins[one, other]), float(pairs.wins[other, one])
        row: dict[str, Any] = {
            "one": results.labels[one],
            "other": results.labels[other],
            "tables": tables,
            "wins": round(mine, 4),
            "losses": round(theirs, 4),
            "share": None,
            "log_odds": Interval(0.0, None, None, None).as_object(),
            "expected": None,
            "rest": None,
        }
        if mine + theirs > 0:
            own, both = share[:, one] * there[:, other], there[:, one] & there[:, other]
            found = measure_share(pairs.bootstrap, own, (share[:, one] + share[:, other]) * both).interval()
            value = float(np.log((mine + HALF) / (theirs + HALF)))
            odds = Interval(value, _log_odds(found.low), _log_odds(found.high), None)
            expected = float(cycles.expected[one, other])
            row |= {
                "share": found.as_object(),
                "log_odds": odds.as_object(),
                "expected": round(expected, 6),
                "rest": round(found.value - expected, 6),
            }
        rows.append(row)
    return rows


def _rating(cycles: Cycles) -> dict[str, Any] | None:
    if cycles.size is None or cycles.raw is None or cycles.noise is None or cycles.noise_high is None:
        return None
    return {
        "loops": cycles.loops,
        "explained": cycles.explained and cycles.explained.as_object(),
        "rest": cycles.size.as_object(),
        "rest_observed": round(cycles.raw, 6),
        "noise": round(cycles.noise, 6),
        "noise_high": round(cycles.noise_high, 6),
        "chance": cycles.chance,
    }


def _equilibrium(results: GameResults, pairs: PairWins, cycles: Cycles) -> list[dict[str, Any]] | None:
    """Return mass and share of each agent, from the shares with half a win added to both sides."""
    others = ~np.eye(pairs.count, dtype=np.bool_)
    if (pairs.tables[others] == 0).any():
        return None
    payoffs = shares(pairs.wins, HALF) - 0.5
    masses = equilibrium(payoffs)
    against = payoffs @ masses + 0.5
    payoffs_resampled = shares(pairs.resampled(cycles.expected), HALF) - 0.5
    masses_resampled = equilibrium(payoffs_resampled)
    against_resampled = np.einsum("rij,rj->ri", payoffs_resampled, masses_resampled) + 0.5
    return [
        {
            "label": label,
            "mass": _within(pairs.bootstrap.interval(masses[agent], masses_resampled[:, agent])),
            "share": _within(pairs.bootstrap.interval(against[agent], against_resampled[:, agent])),
        }
        for agent, label in enumerate(results.labels)
    ]


def _tables(results: GameResults, bootstrap: Bootstrap, cycles: Cycles) -> dict[str, Any] | None:
    game = None if results.players < 3 else read_table_game(results, bootstrap, cycles.expected)
    if game is None:
        return None
    masses = table_equilibrium(game, game.payoffs)
    if np.isnan(masses).any() or game.coverage(masses) < LEAST_SEEN:
        return None
    resampled = table_equilibrium(game, game.resampled)
    wins = np.einsum("ric,rc->ri", game.resampled, game.chances(resampled))
    return {
        "seen": round(game.coverage(masses), 4),
        "agents": [
            {
                "label": label,
                "mass": _within(bootstrap.interval(masses[agent], resampled[:, agent])),
                "win_share": _within(bootstrap.interval(game.shares(masses)[agent], wins[:, agent])),
            }
            for agent, label in enumerate(results.labels)
        ],
    }


def _within(found: Interval) -> dict[str, float | None]:
    """Return an interval between 0 and 1 that includes its estimate."""
    low, high = found.low, found.high
    if low is not None and high is not None:
        low, high = max(0.0, min(low, found.value)), min(1.0, max(high, found.value))
    return Interval(found.value, low, high, None).as_object()


def _log_odds(share: float | None) -> float | None:
    return None if share is None or not 0 < share < 1 else float(np.log(share / (1 - share)))
