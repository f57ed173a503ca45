"""The summary of a tournament: a pure function of its table of results."""

from itertools import permutations
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from dixie_arena.bootstrap import CONFIDENCE, Bootstrap, Interval
from dixie_arena.columns import ACTIONS
from dixie_arena.comparison import agent_shares, compare_agents
from dixie_arena.config import Tournament
from dixie_arena.korn_graubard import measure_share
from dixie_arena.population import describe_population
from dixie_arena.ratings import openskill_ratings, plackett_luce
from dixie_arena.results import GameResults, read_results
from dixie_env.engine.words import PENALTY_SOURCES, REWARD_SOURCES


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
    estimates = {name: _by_agent(values, results, bootstrap) for name, values in metrics.items()}
    wins = agent_shares(results, bootstrap)
    intervals = {
        name: wins.intervals() if name == "win_share" else _intervals(bootstrap, *estimates[name])
        for name in metrics
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
                **{name: intervals[name][number].as_object() for name in metrics},
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
        **compare_agents(results, bootstrap, wins),
        "head_to_head": _head_to_head(results, bootstrap),
        "duels": _duels(results, bootstrap),
        "population": describe_population(results, bootstrap),
        "seats": _places(
            results, bootstrap, np.broadcast_to(np.arange(results.players), results.ranks.shape)
        ),
        "turns": _places(results, bootstrap, results.turns),
    }


Estimate = tuple[NDArray[np.float64], NDArray[np.float64]]


def _by_agent(values: NDArray[np.float64], results: GameResults, bootstrap: Bootstrap) -> Estimate:
    """Return the mean of some values for each agent, and the means of all resamples."""
    count = len(results.labels)
    sums = bootstrap.sums(values, results.agents, count)
    counts = bootstrap.sums(np.ones_like(values), results.agents, count)
    return bootstrap.ratios(sums, counts)


def _intervals(
    bootstrap: Bootstrap, means: NDArray[np.float64], resampled: NDArray[np.float64]
) -> list[Interval]:
    return [bootstrap.interval(mean, resampled[:, agent]) for agent, mean in enumerate(means)]


def _head_to_head(results: GameResults, bootstrap: Bootstrap) -> list[dict[str, Any]]:
    """Return for each pair how often the first one finished ahead where both played; a tie is half."""
    rows = []
    for one, other in permutations(range(len(results.labels)), 2):
        ahead, meetings = np.zeros(results.games), np.zeros(results.games)
        for seat, opponent in permutations(range(results.players), 2):
            meet = (results.agents[:, seat] == one) & (results.agents[:, opponent] == other)
            better = np.sign(results.ranks[:, opponent] - results.ranks[:, seat]) / 2 + 0.5
            ahead += better * meet
            meetings += meet
        if meetings.any():
            rows.append(
                {
                    "one": results.labels[one],
                    "other": results.labels[other],
                    "ahead": measure_share(bootstrap, ahead, meetings).interval().as_object(),
                    "meetings": int(meetings.sum()),
                }
            )
    return rows


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
        found = measure_share(bootstrap, (shares * alone).sum(axis=1) * duel, duel)
        rows.append(
            {
                "one": results.labels[one],
                "against": results.labels[other],
                "win_share": found.interval().as_object(),
                "games": int(duel.sum()),
            }
        )
    return rows


def _places(results: GameResults, bootstrap: Bootstrap, places: NDArray[np.int64]) -> list[dict[str, Any]]:
    """Return win share and score by place, over all agents, who had every place equally often."""
    ones = bootstrap.sums(np.ones(places.shape), places, results.players)
    scores = bootstrap.ratios(bootstrap.sums(results.scores, places, results.players), ones)
    rows = []
    for place, score in enumerate(_intervals(bootstrap, *scores)):
        won = np.where(places == place, results.win_shares, 0).sum(axis=1)
        share = measure_share(bootstrap, won).interval()
        rows.append({"place": place, "win_share": share.as_object(), "mean_score": score.as_object()})
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
