"""Effects from all ranks by the Plackett-Luce model: a check of the least squares, never the answer.

Each seat has a strength: ability + agent + place in the first order + ability x agent. First place goes to
a seat with a probability proportional to the exponential of its strength, the second to one of the others in
the same way, and so on. Seats that tie leave together, and the order among them is averaged (Efron's method,
as in the arena's ratings). Interactions have a normal prior with standard deviation 1; the other parameters a
wide one, which only keeps them finite.

The model uses every rank, so where it is true it is 1.5 to 2.4 times as efficient. For an ability that widens
the spread of results it is not true, and is off by 3 to 7 percentage points. To compare both in the same
units, the fitted chances of winning go through the least squares of the same seats: then the difference is
free of who happened to meet whom.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_arena.ratings import tie_stages
from dixie_arena.studying.board_fit import Projection
from dixie_arena.studying.cells import effective_number
from dixie_arena.studying.seats import Seats
from dixie_env.engine.words import ABILITIES

__all__ = [
    "FEWEST_ERRORS",
    "LEAST_POINTS",
    "SpreadTest",
    "Strengths",
    "compare_spread",
    "fit_ranks",
    "rank_effects",
]

INTERACTION_SD = 1.0
WIDE_SD = 5.0
STEPS = 50
TINY = 1e-8
FEWEST_ERRORS = 3.0
"""How many standard errors both methods must differ by before the report prints both ..."""
LEAST_POINTS = 0.005
"""... and by how much at least: half a percentage point."""


@dataclass(frozen=True)
class Strengths:
    """Log strengths of one board. Abilities, agents and places each have the mean 0.

    Attributes:
        ability: One for each ability.
        agent: One for each agent.
        place: One for each place in the first order.
        interaction: Agents x abilities.
    """

    ability: NDArray[np.float64]
    agent: NDArray[np.float64]
    place: NDArray[np.float64]
    interaction: NDArray[np.float64]

    def of(self, seats: Seats) -> NDArray[np.float64]:
        """Return the strength of each seat, games x players."""
        ability = seats.ability - 1
        return np.asarray(
            self.ability[ability]
            + self.agent[seats.agent]
            + self.place[seats.place]
            + self.interaction[seats.agent, ability]
        )

    def win_chances(self, seats: Seats) -> NDArray[np.float64]:
        """Return the probability that each seat wins its game."""
        return _shares(self.of(seats))


def fit_ranks(seats: Seats, agents: int, abilities: int = len(ABILITIES)) -> Strengths:
    """Fit the strengths to the ranks of all games on one board."""
    order = np.argsort(seats.rank, axis=1, kind="stable")

    def best_first(column: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.take_along_axis(column, order, axis=1)

    ability, agent, place = (best_first(one) for one in (seats.ability - 1, seats.agent, seats.place))
    stages = tie_stages(best_first(seats.rank))
    sizes = (abilities, agents, seats.players, agents * abilities)
    starts = np.cumsum([0, *sizes])
    columns = np.stack(
        [
            starts[0] + ability,
            starts[1] + agent,
            starts[2] + place,
            starts[3] + agent * abilities + ability,
        ],
        axis=2,
    )
    design = np.eye(starts[-1])[columns].sum(axis=2)  # games x seats x parameters
    sds = np.repeat([WIDE_SD, WIDE_SD, WIDE_SD, INTERACTION_SD], sizes)
    found = _maximise(design, stages, 1 / sds**2)
    ability_part, agent_part, place_part, interaction = np.split(found, starts[1:-1])
    return Strengths(
        ability_part - ability_part.mean(),
        agent_part - agent_part.mean(),
        place_part - place_part.mean(),
        interaction.reshape(agents, abilities),
    )


def rank_effects(seats: Seats, agents: int, abilities: int = len(ABILITIES)) -> NDArray[np.float64]:
    """Return what the ranks say of the effects on the win share: agents x abilities, as `fit_board` does."""
    chances = fit_ranks(seats, agents, abilities).win_chances(seats)
    return Projection(seats, agents, abilities).effects(chances)


@dataclass(frozen=True)
class SpreadTest:
    """Whether ranks and wins disagree about an ability, over all boards.

    Attributes:
        delta: Plackett-Luce minus least squares for each ability, the weighted mean over boards.
        errors: Standard errors, from the spread over boards.
    """

    delta: NDArray[np.float64]
    errors: NDArray[np.float64]

    @property
    def changes_spread(self) -> NDArray[np.bool_]:
        """Which abilities change the spread of results, not only the mean: the report prints both values."""
        return np.asarray(
            (np.abs(self.delta) > FEWEST_ERRORS * self.errors) & (np.abs(self.delta) > LEAST_POINTS)
        )


def compare_spread(
    by_ranks: NDArray[np.float64], by_wins: NDArray[np.float64], weights: NDArray[np.float64]
) -> SpreadTest:
    """Test once for each ability whether both methods agree.

    Args:
        by_ranks: Boards x abilities: effects from all ranks, averaged over the pool.
        by_wins: The same from the least squares.
        weights: Weights of the boards; they add up to 1.
    """
    number = effective_number(weights)
    delta = by_ranks - by_wins
    mean = weights @ delta
    variance = weights**2 @ (delta - mean) ** 2 * number / max(number - 1, TINY)
    return SpreadTest(mean, np.sqrt(variance))


def _shares(strengths: NDArray[np.float64]) -> NDArray[np.float64]:
    weights = np.exp(strengths - strengths.max(axis=-1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=-1, keepdims=True))


def _maximise(
    design: NDArray[np.float64], stages: NDArray[np.float64], precision: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the parameters with the highest posterior density, by Newton's method."""
    flat = design.reshape(-1, design.shape[2])
    left = flat.sum(axis=0)
    theta = np.zeros(design.shape[2])
    for _ in range(STEPS):
        strengths = design @ theta
        weights = stages * np.exp(strengths - strengths.max(axis=1, keepdims=True))[:, None, :]
        shares = weights / weights.sum(axis=2, keepdims=True)  # games x stages x seats
        of_seat = shares.sum(axis=1).ravel()
        gradient = left - flat.T @ of_seat - precision * theta
        means = np.matmul(shares, design).reshape(-1, design.shape[2])
        information = (flat * of_seat[:, None]).T @ flat - means.T @ means + np.diag(precision)
        step = np.linalg.solve(information, gradient)
        # Far from the solution the model is not quadratic: no parameter moves by more than 1 at once.
        theta = theta + step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < TINY:
            break
    return theta
