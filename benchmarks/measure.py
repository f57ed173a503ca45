"""How speed is measured: in turns, the best of several repetitions."""

from collections.abc import Callable

from rich.console import Console

Measure = Callable[[float], float]
"""Runs for about so many seconds and returns decisions a second."""


def best(measures: dict[str, Measure], seconds: float, rounds: int, console: Console) -> dict[str, float]:
    """Return the best rate of each, the repetitions taken in turn so that a busy moment hits them all."""
    rates = dict.fromkeys(measures, 0.0)
    for number in range(rounds):
        for name, measure in measures.items():
            console.print(f"[dim]round {number + 1} of {rounds}: {name}[/dim]")
            rates[name] = max(rates[name], measure(seconds))
    return rates
