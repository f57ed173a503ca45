"""The equilibrium of a population: the mixture of agents that no agent beats.

Two people each choose an agent, and the payoff is the share of one's agent against the other's, minus 1/2.
This game is symmetric and its sum is zero, so its equilibrium is a linear programme with the value 0. In the
theory of voting the solution is called a maximal lottery. An agent that does worse than another one against
everybody gets nothing; rock, paper and scissors get a third each.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

STEPS = 300
CLOSE = 1e-12
"""The most by which an agent may beat the mixture, per agent."""
_SHRINK, _STAY_INSIDE = 0.2, 0.9
_START = 2.0
"""More than any agent gets against any mixture."""

Grid = NDArray[np.float64]


def equilibrium(payoffs: Grid) -> Grid:
    """Return the equilibrium of symmetric zero-sum games, many at a time.

    If there are several equilibria, the result is the centre of them; see ``central_path``. So agents that
    are alike share their mass equally, and the order of the agents does not matter. A simplex method would
    pick a corner.

    Args:
        payoffs: ... x agents x agents, antisymmetric: what the row's agent gets against the column's.

    Returns:
        Masses, ... x agents; the sum is 1.
    """
    # The equilibrium does not depend on the scale; numbers near 1 make the steps well conditioned.
    largest = np.abs(payoffs).max(axis=(-1, -2), keepdims=True)
    matrix = payoffs / np.where(largest > 0, largest, 1)
    return central_path(
        lambda masses: (np.einsum("...ij,...j->...i", matrix, masses), matrix), matrix.shape[:-1]
    )


def central_path(game: Callable[[Grid], tuple[Grid, Grid]], shape: tuple[int, ...]) -> Grid:
    """Follow the central path of symmetric games with a constant sum, from equal masses to an equilibrium.

    With masses x and payoffs u(x), the path has x (v - u(x)) = m in each component and sum x = 1, for m
    towards 0. If u is linear this solves a linear programme, and the path ends in the centre of all
    equilibria (where the product of the positive masses is largest).

    Args:
        game: Returns what each agent gets against mixtures (... x agents), less than 2, and the derivatives
            of that (... x agents x agents).
        shape: ... x agents.

    Returns:
        Masses, ... x agents; the sum is 1. If u is not linear, check that they are an equilibrium.
    """
    count = shape[-1]
    masses = np.full(shape, 1 / count)
    value = np.full((*shape[:-1], 1), _START)
    jacobian = np.zeros((*shape[:-1], count + 1, count + 1))
    gets, slopes = game(masses)
    for _ in range(STEPS):
        slack = value - gets
        gap = (masses * slack).mean(axis=-1, keepdims=True)
        if gap.max() < CLOSE:
            break
        jacobian[..., :count, :count] = -masses[..., :, None] * slopes
        jacobian[..., np.arange(count), np.arange(count)] += slack
        jacobian[..., :count, count] = masses
        jacobian[..., count, :count] = 1
        wrong = np.concatenate(
            [_SHRINK * gap - masses * slack, 1 - masses.sum(axis=-1, keepdims=True)], axis=-1
        )
        step = _solve(jacobian, wrong)
        towards, more = step[..., :count], step[..., count:]
        change = more - np.einsum("...ij,...j->...i", slopes, towards)
        with np.errstate(divide="ignore", invalid="ignore"):
            limits = np.concatenate(
                [
                    np.where(towards < 0, -masses / towards, np.inf),
                    np.where(change < 0, -slack / change, np.inf),
                ],
                axis=-1,
            )
        length = np.minimum(1, _STAY_INSIDE * limits.min(axis=-1, keepdims=True))
        length = np.where(gap < CLOSE, 0, length)  # finished games of the batch wait for the others
        masses, value = masses + length * towards, value + length * more
        gets, slopes = game(masses)
        # If payoffs are not linear, a step may leave too little slack: raise the value again.
        value = np.maximum(value, gets.max(axis=-1, keepdims=True) + 0.01 * np.minimum(gap, 1))
    return np.asarray(masses / masses.sum(axis=-1, keepdims=True))


def _solve(matrix: Grid, right: Grid) -> Grid:
    try:
        return np.asarray(np.linalg.solve(matrix, right[..., None])[..., 0])
    except np.linalg.LinAlgError:  # one singular matrix among many: a turn of a path that is not linear
        return np.asarray((np.linalg.pinv(matrix) @ right[..., None])[..., 0])
