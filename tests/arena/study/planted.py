"""Planted data for the statistics of the study: normal numbers with a known truth, no games."""

import numpy as np
from numpy.typing import NDArray

from dixie_arena.studying.cells import Cells
from dixie_arena.studying.seats import Seats, spread_blocks

ABILITIES = 10
Array = NDArray[np.float64]


def centred(values: Array) -> Array:
    """Effects: they add up to 0 over abilities."""
    return np.asarray(values - values.mean(axis=-1, keepdims=True))


def planted_cells(
    random: np.random.Generator,
    mean: Array,
    *,
    boards: int = 200,
    players: Array | None = None,
    agents: int = 4,
    board_sd: float = 0.02,
    mixed_sd: float = 0.01,
    luck_sd: float = 0.03,
    weights: Array | None = None,
    board_effects: Array | None = None,
) -> tuple[Cells, Array]:
    """Return cells with error, and the true effects behind them.

    Standard deviations are those of one ability's effect; luck is that of one cell.
    """
    count = len(mean)
    blow_up = np.sqrt(count / (count - 1))  # centring takes a part of the variance away
    alpha = np.zeros((agents, count)) if players is None else centred(players)
    beta = centred(random.standard_normal((boards, count))) * board_sd * blow_up
    if board_effects is not None:
        beta = beta + board_effects
    gamma = centred(random.standard_normal((boards, agents, count))) * mixed_sd * blow_up
    gamma = (gamma - gamma.mean(axis=1, keepdims=True)) * np.sqrt(agents / max(agents - 1, 1))
    truth = centred(mean) + alpha + beta[:, None] + gamma
    # Cells of one agent have a common error, too: the luck of its seats.
    error = luck_sd * centred(random.standard_normal(truth.shape)) * blow_up
    one = np.eye(count) - 1 / count
    covariance = np.kron(np.eye(agents), one) * luck_sd**2 * blow_up**2
    board_weights = np.full(boards, 1 / boards) if weights is None else weights / weights.sum()
    return Cells(truth + error, covariance, board_weights, np.full(agents, 1 / agents)), truth


def planted_seats(
    random: np.random.Generator,
    effects: Array,
    *,
    games: int = 1400,
    players: int = 4,
    places: Array | None = None,
    noise: float = 0.4,
    together: float = 0.0,
) -> Seats:
    """Return seats whose win share is effect + place + normal noise; ``together`` is common to a game."""
    agents, abilities = effects.shape
    ability = random.permuted(np.tile(np.arange(abilities), (games, 1)), axis=1)[:, :players]
    agent = random.integers(agents, size=(games, players))
    place = random.permuted(np.tile(np.arange(players), (games, 1)), axis=1)
    share = 1 / players + effects[agent, ability] + noise * random.standard_normal((games, players))
    share += together * random.standard_normal((games, 1))
    if places is not None:
        share += places[place]
    rank = (-share).argsort(axis=1).argsort(axis=1) + 1
    return Seats(ability + 1, agent, place, share, rank, spread_blocks(games))


def planted_rankings(
    random: np.random.Generator,
    strengths: Array,
    *,
    games: int = 1400,
    players: int = 4,
    spread: Array | None = None,
) -> Seats:
    """Return seats ranked by strength (agents x abilities) plus Gumbel noise: Plackett-Luce is true.

    ``spread``, one for each ability, widens the noise of its holder; then Plackett-Luce is not true.
    """
    agents, abilities = strengths.shape
    ability = random.permuted(np.tile(np.arange(abilities), (games, 1)), axis=1)[:, :players]
    agent = random.integers(agents, size=(games, players))
    place = random.permuted(np.tile(np.arange(players), (games, 1)), axis=1)
    noise = random.gumbel(size=(games, players)) - np.euler_gamma
    if spread is not None:
        noise *= spread[ability]
    rank = (-(strengths[agent, ability] + noise)).argsort(axis=1).argsort(axis=1) + 1
    return Seats(ability + 1, agent, place, (rank == 1).astype(float), rank, spread_blocks(games))
