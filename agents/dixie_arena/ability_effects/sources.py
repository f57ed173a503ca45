"""Where the points come from: the effect of an ability on the score, broken down by source."""

import numpy as np
from numpy.typing import NDArray

from dixie_arena.ability_effects.effects import Effects
from dixie_arena.ability_effects.estimate import dealt_regression
from dixie_arena.ability_effects.sample import Sample
from dixie_env.engine.words import PENALTY_SOURCES, REWARD_SOURCES

MAJORITY_POINTS = 3

ROADS = {
    "servants": ("reward_servant_tile", "reward_servant_bonus"),
    "rings": ("reward_ring_tile", "reward_ring_bonus"),
    "offerings": ("reward_offering_tile",),
}
"""The three roads to points, and what is earned on each."""


def score_parts(sample: Sample) -> dict[str, NDArray[np.float64]]:
    """Return what each source added to the score of each row. The parts add up to the score exactly.

    ``pit`` is what falling into the pit changed: all points earned are lost, and the score is that of the
    pit.
    """
    parts = {f"reward_{source}": sample.values(f"reward_{source}") for source in REWARD_SOURCES}
    parts |= {f"penalty_{source}": -sample.values(f"penalty_{source}") for source in PENALTY_SOURCES}
    parts["rocks"] = -sample.values("rocks")
    parts["majorities"] = -MAJORITY_POINTS * sample.values("majorities")
    total: NDArray[np.float64] = np.sum(list(parts.values()), axis=0)
    parts["pit"] = sample.values("score") - total
    return {name: values for name, values in parts.items() if values.any()}


def decompose(sample: Sample) -> dict[str, Effects]:
    """Estimate the effect of each ability on each part of the score. They add up to the total effect."""
    regression = dealt_regression(sample)
    return {name: regression.fit(name, values) for name, values in score_parts(sample).items()}


def decompose_roads(sample: Sample) -> dict[str, Effects]:
    """Estimate the effect of each ability on the points of each road; ``other`` is the rest of the score."""
    parts = score_parts(sample)
    roads = {
        road: np.sum([parts[name] for name in names if name in parts] or [np.zeros(len(sample))], axis=0)
        for road, names in ROADS.items()
    }
    roads["other"] = sample.values("score") - np.sum(list(roads.values()), axis=0)
    regression = dealt_regression(sample)
    return {road: regression.fit(road, values) for road, values in roads.items()}
