"""The summary of a tournament: a pure function of its table of results."""

from collections.abc import Mapping
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from dixie_arena.bootstrap import CONFIDENCE, Bootstrap, Interval, blocks_needed
from dixie_arena.columns import ACTIONS
from dixie_arena.config import Tournament
from dixie_arena.population import describe_population
from dixie_arena.ratings import openskill_ratings, plackett_luce
from dixie_arena.results import GameResults, read_results
from dixie_env.engine.words import PENALTY_SOURCES, REWARD_SOURCES

DIFFERENCES = (0.01, 0.02, 0.05, 0.1)
"""The summary says how many games are needed to show these differences in win share."""
POWER = 0.8


def summarize(tournament: Tournament, table: pa.Table) -> dict[str, Any]:
    """Return the summary of a finished tournament, as plain data for JSON."""
    labels = [entrant.label for entrant in tournament.entrants]
    results = read_results(table, labels, tournament.rules.players)
    bootstrap = Bootstrap(results.blocks)
    metrics = {
        "win_share": results.win_shares,
        "mean_rank": results.mid_ranks,
        "mean_score": results.scores,
    }
    estimates = {
        name: _by_agent(values, results, bootstrap, share=name == "win_share")
        for name, values in metrics.items()
    }
    ratings = plackett_luce(results, bootstrap)
    openskill = openskill_ratings(results)
    totals = _totals(table)
    schedule = tournament.schedule
    return {
        "games": results.games,
        "blocks": schedule.blocks,
        "players": results.players,
        "lineups": schedule.mode,
        "lineups_in_block": schedule.lineups,
        "fair_share": round(1 / results.players, 6),
        "confidence": CONFIDENCE,
        "agents": [
            {
                "label": entrant.label,
                "name": entrant.name,
                **{name: estimates[name][0][number].as_object() for name in metrics},
                "rating": ratings[number].as_object(),
                "openskill": {
                    "mu": round(openskill[number].mu, 4),
                    "sigma": round(openskill[number].sigma, 4),
                    "spread": round(openskill[number].spread, 4),
                },
                **totals[entrant.label],
            }
            for number, entrant in enumerate(tournament.entrants)
        ],
        "differences": _differences(results, bootstrap, {name: pair[1] for name, pair in estimates.items()}),
        "games_needed": _games_needed(results, bootstrap, estimates["win_share"][1]),
        "head_to_head": _head_to_head(results, bootstrap),
        "duels": _duels(results, bootstrap),
        "population": describe_population(results, bootstrap),
        "seats": _places(
            results, bootstrap, np.broadcast_to(np.arange(results.players), results.ranks.shape)
        ),
        "turns": _places(results, bootstrap, results.turns),
    }


Estimates = tuple[list[Interval], tuple[NDArray[np.float64], NDArray[np.float64]]]


def _by_agent(
    values: NDArray[np.float64], results: GameResults, bootstrap: Bootstrap, *, share: bool
) -> Estimates:
    """Return the mean of some values for each agent, and what is needed to compare them."""
    count = len(results.labels)
    sums = bootstrap.sums(values, results.agents, count)
    counts = bootstrap.sums(np.ones_like(values), results.agents, count)
    means, resampled = bootstrap.ratios(sums, counts)
    interval = bootstrap.share if share else bootstrap.interval
    intervals = [interval(means[agent], resampled[:, agent]) for agent in range(count)]
    return intervals, (means, resampled)


def _differences(
    results: GameResults,
    bootstrap: Bootstrap,
    estimates: Mapping[str, tuple[NDArray[np.float64], NDArray[np.float64]]],
) -> list[dict[str, Any]]:
    """Return all paired differences, in the order of the agents, and the games needed to show them."""
    games_in_block = results.games // bootstrap.blocks
    rows = []
    for one, other in combinations(range(len(results.labels)), 2):
        row: dict[str, Any] = {"one": results.labels[one], "other": results.labels[other]}
        for name, (means, resampled) in estimates.items():
            interval = bootstrap.share_difference if name == "win_share" else bootstrap.interval
            difference = interval(means[one] - means[other], resampled[:, one] - resampled[:, other])
            row[name] = difference.as_object()
            if name == "win_share":
                blocks = blocks_needed(difference.value, difference.error or np.inf, bootstrap.blocks, POWER)
                row["more_games"] = (
                    None if blocks is None else max(0, blocks - bootstrap.blocks) * games_in_block
                )
        rows.append(row)
    return rows


def _games_needed(
    results: GameResults, bootstrap: Bootstrap, estimate: tuple[NDArray[np.float64], NDArray[np.float64]]
) -> list[dict[str, Any]]:
    """Return how many games it takes to show differences in win share, for the hardest pair."""
    _, resampled = estimate
    pairs = list(combinations(range(len(results.labels)), 2))
    if not pairs or bootstrap.groups < 2:
        return []
    errors = [
        bootstrap.interval(0, resampled[:, one] - resampled[:, other]).error or 0.0 for one, other in pairs
    ]
    games_in_block = results.games // bootstrap.blocks
    rows = []
    for difference in DIFFERENCES:
        blocks = blocks_needed(difference, max(errors), bootstrap.blocks, POWER)
        rows.append({"difference": difference, "games": None if blocks is None else blocks * games_in_block})
    return rows


def _head_to_head(results: GameResults, bootstrap: Bootstrap) -> list[dict[str, Any]]:
    """Return for each pair how often the first one finished ahead where both played; a tie is half."""
    count = len(results.labels)
    ahead: NDArray[np.float64] = np.zeros((bootstrap.groups, count * count))
    meetings: NDArray[np.float64] = np.zeros_like(ahead)
    for seat, opponent in permutations(range(results.players), 2):
        better = np.sign(results.ranks[:, opponent] - results.ranks[:, seat]) / 2 + 0.5
        pair = results.agents[:, seat] * count + results.agents[:, opponent]
        ahead += bootstrap.sums(better, pair, count * count)
        meetings += bootstrap.sums(np.ones_like(better), pair, count * count)
    means, resampled = bootstrap.ratios(ahead, meetings)
    total = meetings.sum(axis=0)
    return [
        {
            "one": results.labels[one],
            "other": results.labels[other],
            "ahead": bootstrap.share(
                means[one * count + other], resampled[:, one * count + other]
            ).as_object(),
            "meetings": int(total[one * count + other]),
        }
        for one, other in permutations(range(count), 2)
        if total[one * count + other]
    ]


def _duels(results: GameResults, bootstrap: Bootstrap) -> list[dict[str, Any]]:
    """Return the win share of one copy of each agent against copies of another."""
    if results.players < 3:
        return []
    rows = []
    shares = results.win_shares
    for one, other in permutations(range(len(results.labels)), 2):
        alone = results.agents == one
        duel = (alone.sum(axis=1) == 1) & ((results.agents == other).sum(axis=1) == results.players - 1)
        if not duel.any():
            continue
        zero: NDArray[np.int64] = np.zeros(results.games, np.int64)
        sums = bootstrap.sums((shares * alone).sum(axis=1) * duel, zero, 1)
        means, resampled = bootstrap.ratios(sums, bootstrap.sums(duel, zero, 1))
        rows.append(
            {
                "one": results.labels[one],
                "against": results.labels[other],
                "win_share": bootstrap.share(means[0], resampled[:, 0]).as_object(),
                "games": int(duel.sum()),
            }
        )
    return rows


def _places(results: GameResults, bootstrap: Bootstrap, places: NDArray[np.int64]) -> list[dict[str, Any]]:
    """Return win share and score by place, over all agents, who had every place equally often."""
    ones = bootstrap.sums(np.ones(places.shape), places, results.players)
    rows: list[dict[str, Any]] = [{"place": place} for place in range(results.players)]
    for name, values in (("win_share", results.win_shares), ("mean_score", results.scores)):
        means, resampled = bootstrap.ratios(bootstrap.sums(values, places, results.players), ones)
        for place, row in enumerate(rows):
            interval = bootstrap.share if name == "win_share" else bootstrap.interval
            row[name] = interval(means[place], resampled[:, place]).as_object()
    return rows


def _totals(table: pa.Table) -> dict[str, dict[str, Any]]:
    """Return the counts for each agent: falls into the pit, failures, points by source, use of actions."""
    penalties = [f"penalty_{source}" for source in PENALTY_SOURCES]
    rewards = [f"reward_{source}" for source in REWARD_SOURCES]
    actions = ["passes", *(f"action_{action}" for action in range(1, ACTIONS + 1))]
    wanted = ["in_pit", *penalties, *rewards, *actions, "substitutions", "forfeit", "decisions"]
    totals = {}
    for label in pc.unique(table.column("agent")).to_pylist():
        rows = table.filter(pc.equal(table.column("agent"), label))
        means = {name: float(np.mean(rows.column(name).to_numpy())) for name in wanted}
        totals[label] = {
            "seats": rows.num_rows,
            "in_pit": round(means["in_pit"], 6),
            "decisions_in_game": round(means["decisions"], 4),
            "substitutions": int(rows.column("substitutions").to_numpy().sum()),
            "forfeits": int(rows.column("forfeit").to_numpy().sum()),
            "penalties": {name.removeprefix("penalty_"): round(means[name], 4) for name in penalties},
            "rewards": {name.removeprefix("reward_"): round(means[name], 4) for name in rewards},
            "actions": {name.removeprefix("action_"): round(means[name], 4) for name in actions},
        }
    return totals
