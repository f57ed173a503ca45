"""Measures speed: the best of several repetitions, taken in turns."""

from collections.abc import Callable

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
