"""Comparisons with a known truth, without playing a game: results at the tables of `dixie compare`."""

import numpy as np
from numpy.typing import NDArray

from dixie_arena.results import GameResults
from dixie_arena.schedule import Schedule


def planted_exchange(
    lead: float,
    deals: int,
    seed: int,
    players: int = 4,
    *,
    company: tuple[float, ...] = (),
    alike: float = 0.0,
    moods: float = 0.0,
) -> tuple[GameResults, NDArray[np.int64]]:
    """Draw the games of a comparison from the Plackett-Luce model; return them and their line-ups.

    Args:
        lead: Log-strength of the first agent; the second has 0.
        deals: Number of deals.
        seed: Seed of the draws.
        players: Seats in a game.
        company: Log-strengths of the others.
        alike: Standard deviation of the luck of a seat that all games of a deal have in common.
        moods: Standard deviation of the lead between deals.
    """
    random = np.random.default_rng(seed)
    schedule = Schedule(2 + len(company), players, "exchange", deals, seed)
    seats = schedule.seatings(0, deals)
    leads = lead + moods * random.standard_normal(deals)
    strengths = np.tile(np.array([0.0, 0.0, *company]), (deals, 1))
    strengths[:, 0] = leads
    scores = strengths[np.arange(deals)[:, None, None, None], seats] + random.gumbel(size=seats.shape)
    scores += alike * random.standard_normal((deals, 1, 1, players))
    agents = seats.reshape(-1, players)
    ranks = (-scores.reshape(-1, players)).argsort(axis=1).argsort(axis=1) + 1
    labels = ("one", "other", *(f"company{number}" for number in range(len(company))))
    turns = np.broadcast_to(np.arange(players), agents.shape)
    blocks = np.repeat(np.arange(deals), schedule.games_in_block)
    lineups = np.tile(np.repeat(np.arange(schedule.lineups), players), deals)
    points = np.asarray(-10.0 * ranks, np.float64)
    return GameResults(labels, agents, ranks, points, turns, blocks), lineups


def split_difference(lead: float, first: int, players: int) -> float:
    """Return the true difference at a table with so many seats of the first agent, the rest the second's."""
    wins = first * np.exp(lead) / (first * np.exp(lead) + players - first)
    return float(wins / first - (1 - wins) / (players - first))


def true_difference(lead: float, players: int) -> float:
    """Return the mean over all splits."""
    return float(np.mean([split_difference(lead, first, players) for first in range(1, players)]))
