"""Measures speed: the best of several repetitions taken in turns, or the median ratio of short pairs."""

from collections.abc import Callable
from statistics import median

from rich.console import Console

Measure = Callable[[float], float]
"""Runs for about this many seconds and returns decisions per second."""


def best(
    measures: dict[str, Measure], seconds: float, repetitions: int, console: Console
) -> dict[str, float]:
    """Return the best rate of each. Repetitions take turns, so that a busy moment affects all of them."""
    rates = dict.fromkeys(measures, 0.0)
    for number in range(repetitions):
        for name, measure in measures.items():
            console.print(f"[dim]repetition {number + 1} of {repetitions}: {name}[/dim]")
            rates[name] = max(rates[name], measure(seconds))
    return rates


def paired(one: Measure, other: Measure, seconds: float, repetitions: int) -> float:
    """Return how fast one is compared with the other: the median of ten pairs of short runs per repetition.

    The two runs of a pair follow each other at once and change places from pair to pair. So this finds
    differences of a few percent on a machine that is busy at times.
    """
    ratios = []
    for number in range(10 * repetitions):
        if number % 2:
            first, second = one(seconds / 10), other(seconds / 10)
        else:
            second, first = other(seconds / 10), one(seconds / 10)
        ratios.append(first / second)
    return median(ratios)
