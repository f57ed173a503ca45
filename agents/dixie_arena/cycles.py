"""How much of the matrix of duels a rating explains, and what remains.

The rating is that of Bradley and Terry: A's share against B is 1 / (1 + exp(b - a)). It is fitted by maximum
likelihood. At the maximum each agent has as many wins as the rating expects, so what remains (observed minus
expected wins) sums to 0 for each agent: it only runs in circles. This is the Hodge decomposition of the
log-odds, with each pair weighted by what its games say about them. Plain least squares on log-odds would not
do: if A always beats B and B always beats C, the three observed log-odds are about as large as the number of
games allows, and the missing rest of A against C would look like a cycle.

Sizes are measured in shares: the root mean square over pairs, weighted by their wins. Noise alone gives a
rest of some size too. It is estimated from resamples of blocks, and removed from the estimates.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from dixie_arena.bootstrap import CONFIDENCE, Interval
from dixie_arena.pairs import Grid, PairWins, shares
from dixie_arena.ratings import PRIOR

STEPS = 100
LONGEST_STEP = 2.0
HALVINGS = 30
TAIL = (1 - CONFIDENCE) / 2


@dataclass(frozen=True)
class Cycles:
    """What a rating leaves of the matrix.

    Attributes:
        expected: Agents x agents: the share of the row's agent according to the rating.
        loops: Number of independent cycles among the pairs that met. With 0 there can't be a rest.
        explained: Share of the matrix that the rating explains, without noise; None if there are no loops, or
            if the whole matrix is no larger than noise.
        size: Size of the cyclic rest, without noise.
        raw: Size of the cyclic rest as observed.
        noise: Size that noise alone would give (root mean square).
        noise_high: Size that noise alone exceeds in 5 % of the cases.
        chance: Probability that noise alone gives a rest of the observed size or more.
    """

    expected: Grid
    loops: int
    explained: Interval | None = None
    size: Interval | None = None
    raw: float | None = None
    noise: float | None = None
    noise_high: float | None = None
    chance: float | None = None


def bradley_terry(wins: Grid) -> Grid:
    """Fit a rating to each matrix of wins; return the expected share of the row's agent for each pair.

    Args:
        wins: ... x agents x agents: wins of the row's agent against the column's.
    """
    count = wins.shape[-1]
    total = wins + np.swapaxes(wins, -1, -2)
    strength = np.zeros(wins.shape[:-1])
    prior = np.eye(count) / PRIOR**2
    for _ in range(STEPS):
        expected = _expected(strength)
        gradient = (wins - total * expected).sum(axis=-1) - strength / PRIOR**2
        weight = total * expected * (1 - expected)
        information = prior - weight
        information[..., np.arange(count), np.arange(count)] += weight.sum(axis=-1)
        step = np.linalg.solve(information, gradient[..., None])[..., 0]
        strength = strength + np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        if np.abs(step).max() < 1e-9:
            break
    return _expected(strength)


def find_cycles(pairs: PairWins) -> Cycles:
    """Separate the matrix of duels into a rating and a cyclic rest, and compare the rest with noise."""
    expected = bradley_terry(pairs.wins)
    total = pairs.wins + pairs.wins.T
    upper = np.triu(total > 0, 1)
    loops = _loops(upper)
    if not loops or pairs.bootstrap.groups < 2:
        return Cycles(expected, loops)
    # For pairs that only one side won, resamples vary around the rating, so noise is measured from there.
    centre = np.where(pairs.one_sided, total * expected, pairs.wins)
    resampled = pairs.resampled(expected)
    # Resamples vary too little with few blocks: the same correction as for all intervals of the arena.
    groups = pairs.bootstrap.groups
    wider = np.sqrt(groups / (groups - 1)) * pairs.bootstrap.quantile / stats.norm.ppf(1 - TAIL)
    weights = np.sqrt(total[upper] / total[upper].sum())
    size = Sizes(
        rest=weights * (shares(pairs.wins) - expected)[upper],
        whole=weights * (shares(pairs.wins)[upper] - 0.5),
        rest_noise=wider * weights * (_rest(resampled, upper) - _rest(centre, upper)),
        whole_noise=wider * weights * (_filled(resampled, upper) - _filled(centre, upper)),
    )
    noise = size.noise
    return Cycles(
        expected,
        loops,
        size.explained(),
        size.size(),
        float(size.raw),
        float(np.sqrt((noise**2).mean())),
        float(np.quantile(noise, CONFIDENCE)),
        float((noise >= size.raw).mean()),
    )


@dataclass(frozen=True)
class Sizes:
    """Estimates of sizes from weighted deviations by pair, and from the noise in them (resamples x pairs).

    Noise makes lengths larger on average, so resampled lengths would not do as an interval. Instead the
    interval has all true lengths, in the observed direction, for which the observed length is neither
    unusually large nor unusually small.
    """

    rest: NDArray[np.float64]
    whole: NDArray[np.float64]
    rest_noise: Grid
    whole_noise: Grid

    @property
    def raw(self) -> float:
        """The observed length of the rest."""
        return float(np.linalg.norm(self.rest))

    @property
    def noise(self) -> NDArray[np.float64]:
        """The length of the rest that is noise, in each resample."""
        return np.asarray(np.linalg.norm(self.rest_noise, axis=1))

    def size(self) -> Interval:
        """Return the true length of the rest."""
        noise, direction = self.noise, _direction(self.rest)
        along = self.rest_noise @ direction

        def lengths(true: float) -> NDArray[np.float64]:
            return np.asarray(np.sqrt(np.maximum(0, true**2 + 2 * true * along + noise**2)))

        low, high = _invert(lengths, self.raw, self.raw + float(noise.max()))
        value = float(np.sqrt(max(0.0, self.raw**2 - float((noise**2).mean()))))
        # If the observed length is small even for noise, nothing is accepted; the observed one always is.
        return Interval(value, low, max(high, self.raw), None)

    def explained(self) -> Interval | None:
        """Return the share of the squared length of the whole that is not the rest's."""
        observed = 1 - self.raw**2 / float(self.whole @ self.whole)
        whole = float(self.whole @ self.whole) - float((self.whole_noise**2).sum(axis=1).mean())
        if whole <= 0:
            return None
        rated, circling = _direction(self.whole - self.rest), _direction(self.rest)

        def found(true: float) -> NDArray[np.float64]:
            rest = np.sqrt(whole * (1 - true)) * circling
            most = ((rest + np.sqrt(whole * true) * rated + self.whole_noise) ** 2).sum(axis=1)
            return np.asarray(1 - ((rest + self.rest_noise) ** 2).sum(axis=1) / most)

        low, high = _invert(found, observed, 1.0)
        size = self.size().value
        value = float(np.clip(1 - size**2 / whole, 0, 1))
        return Interval(value, max(0.0, min(low, value, observed)), max(high, value), None)


def _invert(
    simulate: Callable[[float], NDArray[np.float64]], observed: float, most: float
) -> tuple[float, float]:
    """Return the smallest and largest true value, 0 to ``most``, that the observed one does not refute."""

    def border(refuted_below: Callable[[NDArray[np.float64]], bool]) -> float:
        low, high = 0.0, most
        for _ in range(HALVINGS):
            middle = (low + high) / 2
            if refuted_below(simulate(middle)):
                low = middle
            else:
                high = middle
        return (low + high) / 2

    smallest = border(lambda values: bool((values >= observed).mean() < TAIL))
    largest = border(lambda values: bool((values <= observed).mean() >= TAIL))
    return (0.0 if smallest < most * 1e-6 else smallest), max(smallest, largest)


def _expected(strength: Grid) -> Grid:
    with np.errstate(over="ignore"):
        return np.asarray(1 / (1 + np.exp(strength[..., None, :] - strength[..., :, None])))


def _rest(wins: Grid, upper: NDArray[np.bool_]) -> Grid:
    """Return share minus expected share for the pairs; 0 if there are no wins."""
    rest = shares(wins) - bradley_terry(wins)
    return np.nan_to_num(rest)[..., upper]


def _filled(wins: Grid, upper: NDArray[np.bool_]) -> Grid:
    """Return the shares of the pairs; 1/2 if there are no wins."""
    return np.nan_to_num(shares(wins), nan=0.5)[..., upper]


def _direction(vector: NDArray[np.float64]) -> NDArray[np.float64]:
    length = np.linalg.norm(vector)
    return np.asarray(vector / length if length > 0 else vector)


def _loops(upper: NDArray[np.bool_]) -> int:
    """Return the number of independent cycles of a graph: edges - nodes + components."""
    count = len(upper)
    part = list(range(count))
    components = count
    for one, other in zip(*np.nonzero(upper), strict=True):
        if part[one] != part[other]:
            components -= 1
            part = [part[one] if name == part[other] else name for name in part]
    return int(upper.sum()) - count + components
