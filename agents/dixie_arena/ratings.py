"""Ratings for games of several players: Plackett-Luce by maximum likelihood, and openskill as a check.

In the Plackett-Luce model the first place goes to one of the seats with a probability proportional to its
strength, the second to one of the others in the same way, and so on. Logarithms of strengths are shown on
the scale of chess: 400 points are odds of 10 to 1, the mean of all agents is 0. Ties are treated as in
Efron's method for survival data: those who tie leave together, and each of them has left in part when the
next one does.
"""

from dataclasses import dataclass
from itertools import permutations
from typing import Any

import numpy as np
from numpy.typing import NDArray
from openskill.models import PlackettLuce

from dixie_arena.bootstrap import Bootstrap, Interval
from dixie_arena.results import GameResults

POINTS = 400 / np.log(10)
PRIOR = 5.0
"""Standard deviation of the prior of log strengths: 870 points. It keeps ratings finite."""
STEPS = 100
OPENSKILL_GAMES = 500
OPENSKILL_ORDERS = 4
_SEED = 20_240_111


@dataclass(frozen=True)
class Openskill:
    """An openskill rating: mean and uncertainty, and how much the mean depends on the order of the games."""

    mu: float
    sigma: float
    spread: float


def plackett_luce(results: GameResults, bootstrap: Bootstrap) -> list[Interval]:
    """Fit strengths to all rankings; return a rating with its interval for each agent.

    The intervals come from the sandwich estimator over the same groups of blocks as those of the bootstrap,
    so they too account for the dependence of games in a block. An agent that never finished ahead of another
    one has no lower limit, and one that never finished behind has no upper limit; the other end of the
    interval then comes from the likelihood of its strength alone.
    """
    count = len(results.labels)
    order = np.argsort(results.ranks, axis=1, kind="stable")
    agents = np.take_along_axis(results.agents, order, axis=1)
    stages = tie_stages(np.take_along_axis(results.ranks, order, axis=1))
    theta = np.zeros(count)
    for _ in range(STEPS):
        scores, information = _derivatives(theta, agents, stages, bootstrap)
        step = np.linalg.solve(information + np.eye(count) / PRIOR**2, scores.sum(axis=0) - theta / PRIOR**2)
        theta += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-10:
            break
    scores, information = _derivatives(theta, agents, stages, bootstrap)
    inverse = np.linalg.inv(information + np.eye(count) / PRIOR**2)
    groups = bootstrap.groups
    residuals = scores - scores.mean(axis=0)
    middle = residuals.T @ residuals * (groups / max(groups - 1, 1))
    centre = np.eye(count) - 1 / count
    errors = np.sqrt(np.clip(np.diag(centre @ inverse @ middle @ inverse @ centre), 0, None)) * POINTS
    values = (theta - theta.mean()) * POINTS
    if groups < 2:
        return [Interval(float(value), None, None, None) for value in values]
    reach = bootstrap.quantile * errors
    alone = bootstrap.quantile * POINTS / np.sqrt(np.diag(information) + 1 / PRIOR**2)
    ahead, behind = _comparisons(results)
    intervals = []
    for agent, value in enumerate(values.tolist()):
        low: float | None = float(value - reach[agent])
        high: float | None = float(value + reach[agent])
        if not ahead[agent]:
            low, high = None, float(value + alone[agent])
        elif not behind[agent]:
            low, high = float(value - alone[agent]), None
        intervals.append(Interval(value, low, high, float(errors[agent])))
    return intervals


def openskill_ratings(results: GameResults) -> list[Openskill]:
    """Rate by openskill, which processes games one after another.

    To remove the effect of the order, an evenly spread sample of games is rated in several random orders,
    each from the start, and the ratings are averaged. Copies of an agent in one game share the mean of
    their changes.
    """
    random = np.random.default_rng(_SEED)
    sample = np.unique(np.linspace(0, results.games - 1, min(results.games, OPENSKILL_GAMES)).astype(int))
    final = np.array([_rate(results, random.permutation(sample)) for _ in range(OPENSKILL_ORDERS)])
    return [
        Openskill(float(mu), float(sigma), float(spread))
        for mu, sigma, spread in zip(*final.mean(axis=0).T, final[:, :, 0].std(axis=0), strict=True)
    ]


def _comparisons(results: GameResults) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return how often each agent was not behind, and not ahead of, a seat of another agent."""
    count = len(results.labels)
    ahead: NDArray[np.int64] = np.zeros(count, np.int64)
    behind: NDArray[np.int64] = np.zeros(count, np.int64)
    for seat, other in permutations(range(results.players), 2):
        agents, apart = results.agents[:, seat], results.agents[:, seat] != results.agents[:, other]
        margin = results.ranks[:, other] - results.ranks[:, seat]
        ahead += np.bincount(agents, apart & (margin >= 0), count).astype(np.int64)
        behind += np.bincount(agents, apart & (margin <= 0), count).astype(np.int64)
    return ahead, behind


def _rate(results: GameResults, games: NDArray[np.int64]) -> list[tuple[float, float]]:
    model = PlackettLuce()
    ratings = [(model.mu, model.sigma)] * len(results.labels)
    for game in games.tolist():
        seats = results.agents[game].tolist()
        teams = [[model.create_rating(list(ratings[agent]))] for agent in seats]
        rated = model.rate(teams, ranks=results.ranks[game].tolist())
        for agent in set(seats):
            copies = [team[0] for seat, team in zip(seats, rated, strict=True) if seat == agent]
            ratings[agent] = (
                sum(copy.mu for copy in copies) / len(copies),
                sum(copy.sigma for copy in copies) / len(copies),
            )
    return ratings


def tie_stages(ranks: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how much of each seat is still there at each stage: games x stages x seats, best seats first."""
    games, players = ranks.shape
    there = np.zeros((games, players, players))
    for stage in range(players):
        tied = ranks == ranks[:, stage : stage + 1]
        size = tied.sum(axis=1, keepdims=True)
        gone = stage - np.argmax(tied, axis=1)[:, None]
        there[:, stage] = np.where(tied, 1 - gone / size, ranks > ranks[:, stage : stage + 1])
    return there


def _derivatives(
    theta: NDArray[np.float64], agents: NDArray[np.int64], stages: NDArray[np.float64], bootstrap: Bootstrap
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the gradient of the log likelihood by group, and the negative of its second derivative."""
    count = len(theta)
    weights = stages * np.exp(theta - theta.max())[agents][:, None, :]
    shares = weights / weights.sum(axis=2, keepdims=True)  # games x stages x seats
    gradient = bootstrap.sums(1 - shares.sum(axis=1), agents, count)
    players = agents.shape[1]
    diagonal = np.bincount(agents.ravel(), shares.sum(axis=1).ravel(), count)
    products = np.einsum("gsi,gsj->gij", shares, shares, optimize=True)
    pairs = agents[:, :, None] * count + agents[:, None, :]
    joint: NDArray[Any] = np.bincount(
        pairs.ravel(), products.reshape(-1, players * players).ravel(), count * count
    )
    return gradient, np.diag(diagonal) - joint.reshape(count, count)
