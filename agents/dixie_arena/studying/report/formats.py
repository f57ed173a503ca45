"""Numbers and names as the report prints them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dixie_arena.ability_effects.words import ability_name

__all__ = [
    "MISSING",
    "between",
    "fixed",
    "game_of",
    "listed",
    "named",
    "number",
    "percent",
    "points",
    "points_between",
    "signed",
]

MISSING = "not known"
"""In place of a number that can't be computed from these games."""


def points(value: float | None, digits: int = 1) -> str:
    """Return a fraction as percentage points: ``+3.2``."""
    return MISSING if value is None else signed(100 * value, digits)


def percent(value: float | None, digits: int = 0) -> str:
    """Return a fraction as percent: ``12 %``."""
    return MISSING if value is None else f"{100 * value:.{digits}f} %"


def number(value: float | None, digits: int = 2) -> str:
    """Return a number with at most a few digits after the point: ``2.5``, ``3``."""
    if value is None:
        return MISSING
    text = f"{value:.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def fixed(value: float | None, digits: int = 2) -> str:
    """Return a number with just as many digits after the point: ``2.50``."""
    return MISSING if value is None else f"{_rounded(value, digits):.{digits}f}"


def signed(value: float, digits: int = 1) -> str:
    """Return a number with its sign: ``+3.2``, and ``0.0`` without one."""
    near = _rounded(value, digits)
    return f"{near:+.{digits}f}" if near else f"{near:.{digits}f}"


def _rounded(value: float, digits: int) -> float:
    return round(value, digits) + 0.0  # never -0.0


def between(low: float | None, high: float | None, digits: int = 1, *, sign: bool = True) -> str:
    """Return an interval: ``[+1.2, +3.4]``."""
    if low is None or high is None:
        return MISSING
    show = signed if sign else fixed
    return f"[{show(low, digits)}, {show(high, digits)}]"


def points_between(row: Mapping[str, Any], digits: int = 1) -> str:
    """Return the interval of a row as percentage points."""
    if row["low"] is None or row["high"] is None:
        return MISSING
    return between(100 * row["low"], 100 * row["high"], digits)


def game_of(results: Mapping[str, Any]) -> str:
    """Return what is played: ``4 players, edition de``."""
    return f"{results['study']['players']} players, edition {results['study']['edition']}"


def named(abilities: Iterable[str]) -> str:
    """Return the names of abilities as a list in words."""
    return listed([ability_name(ability) for ability in abilities])


def listed(names: Sequence[str]) -> str:
    """Return names as a list in words: ``a, b and c``."""
    if len(names) < 2:
        return "".join(names) or "none"
    return f"{', '.join(names[:-1])} and {names[-1]}"
