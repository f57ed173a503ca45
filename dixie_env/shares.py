"""The exact confidence interval of a share, also where something always or never happened.

Clopper and Pearson's interval, for numbers of games that need not be whole: with an effective number of games
it is Korn and Graubard's. It never has zero width, and both ends rise with the share. It needs no SciPy, so
that training and the cards of policies can use it without the arena.
"""

from functools import lru_cache
from math import exp, lgamma, log

CONFIDENCE = 0.95
_STEPS = 200
_NONE = 1e-9
"""Fewer wins than this are rounding errors."""
_TINY = 1e-300
_PRECISE = 1e-14


@lru_cache(maxsize=4096)
def exact_interval(share: float, games: float, confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Return the two ends of the interval of a share, from 0 to 1.

    Args:
        share: The observed share.
        games: Independent games behind it, or the number of independent games that are worth as much.
        confidence: Probability that the interval covers the true share; at least this much.

    Raises:
        ValueError: The share is not from 0 to 1, or there are no games.
    """
    if not 0 <= share <= 1 or not games > 0 or not 0 < confidence < 1:
        raise ValueError(
            "a share must be from 0 to 1, of more than 0 games, with a confidence between 0 and 1, not "
            f"{share} of {games} games with {confidence}"
        )
    tail, wins = (1 - confidence) / 2, share * games
    losses = games - wins
    low = 0.0 if wins < _NONE else _beta_quantile(tail, wins, losses + 1)
    high = 1.0 if losses < _NONE else _beta_quantile(1 - tail, wins + 1, losses)
    return low, high


def _beta_quantile(probability: float, a: float, b: float) -> float:
    """Return the quantile of a beta distribution: Newton's steps, or halving where they lead astray."""
    low, high, x = 0.0, 1.0, a / (a + b)
    for _ in range(_STEPS):
        below, density = _beta(x, a, b)
        if below < probability:
            low = x
        else:
            high = x
        before = x
        x = x - (below - probability) / density if density > 0 else low
        if not low < x < high:
            x = (low + high) / 2
        if abs(x - before) < _PRECISE:
            break
    return x


def _beta(x: float, a: float, b: float) -> tuple[float, float]:
    """Return distribution function (the regularised incomplete beta function) and density at a point."""
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    density = front / (x * (1 - x))
    if x < (a + 1) / (a + b + 2):  # where the continued fraction converges fast
        return front * _fraction(x, a, b) / a, density
    return 1 - front * _fraction(1 - x, b, a) / b, density


def _fraction(x: float, a: float, b: float) -> float:
    """Return the continued fraction of the incomplete beta function, by Lentz's method."""
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1))
    total = d
    for step in range(1, _STEPS):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for term in (even, odd):
            d = 1 / _away(1 + term * d)
            c = _away(1 + term / c)
            total *= c * d
        if abs(c * d - 1) < _PRECISE:
            break
    return total


def _away(value: float) -> float:
    """Keep a divisor away from 0."""
    return value if abs(value) > _TINY else _TINY
