"""Why one option is better than another, in words: what comes of both, with the same luck."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from dixie_agents.policy import Policy
from dixie_env import Game
from dixie_env.engine import option_id, option_name
from dixie_env.engine.model import FOOD_COUNT, GOLD, SILVER
from dixie_env.text import describe_choice, listed

MOST = 3
"""Reasons given."""
CERTAIN = 2.0
"""A difference counts if it is larger than this many standard errors,"""
SMALLEST = 0.15
"""and larger than this."""
LONGEST = 6
"""Decisions of an expected continuation."""

_Measure = Callable[[NDArray[np.void], int], NDArray[np.float64]]


def _pixies(states: NDArray[np.void], seat: int) -> NDArray[np.float64]:
    """Return how many spaces a seat's pixies have climbed together."""
    spaces = states["spaces"]
    return np.asarray(((spaces == seat) * np.arange(spaces.shape[1])).sum(axis=1), float)


_MEASURES: tuple[tuple[str, str, float, _Measure], ...] = (
    ("reward point", "reward points", 1.0, lambda states, seat: states["rewards"][:, seat]),
    ("penalty point", "penalty points", -1.0, lambda states, seat: states["penalties"][:, seat]),
    ("gold", "gold", 1.5, lambda states, seat: states["goods"][:, seat, GOLD]),
    ("silver", "silver", 0.8, lambda states, seat: states["goods"][:, seat, SILVER]),
    ("food", "food", 0.4, lambda states, seat: states["goods"][:, seat, :FOOD_COUNT].sum(axis=1)),
    (
        "step on the tracks",
        "steps on the tracks",
        1.5,
        lambda states, seat: states["track"][:, seat].sum(axis=1),
    ),
    ("servant", "servants", 3.0, lambda states, seat: states["servants"][:, seat]),
    ("space in the village", "spaces in the village", 0.3, _pixies),
)
"""What is compared: the words for one and for several, how much one of it is worth, and its numbers."""


def reasons(game: Game, good: NDArray[np.void], bad: NDArray[np.void]) -> str:
    """Say in which respects one option leads further than another, the most important first.

    The words follow "because": "it brings 1.4 more silver and 0.8 fewer penalty points, for 0.5 less gold".

    Args:
        game: The game at the decision.
        good: Where the better option led, a state for each draw.
        bad: Where the other one led, with the same draws.
    """
    seat = game.seat
    assert seat is not None
    gains: list[tuple[float, str]] = []
    prices: list[tuple[float, str]] = []
    for one, many, weight, measure in _MEASURES:
        gap = _gap(measure(good, seat), measure(bad, seat))
        if gap is not None:
            words = one if round(abs(gap), 1) == 1.0 else many
            more = "more" if gap > 0 else "fewer" if words.endswith("s") else "less"
            (gains if gap * weight > 0 else prices).append(
                (abs(gap * weight), f"{abs(gap):.1f} {more} {words}")
            )
    rivals = []
    for other in range(game.players):
        gap = _gap(_running(good, other), _running(bad, other))
        if other != seat and gap is not None and gap < 0:
            rivals.append((-gap, f"seat {other} has {-gap:.1f} points less"))
    parts = []
    if gains:
        parts.append(f"it brings {_first(gains)}" + (f", for {_first(prices)}" if prices else ""))
    if rivals and (len(gains) < MOST or not gains):
        parts.append(_first(rivals))
    if not parts and prices:
        return f"what it leads to is worth more than {_first(prices)}"
    return ", and ".join(parts) or "the positions it leads to are worth more"


def _first(found: list[tuple[float, str]]) -> str:
    return listed(words for _, words in sorted(found, reverse=True)[:MOST])


def _gap(one: NDArray[np.generic], other: NDArray[np.generic]) -> float | None:
    """Return the mean difference, or None if it is small or may be noise."""
    gap = one.astype(float) - other.astype(float)
    mean, error = float(gap.mean()), float(gap.std(ddof=1) / np.sqrt(len(gap)))
    return mean if abs(mean) >= SMALLEST and abs(mean) > CERTAIN * error else None


def _running(states: NDArray[np.void], seat: int) -> NDArray[np.float64]:
    return np.asarray(states["rewards"][:, seat] - states["penalties"][:, seat], float)


def expected(game: Game, policy: Policy, choice: str, number: int) -> tuple[str, ...]:
    """Return how the game could go on after a choice: the likeliest options, up to the next chance.

    Args:
        game: The game at the decision. It is not changed.
        policy: Who plays all seats.
        choice: The option taken first, by name; it is not repeated.
        number: How many decisions were made before; it selects the luck, which nobody gets to see.
    """
    seat = game.seat
    assert seat is not None
    drawn: list[str] = []

    def note(now: Game) -> object:
        drawn.append(str(now.awaited))
        return now.sampled_outcome()

    ahead = game.resample(seat, number)
    ahead.chance = note
    ahead.step(option_id(choice, seat, game.players))
    lines: list[str] = []
    while ahead.seat is not None and not drawn and len(lines) < LONGEST:
        if ahead.offering_is_secret and ahead.seat != seat:
            break  # what others offer is not to be seen
        who, kind = ahead.seat, ahead.decision
        assert kind is not None
        observation = policy.observation.observe(ahead)
        best = int(policy.best(observation[None], ahead.mask().astype(np.uint8, copy=False)[None])[0])
        name = option_name(best, who, ahead.players)
        lines.append(f"seat {who} {describe_choice(kind, name, ahead)}")
        ahead.step(best)
    if drawn:
        lines.append({"demand": "then the queen's demand is revealed"}.get(drawn[0], "then chance decides"))
    return tuple(lines)
