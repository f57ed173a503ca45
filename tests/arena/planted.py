"""Tournaments with a known truth: duels of 1 against n - 1 with given log-odds, without playing a game."""

import numpy as np
from numpy.typing import NDArray

from dixie_arena.cycles import bradley_terry
from dixie_arena.equilibrium import equilibrium
from dixie_arena.pairs import shares
from dixie_arena.results import GameResults
from dixie_arena.schedule import Schedule

Grid = NDArray[np.float64]
LABELS = "abcdefgh"
ROCK_PAPER_SCISSORS = np.array([[0.0, 1.0, -1.0], [-1.0, 0.0, 1.0], [1.0, -1.0, 0.0]])


def rated(*strengths: float) -> Grid:
    """Return the log-odds of agents with these strengths."""
    values = np.array(strengths)
    return values[:, None] - values[None, :]


def planted_duels(log_odds: Grid, blocks: int, seed: int, players: int = 4) -> GameResults:
    """Draw a tournament with line-ups ``duels``. Log-odds are above the fair share, by row against column."""
    random = np.random.default_rng(seed)
    count = len(log_odds)
    one, other = np.nonzero(~np.eye(count, dtype=bool))
    alone = np.tile(np.arange(players), len(one) * blocks)
    one, other = (np.tile(np.repeat(side, players), blocks) for side in (one, other))
    agents = np.where(np.arange(players) == alone[:, None], one[:, None], other[:, None])
    wins = random.random(len(alone)) < chance(log_odds, players)[one, other]
    winner = np.where(wins, alone, (alone + random.integers(1, players, len(alone))) % players)
    ranks = np.where(np.arange(players) == winner[:, None], 1, 2)
    block = np.repeat(np.arange(blocks), len(alone) // blocks)
    turns = np.broadcast_to(np.arange(players), agents.shape)
    return GameResults(tuple(LABELS[:count]), agents, ranks, -10.0 * ranks, turns, block)


def planted_tables(strengths: list[float], games: int, seed: int, players: int = 4) -> GameResults:
    """Draw rankings at mixed tables from the Plackett-Luce model; each game is a block."""
    random = np.random.default_rng(seed)
    agents = np.array([random.permutation(len(strengths))[:players] for _ in range(games)])
    noise = random.gumbel(size=agents.shape)
    ranks = (-(np.array(strengths)[agents] + noise)).argsort(axis=1).argsort(axis=1) + 1
    turns = np.broadcast_to(np.arange(players), agents.shape)
    return GameResults(tuple(LABELS[: len(strengths)]), agents, ranks, -10.0 * ranks, turns, np.arange(games))


def planted_company(log_odds: Grid, blocks: int, seed: int, players: int = 3) -> GameResults:
    """Draw a tournament with line-ups ``drawn``. A seat's odds depend on everybody else at the table."""
    random = np.random.default_rng(seed)
    count = len(log_odds)
    agents = Schedule(count, players, "drawn", blocks, seed).seatings(0, blocks).reshape(-1, players)
    scores = log_odds[agents[:, :, None], agents[:, None, :]].sum(axis=2) + random.gumbel(size=agents.shape)
    ranks = (-scores).argsort(axis=1).argsort(axis=1) + 1
    turns = np.broadcast_to(np.arange(players), agents.shape)
    block = np.repeat(np.arange(blocks), len(agents) // blocks)
    return GameResults(tuple(LABELS[:count]), agents, ranks, -10.0 * ranks, turns, block)


def chance(log_odds: Grid, players: int) -> Grid:
    """Return the probability that one of the row's agent wins against copies of the column's."""
    return np.asarray(1 / (1 + (players - 1) * np.exp(-log_odds)))


class Truth:
    """What the statistics of ``planted_duels`` should find."""

    def __init__(self, log_odds: Grid, players: int = 4) -> None:
        alone = chance(log_odds, players)
        wins = alone + (1 - alone.T) / (players - 1)
        np.fill_diagonal(wins, 0)
        total = wins + wins.T
        upper = np.triu(total > 0, 1)
        weights = total[upper] / total[upper].sum()
        self.shares = shares(wins, 1e-12)
        rest = (self.shares - bradley_terry(1e6 * wins))[upper]
        self.rest = float(np.sqrt(weights @ rest**2))
        self.explained = float(1 - self.rest**2 / (weights @ (self.shares[upper] - 0.5) ** 2))
        self.masses = equilibrium(self.shares - 0.5)
