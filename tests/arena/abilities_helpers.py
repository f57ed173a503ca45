"""Small experiments on abilities, with effects that are known exactly."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from dixie_arena.ability_effects.experiment import Cell
from dixie_arena.ability_effects.play import play_replicates
from dixie_arena.ability_effects.sample import Sample, read_sample
from dixie_arena.guard import Guests
from dixie_env import Setup

OFF = {str(ability): {"off": True} for ability in range(1, 11)}
"""All abilities do nothing: ten labels for the same thing."""

BONUS = {3: 12, 7: -6}
"""Points that come with an ability, on top of doing nothing."""

PLANTED = {key: {**change, "bonus": BONUS.get(int(key), 0)} for key, change in OFF.items()}

SHORT = 2
"""Rounds of a game so short that nobody can fall into the pit, where points are lost."""


def planted_score_effects() -> NDArray[np.float64]:
    """The effect of each planted ability on the score, against the average of the ten."""
    bonus = np.array([BONUS.get(ability, 0) for ability in range(1, 11)], float)
    return np.asarray(bonus - bonus.mean())


def setup(players: int = 4, **changes: Any) -> Setup:
    return Setup(**{"players": players, "draft": "random", "rounds": SHORT, **changes})


def play(design: str, games: int, seed: int = 1, agent: str = "sane", **changes: Any) -> Sample:
    """Play a cell and return the seats that its design is about."""
    cell = Cell(design, agent, setup(**changes), games)
    guests = Guests(isolate=False)  # some of them search
    table = play_replicates(cell, 0, range(cell.replicates), seed, guests=guests).table
    return read_sample(table, 0, cell.players).focal()
