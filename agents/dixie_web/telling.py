"""What everybody at a table hears about points."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_env.engine import Game
from dixie_env.engine.words import PENALTY_SOURCES, REWARD_SOURCES
from dixie_env.text import PENALTY_WORDS, REWARD_WORDS

Points = tuple[NDArray[Any], NDArray[Any]]


def points_of(game: Game) -> Points:
    """Return penalty and reward points by seat and source, to compare later."""
    return game.state["penalties_by"].copy(), game.state["rewards_by"].copy()


def new_points(before: Points, game: Game) -> Iterator[str]:
    """Say who has got points since, and for what."""
    lost, won = (np.subtract(now, then) for now, then in zip(points_of(game), before, strict=True))
    for seat in range(game.players):
        parts = [*_words(won[seat], REWARD_SOURCES, REWARD_WORDS, "reward")]
        parts += _words(lost[seat], PENALTY_SOURCES, PENALTY_WORDS, "penalty")
        if parts:
            yield f"seat {seat} gets {', '.join(parts)}"


def _words(points: NDArray[Any], sources: tuple[str, ...], words: dict[str, str], kind: str) -> Iterator[str]:
    for source, number in zip(sources, points.tolist(), strict=True):
        if number > 0:
            yield f"{number} {kind} point{'s' if number > 1 else ''} for {words[source]}"
