"""Which numbers of a real board to look up first.

The gain of a number g is how much surer it makes the choice of the strongest ability:

    E_g[ max_k P(k best | g) ] - max_k P(k best)

Boards are put into levels of g, and each level has the mean effects of its boards, shrunk towards the mean of
all by how much of the variance between levels luck does not explain. What varies within a level is normal,
with a covariance that is total - between - error. Even a number that says nothing has a gain above 0, so
gains are compared with those after permuting the effects over boards: a number counts only where its z is
beyond the 95 % point of the *largest* z over all numbers. Here z = (gain - mean) / sd over the permutations,
the observed one among them, where no sd counts less than the typical one of all numbers.

The next number is sought given those before: it shifts the means within their levels, the gain is the one
that it adds, and effects are permuted within these levels.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dixie_arena.studying.cells import normalised

__all__ = ["Step", "bin_numbers", "look_up_first"]

PERMUTATIONS = 500
DRAWS = 400
MOST_NUMBERS = 3
BINS = 4
OWN_LEVELS = 7
"""A number with no more values than this has them as its levels."""
LEAST_WEIGHT = 0.05
"""A level with less weight joins the next one."""
QUANTILE = 0.95
_SEED = 20_261_208


@dataclass(frozen=True)
class Step:
    """The search for one number, given those found before.

    Attributes:
        gains: For each number the gain that it adds, as a probability.
        chance_gains: The gain that each has on average after permuting.
        z: How far the gain is above that, in standard deviations; 0 for a number that does not vary.
        threshold: What z must exceed: the 95 % point of the largest one after permuting.
        found: Column of the number with the largest gain among those that do; None if no number stands out.
    """

    gains: NDArray[np.float64]
    chance_gains: NDArray[np.float64]
    z: NDArray[np.float64]
    threshold: float
    found: int | None


def look_up_first(
    effects: NDArray[np.float64],
    weights: NDArray[np.float64],
    error: NDArray[np.float64],
    numbers: NDArray[np.float64],
    *,
    most: int = MOST_NUMBERS,
    permutations: int = PERMUTATIONS,
    draws: int = DRAWS,
    seed: int = _SEED,
) -> list[Step]:
    """Find the numbers to look up, one step for each, until no further number stands out.

    Args:
        effects: Boards x abilities, averaged over the pool.
        weights: Weights of the boards.
        error: Covariance of one board's effects from luck alone (`Cells.mean_covariance`).
        numbers: Boards x numbers, as `read_boards` gives them.
        most: How many numbers to find at most.
        permutations: How many, the observed one among them.
        draws: Normal draws for the probabilities; the same ones everywhere.
        seed: The seed of permutations and draws.

    Returns:
        The steps. The last one found nothing, unless there are ``most``.
    """
    if numbers.shape[:1] != effects.shape[:1]:
        raise ValueError(f"there are numbers of {len(numbers)} boards, but effects on {len(effects)}")
    boards = normalised(weights)
    levels = [bin_numbers(column, boards) for column in numbers.T]
    noise = np.random.default_rng([seed, 0]).standard_normal((draws, effects.shape[1]))
    known: NDArray[np.int64] = np.zeros(len(effects), np.int64)
    base = (boards @ effects)[None]
    steps: list[Step] = []
    chosen: set[int] = set()
    while len(steps) < most:
        splits = {
            column: _Split(boards, known, base, level)
            for column, level in enumerate(levels)
            if column not in chosen and level.max() > 0
        }
        orders = _permute_within(known, permutations, np.random.default_rng([seed, 1 + len(steps)]))
        gains = np.zeros((permutations, len(levels)))
        for row, order in enumerate(orders):
            moved = effects[order]
            within = _covariance(moved, boards) - error
            for column, split in splits.items():
                gains[row, column] = split.gain(moved, within, noise)
        steps.append(_judge(gains))
        found = steps[-1].found
        if found is None:
            break
        chosen.add(found)
        base = splits[found].means(effects)
        known = splits[found].cell_of_board
    return steps


def bin_numbers(values: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the level of each board, from 0: the number's own values if few, else 4 bins of equal weight.

    Own values with little weight join the next one.
    """
    distinct, place = np.unique(values, return_inverse=True)
    mass = np.bincount(place, normalised(weights))
    ends = np.cumsum(mass)
    if len(distinct) > OWN_LEVELS:
        groups = np.minimum((BINS * (ends - mass / 2)).astype(np.int64), BINS - 1)
    else:
        groups = np.zeros(len(distinct), np.int64)
        held = 0.0
        for number, weight in enumerate(mass.tolist()):
            if number:
                enough = held >= LEAST_WEIGHT and 1 - ends[number - 1] >= LEAST_WEIGHT
                groups[number] = groups[number - 1] + enough
                held = 0.0 if enough else held
            held += weight
    _, level = np.unique(groups[place], return_inverse=True)
    return np.asarray(level, np.int64)


class _Split:
    """Boards by their known levels and by those of one more number.

    Args:
        weights: Weights of the boards, normalised.
        known: The known level of each board, from 0.
        base: The mean effects of each known level.
        level: The level of the new number for each board, from 0.
    """

    def __init__(
        self,
        weights: NDArray[np.float64],
        known: NDArray[np.int64],
        base: NDArray[np.float64],
        level: NDArray[np.int64],
    ) -> None:
        count = int(level.max()) + 1
        pairs, cell_of_board = np.unique(known * count + level, return_inverse=True)
        self.cell_of_board = np.asarray(cell_of_board, np.int64)
        self._known_of_cell, self._level_of_cell = np.divmod(pairs, count)
        self._cells = np.bincount(self.cell_of_board, weights)
        self._levels = np.bincount(level, weights)
        self._base = base
        # Everything up to the draws is linear in the effects: matrices, made once for all permutations.
        averages = _averages(level, weights)
        rest = np.eye(len(weights)) - _averages(known, weights)[known]
        self._shift = averages @ rest
        self._residual = rest - self._shift[level]
        self._weights = weights
        self._freedom = float(weights @ (self._residual**2).sum(axis=1))
        self._by_luck = float(self._levels @ (self._shift**2).sum(axis=1))

    def means(self, effects: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the mean effects of each cell (known level and new one), shrunk."""
        shift = self._shift @ effects
        observed = self._levels @ shift**2
        variance = self._weights @ (self._residual @ effects) ** 2 / max(self._freedom, 1e-12)
        expected = variance * self._by_luck
        shrink = np.maximum(
            0, 1 - np.divide(expected, observed, out=np.ones_like(observed), where=observed > 0)
        )
        return np.asarray(self._base[self._known_of_cell] + (shrink * shift)[self._level_of_cell])

    def gain(
        self, effects: NDArray[np.float64], within: NDArray[np.float64], noise: NDArray[np.float64]
    ) -> float:
        """Return how much surer of the best ability the number makes, beyond what is known.

        Args:
            effects: Boards x abilities.
            within: Their covariance without luck.
            noise: Standard normal draws.
        """
        means = self.means(effects)
        apart = means - self._cells @ means
        between = (apart * self._cells[:, None]).T @ apart
        draws = noise @ _root(within - between)
        best = (means[:, None, :] + draws).argmax(axis=2)
        cells, abilities = means.shape
        where = best + abilities * np.arange(cells)[:, None]
        chances = np.bincount(where.ravel(), minlength=cells * abilities).reshape(cells, abilities)
        joint = chances * (self._cells / len(noise))[:, None]
        before = np.zeros((len(self._base), abilities))
        np.add.at(before, self._known_of_cell, joint)
        return float(joint.max(axis=1).sum() - before.max(axis=1).sum())


def _averages(level: NDArray[np.int64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the matrix that turns values of boards into weighted means of levels."""
    rows = np.equal.outer(np.arange(int(level.max()) + 1), level) * weights
    return np.asarray(rows / np.maximum(rows.sum(axis=1, keepdims=True), 1e-300))


def _covariance(effects: NDArray[np.float64], weights: NDArray[np.float64]) -> NDArray[np.float64]:
    apart = effects - weights @ effects
    return np.asarray((apart * weights[:, None]).T @ apart / (1 - weights @ weights))


def _root(covariance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the symmetric root: a small change of the covariance moves draws by little.

    Directions of negative variance are dropped and the others scaled down to the same total. Else luck would
    stay as variance and hide the gain: a planted number was found in 136 instead of 162 cases of 200.
    """
    values, vectors = np.linalg.eigh((covariance + covariance.T) / 2)
    kept = np.maximum(values, 0)
    scale = max(0.0, float(values.sum())) / max(float(kept.sum()), 1e-300)
    return np.asarray((vectors * np.sqrt(kept * scale)) @ vectors.T)


def _permute_within(
    known: NDArray[np.int64], permutations: int, random: np.random.Generator
) -> list[NDArray[np.int64]]:
    """Return orders of the boards, the observed one first; boards stay within their known levels."""
    if permutations < 2:
        raise ValueError(f"there must be at least 2 permutations, not {permutations}")
    places = np.argsort(known, kind="stable")
    orders: list[NDArray[np.int64]] = [np.arange(len(known))]
    for _ in range(permutations - 1):
        order = np.empty(len(known), np.int64)
        order[places] = np.lexsort((random.random(len(known)), known))
        orders.append(order)
    return orders


def _judge(gains: NDArray[np.float64]) -> Step:
    mean, sd = gains.mean(axis=0), gains.std(axis=0)
    # Most gains after permuting are exactly 0. A number for which nearly all are would have a standard
    # deviation near 0, and a huge z from any small gain, so the typical one is the least that counts.
    varies = sd > 1e-12
    typical = np.sqrt((sd[varies] ** 2).mean()) if varies.any() else 0.0
    z = np.divide(gains - mean, np.maximum(sd, typical), out=np.zeros_like(gains), where=varies)
    threshold = float(np.quantile(z.max(axis=1), QUANTILE))
    standing_out = np.where(z[0] > threshold, gains[0], -np.inf)
    found = int(standing_out.argmax()) if np.isfinite(standing_out).any() else None
    return Step(gains[0], mean, z[0], threshold, found)
