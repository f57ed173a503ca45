"""The equilibrium of a population: the mixture of agents that no agent beats.

Two people each choose an agent, and the payoff is the share of one's agent against the other's, minus 1/2.
This game is symmetric and its sum is zero, so its equilibrium is a linear programme with the value 0. In the
theory of voting the solution is called a maximal lottery. An agent that does worse than another one against
everybody gets nothing; rock, paper and scissors get a third each.
"""

import numpy as np
from numpy.typing import NDArray

STEPS = 100
CLOSE = 1e-12
"""The most by which an agent may beat the mixture, per agent."""
_SHRINK, _STAY_INSIDE = 0.1, 0.9

Grid = NDArray[np.float64]


def equilibrium(payoffs: Grid) -> Grid:
    """Return the equilibrium of symmetric zero-sum games, many at a time.

    The solver follows the central path of the linear programme: x (v - M x) = m in each component, sum x = 1,
    for m towards 0. If there are several equilibria, the path ends in the centre of them (in the sense of the
    product of all positive masses), so agents that are alike share their mass equally and the result
    does not depend on the order of the agents. A simplex method would pick a corner.

    Args:
        payoffs: ... x agents x agents, antisymmetric: what the row's agent gets against the column's.

    Returns:
        Masses, ... x agents; the sum is 1.
    """
    matrix = np.asarray(payoffs, float)
    count = matrix.shape[-1]
    # The equilibrium does not depend on the scale; numbers near 1 make the steps well conditioned.
    largest = np.abs(matrix).max(axis=(-1, -2), keepdims=True)
    matrix = matrix / np.where(largest > 0, largest, 1)
    masses = np.full(matrix.shape[:-1], 1 / count)
    value = np.full((*matrix.shape[:-2], 1), 2.0)
    jacobian = np.zeros((*matrix.shape[:-2], count + 1, count + 1))
    for _ in range(STEPS):
        slack = value - np.einsum("...ij,...j->...i", matrix, masses)
        gap = (masses * slack).mean(axis=-1, keepdims=True)
        if gap.max() < CLOSE:
            break
        jacobian[..., :count, :count] = -masses[..., :, None] * matrix
        jacobian[..., np.arange(count), np.arange(count)] += slack
        jacobian[..., :count, count] = masses
        jacobian[..., count, :count] = 1
        wrong = np.concatenate(
            [_SHRINK * gap - masses * slack, 1 - masses.sum(axis=-1, keepdims=True)], axis=-1
        )
        step = np.linalg.solve(jacobian, wrong[..., None])[..., 0]
        towards, more = step[..., :count], step[..., count:]
        change = more - np.einsum("...ij,...j->...i", matrix, towards)
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
        masses = masses + length * towards
        value = value + length * more
    return np.asarray(masses / masses.sum(axis=-1, keepdims=True))
